import type { Json, Tool } from '../model.js';
import { asObject } from './object.js';

/**
 * Whether a tool is right as it came: nothing in it must be lifted or left out. Most are, and there may be thousands:
 * asking for each field by its name takes a fifth of the time of going through what is there.
 */
export function isPlainTool(value: Json): value is Json & Tool {
  const raw = asObject(value);
  if (!raw) return false;
  const { name, title, description, inputSchema, outputSchema, annotations, _meta } = raw;
  let left = text(name) + text(title) + text(description) + object(inputSchema) + object(outputSchema) + object(_meta);
  if (annotations !== undefined) left += hints(annotations);
  for (const _ in raw) left--;
  return !!name && !!inputSchema && left === 0;
}

/** Flags and a title: those we know, and those of a revision to come. */
function hints(value: Json): number {
  const raw = asObject(value);
  for (const key in raw) if (typeof raw[key] !== (key === 'title' ? 'string' : 'boolean')) return NaN;
  return raw ? 1 : NaN;
}

/** 1 for a field that is right, 0 for one that is not there; one that is wrong is never made up for. */
const text = (value: Json | undefined): number => (value === undefined ? 0 : typeof value === 'string' ? 1 : NaN);
const object = (value: Json | undefined): number => (value === undefined ? 0 : asObject(value) ? 1 : NaN);

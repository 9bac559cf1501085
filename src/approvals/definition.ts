import type { Json, JsonObject, Tool } from '../protocol/model.js';
import { sha256 } from '../util/sha256.js';

/** Characters of a description that a consent can be bound to. A longer one is asked about each time. */
export const MAX_DEFINITION: number = 256 * 1024;
/** Levels of it; deeper ones are asked about each time. */
export const MAX_DEPTH = 200;

/**
 * Everything a server says that a tool is, and that a person can go by: its words, its schemas, its claims. Icons and
 * `_meta` are not in it; they decide nothing, and change for no reason.
 */
export function definitionOf({ icons: _icons, _meta, ...definition }: Tool): JsonObject {
  return definition as unknown as JsonObject;
}

/**
 * What tells one definition, or one set of arguments, from every other: its SHA-256. The order of keys makes no difference.
 * @returns undefined where it is too long or too deep to be bound to
 */
export function fingerprint(value: JsonObject): string | undefined {
  const text = canonical(value, MAX_DEPTH);
  if (text === undefined || text.length > MAX_DEFINITION) return undefined;
  return `sha256:${sha256(text)}`;
}

/** Whether two definitions are the same, however long. What is too deep to be compared is another one. */
export function isSameDefinition(one: Tool, other: Tool): boolean {
  if (one === other) return true;
  try {
    const [text, otherText] = [one, other].map((tool) => canonical(definitionOf(tool), Infinity));
    return text === otherText;
  } catch {
    return false;
  }
}

/** JSON whose keys stand in order. Undefined where it is deeper than that. */
function canonical(value: Json, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth === 0) return undefined;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      const text = canonical(item, depth - 1);
      if (text === undefined) return undefined;
      parts.push(text);
    }
    return `[${parts.join()}]`;
  }
  const object = value as JsonObject;
  for (const key of Object.keys(object).toSorted()) {
    const member = object[key];
    if (member === undefined) continue;
    const text = canonical(member, depth - 1);
    if (text === undefined) return undefined;
    parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join()}}`;
}

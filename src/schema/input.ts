import type { Json } from '../protocol/model.js';
import type { FormNode } from './form-node.js';
import { isJsonObject, jsonEquals } from './json-value.js';
import { MAX_ROWS } from './limits.js';

/**
 * What a field holds, exactly as the person left it: left out, null and empty are three different things, and a half
 * typed number stays what was typed.
 */
export type Input =
  /** Left out: the property is not sent. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  /** Text, a number or JSON as typed; empty text is a value. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  /** One of the choices, by its place. */
  | { readonly kind: 'option'; readonly index: number }
  /** There; what it is stands in the fields inside, or in the schema. */
  | { readonly kind: 'present' }
  /** A value that came from elsewhere and that this kind of field cannot show. Kept whole. */
  | { readonly kind: 'held'; readonly value: Json };

export const ABSENT: Input = { kind: 'absent' };
export const NULL: Input = { kind: 'null' };
export const PRESENT: Input = { kind: 'present' };

/** How a field of this kind holds a given value; the parts of objects and lists are not looked at. */
export function inputOf(node: FormNode, value: Json): Input {
  const held: Input = { kind: 'held', value };
  if (node.kind === 'json') return { kind: 'text', text: JSON.stringify(value, null, 2) };
  if (value === null && node.nullable) return NULL;
  switch (node.kind) {
    case 'string':
      return typeof value === 'string' ? { kind: 'text', text: value } : held;
    case 'number':
      return typeof value === 'number' ? { kind: 'text', text: String(value) } : held;
    case 'boolean':
      return typeof value === 'boolean' ? { kind: 'flag', on: value } : held;
    case 'choice': {
      const index = node.options.findIndex((option) => jsonEquals(option.value, value));
      return index < 0 ? held : { kind: 'option', index };
    }
    case 'constant':
      return jsonEquals(node.value, value) ? PRESENT : held;
    case 'list':
      return Array.isArray(value) && value.length <= MAX_ROWS ? PRESENT : held;
    case 'object':
      return isJsonObject(value) ? PRESENT : held;
  }
}

/** What a field holds when "a value" is chosen for it and none is known. */
export function blankInput(node: FormNode): Input {
  switch (node.kind) {
    case 'boolean':
      return { kind: 'flag', on: false };
    case 'list':
    case 'object':
    case 'constant':
      return PRESENT;
    case 'choice':
      return ABSENT;
    default:
      return { kind: 'text', text: '' };
  }
}

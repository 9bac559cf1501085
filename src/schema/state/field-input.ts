import type { Json } from '../../protocol/model.js';
import type { FormNode, UnionNode } from '../form-node.js';
import { countValues, isJsonObject, jsonEquals, MAX_FORM_ROWS, MAX_SHOWN_VALUES } from '../json-value.js';
import { readNumber } from '../json.js';
import { bestAlternative, checkValue, couldHold, fits } from '../validate/value.js';

/**
 * What a field holds, exactly as the person left it: left out, null and empty are three different things, and a half
 * typed number stays what was typed.
 */
export type Input =
  /** Left out: the property is not sent. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  /** Text, a number or JSON as typed, or a choice that is not one yet; empty text is a value. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  /** One of the choices, by its place. */
  | { readonly kind: 'option'; readonly index: number }
  /** One of the kinds of value of a union, by its place; what it is stands in the field inside. */
  | { readonly kind: 'alternative'; readonly index: number }
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
      return numberInput(value, node.loose) ?? held;
    case 'boolean':
      return typeof value === 'boolean' ? { kind: 'flag', on: value } : held;
    case 'choice': {
      const index = node.options.findIndex((option) => jsonEquals(option.value, value));
      return index < 0 ? held : { kind: 'option', index };
    }
    case 'constant':
      return jsonEquals(node.value, value) ? PRESENT : held;
    case 'list':
      return Array.isArray(value) && value.length <= MAX_FORM_ROWS ? PRESENT : held;
    case 'tuple': {
      const places = node.rest ? MAX_FORM_ROWS : node.prefix.length;
      return Array.isArray(value) && value.length <= places ? PRESENT : held;
    }
    case 'object':
      return isJsonObject(value) && Object.keys(value).length <= node.properties.length + MAX_FORM_ROWS
        ? PRESENT
        : held;
    case 'union': {
      const index = alternativeOf(node, value);
      return index === undefined ? held : { kind: 'alternative', index };
    }
  }
}

/** Text that is no number is what somebody typed on the way to one, unless texts are accepted as well. */
function numberInput(value: Json, takesTexts: boolean): Input | undefined {
  if (typeof value === 'number') return { kind: 'text', text: String(value) };
  const isUnread = typeof value === 'string' && value !== '' && !takesTexts && !readNumber(value).ok;
  return isUnread ? { kind: 'text', text: value } : undefined;
}

/** Which alternative a value belongs to: one that it fits, or else the one it was most likely meant to be. */
function alternativeOf(node: UnionNode, value: Json): number | undefined {
  const asText = indexOf(node, ({ kind }) => kind === 'json');
  // Field by field, a large value is more than a page can show.
  if (asText !== undefined && countValues(value, MAX_SHOWN_VALUES) >= MAX_SHOWN_VALUES) return asText;
  const fitting = indexOf(node, (one) => couldHold(one, value) && fits(one, value));
  if (fitting !== undefined) return fitting;
  // Accepted, by a description that says nothing of its kind: there is no field for it.
  if (fits(node, value)) return undefined;
  return (
    bestAlternative(node, value, (one, given) => checkValue(one, given).length) ??
    indexOf(node, ({ kind, loose }) => kind === 'number' && numberInput(value, loose) !== undefined)
  );
}

function indexOf({ alternatives }: UnionNode, isIt: (node: FormNode) => boolean): number | undefined {
  const index = alternatives.findIndex(({ node }) => isIt(node));
  return index < 0 ? undefined : index;
}

/** What a field holds when "a value" is chosen for it and none is known. */
export function blankInput(node: FormNode): Input {
  switch (node.kind) {
    case 'boolean':
      return { kind: 'flag', on: false };
    case 'list':
    case 'tuple':
    case 'object':
    case 'constant':
      return PRESENT;
    case 'choice':
      return ABSENT;
    case 'union':
      return { kind: 'alternative', index: 0 };
    default:
      return { kind: 'text', text: '' };
  }
}

import type { Json } from '../../protocol/model.js';
import type { FormNode, UnionNode } from '../form-node.js';
import { countValues, isJsonObject, jsonEquals, MAX_FORM_ROWS, MAX_SHOWN_VALUES } from '../json-value.js';
import { isRounded, readNumber, serverJson, serverNumber } from '../json.js';
import { bestAlternative, checkValue, couldHold, fits, type Steps, within } from '../validate/value.js';
import { toJson } from '../../util/json.js';

/**
 * The content of a field, exactly as the user left it: absent, null and empty are different, and incomplete numbers are
 * kept.
 */
export type Input =
  /** The property is not sent. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  /** Text, or a number or JSON as typed, or a choice that matches no option yet. Empty text is a value. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly on: boolean }
  /** The index of the chosen option. */
  | { readonly kind: 'option'; readonly index: number }
  /** The index of the chosen alternative of a union. The inner field holds the value. */
  | { readonly kind: 'alternative'; readonly index: number }
  /** The value is present. The inner fields hold it, or it follows from the schema. */
  | { readonly kind: 'present' }
  /** A value from outside that this field cannot show. It is kept unchanged. */
  | { readonly kind: 'held'; readonly value: Json };

export const ABSENT: Input = { kind: 'absent' };
export const NULL: Input = { kind: 'null' };
export const PRESENT: Input = { kind: 'present' };

/**
 * The content of a field for a given value, without its parts.
 * @param steps for finding alternatives; see {@link MAX_CHOOSING_STEPS}
 * @param isOfServer marks numbers that may be rounded, so that they are not sent without notice
 */
export function inputOf(node: FormNode, value: Json, steps: Steps, isOfServer = false): Input {
  const held: Input = { kind: 'held', value };
  if (isOfServer && node.kind === 'number' && isRounded(value)) return { kind: 'text', text: serverNumber(value) };
  if (node.kind === 'json') return { kind: 'text', text: isOfServer ? serverJson(value) : toJson(value, undefined, 2) };
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
      const index = alternativeOf(node, value, steps);
      return index === undefined ? held : { kind: 'alternative', index };
    }
  }
}

/** Text that is not a number is kept as an incomplete number, unless the field also accepts text. */
function numberInput(value: Json, takesTexts: boolean): Input | undefined {
  if (typeof value === 'number') return { kind: 'text', text: String(value) };
  const isUnread = typeof value === 'string' && value !== '' && !takesTexts && !readNumber(value).ok;
  return isUnread ? { kind: 'text', text: value } : undefined;
}

/**
 * Steps for finding the alternatives of the values that one change puts into a form. After them the first alternative that can show a
 * value is taken: a hostile default may nest unions a hundred levels deep, each of which takes some.
 */
export const MAX_CHOOSING_STEPS = 50_000;

/** The alternative for a value: one that it matches, or the most likely one. */
function alternativeOf(node: UnionNode, value: Json, steps: Steps): number | undefined {
  const first = (): number | undefined => indexOf(node, (one) => couldHold(one, value));
  return steps.left > 0 ? within(() => bestMatch(node, value), undefined, steps) : first();
}

function bestMatch(node: UnionNode, value: Json): number | undefined {
  const asText = indexOf(node, ({ kind }) => kind === 'json');
  // A large value cannot be shown field by field.
  if (asText !== undefined && countValues(value, MAX_SHOWN_VALUES) >= MAX_SHOWN_VALUES) return asText;
  const fitting = indexOf(node, (one) => couldHold(one, value) && fits(one, value));
  if (fitting !== undefined) return fitting;
  // Accepted by a description without a type, for which there is no field.
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

/** The content of a field after the user adds a value and there is no default. */
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

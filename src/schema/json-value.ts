import type { Json, JsonObject } from '../protocol/model.js';

/**
 * What the form model refuses to chew through. A schema comes from a stranger: each limit bounds what it can make a page
 * do, far above what real servers need (1,621 published tools: nesting 11, 32 properties in an object, 126 options).
 */

/** Schemas that are put together for one value by `$ref` and `allOf`. With more the value is asked for as JSON. */
export const MAX_COMBINED_SCHEMAS = 500;
/** Parts of a schema that are searched for names such as `$anchor`. References to names further in are not found. */
export const MAX_DOCUMENT_PARTS = 50_000;
/** Fields of an object that are shown from the start; more are added by name. */
export const MAX_SHOWN_PROPERTIES = 300;
/** Patterns for the names of one object that the form looks at; the server decides about the others. */
export const MAX_FORM_NAME_PATTERNS = 20;
/** Options of one choice. With more the value is asked for as free text or JSON. */
export const MAX_FORM_OPTIONS = 5_000;
/** Kinds of value in one union. With more the value is asked for as JSON. */
export const MAX_FORM_ALTERNATIVES = 200;
/** Places of a tuple whose own descriptions are read. The descriptions of further ones are ignored. */
export const MAX_TUPLE_PLACES = 100;
/** Examples of a value that are kept. The others are left out. */
export const MAX_FORM_EXAMPLES = 20;
/** Objects, tuples and unions that open by themselves because they are required; more of them are opened by hand. */
export const MAX_OPEN_FIELDS = 200;
/** Levels of objects and lists inside each other that open by themselves; deeper ones are opened by hand. */
export const MAX_OPEN_DEPTH = 16;
/** Parts of values that are held against parts of a form in one check; what is past it is left to the server. */
export const MAX_FORM_CHECKS = 20_000;
/** Milliseconds that one such check may take; what is past it is left to the server. */
export const FORM_CHECK_MS = 30;
/** Rows that a list shows; a longer list that came as a value is kept and sent, but shown as JSON. */
export const MAX_FORM_ROWS = 500;
/** Values inside a value that may be anything; a larger one is shown as JSON, not field by field. */
export const MAX_SHOWN_VALUES = 300;
/** Characters of a pattern; a longer one is left to the server. */
export const MAX_FORM_PATTERN_LENGTH = 1_000;
/** Characters of a text that patterns are tried on; a longer text is left to the server. */
export const MAX_PATTERN_INPUT_LENGTH = 2_000;
/** Characters of a label or option that are kept. The rest is cut. */
export const MAX_LABEL_LENGTH = 200;
/** Characters of a description that are kept. The rest is cut. */
export const MAX_FORM_DESCRIPTION_LENGTH = 20_000;
/** Characters of JSON that a person can type or paste. More is an error of the field. */
export const MAX_JSON_LENGTH = 4_000_000;
/** Levels of objects and lists inside each other in a JSON value. A deeper one is an error of the field. */
export const MAX_JSON_DEPTH = 100;
/** Values inside a default, constant or option; a larger one is ignored. */
export const MAX_GIVEN_VALUES = 10_000;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The property of that name, only if the object has it itself: names such as `constructor` come from strangers. */
export function ownValue(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets any name, `__proto__` too, as an ordinary property. */
export function setOwn(object: JsonObject, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** True when both say the same in JSON; the order of properties does not count. Past {@link MAX_JSON_DEPTH}: false. */
export function jsonEquals(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (depth > MAX_JSON_DEPTH) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => jsonEquals(item, b[index], depth + 1));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && jsonEquals(a[name], b[name], depth + 1))
  );
}

/** One text per value, equal exactly when the values are: for sets. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`).join()}}`;
}

/** True for a JSON value small and shallow enough to walk through without care. */
export function isModestJson(value: unknown): value is Json {
  let left = MAX_GIVEN_VALUES;
  const walk = (part: unknown, depth: number): boolean => {
    if (--left < 0 || depth > MAX_JSON_DEPTH) return false;
    if (part === null || typeof part === 'string' || typeof part === 'boolean') return true;
    if (typeof part === 'number') return Number.isFinite(part);
    if (Array.isArray(part)) return part.every((item) => walk(item, depth + 1));
    return isJsonObject(part) && Object.values(part).every((item) => walk(item, depth + 1));
  };
  return walk(value, 0);
}

/** The values inside a value and itself, as far as `most`. */
export function countValues(value: Json, most: number): number {
  let count = 0;
  const walk = (part: Json, depth: number): void => {
    if (depth > MAX_JSON_DEPTH) count = most;
    if (++count >= most || typeof part !== 'object' || part === null) return;
    for (const each of Object.values(part)) if (count < most) walk(each, depth + 1);
  };
  walk(value, 0);
  return Math.min(count, most);
}

export type JsonType = 'null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object';

/** The JSON Schema type of a value; whole numbers are `integer`. */
export function jsonTypeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** Whether a value of type `actual` is one of `wanted`; a whole number is a number too. */
export function isTypeAmong(actual: JsonType, wanted: Iterable<JsonType>): boolean {
  const types = [...wanted];
  return types.includes(actual) || (actual === 'integer' && types.includes('number'));
}

const TYPE_WORDS: { readonly [Type in JsonType]: string } = {
  null: 'null',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  string: 'text',
  array: 'a list',
  object: 'an object',
};

export function jsonTypeInWords(type: JsonType): string {
  return TYPE_WORDS[type];
}

const TYPE_LABELS: { readonly [Type in JsonType]: string } = {
  null: 'None',
  boolean: 'Yes or no',
  number: 'Number',
  integer: 'Whole number',
  string: 'Text',
  array: 'List',
  object: 'Object',
};

/** What to call a value of that type where it is one of several to choose from. */
export function jsonTypeLabel(type: JsonType): string {
  return TYPE_LABELS[type];
}

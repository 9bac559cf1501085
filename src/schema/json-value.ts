import { isPlainObject } from '../util/json.js';
import type { Json, JsonObject } from '../protocol/model.js';
import { toJson } from '../util/json.js';

/**
 * Limits of the form model. A schema is untrusted: each limit bounds the work that it can cause. They are far above
 * what real servers need (1,621 published tools: 11 levels, 32 properties in an object, 126 options).
 */

/** Schemas that `$ref` and `allOf` combine for one value. With more, the value is edited as JSON. */
export const MAX_COMBINED_SCHEMAS = 500;
/** Parts of a schema that are searched for names such as `$anchor`. References to names beyond are not found. */
export const MAX_DOCUMENT_PARTS = 50_000;
/** Fields of an object that are shown at first; further ones are added by name. */
export const MAX_SHOWN_PROPERTIES = 300;
/** Patterns for the names of one object that the form checks; the server checks the others. */
export const MAX_FORM_NAME_PATTERNS = 20;
/** Options of one choice. With more, the value is edited as text or JSON. */
export const MAX_FORM_OPTIONS = 5_000;
/** Alternatives of one union. With more, the value is edited as JSON. */
export const MAX_FORM_ALTERNATIVES = 200;
/** Places of a tuple whose schemas are read. Schemas of further places are ignored. */
export const MAX_TUPLE_PLACES = 100;
/** Examples of a value. Further ones are ignored. */
export const MAX_FORM_EXAMPLES = 20;
/** Objects, tuples and unions that open automatically because they are required; the user opens further ones. */
export const MAX_OPEN_FIELDS = 200;
/** Levels to which objects and lists open automatically; the user opens deeper ones. */
export const MAX_OPEN_DEPTH = 16;
/**
 * Steps of one check; the rest is left to the server. A pair of a value and a node is one, a long choice or a slow pattern is
 * more: some tens of milliseconds in all.
 */
export const MAX_FORM_CHECKS = 20_000;
/** Rows that a list shows; a longer list from outside is stored and sent, but shown as JSON. */
export const MAX_FORM_ROWS = 500;
/** Values inside a value of any type; a larger value is shown as JSON, not field by field. */
export const MAX_SHOWN_VALUES = 300;
/** Characters of a pattern; a longer one is left to the server. */
export const MAX_FORM_PATTERN_LENGTH = 1_000;
/** Characters of a text that is matched with patterns; a longer text is left to the server. */
export const MAX_PATTERN_INPUT_LENGTH = 2_000;
/** Characters of a label or option. The rest is cut. */
export const MAX_LABEL_LENGTH = 200;
/** Characters of a description. The rest is cut. */
export const MAX_FORM_DESCRIPTION_LENGTH = 20_000;
/** Characters of JSON that a user can type or paste. More is an error of the field. */
export const MAX_JSON_LENGTH = 4_000_000;
/** Levels of objects and lists in a JSON value. A deeper value is an error of the field. */
export const MAX_JSON_DEPTH = 100;
/** Values inside a default, constant or option; a larger one is ignored. */
export const MAX_GIVEN_VALUES = 10_000;

export function isJsonObject(value: unknown): value is JsonObject {
  return isPlainObject(value);
}

/** An own property of the object: names such as `constructor` come from untrusted servers. */
export function ownValue(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a property of any name, also `__proto__`, as an own property. */
export function setOwn(object: JsonObject, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** True if both are equal as JSON; the order of properties does not matter. False below {@link MAX_JSON_DEPTH}. */
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

/** A text that is equal for equal values, to be used as a key. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isJsonObject(value)) return toJson(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${toJson(name)}:${canonicalJson(value[name] ?? null)}`).join()}}`;
}

/** True for a JSON value that is small and shallow enough to be walked without further limits. */
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

/** Counts a value and the values inside it, up to `most`. */
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

/** The JSON Schema type of a value; `integer` for whole numbers. */
export function jsonTypeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** True if `wanted` contains the type `actual`; an integer is also a number. */
export function isTypeAmong(actual: JsonType, wanted: Iterable<JsonType>): boolean {
  const types = [...wanted];
  return types.includes(actual) || (actual === 'integer' && types.includes('number'));
}

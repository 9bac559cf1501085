import type { Json, JsonObject } from '../protocol/model.js';
import { MAX_GIVEN_VALUES, MAX_JSON_DEPTH } from './limits.js';

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

import type { Json, JsonObject } from '../model.js';

/** The value as an object with keys, or undefined. What came from `JSON.parse` holds nothing but JSON. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function asArray(value: unknown): readonly Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

export function asStrings(value: unknown): readonly string[] | undefined {
  return asArray(value)?.filter((item) => typeof item === 'string');
}

/** The same object without the keys that hold undefined: absent and undefined must not differ in what is stored or sent. */
export function compact<T extends object>(value: T): T {
  const kept = {} as T;
  // By hand: lists of ten thousand items pass through here, and entries made for each cost more than reading them.
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key];
  return kept;
}

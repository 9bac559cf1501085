import { isPlainObject } from '../../util/json.js';
import type { Json, JsonObject } from '../model.js';

/** The value as an object with keys, or undefined. Its members are JSON where it came from `JSON.parse`. */
export function asObject(value: unknown): JsonObject | undefined {
  return isPlainObject(value) ? (value as JsonObject) : undefined;
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

/** The object without undefined members: absent and undefined must not differ in stored or sent data. */
export function compact<T extends object>(value: T): T {
  const kept = {} as T;
  // Written by hand: for lists of ten thousand items, `Object.entries` costs more than reading them.
  for (const key in value) if (value[key] !== undefined && Object.hasOwn(value, key)) kept[key] = value[key];
  return kept;
}

/** Reads one value: gives it as it is where it is right, a corrected one where possible, else undefined. */
type Reader<T> = (value: unknown) => T | undefined;
type Readers<T> = { readonly [K in keyof T]-?: Reader<Exclude<T[K], undefined>> };
/** An object any of whose fields may be missing or have been unreadable. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * Makes a reader of objects, field by field. Fields without a reader and unreadable ones are left out. An object in
 * which all is right is returned itself, not copied: lists of ten thousand items pass through here.
 */
export function fields<T extends object>(readers: Readers<T>): Reader<Loose<T>> {
  // No prototype: a server may name a field `constructor`.
  const known: Readonly<Record<string, Reader<unknown>>> = { __proto__: null!, ...readers };
  return (value) => {
    const raw = asObject(value);
    for (const key in raw) {
      // A script of the page may have added properties to `Object.prototype`: these are no fields.
      if (known[key]?.(raw[key]) === raw[key] || !Object.hasOwn(raw, key)) continue;
      const lifted: Record<string, unknown> = {};
      for (const name in known) if (Object.hasOwn(raw, name)) lifted[name] = known[name]!(raw[name]);
      return compact(lifted) as Loose<T>;
    }
    return raw as Loose<T> | undefined;
  };
}

/**
 * True when all texts of a value, names of fields included, have more characters than `limit`. Stops as soon as they
 * do.
 */
export function isLargerThan(value: unknown, limit: number): boolean {
  let left = limit;
  // Not recursive: the server decides how deep the value is.
  const open: unknown[] = [value];
  while (open.length > 0 && left >= 0) {
    const part = open.pop();
    if (typeof part === 'string') left -= part.length;
    else if (typeof part === 'object' && part !== null)
      for (const [key, inner] of Object.entries(part)) {
        left -= key.length;
        open.push(inner);
      }
  }
  return left < 0;
}

/** True if a value contains more values than `limit`, at any depth. Stops as soon as it does. */
export function hasMoreValuesThan(limit: number, value: unknown): boolean {
  let count = 0;
  // Not recursive: the server decides how deep the value is.
  const open: unknown[] = [value];
  while (open.length > 0 && count <= limit) {
    const part = open.pop();
    count++;
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) open.push(inner);
  }
  return count > limit;
}

/** Blocks, messages or parts of one result that are read; more are cut off, and the last one reports that. */
export const MAX_CONTENT_BLOCKS = 1000;

import { asObject, compact } from './object.js';

/** What reads one value: the value itself where it is right, what it comes to where something can be made of it. */
export type Reader<T> = (value: unknown) => T | undefined;
export type Readers<T> = { readonly [K in keyof T]-?: Reader<Exclude<T[K], undefined>> };
/** What may have been left out, because it was not there or not what it must be. */
export type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * What reads an object field by field. Fields that have no reader are left out, and so are those that cannot be read. An
 * object in which all is right is given back itself, not a copy: lists of ten thousand items pass through here.
 */
export function fields<T extends object>(readers: Readers<T>): Reader<Loose<T>> {
  // Without a prototype: a server may call a field `constructor`.
  const known: Readonly<Record<string, Reader<unknown>>> = { __proto__: null!, ...readers };
  return (value) => {
    const raw = asObject(value);
    for (const key in raw) {
      if (known[key]?.(raw[key]) === raw[key]) continue;
      const lifted: Record<string, unknown> = {};
      for (const name in known) lifted[name] = known[name]!(raw[name]);
      return compact(lifted) as Loose<T>;
    }
    return raw as Loose<T> | undefined;
  };
}

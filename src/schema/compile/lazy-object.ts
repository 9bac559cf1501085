type Computed = { readonly [key: string]: () => unknown };

/**
 * An object with properties that are computed when they are first read. Forms use it for children, because a schema may
 * describe more than a user ever opens.
 */
export function lazily<Known extends object, Rest extends object>(
  known: Known,
  computed: { readonly [Key in keyof Rest]: () => Rest[Key] },
): Known & Rest {
  const keys = Object.keys(computed).join();
  const shape = shapes.get(keys) ?? shapeOf(Object.keys(computed));
  shapes.set(keys, shape);
  return new shape(known, computed) as Known & Rest;
}

/** One class for all objects with the same computed properties: defining getters for each object is much slower. */
const shapes = new Map<string, new (known: object, late: Computed) => object>();

function shapeOf(keys: readonly string[]): new (known: object, computed: Computed) => object {
  class LazyObject {
    readonly #computed: Computed;
    readonly #made = new Map<string, unknown>();

    constructor(known: object, computed: Computed) {
      this.#computed = computed;
      const own = this as unknown as Record<string, unknown>;
      const given = known as Readonly<Record<string, unknown>>;
      for (const key of Object.keys(given)) if (!Object.hasOwn(computed, key)) own[key] = given[key];
    }

    static {
      for (const key of keys)
        Object.defineProperty(this.prototype, key, {
          get(this: LazyObject) {
            if (!this.#made.has(key)) this.#made.set(key, this.#computed[key]?.());
            return this.#made.get(key);
          },
        });
    }
  }
  return LazyObject;
}

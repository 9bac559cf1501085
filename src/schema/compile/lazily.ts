type Late = { readonly [key: string]: () => unknown };

/**
 * An object some properties of which are worked out when they are first read, and then stay. What is inside a form is
 * made in this way: a schema may describe more than anybody ever opens.
 */
export function lazily<Known extends object, Rest extends object>(
  known: Known,
  late: { readonly [Key in keyof Rest]: () => Rest[Key] },
): Known & Rest {
  const keys = Object.keys(late).join();
  const shape = shapes.get(keys) ?? shapeOf(Object.keys(late));
  shapes.set(keys, shape);
  return new shape(known, late) as Known & Rest;
}

/** One class for all objects with the same late properties: getters of each object its own are many times dearer. */
const shapes = new Map<string, new (known: object, late: Late) => object>();

function shapeOf(keys: readonly string[]): new (known: object, late: Late) => object {
  class Lazy {
    readonly #late: Late;
    readonly #made = new Map<string, unknown>();

    constructor(known: object, late: Late) {
      this.#late = late;
      const own = this as unknown as Record<string, unknown>;
      const given = known as Readonly<Record<string, unknown>>;
      for (const key in given) if (!Object.hasOwn(late, key)) own[key] = given[key];
    }

    static {
      for (const key of keys)
        Object.defineProperty(this.prototype, key, {
          get(this: Lazy) {
            if (!this.#made.has(key)) this.#made.set(key, this.#late[key]?.());
            return this.#made.get(key);
          },
        });
    }
  }
  return Lazy;
}

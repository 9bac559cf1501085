/** A value that changes over time and can be followed, but not set. */
export interface Readable<T> {
  get(): T;
  /**
   * Calls `listener` after each change; not for the value that is there already.
   * @returns a function that ends the subscription. Aborting `signal` ends it too.
   */
  subscribe(listener: (value: T) => void, options?: { signal?: AbortSignal | undefined }): () => void;
}

/**
 * Holds a value that others can follow. Only its owner has the `Store`; everybody else gets it as `Readable`.
 * @example const store = new Store(0); store.subscribe((n) => console.log(n)); store.set(1);
 */
export class Store<T> implements Readable<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  /** True while there are listeners. */
  get isFollowed(): boolean {
    return this.#listeners.size > 0;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    // A copy: listeners may subscribe or unsubscribe others.
    for (const listener of [...this.#listeners]) {
      // A listener set another value, and all listeners have got that one already.
      if (!Object.is(value, this.#value)) return;
      if (!this.#listeners.has(listener)) continue;
      // An exception of one listener must not keep the others from being called.
      try {
        listener(value);
      } catch (error) {
        reportError(error);
      }
    }
  }

  subscribe(listener: (value: T) => void, { signal }: { signal?: AbortSignal | undefined } = {}): () => void {
    if (signal?.aborted) return () => {};
    // Wrapped, so that a function that subscribes twice is called twice, and each end ends one subscription.
    const entry = (value: T): void => listener(value);
    this.#listeners.add(entry);
    const end = (): void => {
      this.#listeners.delete(entry);
      signal?.removeEventListener('abort', end);
    };
    signal?.addEventListener('abort', end);
    return end;
  }
}

/** Follows something that others can change, until it is called. */
export type Follow = (changed: () => void) => () => void;

/**
 * What `own` holds. As long as somebody follows it, what others change is followed too: an open channel to other tabs can
 * keep a page out of the browser's back/forward cache.
 * @param follow tells of changes that are not in `own` yet; undefined where there are no others
 * @param changed reads them
 */
export function followedWhileUsed<T>(own: Store<T>, follow: Follow | undefined, changed: () => void): Readable<T> {
  let end: (() => void) | undefined;
  return {
    get: () => own.get(),
    subscribe(listener, options) {
      const unsubscribe = own.subscribe(listener, options);
      const rest = (): void => {
        unsubscribe();
        if (own.isFollowed) return;
        end?.();
        end = undefined;
      };
      if (own.isFollowed) end ??= follow?.(changed);
      options?.signal?.addEventListener('abort', rest, { once: true });
      return rest;
    },
  };
}

/** A value that changes over time. It can be read and subscribed to, but not set. */
export interface Readable<T> {
  get(): T;
  /**
   * Calls `listener` after each change, but not for the current value.
   * @returns a function that ends the subscription. Aborting `signal` ends it too.
   */
  subscribe(listener: (value: T) => void, options?: { signal?: AbortSignal | undefined }): () => void;
}

/**
 * A value with subscribers. Only the owner has the `Store`; all others get it as `Readable`.
 * @example
 * const store = new Store(0);
 * store.subscribe((value) => console.log(value));
 * store.set(1);
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
    // A copy, because listeners may add or remove listeners.
    for (const listener of [...this.#listeners]) {
      // A listener has set another value, which all listeners have already received.
      if (!Object.is(value, this.#value)) return;
      if (!this.#listeners.has(listener)) continue;
      // An exception in one listener must not prevent calling the others.
      try {
        listener(value);
      } catch (error) {
        reportError(error);
      }
    }
  }

  subscribe(listener: (value: T) => void, { signal }: { signal?: AbortSignal | undefined } = {}): () => void {
    if (signal?.aborted) return () => {};
    // Wrapped, so that a function that subscribes twice is called twice, and each unsubscribing ends one subscription.
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

/** Subscribes to a value that others can change, until the returned function is called. */
export type Follow = (changed: () => void) => () => void;

/**
 * The value of `own`. While it has subscribers, changes by others are followed too. Not longer, because an open channel
 * to other tabs can prevent the browser from putting the page into its back/forward cache.
 * @param follow reports changes that `own` does not have yet; undefined if there are no others
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

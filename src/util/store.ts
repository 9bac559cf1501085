/** A value that changes over time and can be followed, but not set. */
export interface Readable<T> {
  get(): T;
  /**
   * Calls `listener` after each change; not for the value that is there already.
   * @returns a function that ends the subscription. Aborting `signal` ends it too.
   */
  subscribe(listener: (value: T) => void, options?: { signal?: AbortSignal | undefined }): () => void;
}

/** The smallest thing that can hold state: only its owner has the `Store`, everybody else sees a `Readable`. */
export class Store<T> implements Readable<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  /** Whether anybody is told of changes. */
  get isFollowed(): boolean {
    return this.#listeners.size > 0;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    // A copy: a listener may subscribe or unsubscribe others while it is told.
    for (const listener of [...this.#listeners]) {
      // A listener set another value: everybody has been told of that one already, and this one is old news.
      if (!Object.is(value, this.#value)) return;
      if (!this.#listeners.has(listener)) continue;
      // One broken listener must not keep the news from the others.
      try {
        listener(value);
      } catch (error) {
        reportError(error);
      }
    }
  }

  subscribe(listener: (value: T) => void, { signal }: { signal?: AbortSignal | undefined } = {}): () => void {
    if (signal?.aborted) return () => {};
    // Wrapped, so that the same function subscribed twice counts twice and each end ends one.
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

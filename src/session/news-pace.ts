/** Milliseconds between two looks at what its server says changed again. */
export const NEWS_GAP_MS = 1000;
/** The same while the server goes on saying so. */
export const STORM_GAP_MS = 30_000;
/** News of one thing within a gap that are a storm: no list changes thirty times a second. */
export const STORM_SIZE = 30;

/** Things of which news are told apart at the same time. */
export const MAX_GAPS = 100;

interface Gap {
  readonly timer: ReturnType<typeof setTimeout>;
  /** News since it began. */
  count: number;
  /** What to do about them once it is over. */
  act: () => void;
}

/**
 * Acts on news at once, and on those that follow closely once for all of them: looking costs the server and the page a
 * request, saying costs a server nothing.
 */
export class NewsPace {
  readonly #gaps = new Map<string, Gap>();
  readonly #onStorm: (key: string) => void;

  /** @param onStorm told once when a storm begins */
  constructor(onStorm: (key: string) => void) {
    this.#onStorm = onStorm;
  }

  /** Whether this would be one thing too many to tell apart. */
  isFull(key: string): boolean {
    return this.#gaps.size >= MAX_GAPS && !this.#gaps.has(key);
  }

  /** @param key what the news are about, in words for `onStorm` */
  tell(key: string, act: () => void): void {
    const gap = this.#gaps.get(key);
    if (gap) {
      gap.count++;
      gap.act = act;
    } else {
      act();
      this.#begin(key, NEWS_GAP_MS);
    }
  }

  /** Nobody looks any more. */
  clear(): void {
    for (const { timer } of this.#gaps.values()) clearTimeout(timer);
    this.#gaps.clear();
  }

  #begin(key: string, milliseconds: number): void {
    const timer = setTimeout(() => this.#end(key, milliseconds), milliseconds);
    this.#gaps.set(key, { timer, count: 0, act: () => {} });
  }

  #end(key: string, milliseconds: number): void {
    const { count, act } = this.#gaps.get(key)!;
    this.#gaps.delete(key);
    if (count === 0) return;
    const isStorm = count >= STORM_SIZE;
    if (isStorm && milliseconds === NEWS_GAP_MS) this.#onStorm(key);
    act();
    this.#begin(key, isStorm ? STORM_GAP_MS : NEWS_GAP_MS);
  }
}

import { pageTurn } from './page-turn.js';

/**
 * Milliseconds that work takes at a stretch. A frame lasts 16 ms and needs some of them to render; a slower machine takes
 * four times as long over what is done between two looks at the clock, and stays under 50 ms.
 */
const STRETCH_MS = 8;

/**
 * Does long work in stretches and lets the page have its turn in between. The first stretch is done at once, so that short
 * work is over before the page paints.
 * @param steps the work; it yields often, at least every millisecond
 * @returns what the work returns; undefined when `signal` aborts before it is done
 */
export async function inTurns<T>(steps: Iterator<unknown, T, undefined>, signal?: AbortSignal): Promise<T | undefined> {
  let ends = performance.now() + STRETCH_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < ends) continue;
    // oxlint-disable-next-line no-await-in-loop -- one stretch after the other is the point
    await pageTurn();
    if (signal?.aborted) return undefined;
    ends = performance.now() + STRETCH_MS;
  }
}

import { asMcpError } from '../errors.js';
import { currentClock } from './clock.js';

/** Milliseconds of one day. */
export const DAY_MS: number = 24 * 60 * 60 * 1000;

/** Milliseconds, since or before 1970, that a `Date` can represent. A later or earlier time is invalid. */
export const MAX_DATE_MS = 8.64e15;

/**
 * Waits for the promise until the signal aborts. The work itself continues.
 * @throws McpError `cancelled`, at once when the signal aborts; the reason itself where that is an McpError
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(asMcpError(signal.reason, 'cancelled'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Waits.
 * @param ms milliseconds
 * @throws the signal’s reason, at once when it aborts
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      currentClock.clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = currentClock.setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Gives the page a turn, so that it can paint and handle input. It uses no timer: timers are throttled in hidden pages.
 */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined, {});
  });
}

/**
 * Milliseconds that work takes without a pause. A frame lasts 16 ms, and rendering needs a part of it. A machine that
 * is four times slower takes four times as long between two checks of the clock, and still stays under 50 ms.
 */
const TASK_SLICE_MS = 8;

/**
 * Runs long work in slices of {@link TASK_SLICE_MS} and gives the page a turn between them. The first slice runs at
 * once, so that short work is done before the page paints.
 * @param steps the work; it must yield at least every millisecond
 * @returns what the work returns; undefined when `signal` aborts before it is done
 */
export async function runInSlices<T>(
  steps: Iterator<unknown, T, undefined>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  let ends = performance.now() + TASK_SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < ends) continue;
    // oxlint-disable-next-line no-await-in-loop -- slices run one after the other
    await yieldToMain();
    if (signal?.aborted) return undefined;
    ends = performance.now() + TASK_SLICE_MS;
  }
}

/**
 * Milliseconds that a request waits for a network. Then it is sent anyway: a browser that reports no network may still
 * reach this machine.
 */
const OFFLINE_WAIT_MS = 30_000;

/**
 * Waits until the browser reports a network, at most {@link OFFLINE_WAIT_MS}. Never throws.
 * @returns whether there was no network at first
 */
export async function untilOnline(signal: AbortSignal): Promise<boolean> {
  // Node has no `navigator.onLine`.
  const { navigator } = globalThis as { readonly navigator?: Navigator };
  if (navigator?.onLine ?? true) return false;
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  globalThis.addEventListener('online', stop, { signal: enough.signal });
  await sleep(OFFLINE_WAIT_MS, AbortSignal.any([signal, enough.signal])).catch(() => {});
  stop();
  return true;
}

import { sleep } from './async.js';
import { currentClock } from './clock.js';

// How the tabs of a site coordinate: locks (`takeLock`), messages to other tabs (`broadcast`), the storage of a tab, random
// ids. A browser may refuse each of these features (in a sandboxed frame even reading the property throws), not have it
// (plain HTTP, older engines), never answer, or fail later. All other code uses these functions, which handle these cases.
// Which stored data has changed is reported by src/storage/storage-changes.ts.

/** The features that may be missing. */
export type Missing = 'locks' | 'channels';

/**
 * Milliseconds within which the browser must report whether a lock is free; it needs only a few. After them its locks
 * are considered broken, and no caller waits for them any more.
 */
export const LOCK_ANSWER_MS = 2000;

const listeners = new Set<(what: Missing) => void>();

/**
 * Calls `found` whenever a feature turns out to be missing, until `signal` aborts.
 * @see takeLock
 * @see openChannel
 */
export function onMissing(found: (what: Missing) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const entry = (what: Missing): void => found(what);
  listeners.add(entry);
  signal.addEventListener('abort', () => listeners.delete(entry), { once: true });
}

function isMissing(what: Missing): void {
  for (const listener of [...listeners]) listener(what);
}

/**
 * Waits for the work, at most `ms` milliseconds. A result that arrived while the page was busy or asleep counts as in
 * time.
 * @throws DOMException `TimeoutError`, or what the work throws
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const tooLong = async (): Promise<never> => {
    // Two timers: after a long sleep both the timer and the result are due, and the result must be handled first.
    await sleep(ms / 2, over.signal);
    await sleep(ms / 2, over.signal);
    throw new DOMException(`No answer within ${ms} ms.`, 'TimeoutError');
  };
  try {
    return await Promise.race([work, tooLong()]);
  } finally {
    over.abort();
  }
}

/** A Web Lock that this page holds until it releases it. */
export interface HeldLock {
  release(): void;
}

interface LockWish {
  readonly mode?: LockMode | undefined;
  /** Milliseconds to wait for the lock; Infinity for no limit. Default: 0, which takes the lock only if it is free. */
  readonly waitMs?: number | undefined;
  /** Stops the waiting; the result is then `taken`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Requests a Web Lock. Never throws.
 * @returns the lock; `taken` if another page holds it for longer than `waitMs`; `none` if the browser has no working
 * locks
 */
export async function takeLock(
  name: string,
  { mode = 'exclusive', waitMs = 0, signal }: LockWish = {},
): Promise<HeldLock | 'taken' | 'none'> {
  if (signal?.aborted) return 'taken';
  const first = await requestLock(name, { mode, ifAvailable: true }, (answer) =>
    within(LOCK_ANSWER_MS, answer).catch(() => 'none'),
  );
  if (first === 'none') isMissing('locks');
  return first === 'taken' && waitMs > 0 ? waitForLock(name, { mode, waitMs, signal }) : first;
}

/** Like {@link takeLock}, but without testing first whether the browser answers: for callers that know it does. */
export async function waitForLock(
  name: string,
  { mode = 'exclusive', waitMs = 0, signal }: LockWish,
): Promise<HeldLock | 'taken' | 'none'> {
  if (signal?.aborted) return 'taken';
  const enough = new AbortController();
  const over = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal;
  const timer = waitMs === Infinity ? undefined : currentClock.setTimeout(() => enough.abort(), waitMs);
  const ended = new Promise<'taken'>((resolve) =>
    over.addEventListener('abort', () => resolve('taken'), { once: true }),
  );
  const found = await requestLock(name, { mode, signal: over }, (answer) => Promise.race([answer, ended]));
  currentClock.clearTimeout(timer);
  // Removes the listeners, which would otherwise live as long as the caller’s signal.
  enough.abort();
  if (found === 'none') isMissing('locks');
  return found;
}

type LockAnswer = HeldLock | 'taken' | 'none';

/**
 * Requests the lock.
 * @param patience gives the result if the browser does not answer; a lock that is granted later is released at once
 */
async function requestLock(
  name: string,
  options: LockOptions,
  patience: (answer: Promise<LockAnswer>) => Promise<LockAnswer>,
): Promise<LockAnswer> {
  let isOver = false;
  const answer = new Promise<LockAnswer>((resolve) => {
    const ask = async (): Promise<void> => {
      const locks = globalThis.navigator?.locks as LockManager | undefined;
      if (!locks) return resolve('none');
      await locks.request(name, options, (lock) => {
        if (isOver) return undefined;
        if (!lock) return resolve('taken');
        return new Promise<void>((release) => resolve({ release }));
      });
      // The browser answered without calling back, so its locks do not work.
      resolve('none');
    };
    // A rejection after our own abort does not mean that locks are broken.
    ask().catch(() => resolve(options.signal?.aborted ? 'taken' : 'none'));
  });
  const found = await patience(answer);
  isOver = true;
  // If the lock is granted just as the waiting ends, it is released.
  if (typeof found === 'string') void answer.then((granted) => typeof granted === 'object' && granted.release());
  return found;
}

/**
 * Opens a channel to the other tabs of this origin; undefined if the browser refuses, as in a document that is about to
 * close.
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    isMissing('channels');
    return undefined;
  }
}

/** Sends a message to the other tabs that listen. Never throws. */
export function broadcast(channel: BroadcastChannel | undefined, message: unknown): void {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
    channel?.postMessage(message);
  } catch {
    // See `openChannel`: a browser may fail at any time.
  }
}

/** `sessionStorage`. If the browser refuses it, reads find nothing and writes do nothing. */
export const tabStorage = {
  get(key: string): string | null {
    try {
      return globalThis.sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @returns whether it was stored */
  set(key: string, value: string): boolean {
    try {
      globalThis.sessionStorage.setItem(key, value);
      return true;
    } catch {
      return false;
    }
  },
  remove(key: string): void {
    try {
      globalThis.sessionStorage.removeItem(key);
    } catch {
      // Without storage there is nothing to remove.
    }
  },
  keys(): readonly string[] {
    try {
      return Object.keys(globalThis.sessionStorage);
    } catch {
      return [];
    }
  },
};

/** A random id of 128 bits. `crypto.randomUUID` exists on secure pages only. */
export function randomId(): string {
  return globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-');
}

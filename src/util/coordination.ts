import { sleep } from './async.js';

// Web Locks, BroadcastChannel, sessionStorage and random ids. A browser may refuse each of them (in a sandboxed frame
// even reading the property throws), lack it (plain http, older engines), never answer, or fail later. All code asks
// here, and goes on without.
/** What may be missing. */
export type Missing = 'locks' | 'channels';

/**
 * Milliseconds that the browser may take to say whether a lock is free. It does so within a few; one that does not has
 * no locks that work, and nobody waits for them any longer.
 */
export const LOCK_ANSWER_MS = 2000;

/**
 * Milliseconds that the browser may take over a digest or a key. It takes a few; RSA keys, which nobody makes here,
 * seconds. Then what needs it fails.
 */
export const CRYPTO_ANSWER_MS = 2000;

const listeners = new Set<(what: Missing) => void>();

/**
 * Calls `found` each time that something turns out to be missing, until `signal` aborts.
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
 * Waits for the work, at most `ms` milliseconds. An answer that came while the page was busy or asleep counts.
 * @throws DOMException `TimeoutError`, or what the work throws
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const tooLong = async (): Promise<never> => {
    // Two halves: after a long sleep the timer and the answer are both due, and the answer gets its turn in between.
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
  /**
   * Milliseconds to wait for the lock; Infinity for as long as the page lives. Default 0: take it now or not at all.
   */
  readonly waitMs?: number | undefined;
  /** Ends the waiting; the result is then `taken`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks for a Web Lock. Never throws.
 * @returns the lock; `taken` where another page holds it for longer than `waitMs`; `none` where the browser has no
 * locks that work
 */
export async function takeLock(
  name: string,
  { mode = 'exclusive', waitMs = 0, signal }: LockWish = {},
): Promise<HeldLock | 'taken' | 'none'> {
  if (signal?.aborted) return 'taken';
  const first = await requestLock(name, { mode, ifAvailable: true }, (asked) =>
    within(LOCK_ANSWER_MS, asked).catch(() => 'none'),
  );
  if (first === 'none') isMissing('locks');
  return first === 'taken' && waitMs > 0 ? waitForLock(name, { mode, waitMs, signal }) : first;
}

/** The same without asking first whether the lock is free: for callers that know that the browser answers. */
export async function waitForLock(
  name: string,
  { mode = 'exclusive', waitMs = 0, signal }: LockWish,
): Promise<HeldLock | 'taken' | 'none'> {
  if (signal?.aborted) return 'taken';
  const enough = new AbortController();
  const over = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal;
  const timer = waitMs === Infinity ? undefined : setTimeout(() => enough.abort(), waitMs);
  const ended = new Promise<'taken'>((resolve) =>
    over.addEventListener('abort', () => resolve('taken'), { once: true }),
  );
  const found = await requestLock(name, { mode, signal: over }, (asked) => Promise.race([asked, ended]));
  clearTimeout(timer);
  // Ends the listeners: they would live as long as the caller’s signal.
  enough.abort();
  if (found === 'none') isMissing('locks');
  return found;
}

type LockAnswer = HeldLock | 'taken' | 'none';

/**
 * Requests the lock.
 * @param patience gives the result where no answer comes; a lock that is granted later is released at once
 */
async function requestLock(
  name: string,
  options: LockOptions,
  patience: (asked: Promise<LockAnswer>) => Promise<LockAnswer>,
): Promise<LockAnswer> {
  let isOver = false;
  const asked = new Promise<LockAnswer>((resolve) => {
    const ask = async (): Promise<void> => {
      const locks = globalThis.navigator?.locks as LockManager | undefined;
      if (!locks) return resolve('none');
      await locks.request(name, options, (lock) => {
        if (isOver) return undefined;
        if (!lock) return resolve('taken');
        return new Promise<void>((release) => resolve({ release }));
      });
      // It answered without calling back: its locks do not work.
      resolve('none');
    };
    // An abort of ours is no failure of the browser.
    ask().catch(() => resolve(options.signal?.aborted ? 'taken' : 'none'));
  });
  const found = await patience(asked);
  isOver = true;
  // The lock was granted at the moment in which the waiting ended: release it.
  if (typeof found === 'string') void asked.then((late) => typeof late === 'object' && late.release());
  return found;
}

/**
 * Opens a channel to the other tabs of this origin; undefined where there is none, as in a document that is about to
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
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
    channel?.postMessage(message);
  } catch {
    // As above.
  }
}

/** `sessionStorage`. Where the browser refuses it, nothing is found and nothing is stored. */
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
      // Then it is not there either.
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

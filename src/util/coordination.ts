import { sleep } from './async.js';

// What tabs of one origin share and agree by, and what browsers give to secure pages only. A browser may refuse each of it
// (in a sandboxed frame already the asking throws), not have it (plain http, an old engine), never answer, or fail later.
// Whoever needs it asks here, and goes on without it where there is none.
/** What tabs may have to do without. */
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
 * Calls `found` each time that something is found missing, until `signal` aborts.
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
 * What comes of the work, unless it takes too long: where the page was busy or asleep meanwhile, an answer that is there
 * counts.
 * @throws DOMException `TimeoutError`, or what the work throws
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const tooLong = async (): Promise<never> => {
    // Twice the half: after a long sleep both the clock and the answer are due, and the answer has its turn in between.
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

/** A lock that this page holds until it releases it. */
export interface HeldLock {
  release(): void;
}

interface LockWish {
  readonly mode?: LockMode | undefined;
  /** Milliseconds to wait for whoever holds it; Infinity for as long as the page is there. Default 0: now or not. */
  readonly waitMs?: number | undefined;
  /** Ends the waiting; then it is `taken`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks for a lock. Never throws.
 * @returns the lock; `taken` where somebody else has it for longer than this may wait; `none` where the browser has no
 * locks that work: then there is nothing to wait for
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

/** The same without asking first whether it is free: for whoever has just seen that the browser answers. */
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
  // What listens to a signal that lives for long is kept as long as it.
  enough.abort();
  if (found === 'none') isMissing('locks');
  return found;
}

type LockAnswer = HeldLock | 'taken' | 'none';

/** @param patience what it is when no answer comes; a lock that comes after that is let go at once */
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
      // It answered, and never called: then it does not know how to lock.
      resolve('none');
    };
    // What we gave up ourselves is no failure.
    ask().catch(() => resolve(options.signal?.aborted ? 'taken' : 'none'));
  });
  const found = await patience(asked);
  isOver = true;
  // Granted in the moment in which the waiting ended.
  if (typeof found === 'string') void asked.then((late) => typeof late === 'object' && late.release());
  return found;
}

/**
 * A channel to the other tabs of this origin; undefined where there is none, as in a document that is about to go. Then
 * nobody hears, and nobody is heard.
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    isMissing('channels');
    return undefined;
  }
}

/** Says it to the other tabs that listen on that channel. Never throws: who is about to go has nobody to tell. */
export function broadcast(channel: BroadcastChannel | undefined, message: unknown): void {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
    channel?.postMessage(message);
  } catch {
    // As above.
  }
}

/** What the browser keeps for as long as this tab (`sessionStorage`). Without it, nothing is there and nothing is kept. */
export const tabStorage = {
  get(key: string): string | null {
    try {
      return globalThis.sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @returns whether it is kept */
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

/** A name that nobody guesses, and that nothing else has. `crypto.randomUUID` is there on secure pages only. */
export function randomId(): string {
  return globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-');
}

import { sleep } from './abort.js';

// What tabs of one origin share and agree by. A browser may refuse each of it (in a sandboxed frame already the asking
// throws), not have it (plain http, an old engine), never answer, or fail later. Whoever needs it asks here, and goes on
// without it where there is none.
/**
 * Milliseconds that the browser may take to say whether a lock is free. It does so within a few; one that does not has
 * no locks that work, and nobody waits for them any longer.
 */
export const LOCK_ANSWER_MS = 2000;

/** A lock that this page holds until it releases it. */
export interface HeldLock {
  release(): void;
}

interface LockWish {
  readonly mode?: LockMode | undefined;
  /** Milliseconds to wait for whoever holds it. Default 0: it is free now, or `taken`. */
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
  const unanswered = new AbortController();
  // Twice the half: where the page was busy or asleep meanwhile, the answer has its turn before the second one ends.
  const late = sleep(LOCK_ANSWER_MS / 2, unanswered.signal)
    .then(() => sleep(LOCK_ANSWER_MS / 2, unanswered.signal))
    .then(
      () => 'none' as const,
      () => 'taken' as const,
    );
  const first = await ask(name, { mode, ifAvailable: true }, late);
  unanswered.abort();
  if (first !== 'taken' || waitMs <= 0 || signal?.aborted) return first;
  const enough = new AbortController();
  const over = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal;
  // No timer lasts longer than this; whoever waits that long waits for as long as the page is there.
  const timer = waitMs < 2 ** 31 ? setTimeout(() => enough.abort(), waitMs) : undefined;
  const ended = new Promise<'taken'>((resolve) =>
    over.addEventListener('abort', () => resolve('taken'), { once: true }),
  );
  const found = await ask(name, { mode, signal: over }, ended);
  clearTimeout(timer);
  return found;
}

/** @param otherwise what it is once nobody waits any longer; a lock that comes after that is let go at once */
function ask(
  name: string,
  options: LockOptions,
  otherwise: Promise<'taken' | 'none'>,
): Promise<HeldLock | 'taken' | 'none'> {
  return new Promise((resolve) => {
    let isOver = false;
    const answer = (found: HeldLock | 'taken' | 'none'): void => {
      isOver = true;
      resolve(found);
    };
    void otherwise.then(answer);
    const asked = async (): Promise<void> => {
      const locks = globalThis.navigator?.locks as LockManager | undefined;
      if (!locks) return answer('none');
      await locks.request(name, options, (lock) => {
        if (isOver) return undefined;
        if (!lock) return answer('taken');
        return new Promise<void>((release) => answer({ release }));
      });
    };
    // What we gave up ourselves has its answer already.
    asked().catch(() => answer(options.signal?.aborted ? 'taken' : 'none'));
  });
}

/**
 * A channel to the other tabs of this origin; undefined where there is none, as in a document that is about to go. Then
 * nobody hears, and nobody is heard.
 */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** Says it to the other tabs, where they can hear it. Never throws. */
export function broadcast(channel: BroadcastChannel | undefined, message: unknown): void {
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
    channel?.postMessage(message);
  } catch {
    // A document that is about to go has nobody to tell.
  }
}

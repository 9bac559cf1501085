import { sleep } from '../util/abort.js';

/**
 * Long streams to one origin that all tabs of this site hold at a time. A browser has six connections for an origin that
 * speaks HTTP/1.1, for all tabs together: with six standing streams no call of any tab gets through, and a seventh tab
 * does not even connect (measured). Three leave three for calls.
 */
export const MAX_LONG_STREAMS = 3;

/** Milliseconds until a tab that waits, and is looked at, says so again. */
const ASK_AGAIN_MS = 5000;

/**
 * A place among the long streams of one origin. Tabs that are looked at come first: a hidden one gives its place up as soon
 * as somebody asks for one, and takes one again when it is seen. A tab that crashes gives its place up too: it is a lock.
 * Where the browser has no locks, or nothing is HTTP, everybody has a place.
 */
export class StreamPlace {
  readonly #name: string;
  readonly #isNeeded: boolean;
  #held: Promise<AbortSignal> | undefined;
  #lost = new AbortController();

  constructor(url: string) {
    this.#isNeeded = url.startsWith('http');
    this.#name = this.#isNeeded ? `mcp-embed stream ${new URL(url).origin}` : '';
    watchPage();
  }

  /**
   * Waits for a place; one that is there already serves again.
   * @param life of whoever needs it; the place is given up when it aborts
   * @returns aborts when the place is lost; then whoever still needs one comes again
   * @throws the reason of `life`
   */
  async take(life: AbortSignal): Promise<AbortSignal> {
    const locks = globalThis.navigator?.locks as LockManager | undefined;
    if (!this.#isNeeded || !locks) return life;
    const held = await this.#held?.catch(() => undefined);
    if (held && !held.aborted) return held;
    return (this.#held = this.#take(locks, life));
  }

  /** Nobody needs it any more. */
  release(): void {
    this.#lost.abort();
  }

  async #take(locks: LockManager, life: AbortSignal): Promise<AbortSignal> {
    const names = Array.from({ length: MAX_LONG_STREAMS }, (_, index) => `${this.#name} ${index}`);
    for (;;) {
      life.throwIfAborted();
      const lost = new AbortController();
      this.#lost = lost;
      // oxlint-disable-next-line no-await-in-loop -- the page is in the browser’s cache
      while (isAway && !life.aborted) await event('pageshow', life);
      const give = (): void => lost.abort();
      life.addEventListener('abort', give, { once: true, signal: lost.signal });
      // A page that holds a lock is not kept for Back.
      globalThis.addEventListener?.('pagehide', give, { once: true, signal: lost.signal });
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      if (await this.#isTaken(locks, names, lost)) {
        this.#listen(lost);
        return lost.signal;
      }
    }
  }

  async #isTaken(locks: LockManager, names: readonly string[], lost: AbortController): Promise<boolean> {
    const { signal } = lost;
    const kept = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      if (await anyFree(locks, names, kept)) return true;
      // oxlint-disable-next-line no-await-in-loop
      while (isHidden() && !signal.aborted) await event('visibilitychange', signal);
      if (signal.aborted) break;
      this.#tell();
      // oxlint-disable-next-line no-await-in-loop
      if (await anyInTime(locks, names, kept, signal)) return true;
    }
    return false;
  }

  /** Somebody who is looked at waits for a place. */
  #tell(): void {
    const channel = new BroadcastChannel(this.#name);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel knows its own origin only
    channel.postMessage('wanted');
    channel.close();
  }

  #listen(lost: AbortController): void {
    const channel = new BroadcastChannel(this.#name);
    channel.addEventListener('message', () => isHidden() && lost.abort());
    lost.signal.addEventListener('abort', () => channel.close(), { once: true });
  }
}

/** Takes one that is free. */
async function anyFree(locks: LockManager, names: readonly string[], kept: Promise<void>): Promise<boolean> {
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one is enough
    if (await request(locks, name, { ifAvailable: true }, kept)) return true;
  }
  return false;
}

/** Takes the first that becomes free, within some seconds. */
async function anyInTime(
  locks: LockManager,
  names: readonly string[],
  kept: Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  const enough = new AbortController();
  const until = AbortSignal.any([signal, enough.signal, AbortSignal.timeout(ASK_AGAIN_MS)]);
  let isTaken = false;
  const waiting = names.map((name) =>
    request(locks, name, { signal: until }, kept, () => {
      // Two may come at once: one is enough.
      if (isTaken) return false;
      isTaken = true;
      enough.abort();
      return true;
    }),
  );
  return (await Promise.all(waiting)).includes(true);
}

/** @returns once the lock is there, or will not be */
function request(
  locks: LockManager,
  name: string,
  options: LockOptions,
  kept: Promise<void>,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  return new Promise((resolve) => {
    locks
      .request(name, options, (lock) => {
        const isTaken = lock !== null && isWanted();
        resolve(isTaken);
        return isTaken ? kept : undefined;
      })
      .catch(() => resolve(false));
  });
}

/** The page is in the browser’s cache, or about to go. */
let isAway = false;
let isWatched = false;

function watchPage(): void {
  if (isWatched) return;
  isWatched = true;
  globalThis.addEventListener?.('pagehide', () => (isAway = true));
  globalThis.addEventListener?.('pageshow', () => (isAway = false));
}

/** In a worker nobody can say. */
const isHidden = (): boolean => globalThis.document?.visibilityState === 'hidden';

/** Waits for an event of the page, or a minute: some are not told. Never throws. */
async function event(type: string, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  globalThis.addEventListener(type, () => enough.abort(), { once: true, signal: enough.signal });
  await sleep(60_000, AbortSignal.any([signal, enough.signal])).catch(() => {});
  enough.abort();
}

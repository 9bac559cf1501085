import { sleep } from '../util/async.js';
import { broadcast, type HeldLock, openChannel, takeLock, waitForLock } from '../util/tab-coordination.js';
import { currentClock } from '../util/clock.js';

/**
 * Streams to one origin that all tabs of this site hold open at a time; further tabs wait and get no notifications
 * meanwhile. A browser has six connections for an origin that speaks HTTP/1.1, for all tabs together: with six GET
 * streams no call of any tab gets through, and a seventh tab does not even connect (measured). Three leave three for
 * calls.
 */
export const MAX_LONG_STREAMS = 3;

/** Milliseconds until a tab that waits for a stream slot, and is looked at, says so again. */
const STREAM_SLOT_RETRY_MS = 5000;

/** Milliseconds after which a hidden tab may take a slot again that it gave up: whoever asked for it comes first. */
const STREAM_SLOT_RETURN_MS = 500;

/**
 * A slot among the long streams of one origin, shared by all tabs as Web Locks. Visible tabs come first: a hidden one
 * gives its slot up when another tab asks, and takes one again when it is visible. The slot of a crashed tab is free,
 * since its locks end. Without Web Locks, and for transports other than HTTP, every tab has a slot.
 */
export class StreamSlot {
  readonly #name: string;
  readonly #isNeeded: boolean;
  #held: Promise<AbortSignal> | undefined;
  #lost = new AbortController();
  #givenUpAt = -Infinity;

  constructor(url: string) {
    this.#isNeeded = url.startsWith('http');
    this.#name = this.#isNeeded ? `mcp-embed stream ${new URL(url).origin}` : '';
    watchPage();
  }

  /**
   * Waits for a slot; a slot that is held already is used again.
   * @param life aborts when the slot is not needed any more
   * @param onWait called where no slot is free now
   * @returns a signal that aborts when the slot is lost; take another one then
   * @throws the reason of `life`
   */
  async take(life: AbortSignal, onWait?: () => void): Promise<AbortSignal> {
    if (!this.#isNeeded) return life;
    // Set before the first `await`, so that a second call gets the same slot.
    return (this.#held = this.#again(this.#held, life, onWait));
  }

  /** Gives the slot up. */
  release(): void {
    this.#lost.abort();
  }

  async #again(before: Promise<AbortSignal> | undefined, life: AbortSignal, onWait?: () => void): Promise<AbortSignal> {
    const held = await before?.catch(() => undefined);
    return held && !held.aborted ? held : this.#take(life, onWait);
  }

  async #take(life: AbortSignal, onWait?: () => void): Promise<AbortSignal> {
    for (;;) {
      life.throwIfAborted();
      const lost = new AbortController();
      this.#lost = lost;
      // oxlint-disable-next-line no-await-in-loop -- the page is in the browser’s cache
      while (isAway && !life.aborted) await event('pageshow', life);
      const pause = this.#givenUpAt + STREAM_SLOT_RETURN_MS - currentClock.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      if (pause > 0) await sleep(pause, life);
      const give = (): void => lost.abort();
      life.addEventListener('abort', give, { once: true, signal: lost.signal });
      // A page that holds a lock cannot enter the back/forward cache.
      globalThis.addEventListener?.('pagehide', give, { once: true, signal: lost.signal });
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const found = await this.#find(lost.signal, onWait);
      if (found === 'none') {
        lost.abort();
        return life;
      }
      if (found !== 'taken') {
        if (lost.signal.aborted) found.release();
        else {
          lost.signal.addEventListener('abort', () => found.release(), { once: true });
          this.#listen(lost);
          return lost.signal;
        }
      }
    }
  }

  /** @returns `taken` once `signal` aborts, `none` where the browser has no locks that work */
  async #find(signal: AbortSignal, onWait?: () => void): Promise<HeldLock | 'taken' | 'none'> {
    const names = Array.from({ length: MAX_LONG_STREAMS }, (_, index) => `${this.#name} ${index}`);
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const free = await anyFree(names);
      if (free !== 'taken') return free;
      onWait?.();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      while (isHidden() && !signal.aborted) await event('visibilitychange', signal);
      if (signal.aborted) break;
      this.#tell();
      const asked = currentClock.timeOfDay();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const found = await anyInTime(names, signal);
      if (found !== 'taken') return found;
      // Pauses between two rounds, however soon the answer came.
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await sleep(asked + STREAM_SLOT_RETRY_MS - currentClock.timeOfDay(), signal).catch(() => {});
    }
    return 'taken';
  }

  /** Tells the other tabs that a visible tab waits for a slot. */
  #tell(): void {
    const channel = openChannel(this.#name);
    broadcast(channel, 'wanted');
    channel?.close();
  }

  #listen(lost: AbortController): void {
    const channel = openChannel(this.#name);
    channel?.addEventListener('message', () => {
      if (!isHidden()) return;
      this.#givenUpAt = currentClock.now();
      lost.abort();
    });
    lost.signal.addEventListener('abort', () => channel?.close(), { once: true });
  }
}

/** Takes a free slot, if there is one. */
async function anyFree(names: readonly string[]): Promise<HeldLock | 'taken' | 'none'> {
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one is enough
    const found = await takeLock(name);
    if (found !== 'taken') return found;
  }
  return 'taken';
}

/** Takes the first slot that becomes free within {@link STREAM_SLOT_RETRY_MS}. */
async function anyInTime(names: readonly string[], signal: AbortSignal): Promise<HeldLock | 'taken' | 'none'> {
  const enough = new AbortController();
  const until = AbortSignal.any([signal, enough.signal]);
  let taken: HeldLock | undefined;
  const waiting = names.map(async (name) => {
    const found = await waitForLock(name, { waitMs: STREAM_SLOT_RETRY_MS, signal: until });
    if (typeof found === 'string') return found;
    // Two may become free at once: one is enough.
    if (taken) found.release();
    else taken = found;
    enough.abort();
    return 'taken';
  });
  const found = await Promise.all(waiting);
  enough.abort();
  return taken ?? (found.includes('none') ? 'none' : 'taken');
}

/** True while the page is in the back/forward cache, or about to close. */
let isAway = false;
let isWatched = false;

function watchPage(): void {
  if (isWatched) return;
  isWatched = true;
  globalThis.addEventListener?.('pagehide', () => (isAway = true));
  globalThis.addEventListener?.('pageshow', () => (isAway = false));
}

/** A worker has no visibility and counts as visible. */
const isHidden = (): boolean => globalThis.document?.visibilityState === 'hidden';

/** Waits for an event of the page, a minute at most: engines miss some. Never throws. */
async function event(type: string, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  globalThis.addEventListener(type, () => enough.abort(), { once: true, signal: enough.signal });
  await sleep(60_000, AbortSignal.any([signal, enough.signal])).catch(() => {});
  enough.abort();
}

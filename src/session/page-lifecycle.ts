import type { Readable } from '../util/store.js';
import type { SessionState } from './options.js';

/** A list that is looked at anew when the page wakes. */
interface WakeableList {
  invalidate(): void;
}

/** As much of a session as is woken. */
export interface Wakeable {
  readonly state: Readable<SessionState>;
  readonly tools: WakeableList;
  readonly resources: WakeableList;
  readonly resourceTemplates: WakeableList;
  readonly prompts: WakeableList;
  connect(): Promise<void>;
}

/** Milliseconds between two looks at the clock, which tell that the machine or the page slept. */
const CLOCK_CHECK_MS = 20_000;
/**
 * Milliseconds by which a look at the clock is late where the machine or the page slept. Then the connection is
 * checked.
 */
const SLEPT_MS = 60_000;

/** What is worth another try once there is a network again. What a server refused, it would refuse again. */
const LOST: ReadonlySet<string> = new Set(['network', 'timeout', 'stream-ended', 'http']);

/**
 * Brings a session back to work when its page wakes: there is a network again, Back brought the page out of the browser's
 * cache, the machine or the page slept. Then a session that failed for want of a network is opened again, and lists are
 * looked at anew, since news may have been lost. A session that is closed is left alone, and one that nobody holds is not
 * kept alive by this.
 */
export function wakeWithPage(session: Wakeable): void {
  // Not in Node.
  if (!('addEventListener' in globalThis)) return;
  const weak = new WeakRef(session);
  let life: AbortController | undefined;
  const follow = ({ phase }: SessionState): void => {
    const isInUse = phase === 'connecting' || phase === 'ready' || phase === 'failed';
    if (isInUse && !life) life = listen(weak);
    if (isInUse || !life) return;
    life.abort();
    life = undefined;
  };
  session.state.subscribe(follow);
  follow(session.state.get());
}

function listen(weak: WeakRef<Wakeable>): AbortController {
  const life = new AbortController();
  const { signal } = life;
  const woke = (): void => {
    const session = weak.deref();
    if (session) wake(session);
    else life.abort();
  };
  globalThis.addEventListener('online', woke, { signal });
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && woke(), { signal });
  // A clock that stood still is the one thing that all kinds of sleep have in common.
  let last = Date.now();
  const clock = setInterval(() => {
    const now = Date.now();
    if (now - last > CLOCK_CHECK_MS + SLEPT_MS) woke();
    last = now;
  }, CLOCK_CHECK_MS);
  signal.addEventListener('abort', () => clearInterval(clock), { once: true });
  return life;
}

function wake(session: Wakeable): void {
  const state = session.state.get();
  if (state.phase === 'failed') {
    if (LOST.has(state.error.code)) session.connect().catch(() => {});
  } else if (state.phase === 'ready') {
    for (const list of [session.tools, session.resources, session.resourceTemplates, session.prompts])
      list.invalidate();
  }
}

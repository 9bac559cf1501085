import { defineErrorTexts, type ErrorText, McpError } from '../errors.js';
import { type Missing, onMissing } from '../util/tab-coordination.js';
import type { Readable } from '../util/store.js';
import type { SessionState } from './options.js';
import { mayPass } from './reconnection.js';
import { currentClock, repeatEvery } from '../util/clock.js';

/** A list that is fetched again when the page wakes. */
interface WakeableList {
  invalidate(): void;
}

/** The part of a session that is needed to wake it. */
export interface Wakeable {
  readonly state: Readable<SessionState>;
  readonly tools: WakeableList;
  readonly resources: WakeableList;
  readonly resourceTemplates: WakeableList;
  readonly prompts: WakeableList;
  connect(): Promise<void>;
}

/** Milliseconds between two readings of the clock. A late reading shows that the computer or the page slept. */
const CLOCK_CHECK_MS = 20_000;
/** Milliseconds by which a reading of the clock must be late to count as sleep. Then the connection is checked. */
const SLEPT_MS = 60_000;

/**
 * Milliseconds for which a page was hidden, after which its connection is checked when it is visible again: once, by a
 * request that changes nothing.
 */
export const AWAY_MS = 30_000;

/** Checks whether a connection still works. */
interface SuspectableConnection {
  suspect(error: McpError): void;
}

/**
 * Restores a session when its page wakes: the network is back, the page comes out of the back/forward cache, or the
 * computer or the page slept. A session that failed because of the network is connected again, and lists are
 * invalidated, because notifications may have been lost. A closed session stays closed. This does not prevent garbage
 * collection of the session.
 */
export function wakeWithPage(session: Wakeable, connection: SuspectableConnection): void {
  // Node.js has no such events.
  if (!('addEventListener' in globalThis)) return;
  const weak = new WeakRef(session);
  const weakConnection = new WeakRef(connection);
  let life: AbortController | undefined;
  const follow = ({ phase }: SessionState): void => {
    const isInUse = phase === 'connecting' || phase === 'ready' || phase === 'lost' || phase === 'failed';
    if (isInUse && !life) life = listen(weak, weakConnection);
    if (isInUse || !life) return;
    life.abort();
    life = undefined;
  };
  session.state.subscribe(follow);
  follow(session.state.get());
}

function listen(weak: WeakRef<Wakeable>, connection: WeakRef<SuspectableConnection>): AbortController {
  const life = new AbortController();
  const { signal } = life;
  const woke = (): void => {
    const session = weak.deref();
    if (session) wake(session);
    else life.abort();
  };
  globalThis.addEventListener('online', woke, { signal });
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && woke(), { signal });
  // Without a stream, nothing reports that a server is down. A person who returns to the page must not see it as
  // connected.
  let seen = currentClock.timeOfDay();
  const left = (): void => void (seen = currentClock.timeOfDay());
  const cameBack = (): void => {
    if (globalThis.document?.visibilityState === 'hidden') return left();
    const away = currentClock.timeOfDay() - seen;
    left();
    if (away < AWAY_MS || weak.deref()?.state.get().phase !== 'ready') return;
    connection.deref()?.suspect(new McpError('network', errorText('session.answersNoMore')));
  };
  globalThis.addEventListener('focus', cameBack, { signal });
  globalThis.addEventListener('blur', left, { signal });
  globalThis.document?.addEventListener('visibilitychange', cameBack, { signal });
  // All kinds of sleep stop the timer, and only some of them fire an event.
  let last = currentClock.timeOfDay();
  const check = (): void => {
    const now = currentClock.timeOfDay();
    if (now - last > CLOCK_CHECK_MS + SLEPT_MS) woke();
    last = now;
  };
  repeatEvery(CLOCK_CHECK_MS, check, signal);
  return life;
}

function wake(session: Wakeable): void {
  const state = session.state.get();
  if (state.phase === 'failed' || state.phase === 'lost') {
    if (mayPass(state.error)) session.connect().catch(() => {});
  } else if (state.phase === 'ready') {
    for (const list of [session.tools, session.resources, session.resourceTemplates, session.prompts])
      list.invalidate();
  }
}

const errorText = defineErrorTexts({
  'session.answersNoMore': 'The server does not answer any more.',
  'session.noLocks': 'The tabs of this site cannot take turns here: the browser gives this page no locks.',
  'session.withoutLocks':
    'Everything works. With the site open in several tabs, some may get no news, and a sign-in may have to be repeated. Pages of https that are not in a sandboxed frame have locks.',
  'session.noChannels':
    'The tabs of this site do not hear of each other here: the browser lets this page open no channel.',
  'session.withoutChannels': 'Everything works. What was changed in another tab is seen when it is read again.',
});

const TEXTS: Readonly<Record<Missing, readonly [what: ErrorText, remedy: ErrorText]>> = {
  locks: [errorText('session.noLocks'), errorText('session.withoutLocks')],
  channels: [errorText('session.noChannels'), errorText('session.withoutChannels')],
};

const aboutTabs = new WeakSet<McpError>();

/** True if a problem is about tabs that cannot coordinate, and not about stored data. */
export const isAboutTabs = (problem: McpError): boolean => aboutTabs.has(problem);

/** Reports once per session that locks or channels are missing, when that is found out. */
export function tellMissing(reported: Set<Missing>, report: (problem: McpError) => void, signal: AbortSignal): void {
  onMissing((what) => {
    if (reported.has(what)) return;
    reported.add(what);
    const [message, remedy] = TEXTS[what];
    const problem = new McpError('storage', message, { remedy });
    aboutTabs.add(problem);
    report(problem);
  }, signal);
}

import { defineErrorTexts, type ErrorText, McpError } from '../errors.js';
import { type Missing, onMissing } from '../util/coordination.js';
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

const errorText = defineErrorTexts({
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

/** Whether a problem of a session is about what its tabs have to do without, and not about what is kept. */
export const isAboutTabs = (problem: McpError): boolean => aboutTabs.has(problem);

/** Says once for a session what its tabs have to do without, when that is found out. */
export function tellMissing(told: Set<Missing>, report: (problem: McpError) => void, signal: AbortSignal): void {
  onMissing((what) => {
    if (told.has(what)) return;
    told.add(what);
    const [message, remedy] = TEXTS[what];
    const problem = new McpError('storage', message, { remedy });
    aboutTabs.add(problem);
    report(problem);
  }, signal);
}

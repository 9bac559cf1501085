import { asMcpError, McpError } from '../errors.js';
import { isMethodNotFound } from '../jsonrpc/messages.js';
import type { Peer } from '../jsonrpc/peer.js';
import { serverOffers } from '../protocol/capabilities.js';
import { NotificationReader, readLogMessage } from '../protocol/decode/server.js';
import { asString } from '../protocol/decode/values.js';
import type { Connection, Subscription } from '../protocol/era.js';
import { notifyRootsChanged } from '../protocol/legacy.js';
import type { JsonObject, LogLevel, LogMessage, Root } from '../protocol/model.js';
import { sleep } from '../util/async.js';
import type { Store } from '../util/store.js';
import type { ApprovalQueue } from '../approvals/queue.js';
import { rootsFor } from './approvals.js';
import type { SessionContext } from './context.js';
import type { Catalog } from './lists.js';
import type { Resources } from './resources.js';
import type { SessionOptions } from './options.js';
import { DEFAULT_TIMEOUT_MS } from './request.js';
import { errorText } from './error-texts.js';

/**
 * Whether news of one resource concern another: it is the same, or lies within it. The specification lets a server tell
 * about a part of what is watched.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources
 */
function isAbout(changed: string, watched: string): boolean {
  if (changed === watched) return true;
  if (!changed.startsWith(watched)) return false;
  return watched.endsWith('/') || '/?#'.includes(changed[watched.length]!);
}

/**
 * Asks for a sign of life from time to time.
 * @throws McpError once when none comes; never when `signal` ends it
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping
 */
async function pingRegularly(
  { era, peer, protocol }: Connection,
  options: { readonly signal: AbortSignal; readonly pingIntervalMs: number; readonly timeoutMs: number },
): Promise<void> {
  const { signal, pingIntervalMs, timeoutMs } = options;
  const request = { method: 'ping' };
  if (!(await era.methods()).has(request.method)) return;
  while (!signal.aborted)
    try {
      await sleep(pingIntervalMs, signal);
      await peer.request(await era.encodeRequest(request, protocol), { signal, timeoutMs });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asMcpError(thrown);
      // A refusal is a sign of life too.
      if (error.code === 'server-error') continue;
      throw new McpError(error.code, errorText('session.noSignOfLife'), {
        cause: error,
        remedy: errorText('session.connectAgain'),
      });
    }
}

/** Messages of a server’s log that are kept; older ones are dropped. */
const MAX_LOG_MESSAGES = 1000;
/**
 * Characters that the kept log messages have in all: a thousand large ones would be 64 MB of text. Older ones are
 * dropped.
 */
export const MAX_LOG_CHARACTERS = 8_000_000;

/**
 * The server's log, as far as it is kept. What comes together is shown together: a storm of lines is one change, or one
 * for each thousand of them. Whoever follows the store sees every message once at least.
 */
export class NotificationLog {
  readonly #shown: Store<readonly LogMessage[]>;
  #waiting: LogMessage[] = [];
  /** Of each message that is kept or waits, in their order. */
  #sizes: number[] = [];

  constructor(shown: Store<readonly LogMessage[]>) {
    this.#shown = shown;
  }

  add(raw: JsonObject | undefined): void {
    const { message, size } = readLogMessage(raw);
    this.#sizes.push(size);
    const count = this.#waiting.push(message);
    if (count === MAX_LOG_MESSAGES) this.#show();
    else if (count === 1) setTimeout(() => this.#show());
  }

  #show(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const all = [...this.#shown.get(), ...waiting];
    const first = this.#firstKept(all.length, waiting.length);
    this.#sizes.splice(0, first);
    this.#shown.set(all.slice(first));
  }

  /** Of a total, the place of the oldest message that is kept. What is new is kept in any case, for those who follow. */
  #firstKept(total: number, fresh: number): number {
    let size = 0;
    for (let index = total - 1; index >= 0; index--) {
      size += this.#sizes[index]!;
      const count = total - index;
      if (count > MAX_LOG_MESSAGES || (size > MAX_LOG_CHARACTERS && count > fresh)) return index + 1;
    }
    return 0;
  }
}

/** Milliseconds between two looks at what the server says changed again. Notifications in between count as one. */
export const NOTIFICATION_GAP_MS = 1000;
/**
 * Milliseconds between two looks while the server sends more than {@link NOTIFICATION_STORM_SIZE} notifications of one
 * thing.
 */
const NOTIFICATION_STORM_GAP_MS = 30_000;
/** Notifications of one thing within a gap that are a storm: no list changes thirty times a second. */
export const NOTIFICATION_STORM_SIZE = 30;

/**
 * Things whose notifications are told apart at the same time. With more, everybody who follows a resource looks again,
 * whatever it is.
 */
export const MAX_THROTTLED_THINGS = 100;

interface Gap {
  readonly timer: ReturnType<typeof setTimeout>;
  /** News since it began. */
  count: number;
  /** What to do about them once it is over. */
  act: () => void;
}

/**
 * Acts on news at once, and on those that follow closely once for all of them: looking costs the server and the page a
 * request, saying costs a server nothing.
 */
export class NotificationThrottle {
  readonly #gaps = new Map<string, Gap>();
  readonly #onStorm: (key: string) => void;

  /** @param onStorm told once when a storm begins */
  constructor(onStorm: (key: string) => void) {
    this.#onStorm = onStorm;
  }

  /** Whether this would be one thing too many to tell apart. */
  isFull(key: string): boolean {
    return this.#gaps.size >= MAX_THROTTLED_THINGS && !this.#gaps.has(key);
  }

  /** @param key what the news are about */
  tell(key: string, act: () => void): void {
    const gap = this.#gaps.get(key);
    if (gap) {
      gap.count++;
      gap.act = act;
    } else {
      act();
      this.#begin(key, NOTIFICATION_GAP_MS);
    }
  }

  /** Nobody looks any more. */
  clear(): void {
    for (const { timer } of this.#gaps.values()) clearTimeout(timer);
    this.#gaps.clear();
  }

  #begin(key: string, milliseconds: number): void {
    const timer = setTimeout(() => this.#end(key, milliseconds), milliseconds);
    this.#gaps.set(key, { timer, count: 0, act: () => {} });
  }

  #end(key: string, milliseconds: number): void {
    const { count, act } = this.#gaps.get(key)!;
    this.#gaps.delete(key);
    if (count === 0) return;
    const isStorm = count >= NOTIFICATION_STORM_SIZE;
    if (isStorm && milliseconds === NOTIFICATION_GAP_MS) this.#onStorm(key);
    act();
    this.#begin(key, isStorm ? NOTIFICATION_STORM_GAP_MS : NOTIFICATION_GAP_MS);
  }
}

/**
 * Tells the server of one connection each time that the person's roots change, until `signal` aborts: we said that we
 * would. Not what changed: the server asks, and then the person does.
 */
export async function notifyRoots(
  connection: Connection,
  signal: AbortSignal,
  options: SessionOptions,
  report: (problem: McpError) => void,
): Promise<void> {
  const kept = rootsFor(connection.server.url, options);
  // Followed before it is read: nothing is missed, and what another tab does is heard.
  let told: string | undefined;
  const tell = ({ roots }: { readonly roots: readonly Root[] }): void => {
    const now = JSON.stringify(roots);
    if (told === undefined || told === now) return;
    told = now;
    notifyRootsChanged(connection).catch((error: unknown) => {
      if (!signal.aborted) report(asMcpError(error));
    });
  };
  kept.state.subscribe(tell, { signal });
  const now = await kept.refresh();
  // It may have asked before this was loaded, and the person may have been quicker too.
  told = JSON.stringify(kept.asked ?? now.roots);
  if (!signal.aborted) tell(now);
}

/**
 * Milliseconds that calls wait for a server to open the stream on which it may ask something. Then they are sent
 * without it.
 */
export const STREAM_WAIT_MS = 1000;

/** What following the news of a server needs of the session. */
interface NotificationHubHost {
  readonly session: Pick<SessionContext, 'url' | 'options'> &
    Record<'tools' | 'resourceTemplates' | 'prompts', Pick<Catalog<unknown>, 'invalidate'>> & {
      readonly resources: Pick<Resources, 'changed' | 'invalidate'>;
      readonly approvals: ApprovalQueue | undefined;
    };
  readonly log: Store<readonly LogMessage[]>;
  connected(): Promise<Connection>;
  /** The connection is of no use any more. */
  lost(error: McpError): void;
  report(problem: McpError): void;
}

/** Before the address of a single resource, in the keys of the throttle. */
const RESOURCE = 'resource ';
const THROTTLED = ['tools', 'prompts', 'resources', 'everyResource'] as const;

function isThrottledList(key: string): key is (typeof THROTTLED)[number] {
  return (THROTTLED as readonly string[]).includes(key);
}

type Listener = (uri: string) => void;

/**
 * What a server says unasked, and who wants to know it. Outlives connections: who watches a resource goes on watching it
 * when the session is opened again.
 */
export class NotificationHub {
  readonly #host: NotificationHubHost;
  readonly #log: NotificationLog;
  readonly #reader: NotificationReader;
  readonly #watched = new Map<string, Set<Listener>>();
  readonly #pace: NotificationThrottle;
  #follower: Promise<Subscription> | undefined;
  #peer: Peer | undefined;
  #level: LogLevel | undefined;

  constructor(host: NotificationHubHost) {
    this.#host = host;
    this.#log = new NotificationLog(host.log);
    this.#reader = new NotificationReader(host.report);
    this.#pace = new NotificationThrottle((key) =>
      host.report(
        new McpError(
          'limit',
          isThrottledList(key)
            ? errorText(`session.changesOften.${key}`)
            : errorText('session.changesOften.resource', { uri: key.slice(RESOURCE.length) }),
        ),
      ),
    );
  }

  /**
   * Follows this connection until `signal` aborts. Resolves once the server can ask what this page answers, or when that
   * takes too long: some open the stream with the first thing they have to say.
   */
  async start(connection: Connection, signal: AbortSignal): Promise<void> {
    void this.#start(connection, signal);
    const { sampling, elicitation, roots } = connection.protocol.capabilities();
    if (!sampling && !elicitation && !roots) return;
    const opened = this.#follower?.then((follower) => follower.opened);
    const enough = new AbortController();
    const patience = sleep(STREAM_WAIT_MS, AbortSignal.any([signal, enough.signal]));
    await Promise.race([opened, patience]).catch(() => {});
    enough.abort();
    await patience.catch(() => {});
  }

  async #start(connection: Connection, signal: AbortSignal): Promise<void> {
    const { report, lost, session } = this.#host;
    const { options } = session;
    const { pingIntervalMs = 0, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const isNew = this.#follower === undefined;
    this.#peer = connection.peer;
    signal.addEventListener('abort', () => this.#pace.clear(), { once: true });
    if (options.capabilities?.includes('roots') && options.approvals)
      notifyRoots(connection, signal, options, report).catch((error: unknown) => report(asMcpError(error)));
    try {
      this.#follower = connection.era.subscribe(connection, {
        uris: [...this.#watched.keys()],
        signal,
        timeoutMs,
        onGap: () => this.#missed(),
        onProblem: report,
      });
      await this.#follower;
      if (pingIntervalMs > 0) pingRegularly(connection, { signal, pingIntervalMs, timeoutMs }).catch(lost);
      if (isNew) return;
      // Between two connections nothing was told.
      this.#tellAllWatchers();
      if (this.#level) await this.#sayLevel(connection, this.#level, signal);
    } catch (error) {
      if (!signal.aborted) report(asMcpError(error));
    }
  }

  /** A notification that was about no single request. */
  receive(method: string, params: unknown): void {
    const { session } = this.#host;
    const news = this.#reader.read(method, params);
    void this.#follower?.then((follower) => follower.handle(news.method, news.params)).catch(() => {});
    const raw = news.params;
    switch (news.method) {
      case 'notifications/progress':
        return this.#peer?.progress(raw?.['progressToken'] as string, raw);
      case 'notifications/tools/list_changed':
        return this.#pace.tell('tools', () => session.tools.invalidate());
      case 'notifications/prompts/list_changed':
        return this.#pace.tell('prompts', () => session.prompts.invalidate());
      case 'notifications/resources/list_changed':
        return this.#pace.tell('resources', () => {
          session.resources.invalidate();
          session.resourceTemplates.invalidate();
        });
      case 'notifications/resources/updated':
        session.resources.changed(asString(raw?.['uri']));
        return this.#tellInTime(asString(raw?.['uri']) ?? '');
      case 'notifications/message':
        return this.#log.add(raw);
      case 'notifications/elicitation/complete':
        return session.approvals?.elicitationComplete(session.url, asString(raw?.['elicitationId']) ?? '');
    }
  }

  /** @throws McpError, ProtocolError when the server does not tell about changes of that resource */
  async subscribe(uri: string, listener: Listener, signal: AbortSignal | undefined): Promise<() => void> {
    const { server } = await this.#host.connected();
    if (!serverOffers(server.capabilities, 'resources/subscribe'))
      throw new McpError('unsupported-method', errorText('session.noResourceChanges'), {
        remedy: errorText('session.readAgain'),
      });
    // Each caller its own, so that the same function may listen twice and stop once.
    const own: Listener = (changed) => listener(changed);
    const listeners = this.#watched.get(uri) ?? new Set();
    listeners.add(own);
    this.#watched.set(uri, listeners);
    const stop = (): void => {
      if (!listeners.delete(own) || listeners.size > 0) return;
      this.#watched.delete(uri);
      // Whether the server heard it or not: what still comes is for nobody.
      void this.#follower?.then((follower) => follower.unsubscribe(uri)).catch(() => {});
    };
    try {
      if (listeners.size === 1) await (await this.#follower)?.subscribe(uri);
      signal?.throwIfAborted();
    } catch (error) {
      stop();
      throw asMcpError(error);
    }
    signal?.addEventListener('abort', stop, { once: true });
    return stop;
  }

  /** @throws McpError, ProtocolError */
  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    const before = this.#level;
    this.#level = level;
    try {
      const connection = await this.#host.connected();
      if (level && !serverOffers(connection.server.capabilities, 'logging/setLevel'))
        throw new McpError('unsupported-method', errorText('session.noLog'));
      // There is no word for silence; this is as near as it gets.
      if (level ?? before) await this.#sayLevel(connection, level ?? 'emergency');
    } catch (error) {
      this.#level = before;
      if (!isMethodNotFound(error)) throw error;
      throw new McpError('unsupported-method', errorText('session.logLevelFixed'), {
        cause: error,
        remedy: errorText('session.logShowsAnyway'),
      });
    }
  }

  async #sayLevel({ era, peer, protocol }: Connection, level: LogLevel, signal?: AbortSignal): Promise<void> {
    const request = { method: 'logging/setLevel', params: { level } };
    // Elsewhere each request says it.
    if (!(await era.methods()).has(request.method)) return;
    await peer.request(await era.encodeRequest(request, protocol), {
      signal,
      timeoutMs: this.#host.session.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    });
  }

  #missed(): void {
    const { tools, resources, resourceTemplates, prompts } = this.#host.session;
    for (const list of [tools, resources, resourceTemplates, prompts]) list.invalidate();
    this.#tellAllWatchers();
  }

  #tellInTime(changed: string): void {
    if (![...this.#watched.keys()].some((uri) => isAbout(changed, uri))) return;
    const key = RESOURCE + changed;
    // So many at once: then each watcher looks, whatever it watches.
    if (this.#pace.isFull(key)) this.#pace.tell('everyResource', () => this.#tellAllWatchers());
    else this.#pace.tell(key, () => this.#tellWatchers(changed));
  }

  #tellAllWatchers(): void {
    for (const uri of this.#watched.keys()) this.#tellWatchers(uri);
  }

  #tellWatchers(changed: string): void {
    for (const [uri, listeners] of this.#watched) {
      if (!isAbout(changed, uri)) continue;
      for (const listener of [...listeners])
        try {
          listener(changed);
        } catch (error) {
          // A mistake of one listener is not the others' loss.
          reportError(error);
        }
    }
  }
}

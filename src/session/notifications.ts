import { asMcpError, McpError } from '../errors.js';
import { isMethodNotFound } from '../jsonrpc/messages.js';
import type { Peer } from '../jsonrpc/peer.js';
import { serverOffers } from '../protocol/capabilities.js';
import { NotificationReader, readLogMessage } from '../protocol/decode/server.js';
import { asString } from '../protocol/decode/values.js';
import type { Connection, FollowContext, Subscription } from '../protocol/era.js';
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
import { DEFAULT_TIMEOUT_MS } from './defaults.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';
import { currentClock, type Timer } from '../util/clock.js';

/** Messages of a server’s log that are stored; older ones are dropped. */
const MAX_LOG_MESSAGES = 1000;
/**
 * Characters of all stored log messages. Older messages are dropped. Without this limit, a thousand large ones would
 * take 64 MB of text.
 */
export const MAX_LOG_CHARACTERS = 8_000_000;

/**
 * The server’s log messages, up to a limit. Messages that arrive together are shown as one change of the store, at most
 * a thousand in each. A subscriber sees every message at least once.
 */
export class NotificationLog {
  readonly #shown: Store<readonly LogMessage[]>;
  #waiting: LogMessage[] = [];
  /** Size of each message, stored or waiting, in the order of arrival. */
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

  clear(): void {
    this.#waiting = [];
    this.#sizes = [];
    this.#shown.set([]);
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

  /** Index of the oldest message that stays. New messages always stay, so that subscribers see them. */
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

/**
 * True if a change of one resource concerns another: it is the same one, or lies within it. The specification lets a
 * server report a part of a resource that a client subscribed to.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources
 */
function isAbout(changed: string, watched: string): boolean {
  if (changed === watched) return true;
  if (!changed.startsWith(watched)) return false;
  return watched.endsWith('/') || '/?#'.includes(changed[watched.length]!);
}

/**
 * Sends a ping at regular intervals.
 * @throws McpError once when a ping is not answered; never when `signal` ends it
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping
 */
async function pingRegularly(
  { era, peer, protocol }: Connection,
  options: { readonly signal: AbortSignal; readonly pingIntervalMs: number; readonly timeoutMs: number },
): Promise<void> {
  const { signal, pingIntervalMs, timeoutMs } = options;
  const request = { method: 'ping' };
  if (!era.methods.has(request.method)) return;
  while (!signal.aborted)
    try {
      await sleep(pingIntervalMs, signal);
      await peer.request(era.encodeRequest(request, protocol), { signal, timeoutMs });
    } catch (thrown) {
      if (signal.aborted) return;
      const error = asMcpError(thrown);
      // An error response shows as well that the server is alive.
      if (error.code === 'server-error') continue;
      throw new McpError(error.code, errorText('session.noSignOfLife'), {
        cause: error,
        remedy: errorText('session.connectAgain'),
      });
    }
}

/** Milliseconds between two reactions to notifications about the same thing. Notifications in between count as one. */
export const NOTIFICATION_GAP_MS = 1000;
/**
 * Milliseconds between two reactions while the server sends more than {@link NOTIFICATION_STORM_SIZE} notifications
 * about the same thing.
 */
export const NOTIFICATION_STORM_GAP_MS = 30_000;
/** Notifications about the same thing within one gap that count as a storm: no list changes thirty times a second. */
export const NOTIFICATION_STORM_SIZE = 30;

/**
 * Things whose notifications are counted apart at the same time. Beyond that, a change of any resource is reported to
 * all subscribers of resources.
 */
export const MAX_THROTTLED_THINGS = 100;

interface Gap {
  readonly timer: Timer;
  /** Notifications since the gap began. */
  count: number;
  /** Called once the gap is over. */
  act: () => void;
}

/**
 * Reacts to the first notification at once, and to those that follow closely only once: a notification costs the server
 * nothing, but each reaction costs a request.
 */
export class NotificationThrottle {
  readonly #gaps = new Map<string, Gap>();
  readonly #onStorm: (key: string) => void;

  /** @param onStorm called once when a storm begins */
  constructor(onStorm: (key: string) => void) {
    this.#onStorm = onStorm;
  }

  /** True if a limit is reached, so that this key cannot be counted separately. */
  isFull(key: string): boolean {
    return this.#gaps.size >= MAX_THROTTLED_THINGS && !this.#gaps.has(key);
  }

  /** @param key the subject of the notification */
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

  /** Forgets everything; nothing is called any more. */
  clear(): void {
    for (const { timer } of this.#gaps.values()) currentClock.clearTimeout(timer);
    this.#gaps.clear();
  }

  #begin(key: string, milliseconds: number): void {
    const timer = currentClock.setTimeout(() => this.#end(key, milliseconds), milliseconds);
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
 * Notifies the server of one connection each time that the roots change, until `signal` aborts: the client declared
 * `listChanged`. The notification does not contain the roots: the server requests them, and then the person decides.
 */
export async function notifyRoots(
  connection: Connection,
  signal: AbortSignal,
  options: SessionOptions,
  report: (problem: McpError) => void,
): Promise<void> {
  const stored = rootsFor(connection.server.url, options);
  // Subscribed before the first read, so that no change of this or another tab is missed.
  let lastSent: string | undefined;
  const tell = ({ roots }: { readonly roots: readonly Root[] }): void => {
    const now = toJson(roots);
    if (lastSent === undefined || lastSent === now) return;
    lastSent = now;
    notifyRootsChanged(connection).catch((error: unknown) => {
      if (!signal.aborted) report(asMcpError(error));
    });
  };
  stored.state.subscribe(tell, { signal });
  const now = await stored.refresh();
  // The server may have requested the roots before this code was loaded, and the person may have changed them since.
  lastSent = toJson(stored.asked ?? now.roots);
  if (!signal.aborted) tell(now);
}

/**
 * Milliseconds that calls wait for the stream on which the server can send requests. After that they are sent without
 * it.
 */
export const STREAM_WAIT_MS = 1000;

/** The parts of its session that {@link NotificationHub} needs. */
interface NotificationHubHost {
  readonly session: Pick<SessionContext, 'url' | 'options'> &
    Record<'tools' | 'resourceTemplates' | 'prompts', Pick<Catalog<unknown>, 'invalidate'>> & {
      readonly resources: Pick<Resources, 'changed' | 'invalidate'>;
      readonly approvals: ApprovalQueue | undefined;
    };
  readonly log: Store<readonly LogMessage[]>;
  connected(): Promise<Connection>;
  /** Call it when the connection cannot be used any more. */
  lost(error: McpError): void;
  /** Call it when the server may be down. */
  suspect(error: McpError): void;
  report(problem: McpError): void;
}

/** Prefix of the throttle’s keys for single resources. */
const RESOURCE = 'resource ';
const THROTTLED = ['tools', 'prompts', 'resources', 'everyResource'] as const;

function isThrottledList(key: string): key is (typeof THROTTLED)[number] {
  return (THROTTLED as readonly string[]).includes(key);
}

type Listener = (uri: string) => void;

/**
 * Receives the server’s notifications and passes them on. It outlives connections: a resource subscription continues
 * when the session is opened again.
 */
export class NotificationHub {
  readonly #host: NotificationHubHost;
  readonly #log: NotificationLog;
  readonly #reader: NotificationReader;
  readonly #subscribed = new Map<string, Set<Listener>>();
  readonly #throttle: NotificationThrottle;
  #subscription: Promise<Subscription> | undefined;
  #peer: Peer | undefined;
  #level: LogLevel | undefined;

  constructor(host: NotificationHubHost) {
    this.#host = host;
    this.#log = new NotificationLog(host.log);
    this.#reader = new NotificationReader(host.report);
    this.#throttle = new NotificationThrottle((key) =>
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
   * Listens on this connection until `signal` aborts. Resolves once the server can send requests, or after
   * {@link STREAM_WAIT_MS}: some servers open the stream only with their first message.
   */
  async start(connection: Connection, signal: AbortSignal): Promise<void> {
    void this.#start(connection, signal);
    const { sampling, elicitation, roots } = connection.protocol.capabilities();
    if (!sampling && !elicitation && !roots) return;
    const opened = this.#subscription?.then((subscription) => subscription.opened);
    const finished = new AbortController();
    const timeout = sleep(STREAM_WAIT_MS, AbortSignal.any([signal, finished.signal]));
    await Promise.race([opened, timeout]).catch(() => {});
    finished.abort();
    await timeout.catch(() => {});
  }

  async #start(connection: Connection, signal: AbortSignal): Promise<void> {
    const { report, lost, suspect, session } = this.#host;
    const { options } = session;
    const { pingIntervalMs = 0, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const isNew = this.#subscription === undefined;
    this.#peer = connection.peer;
    signal.addEventListener('abort', () => this.#throttle.clear(), { once: true });
    if (options.capabilities?.includes('roots') && options.approvals)
      notifyRoots(connection, signal, options, report).catch((error: unknown) => report(asMcpError(error)));
    try {
      const context: FollowContext = {
        uris: [...this.#subscribed.keys()],
        signal,
        timeoutMs,
        onGap: () => this.#refreshAfterGap(),
        onProblem: report,
        onUnreachable: suspect,
      };
      this.#subscription = connection.begun?.follow(context) ?? connection.era.subscribe(connection, context);
      await this.#subscription;
      if (pingIntervalMs > 0) pingRegularly(connection, { signal, pingIntervalMs, timeoutMs }).catch(lost);
      if (isNew) return;
      // Changes between the two connections were not reported.
      this.#tellAllSubscribers();
      if (this.#level) await this.#sendLevel(connection, this.#level, signal);
    } catch (error) {
      if (!signal.aborted) report(asMcpError(error));
    }
  }

  /** Handles a notification that belongs to no single request. */
  receive(method: string, params: unknown): void {
    const { session } = this.#host;
    const notification = this.#reader.read(method, params);
    void this.#subscription
      ?.then((subscription) => subscription.handle(notification.method, notification.params))
      .catch(() => {});
    const raw = notification.params;
    switch (notification.method) {
      case 'notifications/progress':
        return this.#peer?.progress(raw?.['progressToken'] as string, raw);
      case 'notifications/tools/list_changed':
        return this.#throttle.tell('tools', () => session.tools.invalidate());
      case 'notifications/prompts/list_changed':
        return this.#throttle.tell('prompts', () => session.prompts.invalidate());
      case 'notifications/resources/list_changed':
        return this.#throttle.tell('resources', () => {
          session.resources.invalidate();
          session.resourceTemplates.invalidate();
        });
      case 'notifications/resources/updated':
        session.resources.changed(asString(raw?.['uri']));
        return this.#throttleChange(asString(raw?.['uri']) ?? '');
      case 'notifications/message':
        return this.#log.add(raw);
      case 'notifications/elicitation/complete':
        return session.approvals?.elicitationComplete(session.url, asString(raw?.['elicitationId']) ?? '');
    }
  }

  /** @throws McpError, ProtocolError when the server does not report changes of that resource */
  async subscribe(uri: string, listener: Listener, signal: AbortSignal | undefined): Promise<() => void> {
    const { server } = await this.#host.connected();
    if (!serverOffers(server.capabilities, 'resources/subscribe'))
      throw new McpError('unsupported-method', errorText('session.noResourceChanges'), {
        remedy: errorText('session.readAgain'),
      });
    // A new function for each caller, so that the same listener can subscribe twice and unsubscribe once.
    const own: Listener = (changed) => listener(changed);
    const listeners = this.#subscribed.get(uri) ?? new Set();
    listeners.add(own);
    this.#subscribed.set(uri, listeners);
    const stop = (): void => {
      if (!listeners.delete(own) || listeners.size > 0) return;
      this.#subscribed.delete(uri);
      // The result does not matter: notifications that still arrive have no listener.
      void this.#subscription?.then((subscription) => subscription.unsubscribe(uri)).catch(() => {});
    };
    try {
      if (listeners.size === 1) await (await this.#subscription)?.subscribe(uri);
      signal?.throwIfAborted();
    } catch (error) {
      stop();
      throw asMcpError(error);
    }
    signal?.addEventListener('abort', stop, { once: true });
    return stop;
  }

  /** Removes the messages of the log: they belonged to a person who has left. */
  clearLog(): void {
    this.#log.clear();
  }

  /** @throws McpError, ProtocolError */
  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    const before = this.#level;
    this.#level = level;
    try {
      const connection = await this.#host.connected();
      if (level && !serverOffers(connection.server.capabilities, 'logging/setLevel'))
        throw new McpError('unsupported-method', errorText('session.noLog'));
      // No level turns the log off; `emergency` is the nearest.
      if (level ?? before) await this.#sendLevel(connection, level ?? 'emergency');
    } catch (error) {
      this.#level = before;
      if (!isMethodNotFound(error)) throw error;
      throw new McpError('unsupported-method', errorText('session.logLevelFixed'), {
        cause: error,
        remedy: errorText('session.logShowsAnyway'),
      });
    }
  }

  async #sendLevel({ era, peer, protocol }: Connection, level: LogLevel, signal?: AbortSignal): Promise<void> {
    const request = { method: 'logging/setLevel', params: { level } };
    // Other revisions send the level with each request.
    if (!era.methods.has(request.method)) return;
    await peer.request(era.encodeRequest(request, protocol), {
      signal,
      timeoutMs: this.#host.session.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    });
  }

  #refreshAfterGap(): void {
    const { tools, resources, resourceTemplates, prompts } = this.#host.session;
    for (const list of [tools, resources, resourceTemplates, prompts]) list.invalidate();
    this.#tellAllSubscribers();
  }

  #throttleChange(changed: string): void {
    if (![...this.#subscribed.keys()].some((uri) => isAbout(changed, uri))) return;
    const key = RESOURCE + changed;
    // Too many resources changed at once: every subscriber is notified, for any resource.
    if (this.#throttle.isFull(key)) this.#throttle.tell('everyResource', () => this.#tellAllSubscribers());
    else this.#throttle.tell(key, () => this.#tellSubscribers(changed));
  }

  #tellAllSubscribers(): void {
    for (const uri of this.#subscribed.keys()) this.#tellSubscribers(uri);
  }

  #tellSubscribers(changed: string): void {
    for (const [uri, listeners] of this.#subscribed) {
      if (!isAbout(changed, uri)) continue;
      for (const listener of [...listeners])
        try {
          listener(changed);
        } catch (error) {
          // An exception in one listener must not stop the others.
          reportError(error);
        }
    }
  }
}

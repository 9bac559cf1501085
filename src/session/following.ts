import { McpError, asMcpError } from '../errors.js';
import { isMethodNotFound } from '../jsonrpc/codes.js';
import type { Peer } from '../jsonrpc/peer.js';
import { asString } from '../protocol/check/object.js';
import type { Connection } from '../protocol/connection.js';
import type { Follower } from '../protocol/era.js';
import type { LogLevel, LogMessage } from '../protocol/model.js';
import { sleep } from '../util/abort.js';
import type { Store } from '../util/store.js';
import { DEFAULT_TIMEOUT_MS } from './converse.js';
import { isAbout } from './is-about.js';
import { keepPinging } from './keep-pinging.js';
import { NewsLog } from './news-log.js';
import { NewsPace } from './news-pace.js';
import { NewsReader } from '../protocol/read-news.js';
import type { SessionOptions } from './session-options.js';
import type { Session } from './session.js';
import { tellRoots } from './tell-roots.js';

/** Milliseconds that calls wait at most for a server to open the stream on which it may ask something. */
export const STREAM_PATIENCE_MS = 1000;

/** What following the news of a server needs of the session. */
export interface FollowingHost {
  readonly session: Pick<Session, 'url' | 'tools' | 'resources' | 'resourceTemplates' | 'prompts' | 'approvals'>;
  readonly options: SessionOptions;
  readonly log: Store<readonly LogMessage[]>;
  connected(): Promise<Connection>;
  /** The connection is of no use any more. */
  lost(error: McpError): void;
  report(problem: McpError): void;
}

type Listener = (uri: string) => void;

/**
 * What a server says unasked, and who wants to know it. Outlives connections: who watches a resource goes on watching it
 * when the session is opened again.
 */
export class Following {
  readonly #host: FollowingHost;
  readonly #log: NewsLog;
  readonly #reader: NewsReader;
  readonly #watched = new Map<string, Set<Listener>>();
  readonly #pace: NewsPace;
  #follower: Promise<Follower> | undefined;
  #peer: Peer | undefined;
  #level: LogLevel | undefined;

  constructor(host: FollowingHost) {
    this.#host = host;
    this.#log = new NewsLog(host.log);
    this.#reader = new NewsReader(host.report);
    this.#pace = new NewsPace((what) =>
      host.report(
        new McpError('limit', `The server says again and again that ${what} changed: it is looked at twice a minute.`),
      ),
    );
  }

  /**
   * Follows this connection until `signal` aborts. Resolves once the server can ask what this page answers, or when that
   * takes too long: some open the stream with the first thing they have to say.
   */
  async start(connection: Connection, signal: AbortSignal): Promise<void> {
    void this.#start(connection, signal);
    const { sampling, elicitation, roots } = connection.framing.capabilities();
    if (!sampling && !elicitation && !roots) return;
    const opened = this.#follower?.then((follower) => follower.opened);
    const enough = new AbortController();
    const patience = sleep(STREAM_PATIENCE_MS, AbortSignal.any([signal, enough.signal]));
    await Promise.race([opened, patience]).catch(() => {});
    enough.abort();
    await patience.catch(() => {});
  }

  async #start(connection: Connection, signal: AbortSignal): Promise<void> {
    const { report, lost, options } = this.#host;
    const { pingIntervalMs = 0, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    const isNew = this.#follower === undefined;
    this.#peer = connection.peer;
    signal.addEventListener('abort', () => this.#pace.clear(), { once: true });
    if (options.answers?.includes('roots') && options.approvals)
      tellRoots(connection, signal, options, report).catch((error: unknown) => report(asMcpError(error)));
    try {
      this.#follower = connection.era.follow(connection, {
        uris: [...this.#watched.keys()],
        signal,
        timeoutMs,
        onGap: () => this.#missed(),
        onProblem: report,
      });
      await this.#follower;
      if (pingIntervalMs > 0) keepPinging(connection, { signal, pingIntervalMs, timeoutMs }).catch(lost);
      if (isNew) return;
      // Between two connections nothing was told.
      this.#tellAllWatchers();
      if (this.#level) await this.#sayLevel(connection, this.#level, signal);
    } catch (error) {
      if (!signal.aborted) report(asMcpError(error));
    }
  }

  /** A notification that was about no single request. */
  hear(method: string, params: unknown): void {
    const { session } = this.#host;
    const news = this.#reader.read(method, params);
    void this.#follower?.then((follower) => follower.heard(news.method, news.params)).catch(() => {});
    const raw = news.params;
    switch (news.method) {
      case 'notifications/progress':
        return this.#peer?.progress(raw?.['progressToken'] as string, raw);
      case 'notifications/tools/list_changed':
        return this.#pace.tell('its list of tools', () => session.tools.invalidate());
      case 'notifications/prompts/list_changed':
        return this.#pace.tell('its list of prompts', () => session.prompts.invalidate());
      case 'notifications/resources/list_changed':
        return this.#pace.tell('its list of resources', () => {
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
  async watch(uri: string, listener: Listener, signal: AbortSignal | undefined): Promise<() => void> {
    const { server } = await this.#host.connected();
    if (!server.capabilities.resources?.subscribe)
      throw new McpError('unsupported-method', 'This server does not tell about changes of its resources.', {
        remedy: 'Read the resource again when you want to know.',
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
      void this.#follower?.then((follower) => follower.unwatch(uri)).catch(() => {});
    };
    try {
      if (listeners.size === 1) await (await this.#follower)?.watch(uri);
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
      if (level && !connection.server.capabilities.logging)
        throw new McpError('unsupported-method', 'This server keeps no log for its clients.');
      // There is no word for silence; this is as near as it gets.
      if (level ?? before) await this.#sayLevel(connection, level ?? 'emergency');
    } catch (error) {
      this.#level = before;
      if (!isMethodNotFound(error)) throw error;
      throw new McpError('unsupported-method', 'This server does not let its clients choose what it logs.', {
        cause: error,
        remedy: 'What it logs by itself shows all the same.',
      });
    }
  }

  async #sayLevel({ era, peer, framing }: Connection, level: LogLevel, signal?: AbortSignal): Promise<void> {
    const request = { method: 'logging/setLevel', params: { level } };
    // Elsewhere each request says it.
    if (!(await era.methods()).has(request.method)) return;
    await peer.request(await era.dress(request, framing), {
      signal,
      timeoutMs: this.#host.options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    });
  }

  #missed(): void {
    const { tools, resources, resourceTemplates, prompts } = this.#host.session;
    for (const list of [tools, resources, resourceTemplates, prompts]) list.invalidate();
    this.#tellAllWatchers();
  }

  #tellInTime(changed: string): void {
    if (![...this.#watched.keys()].some((uri) => isAbout(changed, uri))) return;
    const key = `the resource ${changed}`;
    // So many at once: then each watcher looks, whatever it watches.
    if (this.#pace.isFull(key)) this.#pace.tell('its resources', () => this.#tellAllWatchers());
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

import { asMcpError, McpError } from '../errors.js';
import { type Connection, disconnect, type ConnectContext } from '../protocol/era.js';
import type { ServerProfile } from '../protocol/model.js';
import { isAlive, open } from '../protocol/negotiate.js';
import { changesOfServer } from '../protocol/server-changes.js';
import type { WireEvent } from '../wire/tap.js';
import type { EarlyConnection } from './early-connection.js';
import { enterSession } from '../policy/site-policy.js';
import { Store } from '../util/store.js';
import { mayPass, Reconnection } from './reconnection.js';
import type { SessionState } from './options.js';
import type { ServerMemory } from './server-cache.js';
import { errorText } from './error-texts.js';

/** The parts of its session that {@link Lifecycle} needs. */
interface LifecycleHost {
  readonly memory: Promise<ServerMemory>;
  /** Everything that connecting needs, except the signals of one connection. */
  readonly context: Omit<ConnectContext, 'signal' | 'onStreamEnd'>;
  /** An earlier visit stored data of this server, which can be shown now. */
  recalled(): void;
  ready(connection: Connection, signal: AbortSignal): void;
  /** The connection that was opened before there was a session, once. */
  takeEarly(): EarlyConnection | undefined;
  takeEvent(event: WireEvent): void;
  /** The server has changed since an earlier visit, or in this one. */
  changed(change: McpError): void;
  /** See {@link SessionOptions.reconnect}. */
  readonly reconnects: boolean;
}

/** Changes of a server that a session reports. A server may have another name at each connection. */
export const MAX_SERVER_CHANGES = 10;

/** Opens, replaces and closes the connection of a session. There is one at a time. */
export class Lifecycle {
  readonly state: Store<SessionState> = new Store<SessionState>({ phase: 'idle' });
  /** The server’s profile, of this visit or an earlier one. */
  server: ServerProfile | undefined;
  readonly #host: LifecycleHost;
  #connection: Connection | undefined;
  /** The connection before the current one. Calls that were sent on it can still finish. */
  #retired: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  /** Reports to the site policy that the session is closed. */
  #leave: (() => void) | undefined;
  #life = new AbortController();
  /** Reported changes of the server: if it changes back and forth, each is reported once. */
  readonly #told = new Set<string>();
  readonly #reconnection: Reconnection = new Reconnection({
    attempt: () => (this.#opening ??= this.#connect(true)),
    lost: (error, retryAt, attempts) =>
      this.state.set({ phase: 'lost', error, server: this.server!, retryAt, attempts }),
    failed: (error) => this.#end('failed', error),
  });
  /** The server is being asked for a sign of life. */
  #isAsking = false;

  constructor(host: LifecycleHost) {
    this.#host = host;
  }

  /** Aborts when the current connection is closed or lost. */
  get signal(): AbortSignal {
    return this.#life.signal;
  }

  async open(): Promise<void> {
    if (this.#connection) return;
    if (this.#reconnection.isRunning && !this.#opening) this.#reconnection.tryNow();
    // The attempt begins in a microtask.
    if (this.#reconnection.isRunning) await Promise.resolve();
    await (this.#opening ??= this.#connect());
  }

  async close(): Promise<void> {
    this.#reconnection.stop();
    this.#host.takeEarly()?.close();
    const left = [disconnect(this.#connection), disconnect(this.#retired)];
    this.#opening = undefined;
    this.#end('closed', new McpError('closed', errorText('session.closed')));
    await Promise.all(left);
  }

  /** Call it when the connection broke and cannot be repaired. */
  readonly lost = (error: McpError): void => {
    const connection = this.#connection;
    if (!connection || !this.#host.reconnects || !mayPass(error)) {
      void disconnect(connection);
      return this.#end('failed', error);
    }
    // Calls that were sent may still get their answer: a broken stream is resumed.
    void disconnect(this.#retired);
    this.#retired = connection;
    this.#connection = undefined;
    this.#life.abort(error);
    this.#reconnection.begin(error);
  };

  /** Call it when something had no answer: the server is asked once for a sign of life, and without one it is lost. */
  readonly suspect = (error: McpError): void => {
    const connection = this.#connection;
    if (!connection || !this.#host.reconnects || this.#isAsking) return;
    this.#isAsking = true;
    void isAlive(connection, this.signal).then((alive) => {
      this.#isAsking = false;
      if (!alive && this.#connection === connection) this.lost(error);
    });
  };

  /** Opens a new connection after one was lost. Calls that fail on the lost one together share the new one. */
  async replace(lost: Connection, error: McpError): Promise<Connection> {
    if (this.#connection === lost) {
      void disconnect(this.#retired);
      this.#retired = lost;
      this.#connection = undefined;
      this.#life.abort(error);
      await this.open();
    }
    return this.connected();
  }

  /** The connection; waits while it is being opened. @throws McpError `closed` if no connection is being opened */
  async connected(): Promise<Connection> {
    if (this.#reconnection.isRunning) await this.open();
    const connection = this.#connection ?? (await this.#opening);
    if (!connection) throw notOpen();
    return connection;
  }

  /** @param isAgain true if a lost connection is opened again, so the state is already set */
  async #connect(isAgain = false): Promise<Connection> {
    const { memory, context, recalled, ready, takeEarly, takeEvent } = this.#host;
    const life = new AbortController();
    const { signal } = life;
    this.#life = life;
    if (!isAgain) this.state.set({ phase: 'connecting', server: this.server });
    try {
      // It was opened because nothing of an earlier visit is stored: there is nothing to wait for.
      const early = takeEarly();
      const cache = early ? undefined : await memory;
      signal.throwIfAborted();
      this.#leave ??= enterSession();
      const remembered = await cache?.recall();
      if (remembered && !signal.aborted && !isAgain) {
        this.server ??= remembered.profile;
        this.state.set({ phase: 'connecting', server: this.server });
        recalled();
      }
      const whole = { ...context, signal, onStreamEnd: this.lost };
      const connection = await (early?.adopt({ ...whole, takeEvent }) ?? open(whole, remembered?.opening));
      if (signal.aborted) void disconnect(connection);
      signal.throwIfAborted();
      const { server, kind } = connection;
      this.#tellChanges(server);
      this.#connection = connection;
      this.server = server;
      this.state.set({ phase: 'ready', server });
      void memory.then((cache) => cache.remember(server, kind));
      ready(connection, signal);
      return connection;
    } catch (thrown) {
      // If the session was closed meanwhile, that is the reason, not a later error.
      const error = asMcpError(signal.aborted ? signal.reason : thrown);
      if (!signal.aborted && !isAgain) {
        this.#exit();
        this.state.set({ phase: 'failed', error, server: this.server });
      }
      throw error;
    } finally {
      if (this.#life === life) this.#opening = undefined;
    }
  }

  #tellChanges(now: ServerProfile): void {
    for (const change of changesOfServer(this.server, now)) {
      if (this.#told.has(change.message) || this.#told.size >= MAX_SERVER_CHANGES) continue;
      this.#told.add(change.message);
      this.#host.changed(change);
    }
  }

  #exit(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  #end(phase: 'closed' | 'failed', error: McpError): void {
    const { server } = this;
    this.#connection = undefined;
    this.#life.abort(error);
    this.#exit();
    this.state.set(phase === 'closed' ? { phase, server } : { phase, error, server });
  }
}

export function notOpen(): McpError {
  return new McpError('closed', errorText('session.notOpen'), { remedy: errorText('session.connectFirst') });
}

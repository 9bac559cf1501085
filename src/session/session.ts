import type { ApprovalQueue } from '../approvals/approval-queue.js';
import { McpError, asMcpError, isMcpError } from '../errors.js';
import { answerAsk } from '../features/asks/ask.js';
import type { AskDesk } from '../features/asks/ask-handler.js';
import { Catalog } from '../features/catalog.js';
import { resourceTemplatesKind } from '../features/catalogs.js';
import type { CompletionReference } from '../features/completion.js';
import { Prompts } from '../features/prompts.js';
import type { CallOptions, Requester } from '../features/requester.js';
import { Resources } from '../features/resources.js';
import { Tools } from '../features/tools.js';
import { unlessCancelled } from '../jsonrpc/unless-cancelled.js';
import type { AnswerAsk } from '../protocol/ask.js';
import { leave, type Connection } from '../protocol/connection.js';
import type { Completion, ResourceTemplate, ServerProfile } from '../protocol/model.js';
import { open } from '../protocol/opening.js';
import { Store, type Readable } from '../util/store.js';
import { converse } from './converse.js';
import { ServerMemory } from './remembered.js';
import { readEndpoint, type Endpoint, type SessionOptions } from './session-options.js';
import type { SessionState } from './session-state.js';
import { capabilitiesOf, createDesk, createEndpoint, openStorage } from './wiring.js';

/** Problems kept for whoever wants to look; older ones are dropped. */
export const MAX_PROBLEMS = 50;

/**
 * One server as one page sees it: connection, lists, calls and questions. It can be shown before it is connected, and
 * connects again after it was lost.
 */
export class Session {
  /** The endpoint, absolute. */
  readonly url: string;
  readonly tools: Tools;
  readonly resources: Resources;
  readonly resourceTemplates: Catalog<ResourceTemplate>;
  readonly prompts: Prompts;
  /** Where this server's questions wait for the person, if the page gave a queue. */
  readonly approvals: ApprovalQueue | undefined;

  readonly #endpoint: Endpoint;
  readonly #options: SessionOptions;
  readonly #state = new Store<SessionState>({ phase: 'idle' });
  readonly #problems = new Store<readonly McpError[]>([]);
  readonly #memory: ServerMemory;
  readonly #desk: AskDesk;
  readonly #requester: Requester;
  readonly #catalogs: readonly Pick<Catalog<unknown>, 'restore' | 'invalidate'>[];
  #profile: ServerProfile | undefined;
  #connection: Connection | undefined;
  /** A connection whose session was lost: calls it has not refused may still come to their end on it. */
  #retired: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  #life = new AbortController();

  /**
   * Makes a session without connecting it; {@link open} does.
   * @throws McpError `invalid-input` for an address that cannot be one
   */
  constructor(endpoint: Endpoint, options: SessionOptions = {}) {
    this.#endpoint = endpoint;
    this.url = readEndpoint(endpoint);
    this.#options = options;
    this.approvals = options.approvals;
    this.#memory = new ServerMemory(openStorage(options, this.#report), this.url, options.identity);
    this.#desk = createDesk(options, () => this.server);
    this.#requester = {
      request: (method, params, call = {}) => this.#request(method, params, call),
      capabilities: async () => (await this.#connected()).server.capabilities,
      toolCheck: async () => (await this.#connected()).era.toolCheck(),
    };
    this.tools = new Tools(this.#requester, this.#memory);
    this.resources = new Resources(this.#requester, this.#memory);
    this.resourceTemplates = new Catalog(resourceTemplatesKind, this.#requester, this.#memory);
    this.prompts = new Prompts(this.#requester, this.#memory);
    this.#catalogs = [this.tools, this.resources, this.resourceTemplates, this.prompts];
  }

  get state(): Readable<SessionState> {
    return this.#state;
  }

  /** Rules the server broke and the session survived, oldest first. */
  get problems(): Readable<readonly McpError[]> {
    return this.#problems;
  }

  /**
   * The server as we met it, now or at an earlier visit.
   * @throws McpError `closed` when it was never met
   */
  get server(): ServerProfile {
    if (!this.#profile) throw notOpen();
    return this.#profile;
  }

  /**
   * Connects. What an earlier visit remembered is shown at once and refreshed behind. Calling it twice connects once.
   * @throws McpError when the server cannot be reached or understood; `state` says the same
   */
  async open(): Promise<void> {
    if (this.#connection) return;
    await (this.#opening ??= this.#connect());
  }

  /** Leaves. Open calls end with `closed`, open questions are withdrawn. Never throws. */
  async close(): Promise<void> {
    const left = [leave(this.#connection), leave(this.#retired)];
    this.#connection = this.#opening = undefined;
    this.#life.abort(new McpError('closed', 'The session was closed.'));
    this.#state.set({ phase: 'closed', server: this.#profile });
    await Promise.all(left);
  }

  /** Asks for values of an argument that is being typed. @throws McpError, ProtocolError */
  async complete(
    ref: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    context?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<Completion> {
    const { complete } = await import('../features/completion.js');
    return complete(this.#requester, ref, argument, context, options);
  }

  async #connect(): Promise<Connection> {
    const life = new AbortController();
    this.#life = life;
    this.#state.set({ phase: 'connecting', server: this.#profile });
    try {
      const remembered = await this.#memory.recall();
      if (remembered && !life.signal.aborted) {
        this.#profile ??= remembered.profile;
        this.#state.set({ phase: 'connecting', server: this.#profile });
        // Lists are not waited for: the connection is the slower of the two.
        for (const catalog of this.#catalogs) void catalog.restore();
      }
      const connection = await open(this.#openingContext(life.signal), remembered?.opening);
      if (life.signal.aborted) void leave(connection);
      life.signal.throwIfAborted();
      this.#becomeReady(connection, life.signal);
      return connection;
    } catch (thrown) {
      // Closed meanwhile: then that is why, whatever broke off.
      const error = asMcpError(life.signal.aborted ? life.signal.reason : thrown);
      if (!life.signal.aborted) this.#state.set({ phase: 'failed', error, server: this.#profile });
      throw error;
    } finally {
      if (this.#life === life) this.#opening = undefined;
    }
  }

  #becomeReady(connection: Connection, signal: AbortSignal): void {
    const { server, opening } = connection;
    this.#connection = connection;
    this.#profile = server;
    this.#state.set({ phase: 'ready', server });
    void this.#memory.remember(server, opening);
    for (const catalog of this.#catalogs) catalog.invalidate();
    const { tools, prompts, resources } = server.capabilities;
    connection
      .follow(
        { tools: !!tools?.listChanged, prompts: !!prompts?.listChanged, resources: !!resources?.listChanged },
        signal,
      )
      .catch((error: unknown) => {
        if (!signal.aborted) this.#report(asMcpError(error));
      });
  }

  #openingContext(signal: AbortSignal): Parameters<typeof open>[0] {
    return {
      ...createEndpoint(this.#endpoint, this.url, this.#options, this.#report),
      capabilities: () => capabilitiesOf(this.#options),
      answerAsk: this.#answerAsk,
      signal,
      onProblem: this.#report,
      onNews: (method) => this.#onNews(method),
      onStreamEnd: (error) => this.#onStreamEnd(error),
    };
  }

  readonly #answerAsk: AnswerAsk = (method, params, { signal, during }) => {
    const name = during?.params?.['name'] ?? during?.params?.['uri'];
    return answerAsk(method, params, this.#desk, {
      signal: AbortSignal.any([signal, this.#life.signal]),
      ...(during && { during: { method: during.method, ...(typeof name === 'string' && { name }) } }),
    });
  };

  async #request(
    method: string,
    params: Parameters<Requester['request']>[1],
    { tool, ...call }: NonNullable<Parameters<Requester['request']>[2]>,
  ): ReturnType<Requester['request']> {
    const { timeoutMs = this.#options.timeoutMs, maxTimeoutMs = this.#options.maxTimeoutMs } = call;
    const options = { ...call, timeoutMs, maxTimeoutMs };
    const say = (to: Connection): ReturnType<Requester['request']> =>
      converse(to, { method, params, tool }, options, this.#answerAsk);
    // Whoever cancels does not wait for a connection first.
    const connection = await unlessCancelled(this.#connected(), call.signal);
    return say(connection).catch(async (error: unknown) => {
      if (!isMcpError(error) || error.code !== 'session-lost') throw error;
      // A server that forgot the session refused the call unread, so it is sent again in a new one. Once.
      return say(await unlessCancelled(this.#replace(connection, error), call.signal));
    });
  }

  /** A new session for a lost one. Calls that meet the loss together share it. */
  async #replace(lost: Connection, error: McpError): Promise<Connection> {
    if (this.#connection === lost) {
      void leave(this.#retired);
      this.#retired = lost;
      this.#connection = undefined;
      this.#life.abort(error);
      await this.open();
    }
    return this.#connected();
  }

  async #connected(): Promise<Connection> {
    const connection = this.#connection ?? (await this.#opening);
    if (!connection) throw notOpen();
    return connection;
  }

  #onNews(method: string): void {
    const changed = new Map<string, readonly Pick<Catalog<unknown>, 'invalidate'>[]>([
      ['notifications/tools/list_changed', [this.tools]],
      ['notifications/resources/list_changed', [this.resources, this.resourceTemplates]],
      ['notifications/prompts/list_changed', [this.prompts]],
    ]);
    for (const catalog of changed.get(method) ?? []) catalog.invalidate();
  }

  #onStreamEnd(error: McpError): void {
    void leave(this.#connection);
    this.#connection = undefined;
    this.#life.abort(error);
    this.#state.set({ phase: 'failed', error, server: this.#profile });
  }

  readonly #report = (problem: McpError): void => {
    this.#problems.set([...this.#problems.get(), problem].slice(-MAX_PROBLEMS));
  };
}

function notOpen(): McpError {
  return new McpError('closed', 'The session is not open.', { remedy: 'Connect first.' });
}

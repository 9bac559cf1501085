import { decidesCalls, hasToolRules } from '../approvals/policy.js';
import type { ApprovalQueue } from '../approvals/queue.js';
import type { AnswerContext } from '../approvals/sampler.js';
import { askModel, samplerOf } from './ask-model.js';
import type { LeaveReason } from '../auth/types.js';
import { errorTextOf, isMcpError, McpError } from '../errors.js';
import type { InboundContext } from '../jsonrpc/inbound-requests.js';
import type { ServerNotification } from '../protocol/decode/server.js';
import type { AnswerServerRequest, Connection } from '../protocol/era.js';
import {
  type Completion,
  hasParamHeaders,
  type JsonObject,
  type LogLevel,
  type LogMessage,
  type ResourceTemplate,
  type SamplingRequest,
  type SamplingResult,
  type ServerProfile,
} from '../protocol/model.js';
import { ping } from '../protocol/negotiate.js';
import { otherServer } from '../protocol/server-changes.js';
import { abortable } from '../util/async.js';
import type { Missing } from '../util/tab-coordination.js';
import { isModelContext } from '../util/model-context.js';
import { Redactor } from '../secrets/redactor.js';
import { type Readable, Store } from '../util/store.js';
import { SessionPermissions } from './approvals.js';
import { capabilitiesOf } from './capabilities.js';
import { Lifecycle, notOpen } from './connection.js';
import { claimEarlyConnection, type EarlyConnection } from './early-connection.js';
import { createEndpoint } from './endpoint.js';
import { Catalog, resourceTemplatesKind } from './lists.js';
import { SessionMessages } from './messages.js';
import { NotificationHub } from './notifications.js';
import { type Endpoint, readEndpoint, requireAllowed, type SessionOptions, type SessionState } from './options.js';
import { tellMissing, wakeWithPage } from './page-lifecycle.js';
import { requireSendable } from './outgoing-check.js';
import { refusalOf, requireAllowedByPage } from './page-rules.js';
import { withWarning } from './sending-again.js';
import { kindOfStorage, partitionFor, type SessionPartition } from './person/partition.js';
import { eraseOnSignOut, eraseOrphans, type PersonalSession } from './person/sign-out.js';
import { identityOf, optionsFor, whyNotStored } from './person/server-storage-key.js';
import { type CompletionReference, Completions, Prompts } from './prompts.js';
import { SessionSecrets } from './redaction.js';
import { sendRequest } from './request.js';
import { readRequestMeta, withMeta } from './request-meta.js';
import type { CallOptions, Requester } from './requester.js';
import { Resources } from './resources.js';
import { openMemory } from './server-cache.js';
import { requestHandlerFor, refuseRequest } from './server-requests.js';
import { ToolCallAuthorization } from './tool-authorization.js';
import { Tools } from './tools.js';
import { SessionTranscript } from './transcript.js';
import { UserData } from './person/user-data.js';
import { errorText } from './error-texts.js';

/** Problems that `session.problems` contains; older ones are dropped. */
export const MAX_SESSION_PROBLEMS = 50;

/**
 * One server, as used by one page: connection, lists, calls and server requests. It can be shown before it is
 * connected, and reconnects when the connection is lost.
 */
export class Session {
  /** The endpoint as an absolute URL. */
  readonly url: string;
  readonly tools: Tools;
  readonly resources: Resources;
  readonly resourceTemplates: Catalog<ResourceTemplate>;
  readonly prompts: Prompts;
  /** The queue in which this server’s requests wait for the person, if the page gave one. */
  readonly approvals: ApprovalQueue | undefined;

  /** True if the server is the page itself: its tools in `document.modelContext`. */
  readonly usesModelContext: boolean;
  /** The page’s options, with `storage: 'none'` where nothing of this server may be stored. */
  readonly options: SessionOptions;
  /** The storage of this session, with its server and identity. */
  readonly partition: SessionPartition;
  /** Knows the secrets of this session, and removes them from stored data. */
  readonly redactor: Redactor = new Redactor();
  readonly secrets: SessionSecrets;
  /** The person's stored data: drafts, arguments, views, running tasks, resource subscriptions. */
  readonly storage: UserData;
  /** The recorded messages, from the first one. */
  readonly transcript: SessionTranscript;
  /** Messages and HTTP exchanges as they are, where the page wants to show them: option `messages`. */
  readonly messages: SessionMessages;
  /** The person’s decisions. */
  readonly permissions: SessionPermissions;
  /** Values that elements and pages keep for this session, as long as it lives. */
  readonly own: OwnValues = new OwnValues(this);

  readonly #problems = new Store<readonly McpError[]>([]);
  readonly #log = new Store<readonly LogMessage[]>([]);
  readonly #notifications = new Store<ServerNotification | undefined>(undefined);
  readonly #requester: Requester;
  readonly #completions: Completions;
  readonly #life: Lifecycle;
  #answerer: AnswerServerRequest | undefined;
  readonly #hub: NotificationHub;
  /** Settled once the server can send requests during a call. */
  #listening: Promise<void> | undefined;
  #logLevel: LogLevel | undefined;
  /** Calls of tools that were sent and have not ended. */
  readonly #runningCalls = new Set<Promise<unknown>>();
  /** The part of this session that the sign-in uses, and holds weakly. */
  readonly #person: PersonalSession;
  /** Number of running calls that a person started here. */
  #runningPersonCalls = 0;

  /**
   * Makes a session without connecting it; {@link connect} does.
   * @throws McpError `invalid-input` for an unusable address, for a `policy` that is a function, and for a wrong site
   * policy; `declined` where the site policy does not allow the server
   */
  constructor(endpoint: Endpoint, given: SessionOptions = {}) {
    this.url = readEndpoint(endpoint, given.serverId);
    requireAllowed(this.url, endpoint);
    this.usesModelContext = isModelContext(endpoint);
    // In JavaScript without types a function would be ignored, and everything that it refuses would be allowed.
    if (typeof given.policy === 'function')
      throw new McpError('invalid-input', errorText('session.policyIsFunction'), {
        remedy: errorText('session.givePolicyParts'),
      });
    readRequestMeta(given.meta);
    const options = optionsFor(this.url, given);
    this.options = options;
    this.#reportNotStored(given);
    this.approvals = options.approvals;
    this.partition = partitionFor(this.url, options, this.redactor, this.#report);
    this.secrets = new SessionSecrets(this);
    this.messages = new SessionMessages(options);
    this.transcript = new SessionTranscript(this, this.#report);
    this.permissions = new SessionPermissions(this);
    this.storage = new UserData(this);
    const memory = openMemory(this);
    this.#requester = {
      request: (method, params, call = {}) => this.#request(method, params, call),
      // Calls by page code are made without asking, unless the policy requires it.
      authorizationOf: (call) =>
        call.initiator || decidesCalls(options.policy ?? {})
          ? new ToolCallAuthorization(this, call, this.#report)
          : undefined,
      keepsPrivate: options.identity !== undefined || !(options.headers || options.auth || options.meta),
      capabilities: async () => (await this.#life.connected()).server.capabilities,
      subscribe: async (uri, ...asked) => {
        requireAllowedByPage('resources/subscribe', { uri }, options.policy);
        const params = { uri };
        await requireSendable({ method: 'resources/subscribe', params }, options.policy ?? {}, this.server);
        return this.#hub.subscribe(uri, ...asked);
      },
      refusalOf: (uri) => refusalOf('resources', uri, options.policy ?? {}),
      hasParamHeaders: async () => hasParamHeaders((await this.#life.connected()).server),
      toolCheck: async () => (await this.#life.connected()).era.faultOfTool,
    };
    this.tools = new Tools(this.#requester, memory);
    this.resources = new Resources(this.#requester, memory);
    this.resourceTemplates = new Catalog(resourceTemplatesKind, this.#requester, memory);
    this.prompts = new Prompts(this.#requester, memory);
    const lists = [this.tools, this.resources, this.resourceTemplates, this.prompts];
    let early = claimEarlyConnection(this.url, options);
    const takeEarly = (): EarlyConnection | undefined => {
      const taken = early;
      early = undefined;
      return taken;
    };
    const reported = new Set<Missing>();
    this.#life = new Lifecycle({
      memory,
      context: {
        ...createEndpoint(
          endpoint,
          this.url,
          options,
          this.#report,
          {
            observeFetch: (fetch) => this.secrets.learnFromHeaders(this.messages.observeFetch(fetch)),
            visiting: this.messages.visiting,
          },
          (problem) => this.#life.suspect(problem),
        ),
        capabilities: () => capabilitiesOf(options),
        observe: this.transcript.tap,
        logLevel: () => this.#logLevel,
        answerServerRequest: this.#serverRequestHandler,
        onProblem: this.#report,
        onNotification: (method, params) => this.#onNotification(method, params as JsonObject),
      },
      // Not awaited: connecting takes longer than restoring the lists.
      recalled: () => lists.forEach((list) => void list.restore()),
      changed: this.#report,
      reconnects: options.reconnect === true,
      takeEarly,
      takeEvent: this.transcript.take,
      ready: (connection, signal) => {
        tellMissing(reported, this.#report, signal);
        lists.forEach((list) => list.opened());
        this.#listening = this.#hub.start(connection, signal);
        void eraseOrphans(this);
      },
    });
    this.#hub = new NotificationHub({
      session: this,
      log: this.#log,
      connected: () => this.#life.connected(),
      lost: this.#life.lost,
      suspect: this.#life.suspect,
      report: this.#report,
    });
    this.#completions = new Completions(this.#requester);
    wakeWithPage(this, this.#life);
    this.#person = { url: this.url, options, forgetPerson: this.#forgetPerson, report: this.#report };
    eraseOnSignOut(this.#person);
  }

  get state(): Readable<SessionState> {
    return this.#life.state;
  }

  /**
   * Rules that the server broke without ending the session, and what changed of it since the last visit
   * (`server-changed`), oldest first; at most 50.
   */
  get problems(): Readable<readonly McpError[]> {
    return this.#problems;
  }

  /** Adds a problem with this server to {@link problems}, found by other code. */
  reportProblem(problem: McpError): void {
    this.#report(problem);
  }

  /** The server’s log messages, oldest first; at most 1,000. Choose with {@link setLogLevel} what the server logs. */
  get log(): Readable<readonly LogMessage[]> {
    return this.#log;
  }

  /** The last notification that belongs to no single request, as sent: for extensions and for debugging. */
  get notifications(): Readable<ServerNotification | undefined> {
    return this.#notifications;
  }

  /** True if the page has a model that {@link askModel} can ask. */
  get hasModel(): boolean {
    return samplerOf(this.options) !== undefined;
  }

  /**
   * Asks the model of the page, because the person wants it: nobody else is asked first, and nothing goes to the
   * server. The usage counts in the budget of the server, because the model reads text of that server.
   * @throws McpError `closed` without a connection; `unsupported-method` where the page has no model; what the model
   * throws
   */
  async askModel(
    request: SamplingRequest,
    options: Pick<AnswerContext, 'signal' | 'onPartial'>,
  ): Promise<SamplingResult> {
    return askModel(this.options, request, { ...options, server: this.server });
  }

  /**
   * The server’s profile, from this visit or an earlier one.
   * @throws McpError `closed` when it is not known yet
   */
  get server(): ServerProfile {
    const { server } = this.#life;
    if (!server) throw notOpen();
    return server;
  }

  /**
   * Connects. Data from an earlier visit is shown at once, and refreshed in the background. A second call while
   * connecting shares the first one’s connection.
   * @throws McpError when the server cannot be reached or understood; `state` shows the same error
   */
  connect(): Promise<void> {
    return this.#life.open();
  }

  /**
   * Waits for the calls of tools that run now: each has given its result or its error, or it took `maxMs`. Never throws.
   * @returns undefined where none runs
   */
  callsEnded(maxMs: number): Promise<void> | undefined {
    if (this.#runningCalls.size === 0) return undefined;
    return Promise.race([
      Promise.allSettled(this.#runningCalls),
      new Promise((resolve) => setTimeout(resolve, maxMs)),
    ]).then(() => {});
  }

  /** Disconnects. Running calls end with `closed`, and waiting server requests are withdrawn. Never throws. */
  close(): Promise<void> {
    return this.#life.close();
  }

  /**
   * Sends any request, also one of an extension, and returns its complete result. Prefer the methods of `tools`,
   * `resources` and `prompts` if one exists: they check the result.
   * @throws McpError `unsupported-method` if the server or its revision does not have it; `declined` for `tools/call`
   * if the site restricts tools, and for resources and prompts that the page does not allow; ProtocolError
   */
  async request(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonObject> {
    // This method does not check the definition of a tool.
    if (method === 'tools/call' && hasToolRules({}))
      throw new McpError('declined', errorText('session.callTheTool'), {
        remedy: errorText('session.useToolsCall'),
      });
    if (method === 'tools/call') {
      const outgoing = { ...options, method, params: this.#withMeta(params, options) };
      await requireSendable(outgoing, this.options.policy ?? {}, this.server);
    }
    return this.#request(method, params, options ?? {});
  }

  /**
   * Sets the lowest level that the server logs; undefined for none. It stays set over reconnects.
   * @throws McpError `unsupported-method` when the server does not send log messages; ProtocolError when it refuses
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
   */
  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    await this.#hub.setLogLevel(level);
    this.#logLevel = level;
  }

  /**
   * Checks that the server answers: with `ping` in the revisions that have it, else with a method that it offers.
   * @returns milliseconds until the answer came, also if it was an error
   * @throws McpError `closed` without a connection; `network`, `timeout` or `stream-ended` if no answer came
   * @example const ms = await session.ping();
   */
  async ping(): Promise<number> {
    return ping(await this.#life.connected(), this.#life.signal);
  }

  /** Requests completion values for an argument that is being typed. @throws McpError, ProtocolError */
  async complete(
    ref: CompletionReference,
    argument: { readonly name: string; readonly value: string },
    context?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<Completion> {
    return this.#completions.complete(ref, argument, context, options);
  }

  /**
   * Answers a server request that did not come with a call of this session, for example one of a task.
   * @throws McpError `declined`; `bad-message` for an unknown method, or one that this page did not declare
   */
  async answerServerRequest(method: string, params: unknown, context: InboundContext): Promise<unknown> {
    const answer = (await this.#serverRequestHandler())(method, params, context);
    return answer ?? refuseRequest(method);
  }

  /** Creates the handler for server requests at the first one. */
  readonly #serverRequestHandler = async (): Promise<AnswerServerRequest> =>
    (this.#answerer ??= requestHandlerFor(
      this,
      { life: () => this.#life.signal, runningPersonCalls: () => this.#runningPersonCalls },
      this.#report,
    ));

  /** @throws McpError `invalid-input` */
  #withMeta(params: JsonObject | undefined, call: CallOptions | undefined): JsonObject | undefined {
    return withMeta(params, { ...this.options.meta, ...readRequestMeta(call?.meta) });
  }

  async #request(
    method: string,
    given: JsonObject | undefined,
    { tool, asTask, mayResend, ...call }: NonNullable<Parameters<Requester['request']>[2]>,
  ): ReturnType<Requester['request']> {
    requireAllowedByPage(method, given, this.options.policy);
    const params = this.#withMeta(given, call);
    const { timeoutMs = this.options.timeoutMs, maxTimeoutMs = this.options.maxTimeoutMs } = call;
    const options = { ...call, timeoutMs, maxTimeoutMs };
    const sendOn = (to: Connection): ReturnType<Requester['request']> =>
      sendRequest(to, { method, params, tool, asTask }, options, this.#serverRequestHandler);
    // A cancelled call does not wait for the connection.
    const connection = await abortable(this.#life.connected(), call.signal);
    // Arguments of a tool were shown to it before the call was put into the audit log.
    if (method !== 'tools/call')
      await requireSendable({ ...call, method, params }, this.options.policy ?? {}, this.server);
    // Many servers lose their own request if no stream is open yet, and then the call never ends.
    if (method === 'tools/call') await abortable(this.#listening!, call.signal);
    const isByPerson = call.initiator === 'person';
    if (isByPerson) this.#runningPersonCalls++;
    const sent = sendOn(connection);
    if (method === 'tools/call') this.#runningCalls.add(sent);
    try {
      return await sent;
    } catch (error) {
      if (!isMcpError(error)) throw error;
      if (error.code === 'network' || error.code === 'stream-ended') this.#life.suspect(error);
      if (error.code !== 'session-lost') throw method === 'tools/call' ? withWarning(error) : error;
      return await sendOn(await this.#renew(connection, error, method, call.signal, mayResend));
    } finally {
      if (isByPerson) this.#runningPersonCalls--;
      this.#runningCalls.delete(sent);
    }
  }

  /**
   * The session has expired (HTTP 404, see `asSessionError` in src/transport). The server did not run the request, so
   * it is sent once more in a new session, if its permission is still valid.
   */
  async #renew(
    lost: Connection,
    error: McpError,
    method: string,
    signal: AbortSignal | undefined,
    mayResend: (() => Promise<boolean>) | undefined,
  ): Promise<Connection> {
    const renewed = await abortable(this.#life.replace(lost, error), signal);
    // The person’s permission refers to the tool’s definition in the lost session.
    if (mayResend && !(await mayResend())) throw error;
    const replaced = otherServer(lost.server, renewed.server);
    // A request for one server must not go to another. List requests may go to any server.
    if (replaced && !method.endsWith('/list'))
      throw new McpError('session-lost', errorText('session.otherServer', { change: errorTextOf(replaced) }), {
        cause: error,
        remedy: errorText('session.lookAtServer'),
      });
    return renewed;
  }

  #onNotification(method: string, params: JsonObject | undefined): void {
    this.#notifications.set({ method, params });
    this.#hub.receive(method, params);
  }

  /** Reports that nothing is stored though the page wanted it: the page may not know that its URL prevents it. */
  #reportNotStored(given: SessionOptions): void {
    if (whyNotStored(this.url, given) !== 'secret-address' || kindOfStorage(identityOf(given), given) === 'none')
      return;
    this.#report(
      new McpError('storage', errorText('session.secretInAddress'), {
        remedy: errorText('session.giveSecretElsewhere'),
      }),
    );
  }

  /** The signed-in person leaves: their data is no longer stored, nor shown to the next person. */
  readonly #forgetPerson = (how: LeaveReason): (() => void) => {
    this.partition.leave();
    void this.transcript.forget();
    return () => {
      // After a sign-out in another tab, or a new sign-in request of the server, the person may still read the page.
      if (how !== 'here') return;
      for (const list of [this.tools, this.resources, this.resourceTemplates, this.prompts]) list.forget();
      this.#hub.clearLog();
      this.approvals?.dismissUnasked();
    };
  };

  readonly #report = (problem: McpError): void => {
    this.#problems.set([...this.#problems.get(), problem].slice(-MAX_SESSION_PROBLEMS));
  };
}

/**
 * A value that an element or a page wants once per session. It is created at the first use and garbage-collected with
 * the session.
 * @example
 * const notes = new PerSession(() => new Map<string, string>());
 * session.own.get(notes).set('echo', 'works');
 */
export class PerSession<T> {
  /** Creates the value for one session. */
  readonly create: (session: Session) => T;

  constructor(create: (session: Session) => T) {
    this.create = create;
  }
}

/** The values of a session: see {@link PerSession}. */
export class OwnValues {
  readonly #session: Session;
  // Weak, so that values of an element are collected with the element.
  readonly #values = new WeakMap<PerSession<unknown>, unknown>();

  constructor(session: Session) {
    this.#session = session;
  }

  get<T>(wanted: PerSession<T>): T {
    if (!this.#values.has(wanted)) this.#values.set(wanted, wanted.create(this.#session));
    return this.#values.get(wanted) as T;
  }
}

/**
 * Connects to an MCP server of any supported revision.
 * @example
 * const session = await connect('https://example.com/mcp');
 * const result = await session.tools.call('echo', { message: 'hi' });
 * @throws McpError when the server cannot be reached or understood
 */
export async function connect(endpoint: Endpoint, options?: SessionOptions): Promise<Session> {
  const session = new Session(endpoint, options);
  await session.connect();
  return session;
}

import { decidesCalls } from '../approvals/policy.js';
import type { ApprovalQueue } from '../approvals/queue.js';
import { isMcpError, McpError } from '../errors.js';
import type { ServerNotification } from '../protocol/decode/server.js';
import type { AnswerServerRequest, Connection } from '../protocol/era.js';
import type {
  Completion,
  JsonObject,
  LogLevel,
  LogMessage,
  ResourceTemplate,
  ServerProfile,
} from '../protocol/model.js';
import { abortable } from '../util/async.js';
import type { Missing } from '../util/coordination.js';
import { Redactor } from '../util/redactor.js';
import { type Readable, Store } from '../util/store.js';
import { SessionPermissions } from './approvals.js';
import { createEndpoint, Lifecycle, notOpen } from './connection.js';
import { Catalog, resourceTemplatesKind } from './lists.js';
import { NotificationHub } from './notifications.js';
import { capabilitiesOf, type Endpoint, readEndpoint, type SessionOptions, type SessionState } from './options.js';
import { tellMissing, wakeWithPage } from './page-lifecycle.js';
import { identityOf, kindOfStorage, optionsFor, type Partition, partitionFor, whyNotStored } from './partition.js';
import { type CompletionReference, Completions, Prompts } from './prompts.js';
import { SessionSecrets } from './redaction.js';
import { sendRequest } from './request.js';
import type { CallOptions, Requester } from './requester.js';
import { Resources } from './resources.js';
import { openMemory } from './server-cache.js';
import { requestHandlerFor, refuseRequest } from './server-requests.js';
import { authorizeCall } from './tool-calls.js';
import { Tools } from './tools.js';
import { SessionTranscript } from './transcript.js';
import { UserData } from './user-data.js';
import { errorText } from './error-texts.js';

/** Problems that `session.problems` keeps; older ones are dropped. */
export const MAX_SESSION_PROBLEMS = 50;

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

  /** As the session works with them: with `storage: 'none'` where nothing of its server may be stored. */
  readonly options: SessionOptions;
  /** Where everything of this session is stored, and for which server and person. */
  readonly partition: Partition;
  /** Knows what was secret in this session. */
  readonly redactor: Redactor = new Redactor();
  readonly secrets: SessionSecrets;
  /** What is stored for the person: drafts, arguments, views, running tasks, resource subscriptions. */
  readonly storage: UserData;
  /** What was said, from the first word. */
  readonly transcript: SessionTranscript;
  /** What the person decided. */
  readonly permissions: SessionPermissions;
  /** What elements and pages keep for this session, as long as it lives. */
  readonly own: OwnValues = new OwnValues(this);

  readonly #problems = new Store<readonly McpError[]>([]);
  readonly #log = new Store<readonly LogMessage[]>([]);
  readonly #notifications = new Store<ServerNotification | undefined>(undefined);
  readonly #requester: Requester;
  readonly #completions: Completions;
  readonly #life: Lifecycle;
  #answerer: AnswerServerRequest | undefined;
  readonly #hub: NotificationHub;
  /** Settled once the server can ask for something while it works on a call. */
  #listening: Promise<void> | undefined;
  #logLevel: LogLevel | undefined;
  /** How many calls run that a person started here. */
  #runningPersonCalls = 0;

  /**
   * Makes a session without connecting it; {@link open} does.
   * @throws McpError `invalid-input` for an address that cannot be one, and for a `policy` that is a function
   */
  constructor(endpoint: Endpoint, given: SessionOptions = {}) {
    this.url = readEndpoint(endpoint, given.serverId);
    // Without types it would be ignored, and what it refuses would be allowed.
    if (typeof given.policy === 'function')
      throw new McpError('invalid-input', errorText('session.policyIsFunction'), {
        remedy: errorText('session.givePolicyParts'),
      });
    const options = optionsFor(this.url, given);
    this.options = options;
    this.#tellWhyNotKept(given);
    this.approvals = options.approvals;
    this.partition = partitionFor(this.url, options, this.redactor, this.#report);
    this.secrets = new SessionSecrets(this);
    this.transcript = new SessionTranscript(this, this.#report);
    this.permissions = new SessionPermissions(this);
    this.storage = new UserData(this);
    const memory = openMemory(this);
    this.#requester = {
      request: (method, params, call = {}) => this.#request(method, params, call),
      // Page code answers for itself, unless it says otherwise.
      authorizeCall: (name, args, call, send) =>
        call.initiator || decidesCalls(options.policy ?? {})
          ? authorizeCall(this, { name, args, send, onProblem: this.#report, ...call })
          : send(args),
      keepsPrivate: options.identity !== undefined || !(options.headers || options.auth),
      capabilities: async () => (await this.#life.connected()).server.capabilities,
      subscribe: (...asked) => this.#hub.subscribe(...asked),
      toolCheck: async () => (await this.#life.connected()).era.toolCheck(),
    };
    this.tools = new Tools(this.#requester, memory);
    this.resources = new Resources(this.#requester, memory);
    this.resourceTemplates = new Catalog(resourceTemplatesKind, this.#requester, memory);
    this.prompts = new Prompts(this.#requester, memory);
    const lists = [this.tools, this.resources, this.resourceTemplates, this.prompts];
    const told = new Set<Missing>();
    this.#life = new Lifecycle({
      memory,
      context: {
        ...createEndpoint(endpoint, this.url, options, this.#report, this.secrets),
        capabilities: () => capabilitiesOf(options),
        observe: this.transcript.tap,
        logLevel: () => this.#logLevel,
        answerServerRequest: this.#capabilities,
        onProblem: this.#report,
        onNotification: (method, params) => this.#onNotification(method, params as JsonObject),
      },
      // Lists are not waited for: the connection is the slower of the two.
      recalled: () => lists.forEach((list) => void list.restore()),
      ready: (connection, signal) => {
        tellMissing(told, this.#report, signal);
        lists.forEach((list) => list.opened());
        this.#listening = this.#hub.start(connection, signal);
      },
    });
    this.#hub = new NotificationHub({
      session: this,
      log: this.#log,
      connected: () => this.#life.connected(),
      lost: this.#life.lost,
      report: this.#report,
    });
    this.#completions = new Completions(this.#requester);
    wakeWithPage(this);
  }

  get state(): Readable<SessionState> {
    return this.#life.state;
  }

  /** Rules the server broke and the session survived, oldest first. */
  get problems(): Readable<readonly McpError[]> {
    return this.#problems;
  }

  /** What the server logged, oldest first; of much, the last 1,000. Say with {@link setLogLevel} what it is to log. */
  get log(): Readable<readonly LogMessage[]> {
    return this.#log;
  }

  /** The last notification that was about no single request, as sent: for those of extensions, and for the curious. */
  get notifications(): Readable<ServerNotification | undefined> {
    return this.#notifications;
  }

  /**
   * The server as we met it, now or at an earlier visit.
   * @throws McpError `closed` when it was never met
   */
  get server(): ServerProfile {
    const { server } = this.#life;
    if (!server) throw notOpen();
    return server;
  }

  /**
   * Connects. What an earlier visit remembered is shown at once and refreshed behind. Calling it twice connects once.
   * @throws McpError when the server cannot be reached or understood; `state` says the same
   */
  connect(): Promise<void> {
    return this.#life.open();
  }

  /** Leaves. Open calls end with `closed`, open questions are withdrawn. Never throws. */
  close(): Promise<void> {
    return this.#life.close();
  }

  /**
   * Sends any request, also one of an extension, and gives its complete result. What the facets offer is better asked of
   * them: they read what comes back.
   * @throws McpError `unsupported-method` for what the server or its revision does not have; ProtocolError
   */
  request(method: string, params?: JsonObject, options?: CallOptions): Promise<JsonObject> {
    return this.#request(method, params, options ?? {});
  }

  /**
   * Says what the server is to log, from that level on; undefined for nothing more. Holds over reconnects.
   * @throws McpError `unsupported-method` when the server keeps no log for its clients; ProtocolError when it refuses
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
   */
  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    await this.#hub.setLogLevel(level);
    this.#logLevel = level;
  }

  /** Asks for values of an argument that is being typed. @throws McpError, ProtocolError */
  async complete(
    ...asked: [
      ref: CompletionReference,
      argument: { readonly name: string; readonly value: string },
      context?: Readonly<Record<string, string>>,
      options?: CallOptions,
    ]
  ): Promise<Completion> {
    return this.#completions.complete(...asked);
  }

  /**
   * Has a question of the server answered that came on another way than with a call of this session: a task’s.
   * @throws McpError `declined`, `bad-message` for what is no question, or none this page offered to answer
   */
  async answerServerRequest(...asked: Parameters<AnswerServerRequest>): Promise<unknown> {
    const answer = (await this.#capabilities())(...asked);
    return answer ?? refuseRequest(...asked);
  }

  /** Whoever answers what the server asks. */
  readonly #capabilities = async (): Promise<AnswerServerRequest> =>
    (this.#answerer ??= requestHandlerFor(
      this,
      { life: () => this.#life.signal, runningPersonCalls: () => this.#runningPersonCalls },
      this.#report,
    ));

  async #request(
    method: string,
    params: Parameters<Requester['request']>[1],
    { tool, mayGoOn, ...call }: NonNullable<Parameters<Requester['request']>[2]>,
  ): ReturnType<Requester['request']> {
    const { timeoutMs = this.options.timeoutMs, maxTimeoutMs = this.options.maxTimeoutMs } = call;
    const options = { ...call, timeoutMs, maxTimeoutMs };
    const say = (to: Connection): ReturnType<Requester['request']> =>
      sendRequest(to, { method, params, tool }, options, this.#capabilities);
    // Whoever cancels does not wait for a connection first.
    const connection = await abortable(this.#life.connected(), call.signal);
    // Many servers lose a question that nobody listens for yet, and their call with it.
    if (method === 'tools/call') await abortable(this.#listening!, call.signal);
    const isByPerson = call.initiator === 'person';
    if (isByPerson) this.#runningPersonCalls++;
    try {
      return await say(connection).catch(async (error: unknown) => {
        if (!isMcpError(error) || error.code !== 'session-lost') throw error;
        // A server that forgot the session refused the call unread, so it is sent again in a new one. Once.
        const renewed = await abortable(this.#life.replace(connection, error), call.signal);
        // What was allowed rests on what the tool was in the session that is gone.
        if (mayGoOn && !(await mayGoOn())) throw error;
        return say(renewed);
      });
    } finally {
      if (isByPerson) this.#runningPersonCalls--;
    }
  }

  #onNotification(method: string, params: JsonObject | undefined): void {
    this.#notifications.set({ method, params });
    this.#hub.receive(method, params);
  }

  /** The page wanted it kept, and may not know that its address is in the way. */
  #tellWhyNotKept(given: SessionOptions): void {
    if (whyNotStored(this.url, given) !== 'secret-address' || kindOfStorage(identityOf(given), given) === 'none')
      return;
    this.#report(
      new McpError('storage', errorText('session.secretInAddress'), {
        remedy: errorText('session.giveSecretElsewhere'),
      }),
    );
  }

  readonly #report = (problem: McpError): void => {
    this.#problems.set([...this.#problems.get(), problem].slice(-MAX_SESSION_PROBLEMS));
  };
}

/**
 * Something that an element or a page wants once for each session: made when it is first asked for, and gone with the session.
 * @example
 * const notes = new PerSession(() => new Map<string, string>());
 * session.own.get(notes).set('echo', 'works');
 */
export class PerSession<T> {
  /** Makes it for one session. */
  readonly create: (session: Session) => T;

  constructor(create: (session: Session) => T) {
    this.create = create;
  }
}

/** What a session holds for others: {@link PerSession}. */
export class OwnValues {
  readonly #session: Session;
  // Weak: what an element wants for itself goes with the element too.
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
 * Connects to an MCP server, whichever revision it speaks.
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

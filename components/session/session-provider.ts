import { ContextConsumer, ContextProvider } from '@lit/context';
import type { LitElement, ReactiveController } from 'lit';
import { type ApprovalPolicy, ApprovalQueue } from '../../src/approvals/index.js';
import type {
  InteractiveAuthorization,
  InteractiveAuthorizationOptions,
  AuthMode,
  LeaveListener,
} from '../../src/auth/index.js';
import {
  type CapabilityName,
  asMcpError,
  type Endpoint,
  McpError,
  PerSession,
  type Readable,
  type Sampler,
  Session,
  type SessionOptions,
  type SessionState,
  Store,
  type NameRules,
  type ToolRules,
} from '../../src/index.js';
import { type ContentPolicy, HostGrants } from '../../src/content/index.js';
import { rememberedHosts } from '../../src/session/server-cache.js';
import { loadOnce } from '../../src/util/load-once.js';
import { cappedStorage } from '../../src/policy/site-policy.js';
import { approvalsContext, contentContext, sessionContext } from '../context.js';
import { McpErrorEvent, McpStateChangeEvent, McpToolCallRequestEvent } from '../events.js';
import { errorText } from '../internal/error-texts.js';
import { ToolExposure } from '../internal/tool-exposure.js';

type SessionAuth = NonNullable<SessionOptions['auth']>;

/** The settings of a page for signing in. */
interface SignInSettings extends Partial<InteractiveAuthorizationOptions> {
  readonly redirectUri: string;
  /** The storage namespace for sign-ins that last; undefined if none may. */
  readonly keepIn?: string | undefined;
}

const signIn = new PerSession(({ options: { auth } }): Readable<InteractiveAuthorization | undefined> | undefined => {
  if (auth instanceof LateSignIn) return auth.loaded;
  return auth && 'question' in auth ? new Store(auth as InteractiveAuthorization) : undefined;
});

/** The settings of the host. A change of them means another session. */
interface SessionSettings {
  /** The server, or a function that finds it or throws the reason why not. Without it there is no session. */
  readonly url: Endpoint | (() => Endpoint) | undefined;
  readonly headers: SessionOptions['headers'];
  readonly storage: SessionOptions['storage'];
  /** Capabilities of this client: requests of the server that the host can answer, separated by spaces. */
  readonly capabilities: string;
  /** Calls a model. It can be replaced without another session. */
  readonly sampler: Sampler | undefined;
  /**
   * Names of the tools that may be called, and of those that may not, separated by spaces; `*` stands for any
   * characters.
   */
  readonly allowTools: string | undefined;
  readonly denyTools: string | undefined;
  /** The same for resources, by URI, and for prompts. */
  readonly allowResources: string | undefined;
  readonly denyResources: string | undefined;
  readonly allowPrompts: string | undefined;
  readonly denyPrompts: string | undefined;
  /** Allows only tools whose server says that they only read. */
  readonly readOnly: boolean;
  /** The page to which people return after signing in. Without it, no server can ask for a sign-in. */
  readonly redirectUri: string | undefined;
  readonly authMode: AuthMode;
  readonly clientId: string | undefined;
  /** The authorization server that this client belongs to. */
  readonly clientIssuer: string | undefined;
  /** When it connects by itself: see `SessionHostElement.connectWhen`. */
  readonly connectWhen: 'load' | 'visible' | 'press';
  readonly reconnect: 'auto' | 'off';
  /** True if messages stay in memory, to be shown. */
  readonly messages: boolean;
  /** True if tools are offered to the agent of the page. It can change without a new session. */
  readonly exposeTools: boolean;
  /** All other options of a session. */
  readonly options: SessionOptions | undefined;
}

const CAPABILITIES: readonly CapabilityName[] = ['sampling', 'elicitation', 'roots'];
/**
 * Milliseconds for which a removed element waits for the result of a call that runs. Then its session is closed, and the
 * call ends with `closed`.
 */
const LINGER_MS = 30_000;
const IDLE: SessionState = { phase: 'idle' };

/**
 * Owns the session of its host: opens one for the host's settings, provides it to the elements inside, opens another
 * one when the settings change, and closes it when the host is removed from the page.
 */
export class SessionProvider implements ReactiveController {
  readonly #host: LitElement;
  readonly #read: () => SessionSettings;
  readonly #sessions: ContextProvider<typeof sessionContext>;
  readonly #approvals: ContextProvider<typeof approvalsContext>;
  readonly #contentPolicy: ContentPolicyProvider;
  readonly #exposure = new ToolExposure();
  #session: Session | undefined;
  #settings: SessionSettings | undefined;
  #state: SessionState = IDLE;
  #unfollow: (() => void) | undefined;
  /** Ends the wait until the host is seen. */
  #stopWatching: (() => void) | undefined;

  constructor(host: LitElement, read: () => SessionSettings) {
    this.#host = host;
    Object.defineProperty(this.#latestSampler, 'models', { get: () => this.#settings?.sampler?.models });
    this.#read = read;
    this.#sessions = new ContextProvider(host, { context: sessionContext, initialValue: undefined });
    this.#approvals = new ContextProvider(host, { context: approvalsContext, initialValue: undefined });
    this.#contentPolicy = new ContentPolicyProvider(host);
    host.addController(this);
  }

  get session(): Session | undefined {
    return this.#session;
  }

  get state(): SessionState {
    return this.#state;
  }

  /**
   * Connects, also again after a failure. An error becomes the state of the session as well.
   * @throws McpError the error that ended the attempt; `invalid-input` if the host has no valid address
   */
  async connect(): Promise<void> {
    if (!this.#session && this.#host.isConnected) this.#open(this.#read());
    if (this.#session) return this.#session.connect();
    if (this.#state.phase === 'failed') throw this.#state.error;
    throw new McpError('invalid-input', errorText('components.noServerSet', { tag: this.#host.localName }), {
      remedy: errorText('components.setUrl'),
    });
  }

  /** Disconnects. The session keeps its data until the host leaves the page or gets other settings. */
  async disconnect(): Promise<void> {
    await this.#session?.close();
  }

  /** Fetches all lists again. Never throws: an error becomes the state of its list. */
  async refresh(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const { tools, resources, resourceTemplates, prompts } = session;
    await Promise.all([tools, resources, resourceTemplates, prompts].map((list) => list.refresh()));
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  /** Lit calls this once for all properties that changed together, before the first rendering too. */
  hostUpdate(): void {
    if (!this.#host.isConnected) return;
    const settings = this.#read();
    if (this.#settings && isSame(this.#settings, settings)) this.#settings = settings;
    else {
      this.#close();
      this.#open(settings);
    }
    this.#exposure.update(settings.exposeTools ? this.#session : undefined);
  }

  hostDisconnected(): void {
    // An element that is moved is disconnected and connected again at once, so this waits for a microtask.
    queueMicrotask(() => {
      if (this.#host.isConnected) return;
      this.#exposure.update(undefined);
      const session = this.#session;
      // A question can be shown no more, so the call that waits for its answer cannot go on.
      const isAsking = (session?.approvals?.pending.get().length ?? 0) > 0;
      const ended = isAsking ? undefined : session?.callsEnded(LINGER_MS);
      if (!ended) return this.#leave();
      // A call that runs now is recorded when its result comes, and shown if the element comes back.
      void ended.then(() => {
        if (!this.#host.isConnected && this.#session === session) this.#leave();
      });
    });
  }

  #leave(): void {
    this.#close();
    this.#settings = undefined;
  }

  #open(settings: SessionSettings): void {
    this.#settings = settings;
    if (!settings.url) return this.#become(IDLE);
    try {
      const approvals = settings.options?.approvals ?? new ApprovalQueue({ budget: settings.options?.samplingBudget });
      if (settings.sampler) approvals.sampler = this.#latestSampler;
      const options = this.#optionsFor(settings);
      const { url } = settings;
      const session = new Session(typeof url === 'function' ? url() : url, { ...options, approvals });
      this.#session = session;
      this.#unfollow = session.state.subscribe((state) => this.#become(state));
      this.#become(session.state.get());
      this.#contentPolicy.use(session.url, options);
      this.#sessions.setValue(session);
      this.#approvals.setValue(approvals);
      this.#connectWhen(settings.connectWhen, session);
    } catch (error) {
      this.#become({ phase: 'failed', error: asMcpError(error, 'invalid-input') });
    }
  }

  /** Connects at once, when the host is first seen, or only by a call of {@link connect}. */
  #connectWhen(when: SessionSettings['connectWhen'], session: Session): void {
    if (when === 'press') return;
    const connect = (): void => void session.connect().catch(() => {});
    // An element without its own box is seen when its children are.
    const isBox = getComputedStyle(this.#host).display !== 'contents';
    const watched = isBox ? [this.#host] : [...this.#host.children];
    if (when === 'load' || !('IntersectionObserver' in globalThis) || watched.length === 0) return connect();
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      if (session.state.get().phase === 'idle') connect();
    });
    for (const element of watched) seen.observe(element);
    this.#stopWatching = () => seen.disconnect();
  }

  #close(): void {
    const session = this.#session;
    if (!session) return;
    this.#stopWatching?.();
    this.#unfollow?.();
    this.#exposure.update(undefined);
    this.#session = undefined;
    this.#sessions.setValue(undefined);
    this.#approvals.setValue(undefined);
    this.#contentPolicy.forget();
    session.close().catch(() => {});
    this.#become(IDLE);
  }

  #become(state: SessionState): void {
    if (state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    if (before.phase === 'idle' && state.phase === 'idle') return;
    this.#host.requestUpdate('status', before.phase);
    this.#host.dispatchEvent(new McpStateChangeEvent(state, this.#session));
    if (state.phase === 'failed') this.#host.dispatchEvent(new McpErrorEvent(state.error));
  }

  #optionsFor(settings: SessionSettings): SessionOptions {
    const { headers, storage, capabilities, sampler, options } = settings;
    return {
      // `<mcp-client reconnect>` without a value means `auto`, too.
      reconnect: settings.reconnect !== 'off',
      ...options,
      ...(settings.messages && { messages: true }),
      ...(headers !== undefined && { headers: typeof headers === 'function' ? this.#latestHeaders : headers }),
      ...(storage !== undefined && { storage }),
      ...(settings.redirectUri !== undefined && { auth: signInFor(settings) }),
      ...(sampler !== undefined && { sampler: this.#latestSampler }),
      capabilities: capabilitiesIn(capabilities),
      policy: this.#policyFor(settings),
    };
  }

  #policyFor(settings: SessionSettings): ApprovalPolicy {
    const { policy } = settings.options ?? {};
    // The session reports the error. Spread, a function would become an empty object.
    if (typeof policy === 'function') return policy;
    const { allowTools, denyTools, allowResources, denyResources, allowPrompts, denyPrompts, readOnly } = settings;
    return {
      ...policy,
      ...withRules('tools', policy, { ...rulesIn(allowTools, denyTools), ...(readOnly && { readOnly }) }),
      ...withRules('resources', policy, rulesIn(allowResources, denyResources)),
      ...withRules('prompts', policy, rulesIn(allowPrompts, denyPrompts)),
      onCall: (facts) => {
        if (policy?.onCall?.(facts) === false) return false;
        // The form sends this event itself for its button, and the page knows its own calls.
        if (facts.initiator === 'person' || facts.initiator === 'page') return true;
        return this.#host.dispatchEvent(new McpToolCallRequestEvent(facts.tool, facts.arguments, facts.initiator));
      },
    };
  }

  /* Frameworks pass new functions in every rendering: the one that is set at the time of the request is called. */
  readonly #latestHeaders = (): ReturnType<Extract<SessionOptions['headers'], Function>> => {
    const headers = this.#settings?.headers;
    return (typeof headers === 'function' ? headers() : headers) ?? {};
  };

  readonly #latestSampler: Sampler = (request, context) => {
    const sampler = this.#settings?.sampler;
    if (!sampler) throw new McpError('closed', errorText('components.noModel'));
    return sampler(request, context);
  };
}

/** Signs in with code that is loaded with the first request: most servers need no sign-in. */
class LateSignIn implements SessionAuth {
  readonly loaded: Store<InteractiveAuthorization | undefined> = new Store<InteractiveAuthorization | undefined>(
    undefined,
  );
  readonly #settings: SignInSettings;
  readonly #leaving = new Set<LeaveListener>();
  #signed: Promise<typeof globalThis.fetch> | undefined;
  #endpoint: Parameters<SessionAuth['sign']>[0] | undefined;

  constructor(settings: SignInSettings) {
    this.#settings = settings;
  }

  get identity(): string | null | undefined {
    const loaded = this.loaded.get();
    return loaded ? loaded.identity : null;
  }

  get identityLifetime(): 'device' | 'tab' {
    return this.loaded.get()?.identityLifetime ?? 'device';
  }

  async known(): Promise<void> {
    await this.#load().catch(() => {});
    await this.loaded.get()?.known();
  }

  onLeave(leaving: LeaveListener): () => void {
    this.#leaving.add(leaving);
    this.loaded.get()?.onLeave(leaving);
    return () => this.#leaving.delete(leaving);
  }

  async orphans(identities: readonly string[]): Promise<readonly string[]> {
    return this.loaded.get()?.orphans(identities) ?? [];
  }

  sign(endpoint: Parameters<SessionAuth['sign']>[0]): ReturnType<SessionAuth['sign']> {
    this.#endpoint = { ...endpoint, pause: { questions: 0, until: 0 } };
    return { ...this.#endpoint, fetch: async (...asked) => (await this.#load())(...asked) };
  }

  /** Returns the `fetch` that signs each request. @throws McpError `load` */
  #load(): Promise<typeof globalThis.fetch> {
    this.#signed ??= loadOnce('oauth', () => import('../../src/auth/index.js')).then((auth) => {
      const { keepIn: namespace } = this.#settings;
      const authorization = new auth.InteractiveAuthorization({
        ...this.#settings,
        ...(namespace && { persistentStore: new auth.IndexedDbTokenStore({ namespace }) }),
      });
      const { fetch } = authorization.sign(this.#endpoint!);
      for (const leaving of this.#leaving) authorization.onLeave(leaving);
      this.loaded.set(authorization);
      return fetch;
    });
    const loading = this.#signed;
    loading.catch(() => {
      if (this.#signed === loading) this.#signed = undefined;
    });
    return loading;
  }
}

/** The sign-in of a session whose page gave a redirect URI. */
function signInFor(settings: SessionSettings): LateSignIn {
  const { redirectUri, authMode, clientId, clientIssuer, storage, options } = settings;
  return new LateSignIn({
    redirectUri: new URL(redirectUri!, document.baseURI).href,
    mode: authMode,
    clients: clientId ? [{ clientId, issuer: clientIssuer || undefined }] : [],
    keepIn: cappedStorage(storage ?? 'local') === 'local' ? (options?.namespace ?? 'mcp-embed') : undefined,
  });
}

/**
 * The sign-in of a session, once its code is loaded; undefined if it has none, or if the page asks the person itself.
 */
export function signInOf(session: Session | undefined): Readable<InteractiveAuthorization | undefined> | undefined {
  return session?.own.get(signIn);
}

/**
 * Provides the page's content policy to the elements inside the host, with the hosts that the person allowed for one
 * server.
 */
class ContentPolicyProvider {
  readonly #content: ContextProvider<typeof contentContext>;
  /** The policy from the surrounding page. */
  #pagePolicy: ContentPolicy | undefined;
  #grants: HostGrants | undefined;

  constructor(host: LitElement) {
    this.#content = new ContextProvider(host, { context: contentContext, initialValue: undefined });
    new ContextConsumer(host, {
      context: contentContext,
      subscribe: true,
      callback: (policy) => {
        this.#pagePolicy = policy;
        this.#update();
      },
    });
  }

  /** Uses the hosts that were allowed for this server. */
  use(url: string, options: SessionOptions): void {
    this.#grants = new HostGrants(() => rememberedHosts(url, options));
    this.#update();
  }

  /** Call it when the host has no server any more. */
  forget(): void {
    this.#grants = undefined;
    this.#update();
  }

  /** Hosts that the page allows take precedence over those of this library. */
  #update(): void {
    const usesGrants = !this.#pagePolicy?.remote && this.#grants;
    this.#content.setValue(usesGrants ? { ...this.#pagePolicy, remote: this.#grants } : this.#pagePolicy);
  }
}

function capabilitiesIn(text: string): readonly CapabilityName[] {
  const words = wordsIn(text);
  return CAPABILITIES.filter((capability) => words.includes(capability));
}

/** The rules in two attributes. */
function rulesIn(allow: string | undefined, deny: string | undefined): NameRules {
  return { ...(allow !== undefined && { allow: wordsIn(allow) }), ...(deny !== undefined && { deny: wordsIn(deny) }) };
}

/** The policy’s rules for one kind with those of the attributes, which take precedence; nothing without attributes. */
function withRules(
  kind: 'tools' | 'resources' | 'prompts',
  policy: ApprovalPolicy | undefined,
  rules: ToolRules,
): ApprovalPolicy {
  return Object.keys(rules).length > 0 ? { [kind]: { ...policy?.[kind], ...rules } } : {};
}

function wordsIn(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** True if the same session fits both settings. */
function isSame(one: SessionSettings, other: SessionSettings): boolean {
  return (
    one.url === other.url &&
    one.capabilities === other.capabilities &&
    one.allowTools === other.allowTools &&
    one.denyTools === other.denyTools &&
    one.allowResources === other.allowResources &&
    one.denyResources === other.denyResources &&
    one.allowPrompts === other.allowPrompts &&
    one.denyPrompts === other.denyPrompts &&
    one.readOnly === other.readOnly &&
    one.redirectUri === other.redirectUri &&
    one.authMode === other.authMode &&
    one.clientId === other.clientId &&
    one.clientIssuer === other.clientIssuer &&
    one.storage === other.storage &&
    one.connectWhen === other.connectWhen &&
    one.reconnect === other.reconnect &&
    one.messages === other.messages &&
    Boolean(one.sampler) === Boolean(other.sampler) &&
    ((typeof one.headers === 'function' && typeof other.headers === 'function') ||
      isSameContent(one.headers, other.headers)) &&
    isSameContent(one.options, other.options)
  );
}

/** Levels of options that are compared. Deeper ones count as different: another session is opened. */
const MAX_COMPARED_OPTIONS = 20;

/** Frameworks make new objects for each rendering, so the contents are compared. Class instances are compared by identity. */
function isSameContent(one: unknown, other: unknown, depth: number = MAX_COMPARED_OPTIONS): boolean {
  if (Object.is(one, other)) return true;
  const areLists = Array.isArray(one) && Array.isArray(other);
  if (depth === 0 || !(areLists || (isPlain(one) && isPlain(other)))) return false;
  const [entries, others] = [Object.entries(one), other as Readonly<Record<string, unknown>>];
  return (
    entries.length === Object.keys(others).length &&
    entries.every(([key, value]) => Object.hasOwn(others, key) && isSameContent(value, others[key], depth - 1))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

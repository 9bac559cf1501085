import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type Endpoint,
  McpError,
  type ModelContext,
  modelContextServer,
  type Sampler,
  type Session,
  type SessionOptions,
  type SessionState,
} from '../../src/index.js';
import { errorText } from '../internal/error-texts.js';
import { SessionProvider } from './session-provider.js';

/** The base of the elements that open a session: the address of the server and the settings. */
export class SessionHostElement extends McpElement {
  protected readonly provider: SessionProvider = new SessionProvider(this, () => ({
    url: this.target,
    headers: this.headers,
    storage: this.storage,
    capabilities: this.capabilities,
    sampler: this.sampler,
    allowTools: this.allowTools,
    denyTools: this.denyTools,
    allowResources: this.allowResources,
    denyResources: this.denyResources,
    allowPrompts: this.allowPrompts,
    denyPrompts: this.denyPrompts,
    readOnly: this.readOnly,
    redirectUri: this.redirectUri,
    authMode: this.authMode,
    clientId: this.clientId,
    clientIssuer: this.clientIssuer,
    connectWhen: this.connectWhen,
    reconnect: this.reconnect,
    messages: this.messages,
    exposeTools: this.exposeTools,
    options: this.sessionOptions,
  }));

  /** The address of the server. A change of it opens another session. */
  @property()
  url: string | undefined;

  /**
   * A server in this page, instead of an address: a worker, a port to a frame or a service worker, or `model-context`: the tools of
   * this page itself (WebMCP). A worker or port belongs to the session from then on. A change of it opens another session. Nothing is
   * stored for it unless `sessionOptions` has a `serverId`.
   * @example client.endpoint = new Worker('server.js', { type: 'module' });
   * @example <mcp-client endpoint="model-context"></mcp-client>
   */
  @property()
  endpoint: MessagePort | Worker | ModelContext | 'model-context' | undefined;

  /** The requests of the server that this page answers, separated by spaces: `sampling`, `elicitation`, `roots`. */
  @property()
  capabilities = '';

  /** The storage of the session: `local` in this browser, `session` in this tab, `none`, or a `Storage` of your own. */
  @property()
  storage: SessionOptions['storage'];

  /** HTTP headers of every request. Only a property: anybody can read attributes. */
  @property({ attribute: false })
  headers: SessionOptions['headers'];

  /**
   * Calls a model, after the person has agreed to the request of the server. If it is set, the server learns that
   * sampling is supported.
   */
  @property({ attribute: false })
  sampler: Sampler | undefined;

  /**
   * Names of the tools that may be called, separated by spaces; `*` stands for any characters. By default all tools.
   */
  @property({ attribute: 'allow-tools' })
  allowTools: string | undefined;

  /** Names of the tools that must not be called by anybody. It takes precedence over `allow-tools`. */
  @property({ attribute: 'deny-tools' })
  denyTools: string | undefined;

  /**
   * URIs of the resources that may be read and followed, separated by spaces; `*` stands for any characters. By default
   * all resources.
   */
  @property({ attribute: 'allow-resources' })
  allowResources: string | undefined;

  /** URIs of the resources that must not be read by anybody. It takes precedence over `allow-resources`. */
  @property({ attribute: 'deny-resources' })
  denyResources: string | undefined;

  /**
   * Names of the prompts that may be used, separated by spaces; `*` stands for any characters. By default all prompts.
   */
  @property({ attribute: 'allow-prompts' })
  allowPrompts: string | undefined;

  /** Names of the prompts that must not be used by anybody. It takes precedence over `allow-prompts`. */
  @property({ attribute: 'deny-prompts' })
  denyPrompts: string | undefined;

  /** Allows only tools whose server says that they only read. */
  @property({ type: Boolean, attribute: 'read-only' })
  readOnly = false;

  /**
   * Lets people allow something while this page is in a frame of another site. By default they can only decline there,
   * because that site could cover or move the question. Then a press counts only while the browser sees that nothing
   * outside of the frame covers the button; browsers other than Chromium cannot tell.
   */
  @property({ type: Boolean, reflect: true, attribute: 'allow-framed-approval' })
  allowFramedApproval = false;

  /** Lets people sign in: the address of `oauth-callback.html` of this package on your own site. */
  @property({ attribute: 'redirect-uri' })
  redirectUri: string | undefined;

  /** How people sign in: `popup`, in a window of its own, or `redirect`: this page is left and comes back. */
  @property({ attribute: 'auth-mode' })
  authMode: 'popup' | 'redirect' = 'popup';

  /**
   * The id under which the page is registered at the authorization server, if pages cannot register themselves there.
   */
  @property({ attribute: 'client-id' })
  clientId: string | undefined;

  /**
   * The issuer of the authorization server that `client-id` belongs to. Needed if that server does not send its issuer
   * (RFC 9207).
   */
  @property({ attribute: 'client-issuer' })
  clientIssuer: string | undefined;

  /**
   * The time at which the element connects: `load`, at once; `visible`, when it first comes into view; `press`, when a
   * person presses Connect, or a script calls {@link connect}.
   * @example <mcp-client url="https://example.com/mcp" connect="visible"></mcp-client>
   */
  @property({ attribute: 'connect' })
  connectWhen: 'load' | 'visible' | 'press' = 'load';

  /**
   * How a broken connection is opened again: `auto`, by itself with growing pauses while the page is visible; `off`, only
   * when somebody presses Try again.
   */
  @property()
  reconnect: 'auto' | 'off' = 'auto';

  /**
   * Stores all messages and HTTP exchanges in memory, unchanged and with secrets, for `<mcp-log>`. A client shows them in
   * its log.
   */
  @property({ type: Boolean })
  messages = false;

  /**
   * Offers the tools of the server to the agent of this page (WebMCP, `document.modelContext`), if the browser has that. Each call
   * asks the person, as every call of a model does. A change of this property does not open a new session.
   */
  @property({ type: Boolean, attribute: 'expose-tools' })
  exposeTools = false;

  /** All other options of a session. The properties above take precedence. */
  @property({ attribute: false })
  sessionOptions: SessionOptions | undefined;

  /**
   * The connection state. Reflected, for CSS, from the first change on: a framework that hydrates a page complains about
   * attributes that the server did not send.
   */
  @property({ reflect: true, useDefault: true })
  get status(): SessionState['phase'] {
    return this.provider.state.phase;
  }

  /** The session of this element; undefined while it has no address or is not in a document. */
  get session(): Session | undefined {
    return this.provider.session;
  }

  /**
   * Connects, also again after a failure or after {@link disconnect}. An element with an address connects by itself.
   * @throws McpError the error that ended the attempt; `status` and `mcp-error` report it too
   * @example await client.disconnect(); await client.connect();
   */
  connect(): Promise<void> {
    return this.provider.connect();
  }

  /** Disconnects. The content stays visible; {@link connect}, or another `url`, connects again. Never throws. */
  disconnect(): Promise<void> {
    return this.provider.disconnect();
  }

  /**
   * Fetches the tools, resources, resource templates and prompts of the server again. Never throws: each list shows its
   * own error.
   */
  refresh(): Promise<void> {
    return this.provider.refresh();
  }

  /** The server, or a function that finds it when the session opens. */
  protected get target(): Endpoint | (() => Endpoint) | undefined {
    const { endpoint, url } = this;
    // An empty attribute is none, as for the others.
    if (typeof endpoint !== 'string' || !endpoint) return endpoint || url;
    return endpoint === 'model-context' ? modelContextServer : noEndpoint;
  }
}

/** For a word in `endpoint` that names no server. */
function noEndpoint(): never {
  throw new McpError('invalid-input', errorText('components.unknownEndpoint'), {
    remedy: errorText('components.setEndpoint'),
  });
}

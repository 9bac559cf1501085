import { css, type CSSResultGroup, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import type { Endpoint, Sampler, Session, SessionOptions, SessionState } from '../../src/index.js';
import { html } from '../internal/html.js';
import { SessionProvider } from '../internal/session-provider.js';

/** What every element has that opens a session: where, and what the page says about it. */
export class SessionHostElement extends McpElement {
  protected readonly provider: SessionProvider = new SessionProvider(this, () => ({
    url: this.endpoint,
    headers: this.headers,
    storage: this.storage,
    capabilities: this.capabilities,
    sampler: this.sampler,
    allowTools: this.allowTools,
    denyTools: this.denyTools,
    readOnly: this.readOnly,
    redirectUri: this.redirectUri,
    authMode: this.authMode,
    clientId: this.clientId,
    clientIssuer: this.clientIssuer,
    options: this.sessionOptions,
  }));

  /** The address of the server, as its maker gives it. Another address means another session. */
  @property()
  url: string | undefined;

  /** The questions of the server that this page can answer, separated by spaces: `sampling`, `elicitation`, `roots`. */
  @property()
  capabilities = '';

  /** Where the session remembers what it learns: `local` in this browser, `session` in this tab, `none`, or a storage of your own. */
  @property()
  storage: SessionOptions['storage'];

  /** HTTP headers that go with every request. A property only: attributes are for everybody to read. */
  @property({ attribute: false })
  headers: SessionOptions['headers'];

  /** Asks a model, once the person agreed to what the server wants to ask. Sampling is offered to the server when it is set. */
  @property({ attribute: false })
  sampler: Sampler | undefined;

  /** Names of the tools that may be called, separated by spaces; `*` stands for any characters. Without it, all. */
  @property({ attribute: 'allow-tools' })
  allowTools: string | undefined;

  /** Names of tools that must not be called, whoever wants it. Wins over `allow-tools`. */
  @property({ attribute: 'deny-tools' })
  denyTools: string | undefined;

  /** Only tools whose server says that they only read may be called. */
  @property({ type: Boolean, attribute: 'read-only' })
  readOnly = false;

  /** Lets people sign in: the address of `oauth-callback.html` of this package, on your own site. */
  @property({ attribute: 'redirect-uri' })
  redirectUri: string | undefined;

  /** How people get there: `popup`, a window of its own, or `redirect`: this page goes away and comes back. */
  @property({ attribute: 'auth-mode' })
  authMode: 'popup' | 'redirect' = 'popup';

  /** As which client the page is registered at the authorization server, where pages cannot register themselves. */
  @property({ attribute: 'client-id' })
  clientId: string | undefined;

  /** The authorization server that `client-id` belongs to, as its issuer. Needed where that does not say who it is (RFC 9207). */
  @property({ attribute: 'client-issuer' })
  clientIssuer: string | undefined;

  /** Everything else a session can be told. The properties above win over it. */
  @property({ attribute: false })
  sessionOptions: SessionOptions | undefined;

  /** Where the connection stands. Reflected, for CSS. */
  @property({ reflect: true })
  get status(): SessionState['phase'] {
    return this.provider.state.phase;
  }

  /** The session this element opened; undefined while it has no address or is not in the page. */
  get session(): Session | undefined {
    return this.provider.session;
  }

  /**
   * Connects, also again after a failure or after {@link disconnect}. An element that has an address connects by itself.
   * @throws McpError what connecting ended with, which `status` and `mcp-error` tell as well
   * @example
   * await client.disconnect();
   * await client.connect();
   */
  connect(): Promise<void> {
    return this.provider.connect();
  }

  /** Ends the connection. What is there stays in sight; {@link connect}, or another `url`, connects again. Never throws. */
  disconnect(): Promise<void> {
    return this.provider.disconnect();
  }

  /** Asks the server for its tools, resources, resource templates and prompts again. Never throws: each list tells what went wrong. */
  refresh(): Promise<void> {
    return this.provider.refresh();
  }

  /** Where the session goes. */
  protected get endpoint(): Endpoint | undefined {
    return this.url;
  }
}

/**
 * @summary Connects to a server and gives the session to the elements inside. Shows nothing itself.
 *
 * @slot - Elements that work with the session, anywhere inside and among anything else.
 * @fires mcp-state-change {McpStateChangeEvent} - The connection moved on.
 * @fires mcp-tool-call-request {McpToolCallRequestEvent} - A model or an app wants a tool called. Prevent it to refuse.
 * @fires mcp-error {McpErrorEvent} - The connection failed.
 * @csspart hidden-character - Stands for characters that nobody would see.
 */
export class McpSessionElement extends SessionHostElement {
  static override styles: CSSResultGroup = css`
    :host {
      display: contents;
    }
  `;

  override render(): TemplateResult {
    return html`<slot></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-session': McpSessionElement;
  }
}

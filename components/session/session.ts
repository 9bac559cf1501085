import { css, html, LitElement, type CSSResultGroup, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Sampler, Session, SessionOptions, SessionState } from '../../src/index.js';
import { SessionProvider } from '../controllers/session-provider.js';

/**
 * @summary Connects to a server and gives the session to the elements inside. Shows nothing itself.
 *
 * @slot - Elements that work with the session, anywhere inside and among anything else.
 * @fires mcp-state-change {McpStateChangeEvent} - The connection moved on.
 * @fires mcp-error {McpErrorEvent} - The connection failed.
 */
export class McpSessionElement extends LitElement {
  static override styles: CSSResultGroup = css`
    :host {
      display: contents;
    }
  `;

  readonly #provider = new SessionProvider(this, () => ({
    url: this.url,
    headers: this.headers,
    storage: this.storage,
    answers: this.answers,
    sampler: this.sampler,
    options: this.sessionOptions,
  }));

  /** The address of the server, as its maker gives it. Another address means another session. */
  @property()
  url: string | undefined;

  /** The questions of the server that this page can answer, separated by spaces: `sampling`, `elicitation`, `roots`. */
  @property()
  answers = '';

  /** Where the session remembers what it learns: `local` in this browser, `none`, or a storage of your own. */
  @property()
  storage: SessionOptions['storage'];

  /** HTTP headers that go with every request. A property only: attributes are for everybody to read. */
  @property({ attribute: false })
  headers: SessionOptions['headers'];

  /** Asks a model, once the person agreed to what the server wants to ask. Sampling is offered to the server when it is set. */
  @property({ attribute: false })
  sampler: Sampler | undefined;

  /** Everything else a session can be told. The properties above win over it. */
  @property({ attribute: false })
  sessionOptions: SessionOptions | undefined;

  /** Where the connection stands. Reflected, for CSS. */
  @property({ reflect: true })
  get status(): SessionState['phase'] {
    return this.#provider.state.phase;
  }

  /** The session this element opened; undefined while it has no address or is not in the page. */
  get session(): Session | undefined {
    return this.#provider.session;
  }

  override render(): TemplateResult {
    return html`<slot></slot>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-session': McpSessionElement;
  }
}

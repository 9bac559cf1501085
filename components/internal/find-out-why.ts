import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Session } from '../../src/index.js';
import { html } from './html.js';
import { t } from './common-words.js';

/**
 * The button below a connection that failed, and what it opens: the diagnosis. It stays until there is a connection, so
 * that a person can read it while they change the server and try again.
 */
export class FindOutWhy implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  /** Of which session the person wants to know. */
  #asked: Session | undefined;

  constructor(host: ReactiveControllerHost, session: () => Session | undefined) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  hostUpdate(): void {
    const session = this.#session();
    const phase = session?.state.get().phase;
    if (session !== this.#asked || phase === 'ready' || phase === 'closed') this.#asked = undefined;
  }

  /** The button; undefined where it was pressed, and for a server that is not asked over HTTP. */
  get button(): TemplateResult | undefined {
    const session = this.#session();
    if (!session?.url.startsWith('http') || this.#asked === session) return undefined;
    return html`<button part="button" data-name="find-out-why-button" type="button" @click=${this.#ask}>
      ${t('common.findOutWhy')}
    </button>`;
  }

  /** The diagnosis, once the button was pressed. For a place outside a live region: it says itself what must be heard. */
  get diagnosis(): TemplateResult | typeof nothing {
    return this.#asked ? html`<mcp-diagnosis autorun .session=${this.#asked}></mcp-diagnosis>` : nothing;
  }

  readonly #ask = (): void => {
    this.#asked = this.#session();
    this.#host.requestUpdate();
  };
}

import { nothing, type TemplateResult } from 'lit';
import { html } from '../internal/html.js';
import { downIcon, messagesIcon } from '../internal/icons.js';
import type { SessionHostElement } from '../session/host-element.js';
import { t } from './messages.js';

/** The message pane of a client: a line with a button that opens it. It is closed at first: other panes matter more. */
export class MessagesPane {
  readonly #host: SessionHostElement;
  #chosen: boolean | undefined;

  constructor(host: SessionHostElement) {
    this.#host = host;
  }

  get isOpen(): boolean {
    return this.#host.messages && this.#chosen === true;
  }

  /** The person's choice, for the saved view; undefined before it. */
  get chosen(): boolean | undefined {
    return this.#chosen;
  }

  choose(isOpen: boolean | undefined): void {
    if (isOpen === this.#chosen) return;
    this.#chosen = isOpen;
    this.#host.requestUpdate();
  }

  /** Also while it is closed: the log takes messages from the beginning. */
  render(): TemplateResult | typeof nothing {
    if (!this.#host.messages) return nothing;
    return html`<section class="messages" aria-label=${t('client.messages')}>
      <button
        class="messages-bar plain"
        part="button"
        data-name="messages-button"
        type="button"
        aria-expanded=${this.isOpen ? 'true' : 'false'}
        @click=${() => this.choose(!this.isOpen)}
      >
        ${messagesIcon}<span>${t('client.messages')}</span>${downIcon}
      </button>
      <div class="messages-pane" part="pane" data-name="messages-pane" ?hidden=${!this.isOpen}>
        <slot name="messages"><mcp-message-log exportparts="search, item, button"></mcp-message-log></slot>
      </div>
    </section>`;
  }
}

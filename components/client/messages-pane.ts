import { nothing, type ReactiveController, type TemplateResult } from 'lit';
import { html } from '../internal/html.js';
import { downIcon, messagesIcon } from '../internal/icons.js';
import type { SessionHostElement } from '../session/host-element.js';
import { t } from './messages.js';

/** Width of a client, in its own `em`, from which on the pane of messages is open at first: below that it would hide the rest. */
const OPEN_FROM_EM = 38;

/** The pane of messages of a client: a line with a button, and what it opens. */
export class MessagesPane implements ReactiveController {
  readonly #host: SessionHostElement;
  /** What the person chose; undefined before. */
  #chosen: boolean | undefined;
  /** Whether there is room at first. */
  #hasRoom = false;
  #isMeasured = false;

  constructor(host: SessionHostElement) {
    this.#host = host;
    host.addController(this);
  }

  get isOpen(): boolean {
    return this.#host.messages && (this.#chosen ?? this.#hasRoom);
  }

  hostConnected(): void {
    this.#measure();
  }

  /** A client that was hidden at first has its width later. */
  hostUpdated(): void {
    if (!this.#isMeasured && this.#measure() && this.#hasRoom) this.#host.requestUpdate();
  }

  #measure(): boolean {
    const { clientWidth } = this.#host;
    const size = Number.parseFloat(getComputedStyle(this.#host).fontSize);
    this.#hasRoom = clientWidth >= OPEN_FROM_EM * size;
    this.#isMeasured = clientWidth > 0;
    return this.#isMeasured;
  }

  /** For a view that is saved. */
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

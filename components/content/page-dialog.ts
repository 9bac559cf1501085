import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ContentPolicy } from '../../src/content/index.js';
import type { ContentBlock, ResourceContents, Session } from '../../src/index.js';
import { html } from '../internal/html.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** One piece of content, and the data to show it a second time. */
export interface PageContent {
  readonly block: ContentBlock | undefined;
  readonly contents: ResourceContents | undefined;
  readonly policy: ContentPolicy | undefined;
  /** Reads a linked resource. */
  readonly session: Session | undefined;
  /** It fills the page already. */
  readonly whole: boolean;
}

/**
 * One piece of content in a dialog as large as the page. Escape and the button close it, and the focus returns to the
 * button that opened it.
 */
export class PageDialog implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  #isOpen = false;

  constructor(host: ReactiveControllerHost & { readonly renderRoot: ParentNode }) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  hostUpdated(): void {
    const dialog = this.#dialog;
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** Call it before another piece of content is shown. */
  forget(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#dialog?.close();
    this.#host.requestUpdate();
  }

  button(view: PageContent): TemplateResult | typeof nothing {
    if (view.whole) return nothing;
    return html`<button
      class="plain small"
      part="button"
      data-name="page-button"
      type="button"
      aria-haspopup="dialog"
      @click=${this.#open}
    >
      ${t('content.fullScreen')}
    </button>`;
  }

  /** The dialog while it is open, with a second element for the same content. */
  render(view: PageContent, name: string): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    return html`<dialog
      class="page"
      part="frame"
      data-name="page"
      aria-label=${name}
      @close=${this.#onClose}
      @keydown=${stopEscape}
    >
      <div class="row page-head">
        <strong class="small" dir="auto">${name}</strong>
        <button class="end" part="button" data-name="close-button" type="button" autofocus @click=${this.#close}>
          ${common('common.close')}
        </button>
      </div>
      <mcp-content
        whole
        .block=${view.block}
        .contents=${view.contents}
        .policy=${view.policy}
        .session=${view.session}
      ></mcp-content>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog.page');
  }

  readonly #open = (): void => {
    this.#isOpen = true;
    this.#host.requestUpdate();
  };

  readonly #close = (): void => {
    this.#dialog?.close();
  };

  readonly #onClose = (): void => {
    this.#isOpen = false;
    this.#host.requestUpdate();
    // Not all browsers restore the focus inside a shadow root.
    const opener = this.#host.renderRoot.querySelector<HTMLElement>('[data-name~="page-button"]');
    opener?.focus();
    // The button may be among the further ones, which are hidden again.
    if (opener && !opener.matches(':focus'))
      this.#host.renderRoot.querySelector<HTMLElement>('[data-name~="actions-button"]')?.focus();
  };
}

/** Escape closes only this dialog, not the one below it. */
function stopEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation();
}

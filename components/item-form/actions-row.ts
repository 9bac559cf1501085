import { nothing, type TemplateResult } from 'lit';
import { closeOnEscape } from '../internal/close-on-escape.js';
import { html } from '../internal/html.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

interface SubmitButton {
  readonly label: unknown;
  readonly canSubmit: boolean;
  readonly press: (event: Event) => void;
}

export function submitButton({ label, canSubmit, press }: SubmitButton): TemplateResult {
  // The button does not take focus on press, so that no new message moves it away under the pointer.
  return html`<button
    class="primary"
    part="button submit-button"
    type="button"
    aria-disabled=${canSubmit ? nothing : 'true'}
    aria-keyshortcuts="Control+Enter Meta+Enter"
    @mousedown=${(event: Event) => event.preventDefault()}
    @click=${press}
  >
    ${label}
  </button>`;
}

/** The keys that run the form, for people with a keyboard. A screen reader reads them from `aria-keyshortcuts`. */
export function keysHint(): TemplateResult {
  const isApple = /^(Mac|iP)/.test(globalThis.navigator?.platform ?? '');
  return html`<span class="state keys small quiet" aria-hidden="true"
    ><kbd>${isApple ? '⌘' : t('itemForm.ctrl')}</kbd> <kbd>${t('itemForm.enter')}</kbd></span
  >`;
}

/** Tells in the row why nothing was sent, and leads there: the fields may be out of sight. */
export function fixButton(count: number, press: () => void): TemplateResult {
  return html`<div class="state">
    <button class="plain small wrong" part="button" data-name="fix-button" type="button" @click=${press}>
      ${t('itemForm.fixFields', { count })}
    </button>
  </div>`;
}

/** One entry of the menu. */
export interface MenuItem {
  readonly label: string;
  /** The `data-name`, by which a page or a test finds it. */
  readonly name: string;
  readonly press: () => void;
  /** True if a wide row shows the entry itself. */
  readonly isInRow?: boolean;
}

interface Menu {
  readonly items: readonly MenuItem[];
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

export function menuButton({ isOpen, toggle }: Menu): TemplateResult {
  return html`<button
    class="plain toggle"
    part="button"
    data-name="menu-button"
    type="button"
    aria-expanded=${isOpen ? 'true' : 'false'}
    @click=${toggle}
  >
    ${common('common.more')}
  </button>`;
}

/** The entries of the menu, while it is open. */
export function menuPanel({ items, isOpen, close }: Menu): TemplateResult | typeof nothing {
  if (!isOpen) return nothing;
  return html`<div
    class="panel menu"
    part="list"
    data-name="menu"
    role="group"
    aria-label=${common('common.more')}
    @keydown=${closeOnEscape(close)}
  >
    ${items.map(
      ({ label, name, press, isInRow }) =>
        html`<button
          class="plain ${isInRow ? 'narrow-only' : ''}"
          part="button"
          data-name=${name}
          type="button"
          @click=${press}
        >
          ${label}
        </button>`,
    )}
  </div>`;
}

import { nothing, type TemplateResult } from 'lit';
import { html } from '../internal/html.js';
import { hasCommandKey } from '../internal/keys.js';
import { t } from './messages.js';

interface SubmitButton {
  readonly label: string;
  /** The label with the name of the item: a screen reader may come here from anywhere. */
  readonly name: string;
  readonly canSubmit: boolean;
  readonly press: (event: Event) => void;
}

export function submitButton({ label, name, canSubmit, press }: SubmitButton): TemplateResult {
  // The button does not take focus on press, so that no new message moves it away under the pointer.
  return html`<button
    class="primary"
    part="button submit-button"
    type="button"
    aria-label=${name}
    title=${name}
    aria-disabled=${canSubmit ? nothing : 'true'}
    aria-keyshortcuts="Control+Enter Meta+Enter"
    @mousedown=${(event: Event) => event.preventDefault()}
    @click=${press}
  >
    ${label}${keysHint()}
  </button>`;
}

/** The keys that run the form, for people with a keyboard. A screen reader reads them from `aria-keyshortcuts`. */
function keysHint(): TemplateResult {
  // The style sheet draws it: text would be part of the label, which the name of the button must begin with.
  return html`<kbd
    class="keys small"
    aria-hidden="true"
    data-keys="${hasCommandKey() ? '⌘' : t('itemForm.ctrl')} ↵"
  ></kbd>`;
}

/** Tells in the row why nothing was sent, and leads there: the fields may be out of sight. */
export function fixButton(count: number, press: () => void): TemplateResult {
  return html`<div class="state">
    <button class="plain small wrong" part="button" data-name="fix-button" type="button" @click=${press}>
      ${t('itemForm.fixFields', { count })}
    </button>
  </div>`;
}

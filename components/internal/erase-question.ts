import type { TemplateResult } from 'lit';
import { t } from '../words/common-words.js';
import { html } from './html.js';

interface EraseQuestion {
  /** The name of the group for assistive technology: “Erase this entry?”. */
  readonly label: string;
  /** Says what is erased, and what is not. */
  readonly question: string;
  /** By default “Erase”. */
  readonly confirm?: string;
  readonly erase: () => void;
  readonly keep: () => void;
  readonly size?: 'small';
}

/** The question before something is erased for good. It replaces the button that opened it. */
export function eraseQuestion(view: EraseQuestion): TemplateResult {
  const { label, question, confirm = t('common.erase'), erase, keep, size = '' } = view;
  return html`<div class="row erase-question" role="group" aria-label=${label}>
    <span>${question}</span>
    <button class=${size} part="button" data-name="confirm-button" type="button" @click=${erase}>${confirm}</button>
    <button class=${size} part="button" data-name="keep-button" type="button" @click=${keep}>
      ${t('common.keep')}
    </button>
  </div>`;
}

import { nothing, type TemplateResult } from 'lit';
import { html } from '../words/html.js';
import type { Section } from './sections.js';

export interface SectionTab {
  readonly section: Section;
  readonly isCurrent: boolean;
  /** How much there is, as far as it is known. */
  readonly amount: string | undefined;
  readonly open: () => void;
}

/** The way to a section, with how much there is. */
export function sectionTab({ section, isCurrent, amount, open }: SectionTab): TemplateResult {
  return html`<button part="section-button" type="button" aria-current=${isCurrent ? 'true' : nothing} @click=${open}>
    ${section.icon}<span>${section.label}</span>
    ${amount === undefined ? nothing : html`<span class="amount">${amount}</span>`}
  </button>`;
}

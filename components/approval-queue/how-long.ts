import type { TemplateResult } from 'lit';
import type { RememberTerm } from '../../src/index.js';
import { html } from '../words/html.js';

/** How long an answer holds. */
export type Term = RememberTerm | 'once';

const TERMS: readonly (readonly [Term, string])[] = [
  ['once', 'Only this time'],
  ['session', 'Until this page is closed or reloaded'],
  ['always', 'Always, until I take it back'],
];

/** The summary of the fold that {@link howLong} stands in. */
export function summaryOf(term: Term): string {
  return term === 'once' ? 'Ask again next time' : 'Do not ask again';
}

/** How long what the person says now holds, to be chosen. */
export function howLong(legend: string, term: Term, change: (term: Term) => void): TemplateResult {
  return html`<fieldset>
    <legend>${legend}</legend>
    ${TERMS.map(([value, label]) => oneOf('term', label, term === value, () => change(value)))}
  </fieldset>`;
}

/** One of several, of which one holds. */
export function oneOf(name: string, label: string, isChosen: boolean, choose: () => void): TemplateResult {
  return html`<label class="choice"
    ><input type="radio" name=${name} .checked=${isChosen} @change=${choose} /> ${label}</label
  >`;
}

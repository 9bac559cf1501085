import { html, nothing, type TemplateResult } from 'lit';
import { itemsOf, type CatalogState } from '../../src/index.js';
import { formatCount } from '../words/counted.js';
import type { Section } from './sections.js';

export interface SectionTab {
  readonly section: Section;
  readonly isCurrent: boolean;
  /** Its lists, as far as they are known. */
  readonly lists: readonly (CatalogState<unknown> | undefined)[];
  readonly open: () => void;
}

/** The way to a section, with how much there is. */
export function sectionTab({ section, isCurrent, lists, open }: SectionTab): TemplateResult {
  const known = lists.filter((list) => list?.phase === 'ready' || list?.phase === 'stale');
  const amount = known.reduce((sum, list) => sum + itemsOf(list).length, 0);
  return html`<button part="section-button" type="button" aria-current=${isCurrent ? 'true' : nothing} @click=${open}>
    ${section.icon}<span>${section.label}</span>
    ${known.length === 0 ? nothing : html`<span class="amount">${formatCount(amount)}</span>`}
  </button>`;
}

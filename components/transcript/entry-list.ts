import { nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { TranscriptEntry } from '../../src/recording/index.js';
import { html } from '../words/html.js';
import { entryRow } from './entry-row.js';

export interface EntryList {
  /** Those that are in the page now. */
  readonly entries: readonly TranscriptEntry[];
  /** The row of the first of them. */
  readonly first: number;
  readonly count: number;
  /** The row the keyboard is at, where it is in the page. */
  readonly active: number;
  readonly chosen: string | undefined;
  readonly isBusy: boolean;
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly onFocus: () => void;
  readonly onClick: (event: Event) => void;
}

/** The entries in view, newest first. */
export function entryList(list: EntryList): TemplateResult {
  const { entries, first, count, active, chosen, isBusy, onKeydown, onFocus, onClick } = list;
  return html`<div
    class="list"
    part="list"
    role="listbox"
    tabindex="0"
    aria-label="Entries, newest first"
    aria-busy=${isBusy ? 'true' : 'false'}
    aria-activedescendant=${active >= 0 ? `row-${active}` : nothing}
    @keydown=${onKeydown}
    @focus=${onFocus}
    @click=${onClick}
  >
    <div class="rows" role="presentation">
      ${repeat(
        entries,
        ({ id }) => id,
        (entry, at) =>
          entryRow(entry, {
            index: first + at,
            of: count,
            isActive: first + at === active,
            isSelected: entry.id === chosen,
          }),
      )}
    </div>
  </div>`;
}

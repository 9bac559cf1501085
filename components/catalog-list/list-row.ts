import { html, nothing, type TemplateResult } from 'lit';
import type { Row } from './shown-rows.js';

export interface RowPlace {
  /** Among all rows, headings included. */
  readonly index: number;
  /** Items there are in all. */
  readonly of: number;
  /** The keyboard is here. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

/** One row of a list. All have the same height, so that it can be known which are in view. */
export function listRow(row: Row<unknown>, { index, of, isActive, isSelected }: RowPlace): TemplateResult {
  if (!row.entry) return html`<div class="heading" role="presentation"><span>${row.heading}</span></div>`;
  const { label, raw, line } = row.entry;
  return html`<div
    class="item ${isActive ? 'active' : ''}"
    part="item"
    role="option"
    id="row-${index}"
    data-row=${index}
    aria-selected=${isSelected ? 'true' : 'false'}
    aria-setsize=${of}
    aria-posinset=${row.position}
  >
    <span class="label">${label}</span>
    ${
      raw || line
        ? html`<span class="line"
            >${raw ? html`<code>${raw}</code>` : nothing}${raw && line ? ' · ' : nothing}${line}</span
          >`
        : nothing
    }
  </div>`;
}

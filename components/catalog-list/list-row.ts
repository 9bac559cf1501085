import { nothing, type TemplateResult } from 'lit';
import { asOf } from '../words/as-of.js';
import { html } from '../words/html.js';
import { iconsOf } from './icons-of.js';
import type { Row } from './shown-rows.js';

export interface RowPlace {
  /** Among all rows, headings included. */
  readonly index: number;
  /** Items there are in all. */
  readonly of: number;
  /** The keyboard is here. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** It has a place for an icon. */
  readonly isPictured: boolean;
  /** The server said that it changed since it was read. */
  readonly mark: { readonly at: number } | undefined;
}

/** One row of a list. All have the same height, so that it can be known which are in view. */
export function listRow(row: Row<unknown>, place: RowPlace): TemplateResult {
  const { index, of, isActive, isSelected, isPictured, mark } = place;
  if (!row.entry) return html`<div class="heading" role="presentation"><span>${row.heading}</span></div>`;
  const { label, raw, line, item } = row.entry;
  return html`<div
    class="item ${isActive ? 'active' : ''} ${isPictured ? 'pictured' : ''}"
    part="item"
    role="option"
    id="row-${index}"
    data-row=${index}
    aria-selected=${isSelected ? 'true' : 'false'}
    aria-setsize=${of}
    aria-posinset=${row.position}
  >
    ${isPictured ? html`<mcp-icon .icons=${iconsOf(item)} .name=${label}></mcp-icon>` : nothing}
    <span class="label">${label}</span>
    ${
      raw || line || mark
        ? html`<span class="line"
            >${mark ? html`<span class="mark">Updated ${asOf(mark.at)}</span>` : nothing}${mark && (raw || line) ? ' · ' : nothing}${
              raw ? html`<code>${raw}</code>` : nothing
            }${raw && line ? ' · ' : nothing}${line}</span
          >`
        : nothing
    }
  </div>`;
}

import { nothing, type TemplateResult } from 'lit';
import type { CatalogChange } from '../../src/index.js';
import { html } from '../internal/html.js';
import { downIcon } from '../internal/icons.js';
import { optionRow } from '../list/list-box.js';
import { fetchedAt, formatCount } from '../internal/text.js';
import { type Hints, iconsOf } from './list-kind.js';
import { t } from './messages.js';
import type { Row } from './shown-rows.js';

interface RowPlace {
  /** The index among all rows, headings included. */
  readonly index: number;
  /** The keyboard is here. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** The row has room for an icon. */
  readonly isPictured: boolean;
  /** A call of it runs that the person started. */
  readonly isRunning: boolean;
  /** The time at which the server reported a change of it. */
  readonly mark: { readonly at: number } | undefined;
  /** {@link Hints.all}: its words are looked up for each reading of it, so it is read once for all rows. */
  readonly hints: Hints<never>['all'] | undefined;
  /** Its change since the last visit. */
  readonly change: CatalogChange<unknown>['kind'] | undefined;
}

const dot: TemplateResult = html`<span class="dot"> · </span>`;

/** One row. All rows have the same height, so that the visible ones can be computed. */
export function listRow(row: Row<unknown>, place: RowPlace): TemplateResult {
  if (row.entry) return itemRow(row, place);
  if (row.group) return groupRow(row, place);
  return html`<div class="heading" role="presentation"><span>${row.heading}</span></div>`;
}

function groupRow(
  row: Extract<Row<unknown>, { entry?: undefined; position: number }>,
  place: RowPlace,
): TemplateResult {
  const { label, count, isOpen } = row.group;
  return optionRow({
    index: place.index,
    position: row.position,
    of: row.of,
    isActive: place.isActive,
    isSelected: false,
    name: 'group',
    className: isOpen ? 'group' : 'group closed',
    level: 1,
    isExpanded: isOpen,
    content: html`<span class="group-line"
      >${downIcon}<span class="label" dir="auto">${label}</span> <span class="quiet">${formatCount(count)}</span></span
    >`,
  });
}

function itemRow(row: Extract<Row<unknown>, { entry: object }>, place: RowPlace): TemplateResult {
  const { index, isActive, isSelected, isPictured, isRunning, mark, hints, change } = place;
  const { label, raw, line, item, hint } = row.entry;
  const news = [
    ...(isRunning ? [t('catalogList.running')] : []),
    ...(change ? [t(`catalogList.${change}`)] : []),
    ...(mark ? [t('catalogList.updated', { time: fetchedAt(mark.at) })] : []),
  ].join(' · ');
  const claim = hints?.get(hint)?.mark;
  return optionRow({
    index,
    position: row.position,
    of: row.of,
    isActive,
    isSelected,
    className: `${isPictured ? 'pictured' : ''} ${claim ? 'claimed' : ''}`,
    level: row.group ? 2 : undefined,
    content: html`${isPictured ? html`<mcp-icon .icons=${iconsOf(item)} .name=${label}></mcp-icon>` : nothing}
      <span class="label" dir="auto">${label}</span>
      ${
        claim
          ? html`<span
              class="claim ${claim.className}"
              data-name="claim"
              role="img"
              aria-label=${`, ${claim.words},`}
              title=${claim.words}
              >${claim.tag}</span
            >`
          : nothing
      }
      ${
        raw || line || news
          ? html`<span class="line parts"
              >${news ? html`<span class="mark">${news}</span>` : nothing}${news && (raw || line) ? dot : nothing}${
                raw ? html`<code dir="auto">${raw}</code>` : nothing
              }${raw && line ? dot : nothing}${line ? html`<span class="rest" dir="auto">${line}</span>` : nothing}</span
            >`
          : nothing
      }`,
  });
}

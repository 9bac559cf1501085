import { nothing, type TemplateResult } from 'lit';
import type { Redactor } from '../../src/transcript/index.js';
import { ansiText } from '../internal/ansi-text.js';
import { html } from '../internal/html.js';
import { timeOf } from '../internal/text.js';
import { optionRow } from '../list/list-box.js';
import type { RowRelations } from './filter.js';
import { rowText } from './log-text.js';
import { t } from './messages.js';
import { directionOf, factsOf, sideOf, titleOf, toneOf } from './row-words.js';
import type { LogRow } from './rows.js';

interface RowPlace {
  readonly index: number;
  readonly of: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isPinned: boolean;
  readonly redactor: Redactor | undefined;
  readonly relations: RowRelations;
}

/** One row of the list: when, what, how it ended. All rows have the same height. */
export function logRow(row: LogRow, place: RowPlace): TemplateResult {
  const { index, of, isActive, isSelected, isPinned, redactor, relations } = place;
  const level = row.kind === 'line' ? row.line.level : '';
  const facts = factsOf(row, redactor, relations);
  const side = sideOf(row);
  return optionRow({
    index,
    position: index + 1,
    of,
    isActive,
    isSelected,
    name: row.kind,
    className: `${row.kind} ${toneOf(row, relations)} ${level}`,
    content: html`<span class="time">${timeOf(row.at)}</span>
      <span class="label parts"
        ><span class="side dot" aria-hidden="true">${signOf(row)} </span
        ><span class="rest" dir="auto">${titleIn(row, redactor)}</span></span
      >
      <span class="line"
        >${isPinned ? html`<bdi>${t('log.pinned')}</bdi>${facts.length > 0 ? ' · ' : nothing}` : nothing}${facts.map(
          (fact, at) => html`${at > 0 ? ' · ' : nothing}<bdi>${fact}</bdi>`,
        )}${side ? html`<span class="visually-hidden">, ${side}</span>` : nothing}</span
      >`,
  });
}

/** A line has the colours of a terminal. */
function titleIn(row: LogRow, redactor: Redactor | undefined): unknown {
  if (row.kind !== 'line') return titleOf(row, redactor);
  return html`${row.line.issues ? html`<span class="fault">${t('log.brokenMessage')}</span> ` : nothing}${ansiText(rowText(row.line))}`;
}

function signOf(row: LogRow): string {
  const direction = directionOf(row);
  if (direction) return direction === 'sent' ? '→' : '←';
  if (row.kind === 'line') return '·';
  const { answer } = row.kind === 'decision' ? row.decision : { answer: 'allowed' };
  return answer === 'allowed' ? '✓' : answer === 'refused' ? '✗' : '–';
}

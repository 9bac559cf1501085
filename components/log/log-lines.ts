import { nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { jsonLine } from '../../src/content/index.js';
import type { LogMessage } from '../../src/index.js';
import { html } from '../internal/html.js';
import { ansiText } from '../internal/ansi-text.js';
import { richErrorWords } from '../words/messages.js';
import { dateOf, timeOf } from '../internal/text.js';
import type { LogBook } from './log-book.js';
import { hasSigns, rowText } from './log-text.js';
import type { LineRows } from './log-layout.js';
import { t } from './messages.js';

/** The data and the actions for the keys of a list of lines. */
interface LineKeys {
  readonly count: number;
  /** Rows by which Page Up and Page Down move. */
  readonly page: number;
  /** The active row; -1 before the first key press. */
  readonly active: number;
  goTo(row: number): void;
  expand(row: number, isExpanded: boolean | 'other'): void;
}

/** Characters of JSON that an expanded line shows. The session keeps fewer of a message. */
const MAX_EXPANDED_CHARACTERS = 100_000;

interface LinePlace {
  /** The permanent number of the line. */
  readonly number: number;
  /** The row of the line among the shown ones. */
  readonly row: number;
  /** True if this is the active line. */
  readonly isActive: boolean;
  readonly isExpanded: boolean;
}

/** Pixels that a pointer may move during a press. A longer movement selects text. */
const PRESS_PIXELS = 4;

interface LogLinesView {
  readonly book: LogBook;
  readonly lines: LineRows;
  /** The range of the rendered rows. */
  readonly shown: { readonly first: number; readonly end: number };
  readonly isExpanded: (number: number) => boolean;
  /** The number of the active line; -1 before the first key press. */
  readonly active: number;
  readonly onKeydown: (event: KeyboardEvent) => void;
  /** Called with the number of the pressed line. */
  readonly press: (number: number) => void;
}

/** The last press of the pointer. All logs share it, because there is only one pointer. */
let pressedAt: PointerEvent | undefined;

/** Returns the rendered lines: the visible ones and some around them. */
export function logLines(view: LogLinesView): TemplateResult {
  const { book, lines, shown, active, onKeydown, press } = view;
  const rows = Array.from({ length: Math.max(0, shown.end - shown.first) }, (_, index) => shown.first + index);
  const isActiveHere = active >= 0 && rows.some((row) => lines.numberAt(row) === active);
  const onClick = (event: MouseEvent): void => {
    const line = (event.target as Element).closest<HTMLElement>('[data-line]');
    const from = pressedAt;
    pressedAt = undefined;
    const distance = from ? Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) : 0;
    if (line && distance <= PRESS_PIXELS) press(Number(line.dataset['line']));
  };
  return html`<div
    class="lines ${book.loggers.length === 0 ? 'unnamed' : ''}"
    part="list"
    data-name="lines"
    role="treegrid"
    tabindex="0"
    aria-label=${t('log.lines2')}
    aria-rowcount=${lines.count + 1}
    aria-activedescendant=${isActiveHere ? `line-${active}` : nothing}
    @keydown=${onKeydown}
    @pointerdown=${(event: PointerEvent) => (pressedAt = event)}
    @click=${onClick}
  >
    <div class="rows" role="rowgroup">
      <div class="visually-hidden" role="row" aria-rowindex="1">
        ${[t('log.time'), t('log.level'), t('log.logger'), t('log.message')].map((name) => html`<span role="columnheader">${name}</span>`)}
      </div>
      ${repeat(
        rows,
        (row) => lines.numberAt(row),
        (row) => {
          const number = lines.numberAt(row);
          const message = book.at(number);
          if (!message) return nothing;
          const isExpanded = view.isExpanded(number);
          const isActive = number === active;
          // Most rows have not changed since the last rendering.
          return guard([message, row, isActive, isExpanded], () =>
            logRow(message, { number, row, isActive, isExpanded }),
          );
        },
      )}
    </div>
  </div>`;
}

/**
 * Handles the keys of a treegrid: arrows, Home, End, Page Up and Page Down move; Enter, Space, Right and Left expand or
 * collapse.
 */
export function onLineKey(event: KeyboardEvent, keys: LineKeys): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
  const { active } = keys;
  const row = rowFor(event.key, keys);
  if (row !== undefined) keys.goTo(Math.max(0, Math.min(row, keys.count - 1)));
  else if (event.key === 'Enter' || event.key === ' ') keys.expand(active, 'other');
  else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') keys.expand(active, event.key === 'ArrowRight');
  else return;
  event.preventDefault();
}

function rowFor(key: string, { count, page, active }: LineKeys): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active < 0 ? count - 1 : active - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    default:
      return undefined;
  }
}

/** Returns one line of the log, and its details if it is expanded. All lines have the same height. */
function logRow(message: LogMessage, place: LinePlace): TemplateResult {
  const { number, row, isActive, isExpanded } = place;
  const { level, logger, at, issues } = message;
  return html`<div
      class="line ${level} ${isActive ? 'active' : ''}"
      part="row"
      data-name="line"
      role="row"
      id="line-${number}"
      data-line=${number}
      aria-level="1"
      aria-rowindex=${row + 2}
      aria-expanded=${isExpanded ? 'true' : 'false'}
    >
      <span class="time" role="gridcell">${timeOf(at)}</span>
      <span class="level" part="label" data-name="level" role="gridcell">${level}</span>
      <span class="logger" role="gridcell" dir="auto">${logger === undefined ? nothing : logger}</span>
      <span class="text" part="text" role="gridcell" dir="auto"
        >${issues ? html`<span class="fault">${t('log.brokenMessage')}</span> ` : nothing}${ansiText(rowText(message))}</span
      >
    </div>
    ${isExpanded ? logDetail(message, number) : nothing}`;
}

/** Returns the details of a line. */
function logDetail({ level, logger, data, at, issues }: LogMessage, number: number): TemplateResult {
  return html`<div class="detail" part="details" data-name="detail" role="row" aria-level="2" data-below=${number}>
    <div role="gridcell" aria-colspan="4">
      <p class="small quiet">
        ${dateOf(at)} · ${level}${logger === undefined ? nothing : html` · <bdi>${logger}</bdi>`}
      </p>
      ${issues?.map((issue) => html`<p class="small fault">${richErrorWords(issue)}</p>`) ?? nothing} ${dataView(data)}
    </div>
  </div>`;
}

function dataView(data: unknown): TemplateResult {
  if (typeof data === 'object' && data !== null)
    return html`<mcp-json-view .source=${jsonLine(data, MAX_EXPANDED_CHARACTERS).text}></mcp-json-view>`;
  const text = String(data);
  return html`<pre tabindex="0" aria-label=${t('log.message')} dir="auto">${ansiText(text)}</pre>
    ${
      hasSigns(text)
        ? html`<details>
            <summary class="small quiet">${t('log.asTheServerSent')}</summary>
            <pre tabindex="0" aria-label=${t('log.asTheServerSent')} dir="auto">${text}</pre>
          </details>`
        : nothing
    }`;
}

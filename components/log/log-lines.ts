import { nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { html } from '../words/html.js';
import type { LineWindow } from './line-window.js';
import type { LogBook } from './log-book.js';
import { logRow } from './log-row.js';
import type { Lines } from './unfolded.js';

/** Pixels that a pointer may move while it presses; more is choosing text. */
const PRESS_PIXELS = 4;

export interface LogLinesFacts {
  readonly book: LogBook;
  readonly lines: Lines;
  readonly window: LineWindow;
  /** The number of the line the keyboard is at; -1 before the first key. */
  readonly active: number;
  readonly onKeydown: (event: KeyboardEvent) => void;
  /** The line with that number was pressed. */
  readonly press: (number: number) => void;
}

/** Where the pointer went down last; there is only one. */
let pressedAt: PointerEvent | undefined;

/** The lines that are in the page: those in view, and some around them. */
export function logLines(facts: LogLinesFacts): TemplateResult {
  const { book, lines, window, active, onKeydown, press } = facts;
  const rows = Array.from({ length: Math.max(0, window.end - window.first) }, (_, index) => window.first + index);
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
    part="lines"
    role="treegrid"
    tabindex="0"
    aria-label="Lines"
    aria-rowcount=${lines.count + 1}
    aria-activedescendant=${isActiveHere ? `line-${active}` : nothing}
    @keydown=${onKeydown}
    @pointerdown=${(event: PointerEvent) => (pressedAt = event)}
    @click=${onClick}
  >
    <div class="rows" role="rowgroup">
      <div class="visually-hidden" role="row" aria-rowindex="1">
        ${['Time', 'Level', 'Logger', 'Message'].map((name) => html`<span role="columnheader">${name}</span>`)}
      </div>
      ${repeat(
        rows,
        (row) => lines.numberAt(row),
        (row) => {
          const number = lines.numberAt(row);
          const message = book.at(number);
          if (!message) return nothing;
          const isUnfolded = window.unfolded.has(number);
          const isActive = number === active;
          // Most rows are as they were in the last frame.
          return guard([message, row, isActive, isUnfolded], () =>
            logRow(message, { number, row, isActive, isUnfolded }),
          );
        },
      )}
    </div>
  </div>`;
}

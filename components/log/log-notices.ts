import { nothing, type TemplateResult } from 'lit';
import type { SessionState } from '../../src/index.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { MAX_LINES } from './log-book.js';

const LINE = { one: 'line', other: 'lines' };

export interface LogCounts {
  /** Lines that are shown. */
  readonly shown: number;
  /** Lines that are kept. */
  readonly kept: number;
  readonly dropped: number;
  readonly isSearching: boolean;
  /** Lines that came since it was paused; undefined where it is not. */
  readonly waiting: number | undefined;
}

/** How many lines there are, and what is missing of them. */
export function logCounts({ shown, kept, dropped, isSearching, waiting }: LogCounts): TemplateResult {
  const held = kept - (waiting ?? 0);
  const lines = shown === held || isSearching ? counted(held, LINE) : `${formatCount(shown)} of ${counted(held, LINE)}`;
  return html`<p class="small quiet count" part="count">
    ${isSearching ? 'Searching ' : nothing}${lines}${
      waiting === undefined ? nothing : html` · <strong>Paused, ${formatCount(waiting)} new</strong>`
    }${dropped === 0 ? nothing : html` · ${droppedWords(dropped)}`}
  </p>`;
}

function droppedWords(dropped: number): string {
  return `The oldest ${formatCount(dropped)} were dropped; ${formatCount(MAX_LINES)} are kept at most`;
}

/** What would be here, and why it is not. */
export function logEmpty(
  connection: SessionState['phase'] | undefined,
  canAsk: boolean,
  kept: number,
  clear: () => void,
): TemplateResult {
  if (kept > 0)
    return html`<div class="empty" part="empty">
      <span>No line fits to what is chosen above.</span>
      <button type="button" @click=${clear}>Show all lines</button>
    </div>`;
  return html`<div class="empty" part="empty">${reason(connection, canAsk)}</div>`;
}

function reason(connection: SessionState['phase'] | undefined, canAsk: boolean): string {
  if (connection === undefined)
    return 'No server yet. What a server logs shows here when this element stands inside <mcp-session>, or has its session property set.';
  if (connection !== 'ready') return 'Not connected. What the server logs shows here once it is.';
  return canAsk
    ? 'Nothing logged yet. Say above what the server is to send; many send nothing before that.'
    : 'This server keeps no log for its clients.';
}

import { nothing, type TemplateResult } from 'lit';
import {
  hiddenParts,
  visibleText,
  type AnsiRun,
  type CodeRun,
  type DiffKind,
  type DiffReading,
  type TextRows,
} from '../../src/content/index.js';
import { ansiRun } from '../words/ansi-text.js';
import { html } from '../words/html.js';

/** What a colour says, for those who do not see it. */
const WORDS: Readonly<Partial<Record<DiffKind, string>>> = { added: 'Added:', removed: 'Removed:' };

/** Hidden characters of a row that have a sign each, as an element; more are signs in plain text. Sixty rows of 500 would take 200 ms. */
const ROW_SIGNS = 100;

export type Run = CodeRun | AnsiRun;

/** One row: its number, and its words in colour as far as they are read. */
export function codeRow(rows: TextRows, row: number, runs: readonly Run[] | undefined): TemplateResult {
  return html`<div class="line">
    <span class="number" aria-hidden="true" data-number=${rows.isFirstOfLine(row) ? rows.lineOf(row) : '↪'}></span
    ><code class="text" part="line" dir="ltr">${textOf(rows, row, runs)}</code>
  </div>`;
}

/** One row of a diff: its numbers in the old and the new file. Its sign is its first character. */
export function diffRow(rows: TextRows, diff: DiffReading, row: number): TemplateResult {
  const kind = diff.kindOf(row);
  const word = rows.isFirstOfLine(row) ? WORDS[kind] : undefined;
  return html`<div class="line diff-${kind}">
    <span class="number" aria-hidden="true" data-number=${diff.oldLineOf(row) || ''}></span
    ><span class="number new" aria-hidden="true" data-number=${diff.newLineOf(row) || ''}></span
    ><code class="text" part="line" dir="ltr"
      >${word ? html`<span class="visually-hidden">${word} </span>` : nothing}${textOf(rows, row, undefined)}</code
    >
  </div>`;
}

function textOf(rows: TextRows, row: number, runs: readonly Run[] | undefined): unknown {
  const text = rows.textOf(row);
  if (hiddenParts(text).length > ROW_SIGNS) return visibleText(text);
  if (!runs) return text || '\n';
  return runs.length === 0 ? '\n' : runs.map((run) => ('kind' in run ? codeRun(run) : ansiRun(run)));
}

/** The kinds are a list of our own, whatever the grammar says. */
const codeRun = ({ text, kind }: CodeRun): unknown => (kind ? html`<span class="tok-${kind}">${text}</span>` : text);

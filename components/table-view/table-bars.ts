import { nothing, type TemplateResult } from 'lit';
import type { Table } from '../../src/content/index.js';
import type { CopyButton } from '../content/copy-button.js';
import { searchIcon } from '../icons/icons.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { serverText } from '../words/server-text.js';
import { columnName } from './table-row.js';
import type { ShownTable } from './shown-table.js';

/** Characters of a cell and of a column's name that the line below the rows shows before "Show all". */
const LINE_CHARACTERS = 200;
const NAME_CHARACTERS = 60;

interface FilterActs {
  readonly hasHead: boolean;
  readonly onInput: (event: Event) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly toggleHead: () => void;
}

/** Above the rows: the filter, how many rows it leaves, and whether the first row holds names. */
export function filterBar(shown: ShownTable, { hasHead, onInput, onKey, toggleHead }: FilterActs): TemplateResult {
  const all = counted(shown.total, ROWS);
  const words = shown.isBusy ? 'Working…' : shown.sought ? `${formatCount(shown.rows.length)} of ${all}` : all;
  return html`<div class="bar">
    <label class="find">
      ${searchIcon}<span class="visually-hidden">Filter rows</span>
      <input
        part="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="Filter rows"
        .value=${shown.sought}
        @input=${onInput}
        @keydown=${onKey}
      />
    </label>
    <span class="small quiet" role="status">${words}</span>
    <label class="small end"
      ><input type="checkbox" .checked=${hasHead} @change=${toggleHead} /> First row has the names</label
    >
  </div>`;
}

/** What a reader should know of the table as a whole, as sentences. */
export function tableNotes(table: Table, hasHead: boolean): readonly string[] {
  const notes: string[] = [];
  const { ragged, unclosed, widest, columns } = table;
  if (table.isCut)
    notes.push(`The first ${counted(table.rows, ROWS)} are in this table. The raw text has all of them.`);
  if (widest > columns)
    notes.push(`The first ${formatCount(columns)} of ${formatCount(widest)} columns are in this table.`);
  if (ragged > 0)
    notes.push(
      `${counted(ragged, ROWS)} ${ragged === 1 ? 'has' : 'have'} more or fewer cells than most, which have ${formatCount(table.usual)}. The row number is marked.`,
    );
  if (unclosed >= 0) {
    const row = hasHead && unclosed === 0 ? 'the first row' : `row ${formatCount(unclosed + (hasHead ? 0 : 1))}`;
    notes.push(`A quote in ${row} is never closed. From there on, quotes are read as ordinary characters.`);
  }
  return notes;
}

interface CellActs {
  readonly copy: CopyButton;
  readonly whole: string | undefined;
  readonly show: (text: string | undefined) => void;
}

/** Below the rows: the cell the keyboard is at, as far as one line goes. */
export function cellLine(
  table: Table,
  hasHead: boolean,
  cell: { readonly row: number; readonly column: number } | undefined,
  { copy, whole, show }: CellActs,
): TemplateResult {
  if (!cell) return html`<div class="line"><span class="where quiet">No cell chosen.</span></div>`;
  const isHead = hasHead && cell.row === 0;
  const text = table.cell(cell.row, cell.column);
  const name = columnName(table, hasHead, cell.column).slice(0, NAME_CHARACTERS);
  const isLong = text !== undefined && (text.length > 40 || /[\n\r]/.test(text));
  const row = isHead ? 'Names' : `Row ${formatCount(cell.row + (hasHead ? 0 : 1))}`;
  return html`<div class="line">
    <span class="where"
      ><span class="quiet">${row}, ${serverText(name)}:</span>
      ${text === undefined ? html`<span class="quiet">no cell</span>` : serverText(text.slice(0, LINE_CHARACTERS))}</span
    >
    ${
      whole !== undefined
        ? html`<button class="plain small" type="button" @click=${() => show(undefined)}>Show less</button>`
        : isLong
          ? html`<button class="plain small" type="button" @click=${() => show(text)}>Show all</button>`
          : nothing
    }
    ${copy.render(() => text ?? '')}
  </div>`;
}

const ROWS = { one: 'row', other: 'rows' };

import { nothing, type TemplateResult } from 'lit';
import type { Table, TableOrder } from '../../src/content/index.js';
import { withMarks } from '../data-view/whole-text.js';
import { downIcon } from '../icons/icons.js';
import { counted, formatCount } from '../words/counted.js';
import { html } from '../words/html.js';
import { serverText } from '../words/server-text.js';
import type { ColumnShapes } from './column-shapes.js';
import { HEAD } from './grid-navigation.js';

/** Characters of a cell that its place in the grid can show; the line below shows more. */
const CELL_CHARACTERS = 120;

/** The cell the keyboard is at. */
export const ACTIVE_CELL = 'active';

/** What all rows that are shown have in common. */
export interface GridFacts {
  readonly table: Table;
  readonly hasHead: boolean;
  readonly shapes: ColumnShapes;
  /** The first column to render, and one after the last. */
  readonly first: number;
  readonly end: number;
  readonly sought: string;
  readonly order: TableOrder | undefined;
  readonly isAt: (row: number, column: number) => boolean;
}

/** The name of a column: what stands in the head, or its number. */
export function columnName(table: Table, hasHead: boolean, column: number): string {
  return (hasHead && table.cell(0, column)) || `Column ${formatCount(column + 1)}`;
}

/** The names of the columns, which sort. They stay in view. */
export function headRow(facts: GridFacts): TemplateResult {
  const { table, hasHead, order, isAt } = facts;
  return html`<div class="record head" part="head" role="row" aria-rowindex="1">
    <div class="number" role="columnheader" aria-colindex="1"><span class="visually-hidden">Row</span></div>
    ${columnsOf(facts).map((column) => {
      const isSorted = order?.column === column;
      const direction = isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none';
      return html`<div
        class="cell ${numeric(facts, column)} ${isAt(HEAD, column) ? 'active' : ''} ${direction}"
        role="columnheader"
        id=${isAt(HEAD, column) ? ACTIVE_CELL : nothing}
        aria-colindex=${column + 2}
        aria-sort=${direction}
      >
        ${serverText(columnName(table, hasHead, column).slice(0, CELL_CHARACTERS))}${isSorted ? downIcon : nothing}
      </div>`;
    })}
  </div>`;
}

/**
 * One row. All have the same height, so that it can be known which are in view.
 * @param row among the rows of the table
 * @param place among the rows that are shown
 */
export function tableRow(facts: GridFacts, row: number, place: number): TemplateResult {
  const { table, hasHead, sought, isAt } = facts;
  const trouble = troubleOf(table, row);
  return html`<div class="record" part="row" role="row" aria-rowindex=${place + 2} data-row=${place}>
    <div class="number ${trouble ? 'trouble' : ''}" role="rowheader" aria-colindex="1" title=${trouble || nothing}>
      ${formatCount(row + (hasHead ? 0 : 1))}${trouble ? html`<span class="visually-hidden">, ${trouble}</span>` : nothing}
    </div>
    ${columnsOf(facts).map((column) => {
      const cell = table.cell(row, column);
      return html`<div
        class="cell ${numeric(facts, column)} ${isAt(place, column) ? 'active' : ''} ${cell === undefined ? 'absent' : ''}"
        part="cell"
        role="gridcell"
        id=${isAt(place, column) ? ACTIVE_CELL : nothing}
        aria-colindex=${column + 2}
      >
        ${cell === undefined ? html`<span class="visually-hidden">no cell</span>` : withMarks(inOneLine(cell), sought)}
      </div>`;
    })}
  </div>`;
}

/** What is not as it should be with a row; empty where nothing is. */
export function troubleOf(table: Table, row: number): string {
  const words = [
    table.isRagged(row) ? `${counted(table.sizeOf(row), CELLS)}, most rows have ${formatCount(table.usual)}` : '',
    table.hasBrokenQuote(row) ? 'text after a closing quote' : '',
    table.unclosed === row ? 'a quote that is never closed' : '',
  ];
  return words.filter(Boolean).join('; ');
}

const CELLS = { one: 'cell', other: 'cells' };

function columnsOf({ first, end }: GridFacts): readonly number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}

function numeric({ shapes }: GridFacts, column: number): string {
  return shapes.isNumeric[column] ? 'numeric' : '';
}

function inOneLine(cell: string): string {
  const text = cell.length > CELL_CHARACTERS ? `${cell.slice(0, CELL_CHARACTERS)}…` : cell;
  return text.replace(/\r\n|[\n\r]/g, ' ⏎ ');
}

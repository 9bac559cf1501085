import { numberInCell, type Table } from '../../src/content/index.js';

/** Cells that are looked at to find how wide columns are and which hold numbers; measured, they take under 10 ms. */
const SAMPLE_CELLS = 20_000;
const SAMPLE_ROWS = 200;
/** Width of a letter, of the space around a cell's text, and of the narrowest and widest column, in em. */
const LETTER = 0.56;
const AROUND = 2;
const NARROWEST = 4;
const WIDEST = 22;

/** How the columns of a table look. */
export interface ColumnShapes {
  /** Width of the column of row numbers, in em. */
  readonly lead: number;
  /** In em. */
  readonly widths: readonly number[];
  /** Columns of numbers, which stand at the end of their cells. */
  readonly isNumeric: readonly boolean[];
}

/** By the first rows: all of them may be hundreds of thousands. */
export function shapesOf(table: Table, hasHead: boolean, decimalComma: boolean): ColumnShapes {
  const rows = Math.min(table.rows, SAMPLE_ROWS, Math.ceil(SAMPLE_CELLS / Math.max(1, table.columns)));
  const widths: number[] = [];
  const isNumeric: boolean[] = [];
  for (let column = 0; column < table.columns; column++) {
    // A column without a name is called `Column 7`.
    let longest = hasHead && table.cell(0, column) ? 0 : 10;
    let [numbers, texts] = [0, 0];
    for (let row = 0; row < rows; row++) {
      const cell = table.cell(row, column);
      if (!cell) continue;
      const isHead = hasHead && row === 0;
      // The head has a sign for sorting beside its name.
      longest = Math.max(longest, Math.min(cell.length, 100) + (isHead ? 2 : 0));
      if (isHead) continue;
      if (numberInCell(cell, decimalComma) === undefined) texts++;
      else numbers++;
    }
    widths.push(Math.min(WIDEST, Math.max(NARROWEST, Math.round((longest * LETTER + AROUND) * 10) / 10)));
    isNumeric.push(numbers > 0 && texts === 0);
  }
  return { lead: 1.4 + 0.66 * String(table.rows).length, widths, isNumeric };
}

import { MAX_TABLE_CELLS, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from './read-table-limits.js';

const HAS_BROKEN_QUOTE = 1;

/**
 * Where the cells of a table begin in its text: one number per cell, and one more per row, so that a cell ends one
 * separator before the next number.
 */
export class TableCells {
  rows = 0;
  /** Where each row begins among the cells. */
  rowStart: Uint32Array<ArrayBuffer> = new Uint32Array(256);
  cellStart: Uint32Array<ArrayBuffer> = new Uint32Array(2048);
  /** Cells of rows that have more of them than are kept. */
  readonly overlong: Map<number, number> = new Map();
  /** How many rows have so many cells. */
  readonly sizes: Map<number, number> = new Map();
  #marks: Uint8Array<ArrayBuffer> = new Uint8Array(256);
  #cells = 0;
  #inRow = 0;

  /** There is no room for another row. */
  get isFull(): boolean {
    return this.rows === MAX_TABLE_ROWS || this.#cells + MAX_TABLE_COLUMNS >= MAX_TABLE_CELLS;
  }

  addCell(start: number): void {
    if (this.#inRow++ <= MAX_TABLE_COLUMNS) this.#add(start);
  }

  /** @param end where the last cell of the row ends */
  endRow(end: number, hasBrokenQuote: boolean): void {
    const size = this.#inRow;
    if (size <= MAX_TABLE_COLUMNS) this.#add(end + 1);
    else this.overlong.set(this.rows, size);
    this.sizes.set(size, (this.sizes.get(size) ?? 0) + 1);
    if (hasBrokenQuote) this.#marks[this.rows] = HAS_BROKEN_QUOTE;
    this.rows++;
    if (this.rows + 1 >= this.rowStart.length) {
      this.rowStart = longer(this.rowStart, Uint32Array);
      this.#marks = longer(this.#marks, Uint8Array);
    }
    this.rowStart[this.rows] = this.#cells;
    this.#inRow = 0;
  }

  /** Cells of a row that are kept. */
  keptIn(row: number): number {
    return this.rowStart[row + 1]! - this.rowStart[row]! - 1;
  }

  hasBrokenQuote(row: number): boolean {
    return this.#marks[row] === HAS_BROKEN_QUOTE;
  }

  #add(start: number): void {
    if (this.#cells === this.cellStart.length) this.cellStart = longer(this.cellStart, Uint32Array);
    this.cellStart[this.#cells++] = start;
  }
}

function longer<T extends Uint8Array | Uint32Array>(from: T, kind: new (length: number) => T): T {
  const to = new kind(from.length * 2);
  to.set(from);
  return to;
}

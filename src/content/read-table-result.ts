import { MAX_TABLE_COLUMNS } from './read-table-limits.js';
import type { TableCells } from './read-table-cells.js';

/** Rows of values, as places in the text they came in. Rows and columns count from 0. */
export class Table {
  readonly text: string;
  readonly #cells: TableCells;
  /** Cells of the longest row, as far as they are kept. */
  readonly columns: number;
  /** Cells that most rows have. */
  readonly usual: number;
  /** The row in which a quote is opened and never closed; -1 where there is none. */
  readonly unclosed: number;
  /** There are more rows in the text. */
  readonly isCut: boolean;
  /** Cells of the longest row, kept or not. */
  readonly widest: number;

  constructor(text: string, cells: TableCells, found: { readonly unclosed: number; readonly isCut: boolean }) {
    this.text = text;
    this.#cells = cells;
    this.unclosed = found.unclosed;
    this.isCut = found.isCut;
    let [usual, rows, widest] = [0, 0, 0];
    for (const [size, count] of cells.sizes) {
      widest = Math.max(widest, size);
      if (count > rows || (count === rows && size > usual)) [usual, rows] = [size, count];
    }
    this.usual = usual;
    this.widest = widest;
    this.columns = Math.min(widest, MAX_TABLE_COLUMNS);
  }

  get rows(): number {
    return this.#cells.rows;
  }

  /** Cells of a row, also those past the limit on columns. */
  sizeOf(row: number): number {
    return this.#cells.overlong.get(row) ?? this.#cells.keptIn(row);
  }

  /** It has more or fewer cells than most rows. */
  isRagged(row: number): boolean {
    return this.sizeOf(row) !== this.usual;
  }

  /** Rows with more or fewer cells than most. */
  get ragged(): number {
    return this.rows - (this.#cells.sizes.get(this.usual) ?? 0);
  }

  /** Something stands after a closing quote in one of its cells. */
  hasBrokenQuote(row: number): boolean {
    return this.#cells.hasBrokenQuote(row);
  }

  /** The text of a cell without its quotes; as it is written where they do not fit. Undefined where the row is shorter. */
  cell(row: number, column: number): string | undefined {
    if (column >= this.#cells.keptIn(row)) return undefined;
    const at = this.#cells.rowStart[row]! + column;
    const written = this.text.slice(this.#cells.cellStart[at], this.#cells.cellStart[at + 1]! - 1);
    if (written.charCodeAt(0) !== QUOTE || written.length === 1 || !written.endsWith('"')) return written;
    const inside = written.slice(1, -1);
    if (!inside.includes('"')) return inside;
    // A quote by itself: the cell was not written by the rules.
    if (inside.replaceAll('""', '').includes('"')) return written;
    return inside.replaceAll('""', '"');
  }
}

const QUOTE = 34;

import { type ErrorParams, said } from '../errors.js';
import { errorText } from './error-texts.js';

/** Limits of a table. Beyond the first one there is no table; beyond the others the table reports what is missing. */

/**
 * Characters of text that are read as a table; a longer text is shown as text. Measured: 20 million take about 0.3 s,
 * in slices.
 */
const MAX_TABLE_CHARACTERS = 20_000_000;
/**
 * Rows of a table; the rest is left out. 400,000 rows of 40 px are 16 million px, and Firefox limits an element to 17.8
 * million.
 */
const MAX_TABLE_ROWS = 400_000;
/**
 * Cells of one row; the others are left out. Real spreadsheets stay below 300 columns; a line of commas alone makes
 * millions.
 */
const MAX_TABLE_COLUMNS = 1_000;
/** Cells of a table in all, 4 bytes each: 50,000 rows of 100 columns. The rest is left out. */
const MAX_TABLE_CELLS = 5_000_000;
/** Characters of a cell by which rows are sorted. The rest is ignored. */
const MAX_SORT_CHARACTERS = 200;

const HAS_BROKEN_QUOTE = 1;

const POINT = /^[-+\u2212]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?(?:e[-+]?\d+)?$/i;
const COMMA = /^[-+\u2212]?(?:\d+|\d{1,3}(?:\.\d{3})+)?(?:,\d*)?(?:e[-+]?\d+)?$/i;
/** Characters of a cell that is read as a number. A longer one is text: real numbers are not that long. */
const MAX_CELL_NUMBER_LENGTH = 64;

export interface TableOrder {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Rows that are processed before checking the time; about a millisecond. */
const TABLE_ROWS_PER_STEP = 512;
/** Characters that are processed before checking the time. */
const TABLE_CHARACTERS_PER_STEP = 65_536;

/** Made at the first sort: it takes longer than reading a small table. */
let texts: Intl.Collator | undefined;

/** The sort key of a row: a number, a text, or none. */
type Key = number | bigint | string | undefined;

const WHOLE = /^-?\d+$/;

/** A table, as positions in its text. Rows and columns count from 0. */
export class Table {
  readonly text: string;
  readonly #cells: TableCells;
  /** Stored cells of the longest row. */
  readonly columns: number;
  /** The most frequent number of cells in a row. */
  readonly usual: number;
  /** The row with an opening quote that is never closed; -1 where there is none. */
  readonly unclosed: number;
  /** Characters of the text after the last row; 0 where it has all. */
  readonly left: number;
  /** Cells of the longest row, stored or not. */
  readonly widest: number;

  constructor(text: string, cells: TableCells, found: { readonly unclosed: number; readonly left: number }) {
    this.text = text;
    this.#cells = cells;
    this.unclosed = found.unclosed;
    this.left = found.left;
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

  /** True if the text has more rows. */
  get isCut(): boolean {
    return this.left > 0;
  }

  /** Cells of a row, including those beyond the limit. */
  sizeOf(row: number): number {
    return this.#cells.overlong.get(row) ?? this.#cells.keptIn(row);
  }

  /** True if it has more or fewer cells than most rows. */
  isRagged(row: number): boolean {
    return this.sizeOf(row) !== this.usual;
  }

  /** Number of rows with more or fewer cells than most. */
  get ragged(): number {
    return this.rows - (this.#cells.sizes.get(this.usual) ?? 0);
  }

  /** True if text follows a closing quote in one of its cells. */
  hasBrokenQuote(row: number): boolean {
    return this.#cells.hasBrokenQuote(row);
  }

  /**
   * The text of a cell without its quotes; as written where the quotes are invalid. Undefined where the row is shorter.
   */
  cell(row: number, column: number): string | undefined {
    if (column >= this.#cells.keptIn(row)) return undefined;
    const at = this.#cells.rowStart[row]! + column;
    const written = this.text.slice(this.#cells.cellStart[at], this.#cells.cellStart[at + 1]! - 1);
    if (written.charCodeAt(0) !== QUOTE || written.length === 1 || !written.endsWith('"')) return written;
    const inside = written.slice(1, -1);
    if (!inside.includes('"')) return inside;
    // A single quote inside: the cell does not follow the rules.
    if (inside.replaceAll('""', '').includes('"')) return written;
    return inside.replaceAll('""', '"');
  }
}

/**
 * Positions of the cells in the text: one number per cell, and one more per row, so that a cell ends one separator
 * before the next number.
 */
class TableCells {
  rows = 0;
  /** Index of each row’s first cell. */
  rowStart: Uint32Array<ArrayBuffer> = new Uint32Array(256);
  cellStart: Uint32Array<ArrayBuffer> = new Uint32Array(2048);
  /** Number of cells of rows that have more than the limit. */
  readonly overlong: Map<number, number> = new Map();
  /** Number of rows by number of cells. */
  readonly sizes: Map<number, number> = new Map();
  #marks: Uint8Array<ArrayBuffer> = new Uint8Array(256);
  #cells = 0;
  #inRow = 0;

  /** True if there is no room for another row. */
  get isFull(): boolean {
    return this.rows === MAX_TABLE_ROWS || this.#cells + MAX_TABLE_COLUMNS >= MAX_TABLE_CELLS;
  }

  addCell(start: number): void {
    if (this.#inRow++ <= MAX_TABLE_COLUMNS) this.#add(start);
  }

  /** @param end end of the row’s last cell */
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

  /** Number of a row’s cells that are stored. */
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

/**
 * Reads the number in a cell: `1234.5`, `1,234.5`, `-3e8`, `12 %`.
 * @param decimalComma whether numbers are written `1.234,5`, as is usual where semicolons separate the cells
 * @returns undefined where there is none
 */
export function numberInCell(cell: string, decimalComma: boolean): number | undefined {
  if (cell.length > MAX_CELL_NUMBER_LENGTH) return undefined;
  const written = cell.trim().replace(/\s?%$/, '');
  if (!/\d/.test(written)) return undefined;
  // If it cannot be read one way, the other is tried: files with semicolons also use points.
  const isComma = decimalComma && COMMA.test(written);
  if (!isComma && !POINT.test(written)) return undefined;
  const plain = isComma ? written.replaceAll('.', '').replace(',', '.') : written.replaceAll(',', '');
  const value = Number(plain.replace('\u2212', '-'));
  return Number.isNaN(value) ? undefined : value;
}

/**
 * Sorts rows by a column: numbers by value first, then texts in the order of the person’s language, empty cells last in
 * either direction. Equal rows stay in their order.
 * @param rows which rows, in their order
 */
export function* sortTable(
  table: Table,
  rows: Uint32Array,
  order: TableOrder,
  decimalComma: boolean,
): Generator<undefined, Uint32Array, undefined> {
  const keys: Key[] = [];
  let from: Uint32Array = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    keys.push(keyOf(table.cell(rows[index]!, order.column) ?? '', decimalComma));
    from[index] = index;
    if (index % TABLE_ROWS_PER_STEP === 0) yield;
  }
  const sign = order.isDescending ? -1 : 1;
  let to: Uint32Array = new Uint32Array(rows.length);
  // A merge sort, because `sort` cannot be interrupted.
  for (let width = 1; width < rows.length; width *= 2) {
    for (let start = 0, done = 0; start < rows.length; start += 2 * width) {
      const middle = Math.min(start + width, rows.length);
      const end = Math.min(middle + width, rows.length);
      let [left, right] = [start, middle];
      for (let place = start; place < end; place++) {
        const takesLeft = left < middle && (right >= end || compare(keys[from[left]!], keys[from[right]!], sign) <= 0);
        to[place] = from[takesLeft ? left++ : right++]!;
        if (++done % TABLE_ROWS_PER_STEP === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from.map((index) => rows[index]!);
}

/** The rows that contain a text in one of their cells, in the given order, ignoring case. */
export function* filterTable(
  table: Table,
  rows: Uint32Array,
  sought: string,
): Generator<undefined, Uint32Array, undefined> {
  const needle = sought.toLowerCase();
  const found: number[] = [];
  let characters = 0;
  for (const row of rows) {
    for (let column = 0; ; column++) {
      const cell = table.cell(row, column);
      if (cell === undefined) break;
      characters += cell.length + 16;
      if (!cell.toLowerCase().includes(needle)) continue;
      found.push(row);
      break;
    }
    if (characters < TABLE_CHARACTERS_PER_STEP) continue;
    characters = 0;
    yield;
  }
  return Uint32Array.from(found);
}

function keyOf(cell: string, decimalComma: boolean): Key {
  const text = cell.slice(0, MAX_SORT_CHARACTERS).trim();
  if (text === '') return undefined;
  const value = numberInCell(text, decimalComma);
  // Beyond this, different numbers would compare as equal.
  if (value !== undefined && Math.abs(value) > Number.MAX_SAFE_INTEGER && WHOLE.test(text)) return BigInt(text);
  return value ?? text;
}

function compare(one: Key, other: Key, sign: number): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  if (typeof one === 'string' && typeof other === 'string')
    return sign * (texts ??= new Intl.Collator(undefined, { sensitivity: 'variant' })).compare(one, other);
  if (typeof one === 'string') return sign;
  if (typeof other === 'string') return -sign;
  return one === other ? 0 : sign * (one < other ? -1 : 1);
}

const QUOTE = 34;

export type TableSeparator = ',' | '\t' | ';';

/** A table, or why there is none: a sentence in English, and which one it is. */
export type TableReading =
  | { readonly ok: true; readonly table: Table }
  | { readonly ok: false; readonly message: string; readonly key: string; readonly params: ErrorParams };

/**
 * Cells that are processed before checking the time, beside {@link TABLE_CHARACTERS_PER_STEP}; together under a
 * millisecond.
 */
const TABLE_CELLS_PER_STEP = 1024;

const LINE_FEED = 10;
const RETURN = 13;

/**
 * Reads CSV: RFC 4180, and what differs from it in practice. A byte order mark is skipped; rows end with CRLF, LF or
 * CR. Nothing is dropped: rows keep their number of cells, and a quote that is never closed is read as an ordinary
 * character, as are all quotes after it.
 * Why no library does it: docs/decisions/0014-libraries-tried.md
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function* readTable(text: string, separator: TableSeparator): Generator<undefined, TableReading, undefined> {
  if (text.length > MAX_TABLE_CHARACTERS) return { ok: false, ...said(errorText('content.tableTooLong')) };
  const reader = new Reader(text, separator);
  yield* reader.read();
  return { ok: true, table: reader.table() };
}

class Reader {
  readonly #text: string;
  readonly #separator: number;
  readonly #cells = new TableCells();
  #at: number;
  /** The row with an opening quote that is never closed; -1 where there is none. */
  #unclosed = -1;

  constructor(text: string, separator: TableSeparator) {
    this.#text = text;
    this.#separator = separator.charCodeAt(0);
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  table(): Table {
    const left = Math.max(0, this.#text.length - this.#at);
    return new Table(this.#text, this.#cells, { unclosed: this.#unclosed, left });
  }

  *read(): Generator<undefined, void, undefined> {
    let cells = 0;
    let pauseAt = TABLE_CHARACTERS_PER_STEP;
    while (this.#at < this.#text.length && !this.#cells.isFull) {
      let isBroken = false;
      for (;;) {
        if (++cells === TABLE_CELLS_PER_STEP || this.#at >= pauseAt) {
          yield;
          cells = 0;
          pauseAt = this.#at + TABLE_CHARACTERS_PER_STEP;
        }
        this.#cells.addCell(this.#at);
        const isQuoted = this.#unclosed < 0 && this.#text.charCodeAt(this.#at) === QUOTE && (yield* this.#quoted());
        const after = this.#at;
        while (!this.#plain()) yield;
        if (isQuoted && this.#at > after) isBroken = true;
        if (this.#text.charCodeAt(this.#at) !== this.#separator) break;
        this.#at++;
      }
      this.#cells.endRow(this.#at, isBroken);
      this.#endOfLine();
    }
  }

  /** Reads a quoted cell; does not move where the quote is never closed. */
  *#quoted(): Generator<undefined, boolean, undefined> {
    let at = this.#at + 1;
    for (let quotes = 1; ; quotes++) {
      const quote = this.#text.indexOf('"', at);
      if (quote < 0) {
        // Only once: all further quotes are ordinary characters, so the text is not searched again.
        this.#unclosed = this.#cells.rows;
        return false;
      }
      at = quote + 1;
      if (this.#text.charCodeAt(at) !== QUOTE) break;
      at++;
      if (quotes % TABLE_CELLS_PER_STEP === 0) yield;
    }
    this.#at = at;
    return true;
  }

  /** Reads to the end of the cell. @returns false when that takes another call */
  #plain(): boolean {
    const stop = this.#at + TABLE_CHARACTERS_PER_STEP;
    for (let at = this.#at; ; at++) {
      const code = this.#text.charCodeAt(at);
      const isOver = code === this.#separator || code === LINE_FEED || code === RETURN || Number.isNaN(code);
      if (!isOver && at < stop) continue;
      this.#at = at;
      return isOver;
    }
  }

  #endOfLine(): void {
    if (this.#text.charCodeAt(this.#at) === RETURN && this.#text.charCodeAt(this.#at + 1) === LINE_FEED) this.#at++;
    this.#at++;
  }
}

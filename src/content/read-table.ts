import { MAX_TABLE_CHARACTERS } from './read-table-limits.js';
import { TableCells } from './read-table-cells.js';
import { Table } from './read-table-result.js';

export type TableSeparator = ',' | '\t' | ';';

/** A table, or why there is none, as a sentence. */
export type TableReading =
  { readonly ok: true; readonly table: Table } | { readonly ok: false; readonly message: string };

/** Characters and cells between two looks at the clock; together under a millisecond. */
const CHARACTERS_A_STEP = 65_536;
const CELLS_A_STEP = 1024;

const QUOTE = 34;
const LINE_FEED = 10;
const RETURN = 13;

/**
 * Reads rows of values: RFC 4180 and what is sent under its name. A byte order mark is skipped; rows end with CRLF, LF or
 * CR. Nothing is dropped: rows keep the cells they have, and a quote that is never closed is read as an ordinary character,
 * as are all quotes after it.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function* readTable(text: string, separator: TableSeparator): Generator<undefined, TableReading, undefined> {
  if (text.length > MAX_TABLE_CHARACTERS)
    return { ok: false, message: 'This text is too long to be shown as a table.' };
  const reader = new Reader(text, separator);
  yield* reader.read();
  return { ok: true, table: reader.table() };
}

class Reader {
  readonly #text: string;
  readonly #separator: number;
  readonly #cells = new TableCells();
  #at: number;
  /** The row in which a quote is opened and never closed; -1 where there is none. */
  #unclosed = -1;

  constructor(text: string, separator: TableSeparator) {
    this.#text = text;
    this.#separator = separator.charCodeAt(0);
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  table(): Table {
    const isCut = this.#at < this.#text.length;
    return new Table(this.#text, this.#cells, { unclosed: this.#unclosed, isCut });
  }

  *read(): Generator<undefined, void, undefined> {
    let cells = 0;
    let pauseAt = CHARACTERS_A_STEP;
    while (this.#at < this.#text.length && !this.#cells.isFull) {
      let isBroken = false;
      for (;;) {
        if (++cells === CELLS_A_STEP || this.#at >= pauseAt) {
          yield;
          cells = 0;
          pauseAt = this.#at + CHARACTERS_A_STEP;
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

  /** Walks over what is in quotes; stays before it when they are never closed. */
  *#quoted(): Generator<undefined, boolean, undefined> {
    let at = this.#at + 1;
    for (let quotes = 1; ; quotes++) {
      const quote = this.#text.indexOf('"', at);
      if (quote < 0) {
        // Once only: all further quotes are ordinary, so no text is walked over again and again.
        this.#unclosed = this.#cells.rows;
        return false;
      }
      at = quote + 1;
      if (this.#text.charCodeAt(at) !== QUOTE) break;
      at++;
      if (quotes % CELLS_A_STEP === 0) yield;
    }
    this.#at = at;
    return true;
  }

  /** Walks to the end of the cell. @returns false when that takes another call */
  #plain(): boolean {
    const stop = this.#at + CHARACTERS_A_STEP;
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

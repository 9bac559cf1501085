/**
 * Rows of one text that are shown; the rest is only in the copy and the download. At 20 pixels each, engines cannot
 * scroll through more than 800,000.
 */
export const MAX_TEXT_ROWS = 500_000;
/** Characters of one row. A longer line continues in further rows: laying out a line of a megabyte takes a second. */
export const ROW_CHARACTERS = 1000;
/**
 * Characters of one row of a line with non-Latin letters. Measured: forty rows of 250 are laid out in 40 ms, of 1,000
 * in 200.
 */
export const WIDE_ROW_CHARACTERS = 250;

/** Rows that are read before checking the time: about a tenth of a millisecond. */
const TEXT_ROWS_PER_STEP = 1000;
const NEW_LINE = 10;
/** Characters at the front of a line that are searched for non-Latin letters. */
const WIDE_SAMPLE_LENGTH = 20_000;
const WIDE = /[\u0250-\uffff]/;

/**
 * Positions of a text’s rows: a row is a line, or a piece of a very long one. Ten megabytes are read in about 20 ms,
 * which `read` divides into steps.
 */
export class TextRows {
  readonly text: string;
  #starts = new Uint32Array(1024);
  #lines = new Uint32Array(1024);
  #count = 0;
  #end = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Rows found so far. */
  get count(): number {
    return this.#count;
  }

  /** Lines found so far. */
  get lines(): number {
    return this.#count === 0 ? 0 : this.lineOf(this.#count - 1);
  }

  /** Characters at the end that are in no row, because of the limit. */
  get left(): number {
    return this.text.length - this.#end;
  }

  /** Line number of a row, from 1. */
  lineOf(row: number): number {
    return this.#lines[row] ?? 0;
  }

  /** False for a row that continues the line of the row before. */
  isFirstOfLine(row: number): boolean {
    return row === 0 || this.lineOf(row) !== this.lineOf(row - 1);
  }

  /** Position of a row in the text. */
  startOf(row: number): number {
    return row < this.#count ? this.#starts[row]! : this.#end;
  }

  /** Characters from the beginning of a row to that of the next: about as many as it shows. */
  lengthOf(row: number): number {
    return this.startOf(row + 1) - this.startOf(row);
  }

  /** The text of a row without the line break. */
  textOf(row: number): string {
    let end = this.startOf(row + 1);
    const start = this.startOf(row);
    if (end > start && this.text.charCodeAt(end - 1) === NEW_LINE) {
      end--;
      if (end > start && this.text[end - 1] === '\r') end--;
    }
    return this.text.slice(start, end);
  }

  /** Finds the rows, in steps. */
  *read(): Generator<undefined, void, undefined> {
    const { text } = this;
    let line = 0;
    while (this.#end < text.length && this.#count < MAX_TEXT_ROWS) {
      const found = text.indexOf('\n', this.#end);
      const end = found < 0 ? text.length : found + 1;
      line++;
      const most = end - this.#end > WIDE_ROW_CHARACTERS + 2 ? this.#pieceOf(this.#end, end) : ROW_CHARACTERS;
      // Line breaks do not count as characters of a row.
      for (let at = this.#end; at < end && this.#count < MAX_TEXT_ROWS; at = this.#end) {
        this.#end = end - at <= most + 2 ? end : wholeCharacter(text, at + most);
        this.#add(at, line);
        if (this.#count % TEXT_ROWS_PER_STEP === 0) yield;
      }
    }
  }

  /** Only the front of a very long line decides how long its pieces are. */
  #pieceOf(start: number, end: number): number {
    return WIDE.test(this.text.slice(start, Math.min(end, start + WIDE_SAMPLE_LENGTH)))
      ? WIDE_ROW_CHARACTERS
      : ROW_CHARACTERS;
  }

  #add(start: number, line: number): void {
    if (this.#count === this.#starts.length) {
      this.#starts = doubled(this.#starts);
      this.#lines = doubled(this.#lines);
    }
    this.#starts[this.#count] = start;
    this.#lines[this.#count] = line;
    this.#count++;
  }
}

/** Does not divide a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code < 0xdc00 ? at - 1 : at;
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}

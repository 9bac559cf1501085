import { inTurns } from '../../src/content/index.js';
import { EVERYTHING, isSameFilter, LineTest, type LineFilter } from './line-filter.js';
import type { LogBook } from './log-book.js';

/** Lines that are looked at between two looks at the clock, or as many characters, whichever comes first. */
const STEP_LINES = 64;
const STEP_CHARACTERS = 50_000;

/**
 * The lines that are shown, as rows: all of a book, or those that fit to a filter. Looks at each line once, in stretches
 * that let the page have its turn; until a new filter has seen all of them, the rows stay as they were.
 */
export class ShownLines {
  readonly #onChange: () => void;
  #book: LogBook | undefined;
  #filter: LineFilter = EVERYTHING;
  #test = new LineTest(EVERYTHING);
  /** Numbers of the lines that fit, oldest first; undefined where all do. */
  #found: number[] | undefined;
  /** Places in `found` that are of lines no longer kept. */
  #gone = 0;
  /** Number of the line that is looked at next. */
  #next = 0;
  #looking: AbortController | undefined;
  /** What a new filter has found so far. */
  #coming: number[] | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Number of the line up to which rows go, while the reader holds them. */
  until: number = Infinity;

  /** True while a new filter is applied to the lines that are there. */
  get isSearching(): boolean {
    return this.#coming !== undefined;
  }

  /** Rows there are. */
  get count(): number {
    const book = this.#book;
    if (!book) return 0;
    if (!this.#found) return Math.max(0, Math.min(book.end, this.until) - book.first);
    const end = this.until < book.end ? placeIn(this.#found, this.until) : this.#found.length;
    return Math.max(0, end - this.#gone);
  }

  /** The number of the line in a row. */
  numberAt(row: number): number {
    return this.#found ? (this.#found[this.#gone + row] ?? -1) : (this.#book?.first ?? 0) + row;
  }

  /** The row of a line, or of the next one that is shown. */
  rowOf(number: number): number {
    const row = this.#found ? placeIn(this.#found, number) - this.#gone : number - (this.#book?.first ?? 0);
    return Math.max(0, Math.min(row, this.count - 1));
  }

  /** True when the line is in one of the rows. */
  has(number: number): boolean {
    return this.count > 0 && this.numberAt(this.rowOf(number)) === number;
  }

  /** Shows other lines. Nothing happens where it is the same book and the same filter. */
  show(book: LogBook | undefined, filter: LineFilter): void {
    if (book === this.#book && isSameFilter(filter, this.#filter)) return;
    if (book !== this.#book) this.#found = undefined;
    this.#book = book;
    this.#filter = filter;
    this.#test = new LineTest(filter);
    this.#looking?.abort();
    this.#looking = undefined;
    this.#coming = undefined;
    if (this.#test.isEmpty) this.#found = undefined;
    if (!book || this.#test.isEmpty) return;
    this.#next = book.first;
    this.#coming = [];
    this.#look(this.#coming);
  }

  /** The book has other lines than before. */
  bookChanged(): void {
    const book = this.#book;
    const found = this.#found;
    if (!book || !found) return;
    while (this.#gone < found.length && found[this.#gone]! < book.first) this.#gone++;
    // Moving what is left costs as much as what is given back.
    if (this.#gone > found.length / 2) {
      found.splice(0, this.#gone);
      this.#gone = 0;
    }
    if (!this.#looking && this.#next < book.end) this.#look(found);
  }

  #look(found: number[]): void {
    const looking = new AbortController();
    this.#looking = looking;
    void inTurns(this.#steps(found), looking.signal).then(() => {
      if (looking.signal.aborted) return;
      this.#looking = undefined;
      if (this.#coming) {
        this.#found = this.#coming;
        this.#gone = 0;
        this.#coming = undefined;
      }
      this.bookChanged();
      this.#onChange();
    });
  }

  *#steps(found: number[]): Generator<undefined, void, undefined> {
    const book = this.#book!;
    const test = this.#test;
    for (let lines = 1; this.#next < book.end; lines++) {
      // Lines may have been dropped meanwhile.
      const number = Math.max(this.#next, book.first);
      this.#next = number + 1;
      const message = book.at(number);
      if (message && test.fits(message)) found.push(number);
      if (lines % STEP_LINES > 0 && test.cost < STEP_CHARACTERS) continue;
      test.cost = 0;
      yield;
    }
  }
}

/** The place of the first number that is at least that large. */
function placeIn(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

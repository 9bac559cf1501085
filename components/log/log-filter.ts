import { runInSlices } from '../../src/content/index.js';
import type { LogLevel, LogMessage } from '../../src/index.js';
import type { LogBook } from './log-book.js';
import { rankOf } from './log-level.js';
import { searchText } from './log-text.js';

/** Which lines are shown: those that meet all conditions. */
export interface LineFilter {
  /** Words that must all be in the line. */
  readonly text: string;
  /** The least important level that is shown. */
  readonly level: LogLevel;
  /** The only logger that is shown; undefined for all loggers. */
  readonly logger: string | undefined;
}

export const EVERYTHING: LineFilter = { text: '', level: 'debug', logger: undefined };

function isSameFilter(one: LineFilter, other: LineFilter): boolean {
  return one.text === other.text && one.level === other.level && one.logger === other.logger;
}

/** Tests lines against a filter, and counts the cost. */
class LineMatcher {
  readonly #words: readonly string[];
  readonly #rank: number;
  readonly #logger: string | undefined;
  /** Characters that were searched, plus one for each line. */
  cost = 0;

  constructor({ text, level, logger }: LineFilter) {
    this.#words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.#rank = rankOf(level);
    this.#logger = logger;
  }

  /** True if every line matches. */
  get isEmpty(): boolean {
    return this.#words.length === 0 && this.#rank === 0 && this.#logger === undefined;
  }

  matches(message: LogMessage): boolean {
    this.cost++;
    if (rankOf(message.level) < this.#rank) return false;
    if (this.#logger !== undefined && message.logger !== this.#logger) return false;
    if (this.#words.length === 0) return true;
    const text = searchText(message);
    this.cost += text.length;
    return this.#words.every((word) => text.includes(word));
  }
}

/** Lines, and characters, that are searched in one slice. The limit that is reached first ends the slice. */
const STEP_LINES = 64;

const STEP_CHARACTERS = 50_000;

/**
 * The lines that are shown, as rows: all lines of a book, or those that match a filter. Each line is searched once, in
 * slices that do not block the page. The rows stay unchanged until a new filter has searched all lines.
 */
export class FilteredLines {
  readonly #onChange: () => void;
  #book: LogBook | undefined;
  #filter: LineFilter = EVERYTHING;
  #matcher = new LineMatcher(EVERYTHING);
  /** Numbers of the lines that match, oldest first; undefined if all lines match. */
  #matches: number[] | undefined;
  /** Entries at the front of `matches` whose lines were dropped from the book. */
  #droppedMatches = 0;
  /** The number of the line that is searched next. */
  #nextNumber = 0;
  #search: AbortController | undefined;
  /** The matches of a new filter so far. */
  #pendingMatches: number[] | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The number of the line at which the log was paused. The rows end before it. */
  pausedAt: number = Infinity;

  /** True while a new filter searches the existing lines. */
  get isSearching(): boolean {
    return this.#pendingMatches !== undefined;
  }

  /** The number of rows. */
  get count(): number {
    const book = this.#book;
    if (!book) return 0;
    if (!this.#matches) return Math.max(0, Math.min(book.end, this.pausedAt) - book.first);
    const end = this.pausedAt < book.end ? indexOfNumber(this.#matches, this.pausedAt) : this.#matches.length;
    return Math.max(0, end - this.#droppedMatches);
  }

  /** Returns the number of the line in a row. */
  numberAt(row: number): number {
    return this.#matches ? (this.#matches[this.#droppedMatches + row] ?? -1) : (this.#book?.first ?? 0) + row;
  }

  /** Returns the row of a line, or of the next line that is shown. */
  rowOf(number: number): number {
    const row = this.#matches
      ? indexOfNumber(this.#matches, number) - this.#droppedMatches
      : number - (this.#book?.first ?? 0);
    return Math.max(0, Math.min(row, this.count - 1));
  }

  /** True if the line is in one of the rows. */
  has(number: number): boolean {
    return this.count > 0 && this.numberAt(this.rowOf(number)) === number;
  }

  /** Shows other lines. Does nothing if the book and the filter are the same as before. */
  show(book: LogBook | undefined, filter: LineFilter): void {
    if (book === this.#book && isSameFilter(filter, this.#filter)) return;
    if (book !== this.#book) this.#matches = undefined;
    this.#book = book;
    this.#filter = filter;
    this.#matcher = new LineMatcher(filter);
    this.#search?.abort();
    this.#search = undefined;
    this.#pendingMatches = undefined;
    if (this.#matcher.isEmpty) this.#matches = undefined;
    if (!book || this.#matcher.isEmpty) return;
    this.#nextNumber = book.first;
    this.#pendingMatches = [];
    this.#startSearch(this.#pendingMatches);
  }

  /** Must be called when the lines of the book have changed. */
  bookChanged(): void {
    const book = this.#book;
    const matches = this.#matches;
    if (!book || !matches) return;
    while (this.#droppedMatches < matches.length && matches[this.#droppedMatches]! < book.first) this.#droppedMatches++;
    // Waits until half of the matches are dropped, because moving the other matches costs time.
    if (this.#droppedMatches > matches.length / 2) {
      matches.splice(0, this.#droppedMatches);
      this.#droppedMatches = 0;
    }
    if (!this.#search && this.#nextNumber < book.end) this.#startSearch(matches);
  }

  #startSearch(matches: number[]): void {
    const search = new AbortController();
    this.#search = search;
    void runInSlices(this.#searchSteps(matches), search.signal).then(() => {
      if (search.signal.aborted) return;
      this.#search = undefined;
      if (this.#pendingMatches) {
        this.#matches = this.#pendingMatches;
        this.#droppedMatches = 0;
        this.#pendingMatches = undefined;
      }
      this.bookChanged();
      this.#onChange();
    });
  }

  *#searchSteps(matches: number[]): Generator<undefined, void, undefined> {
    const book = this.#book!;
    const matcher = this.#matcher;
    for (let lines = 1; this.#nextNumber < book.end; lines++) {
      // Lines may have been dropped meanwhile.
      const number = Math.max(this.#nextNumber, book.first);
      this.#nextNumber = number + 1;
      const message = book.at(number);
      if (message && matcher.matches(message)) matches.push(number);
      if (lines % STEP_LINES > 0 && matcher.cost < STEP_CHARACTERS) continue;
      matcher.cost = 0;
      yield;
    }
  }
}

/** Returns the index of the first number that is not smaller than `wanted`. */
function indexOfNumber(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { runInSlices } from '../../src/content/index.js';

/** Items with permanent numbers, of which the oldest may be dropped. */
interface Book<T> {
  /** The number of the oldest stored item. */
  readonly first: number;
  /** One more than the number of the newest item. */
  readonly end: number;
  at(number: number): T | undefined;
}

/** Tests items against a filter, and counts the cost. */
export interface Matcher<T> {
  /** True if every item matches. */
  readonly isEmpty: boolean;
  /** Characters that were searched, plus one for each item. The rows set it to 0 after each slice. */
  cost: number;
  matches(item: T): boolean;
}

interface FilteredRowsOptions<T, F> {
  /** The filter that every item matches. */
  readonly everything: F;
  readonly matcher: (filter: F) => Matcher<T>;
  readonly isSame: (one: F, other: F) => boolean;
  /** Called when other rows are shown. */
  readonly changed: () => void;
}

/** Items, and characters, that are searched in one slice. The limit that is reached first ends the slice. */
const STEP_ITEMS = 64;

const STEP_CHARACTERS = 50_000;

/**
 * The rows of a list that grows without end: all items of a book, or those that match a filter. Each item is searched once, in
 * slices that do not block the page. The rows stay unchanged until a new filter has searched all items.
 */
export class FilteredRows<T, F> {
  readonly #options: FilteredRowsOptions<T, F>;
  #book: Book<T> | undefined;
  #filter: F;
  #matcher: Matcher<T>;
  /** Numbers of the items that match, oldest first; undefined if all lines match. */
  #matches: number[] | undefined;
  /** Entries at the front of `matches` whose items were dropped from the book. */
  #droppedMatches = 0;
  /** The number of the item that is searched next. */
  #nextNumber = 0;
  #search: AbortController | undefined;
  /** The matches of a new filter so far. */
  #pendingMatches: number[] | undefined;

  constructor(options: FilteredRowsOptions<T, F>) {
    this.#options = options;
    this.#filter = options.everything;
    this.#matcher = options.matcher(options.everything);
  }

  /** The number of the item at which the list was paused. The rows end before it. */
  pausedAt: number = Infinity;

  /** True while a new filter searches the existing items. */
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

  /** Returns the number of the item in a row. */
  numberAt(row: number): number {
    return this.#matches ? (this.#matches[this.#droppedMatches + row] ?? -1) : (this.#book?.first ?? 0) + row;
  }

  /** Returns the row of an item, or of the next item that is shown. */
  rowOf(number: number): number {
    const row = this.#matches
      ? indexOfNumber(this.#matches, number) - this.#droppedMatches
      : number - (this.#book?.first ?? 0);
    return Math.max(0, Math.min(row, this.count - 1));
  }

  /** True if the item is in one of the rows. */
  has(number: number): boolean {
    return this.count > 0 && this.numberAt(this.rowOf(number)) === number;
  }

  /** Shows other items. Does nothing if the book and the filter are the same as before. */
  show(book: Book<T> | undefined, filter: F): void {
    if (book === this.#book && this.#options.isSame(filter, this.#filter)) return;
    if (book !== this.#book) this.#matches = undefined;
    this.#book = book;
    this.#filter = filter;
    this.#matcher = this.#options.matcher(filter);
    this.#search?.abort();
    this.#search = undefined;
    this.#pendingMatches = undefined;
    if (this.#matcher.isEmpty) this.#matches = undefined;
    if (!book || this.#matcher.isEmpty) return;
    this.#nextNumber = book.first;
    this.#pendingMatches = [];
    this.#startSearch(this.#pendingMatches);
  }

  /** Tests items again that changed after they were searched. Those that are not searched yet are tested later. */
  recheck(numbers: Iterable<number>): void {
    const book = this.#book;
    const matches = this.#pendingMatches ?? this.#matches;
    if (!book || !matches) return;
    for (const number of numbers) {
      if (number >= this.#nextNumber) continue;
      const item = book.at(number);
      const at = indexOfNumber(matches, number);
      const isThere = matches[at] === number;
      const fits = item !== undefined && this.#matcher.matches(item);
      if (fits && !isThere) matches.splice(at, 0, number);
      else if (!fits && isThere && item !== undefined) matches.splice(at, 1);
    }
  }

  /** Must be called when the items of the book have changed. */
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
      this.#options.changed();
    });
  }

  *#searchSteps(matches: number[]): Generator<undefined, void, undefined> {
    const book = this.#book!;
    const matcher = this.#matcher;
    for (let items = 1; this.#nextNumber < book.end; items++) {
      // Items may have been dropped meanwhile.
      const number = Math.max(this.#nextNumber, book.first);
      this.#nextNumber = number + 1;
      const item = book.at(number);
      if (item !== undefined && matcher.matches(item)) matches.push(number);
      if (items % STEP_ITEMS > 0 && matcher.cost < STEP_CHARACTERS) continue;
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

import type { ReactiveControllerHost } from 'lit';
import { SlicedWork } from '../internal/store-controller.js';
import { fitsLogFilter, isEmptyFilter, type LogFilter, type RowRelations } from './filter.js';
import { compareRows, type LogRow } from './rows.js';

/** Rows that are searched between two checks of the clock. */
const ROWS_PER_STEP = 32;
/** Rows that come at once and are searched at once. More are searched in slices, with all others. */
const MAX_SEARCHED_AT_ONCE = 500;

/** What became of rows since the last time. */
export interface RowChanges {
  readonly added: readonly LogRow[];
  /** New versions of rows that are there, with the same key, number and time. */
  readonly changed: readonly LogRow[];
  readonly removed: ReadonlySet<string>;
}

/** All rows in the order of time, and those that fit the filter. */
export class ShownRows {
  readonly #work: SlicedWork;
  readonly #relations: RowRelations;
  #all: readonly LogRow[] = [];
  /** Rows by key, and by number. */
  readonly #byKey = new Map<string, LogRow>();
  readonly #byNumber = new Map<number, LogRow>();
  #filter: LogFilter = {};
  #fits: (row: LogRow) => boolean = () => true;
  /** Undefined while every row fits. */
  #found: readonly LogRow[] | undefined;
  /** Rows that came or changed while a new filter searches. */
  #meanwhile: LogRow[] | undefined;

  constructor(host: ReactiveControllerHost, relations: RowRelations) {
    this.#work = new SlicedWork(host);
    this.#relations = relations;
  }

  /** The rows that fit, oldest first. */
  get rows(): readonly LogRow[] {
    return this.#found ?? this.#all;
  }

  /** The number of all rows. */
  get total(): number {
    return this.#all.length;
  }

  get all(): readonly LogRow[] {
    return this.#all;
  }

  get filter(): LogFilter {
    return this.#filter;
  }

  get isSearching(): boolean {
    return this.#work.isBusy;
  }

  set filter(filter: LogFilter) {
    this.#filter = filter;
    this.#fits = fitsLogFilter(filter, this.#relations);
    this.#search();
  }

  /** The row with this key, also if the filter hides it. */
  find(key: string | undefined): LogRow | undefined {
    return key === undefined ? undefined : this.#byKey.get(key);
  }

  /** The place of the row with this number among those shown, or of the next one that is. */
  placeOf(number: number): number {
    const row = this.#byNumber.get(number);
    // Only the oldest rows are dropped.
    return row ? Math.min(placeIn(this.rows, row), Math.max(0, this.rows.length - 1)) : 0;
  }

  /** True if the row with this number is shown. */
  has(number: number): boolean {
    const { rows } = this;
    return rows.length > 0 && rows[this.placeOf(number)]?.number === number;
  }

  /** True if the row fits the filter. */
  isShown({ number }: LogRow): boolean {
    return this.has(number);
  }

  /** Removes all rows. */
  clear(): void {
    this.#work.cancel();
    this.#all = [];
    this.#byKey.clear();
    this.#byNumber.clear();
    this.#found = isEmptyFilter(this.#filter) ? undefined : [];
    this.#meanwhile = undefined;
  }

  apply({ added, changed, removed }: RowChanges): void {
    if (removed.size > 0) {
      const isLeft = ({ key }: LogRow): boolean => !removed.has(key);
      for (const key of removed) {
        const row = this.#byKey.get(key);
        if (row) this.#byNumber.delete(row.number);
        this.#byKey.delete(key);
      }
      this.#all = this.#all.filter(isLeft);
      this.#found = this.#found?.filter(isLeft);
    }
    if (changed.length > 0) this.#replace(changed);
    if (added.length === 0) return;
    for (const row of added) this.#note(row);
    this.#all = merged(this.#all, added);
    this.#meanwhile?.push(...added);
    if (!this.#found || this.#meanwhile) return;
    if (added.length > MAX_SEARCHED_AT_ONCE) this.#search();
    else this.#found = merged(this.#found, added.filter(this.#fits));
  }

  #note(row: LogRow): void {
    this.#byKey.set(row.key, row);
    this.#byNumber.set(row.number, row);
  }

  #replace(changed: readonly LogRow[]): void {
    const all = [...this.#all];
    for (const row of changed) {
      const place = placeIn(all, row);
      if (all[place]?.key !== row.key) continue;
      all[place] = row;
      this.#note(row);
    }
    this.#all = all;
    if (this.#meanwhile) this.#meanwhile.push(...changed);
    else if (this.#found) this.#found = refreshed(this.#found, changed, this.#fits);
  }

  #search(): void {
    if (isEmptyFilter(this.#filter)) {
      this.#work.cancel();
      this.#found = undefined;
      this.#meanwhile = undefined;
      return;
    }
    this.#meanwhile = [];
    void this.#work.run(fitting(this.#all, this.#fits), (found) => {
      const meanwhile = new Map((this.#meanwhile ?? []).map((row) => [row.key, row]));
      this.#meanwhile = undefined;
      const left = found.filter(({ key }) => this.#byKey.has(key));
      this.#found = refreshed(left, [...meanwhile.values()], this.#fits);
    });
  }
}

function* fitting(
  rows: readonly LogRow[],
  fits: (row: LogRow) => boolean,
): Generator<undefined, readonly LogRow[], undefined> {
  const found: LogRow[] = [];
  for (let at = 0; at < rows.length; at++) {
    if (fits(rows[at]!)) found.push(rows[at]!);
    if (at % ROWS_PER_STEP === 0) yield;
  }
  return found;
}

/** The rows with new versions of some: those that fit are there, the others are not. */
function refreshed(
  rows: readonly LogRow[],
  some: readonly LogRow[],
  fits: (row: LogRow) => boolean,
): readonly LogRow[] {
  const keys = new Set(some.map(({ key }) => key));
  const others = rows.filter(({ key }) => !keys.has(key));
  return merged(others, some.filter(fits));
}

/** Both in the order of time. Most often the new ones come last. */
function merged(rows: readonly LogRow[], added: readonly LogRow[]): readonly LogRow[] {
  if (added.length === 0) return rows;
  const sorted = added.toSorted(compareRows);
  const last = rows.at(-1);
  const all = [...rows, ...sorted];
  return last && compareRows(last, sorted[0]!) > 0 ? all.sort(compareRows) : all;
}

/** The index of the first row that does not stand before this one. */
function placeIn(rows: readonly LogRow[], row: LogRow): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareRows(rows[middle]!, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

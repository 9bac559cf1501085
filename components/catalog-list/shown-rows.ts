import { iconsOf } from './icons-of.js';
import { entryOf, matching, type Entry, type ListKind } from './list-kind.js';

/** One row: an item with its place among the items, or the heading above the items of a kind. */
export type Row<T> =
  | { readonly entry: Entry<T>; readonly position: number; readonly heading?: undefined }
  | { readonly heading: string; readonly entry?: undefined };

/**
 * What a list shows of what there is. Items are prepared when they come and sought when the query changes, never once
 * per render: there may be thousands.
 */
export class ShownRows<T> {
  readonly #kinds: readonly ListKind<T>[];
  #items: readonly (readonly T[])[] = [];
  #entries: readonly Entry<T>[] = [];
  #query = '';
  #rows: readonly Row<T>[] = [];
  #shown = 0;
  #isPictured = false;

  constructor(kinds: readonly ListKind<T>[]) {
    this.#kinds = kinds;
  }

  /** All items, whether shown or not. */
  get total(): number {
    return this.#entries.length;
  }

  /** Items that match the query. */
  get shown(): number {
    return this.#shown;
  }

  /** Some item of the list has an icon, so all have a place for one. */
  get isPictured(): boolean {
    return this.#isPictured;
  }

  get rows(): readonly Row<T>[] {
    return this.#rows;
  }

  entry(row: number): Entry<T> | undefined {
    return this.#rows[row]?.entry;
  }

  rowOf(key: string | undefined): number {
    return this.#rows.findIndex((row) => row.entry !== undefined && row.entry.key === key);
  }

  /** Takes the items of each kind, in the order of the kinds, and what is sought among them. */
  update(items: readonly (readonly T[])[], query: string): void {
    const same = items.every((each, index) => each === this.#items[index]);
    if (same && query === this.#query) return;
    if (!same) {
      this.#items = items;
      this.#isPictured = items.some((each) => each.some((item) => iconsOf(item).length > 0));
      this.#entries = items.flatMap((each, index) => each.map((item) => entryOf(this.#kinds[index]!, item)));
    }
    this.#query = query;
    const found = matching(this.#entries, query);
    this.#shown = found.length;
    let position = 0;
    this.#rows = this.#kinds.flatMap((kind): Row<T>[] => {
      const rows = found.filter((entry) => entry.kind === kind).map((entry) => ({ entry, position: ++position }));
      return kind.heading && rows.length > 0 ? [{ heading: kind.heading }, ...rows] : rows;
    });
  }
}

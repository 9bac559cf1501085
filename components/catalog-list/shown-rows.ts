import { type Arrangement, AS_LISTED } from './arrangement.js';
import { type Entry, entryOf, iconsOf, type ListKind } from './list-kind.js';
import { formatter, languageInUse } from '../words/messages.js';
import { t } from './messages.js';

/** Items from which a list can be sorted. */
export const MIN_SORTED_ITEMS = 5;
/** Items from which a list can be grouped. */
export const MIN_GROUPED_ITEMS = 8;
/** Items up to which a list can be sorted and grouped: comparing 20,000 names takes under 100 ms. */
export const MAX_ARRANGED_ITEMS = 20_000;

/** A group of a list that can be closed. */
export interface Group {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly isOpen: boolean;
}

/** One row: an item, the heading of a group, or another heading. `position` and `of` are those within its group. */
export type Row<T> =
  | { readonly entry: Entry<T>; readonly position: number; readonly of: number; readonly group?: Group | undefined }
  | { readonly group: Group; readonly position: number; readonly of: number; readonly entry?: undefined }
  | { readonly heading: string; readonly entry?: undefined; readonly group?: undefined };

/** The choices that make sense for the items of a list. */
export interface Offers {
  readonly isSorted: boolean;
  /** By key with their counts, in the order of the kind; none if all items are alike. */
  readonly hints: readonly (readonly [key: string, count: number])[];
  readonly groups: readonly Arrangement['group'][];
}

const NOTHING: Offers = { isSorted: false, hints: [], groups: [] };

/**
 * Returns the entries that contain every word of the query: first those with a match in the name, then the others, each
 * in the order in which they came.
 */
function matching<T>(entries: readonly Entry<T>[], query: string): readonly Entry<T>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  const named: Entry<T>[] = [];
  const others: Entry<T>[] = [];
  // One pass at each key, over thousands: the names are part of all words, and most matches are found there.
  for (const entry of entries)
    if (words.every((word) => entry.names.includes(word))) named.push(entry);
    else if (words.every((word) => entry.words.includes(word))) others.push(entry);
  return [...named, ...others];
}

function sortedByName<T>(entries: readonly Entry<T>[]): readonly Entry<T>[] {
  const { compare } = formatter('Collator', { numeric: true });
  return entries.toSorted((one, other) => compare(one.label, other.label));
}

/**
 * The rows of a list. Items are prepared when they arrive, arranged when the person wants them otherwise, and searched
 * when the query changes; nothing of it in each rendering: there may be thousands.
 */
export class ShownRows<T> {
  readonly #kinds: readonly ListKind<T>[];
  #items: readonly (readonly T[])[] = [];
  #entries: readonly Entry<T>[] = [];
  /** The first words that several items have. */
  #words: ReadonlySet<string> = new Set();
  /** The entries that the filter lets through, in the wanted order. */
  #arranged: readonly Entry<T>[] = [];
  #arrangement: Arrangement = AS_LISTED;
  #language = '';
  #query = '';
  #rows: readonly Row<T>[] = [];
  #shown = 0;
  #isPictured = false;
  #offers: Offers = NOTHING;

  constructor(kinds: readonly ListKind<T>[]) {
    this.#kinds = kinds;
  }

  /** The number of all items. */
  get total(): number {
    return this.#entries.length;
  }

  /** The number of items that match the query and the filter. */
  get shown(): number {
    return this.#shown;
  }

  /** True if some item has an icon. Then every row has room for one. */
  get isPictured(): boolean {
    return this.#isPictured;
  }

  get rows(): readonly Row<T>[] {
    return this.#rows;
  }

  get offers(): Offers {
    return this.#offers;
  }

  /** The filter, if this list has such items. */
  get hint(): string | undefined {
    const { hint } = this.#arrangement;
    return this.#offers.hints.some(([key]) => key === hint) ? hint : undefined;
  }

  /** How the rows are grouped. */
  get grouping(): Arrangement['group'] {
    const { group } = this.#arrangement;
    return this.#offers.groups.includes(group) ? group : 'none';
  }

  entry(row: number): Entry<T> | undefined {
    return this.#rows[row]?.entry;
  }

  rowOf(key: string | undefined): number {
    return this.#rows.findIndex((row) => row.entry !== undefined && row.entry.key === key);
  }

  /** The row of the heading of this group. */
  rowOfGroup(key: string): number {
    return this.#rows.findIndex((row) => row.entry === undefined && row.group?.key === key);
  }

  /** How many items match the query, without showing them. */
  count(query: string): number {
    return matching(this.#entries, query).length;
  }

  /** Takes the items of each kind, in the order of the kinds, the query and the arrangement. */
  update(items: readonly (readonly T[])[], query: string, arrangement: Arrangement): void {
    const isSame = items.every((each, index) => each === this.#items[index]);
    const before = this.#arrangement;
    // Headings and the names of groups are ours.
    const language = languageInUse();
    if (isSame && query === this.#query && arrangement === before && language === this.#language) return;
    this.#language = language;
    if (!isSame) this.#take(items);
    this.#arrangement = arrangement;
    this.#query = query;
    if (!isSame || arrangement.hint !== before.hint || arrangement.sort !== before.sort) this.#arrange();
    const found = matching(this.#arranged, query);
    this.#shown = found.length;
    this.#rows = this.grouping === 'none' ? this.#plainRows(found) : this.#groupedRows(found);
  }

  #take(items: readonly (readonly T[])[]): void {
    this.#items = items;
    this.#isPictured = items.some((each) => each.some((item) => iconsOf(item).length > 0));
    this.#entries = items.flatMap((each, index) => each.map((item) => entryOf(this.#kinds[index]!, item)));
    const words = new Map<string, number>();
    const hints = new Map<string, number>();
    for (const { firstWord, hint } of this.#entries) {
      words.set(firstWord, (words.get(firstWord) ?? 0) + 1);
      hints.set(hint, (hints.get(hint) ?? 0) + 1);
    }
    this.#words = new Set([...words].filter(([word, count]) => word !== '' && count > 1).map(([word]) => word));
    this.#offers = this.#offersOf(hints);
  }

  #offersOf(counts: ReadonlyMap<string, number>): Offers {
    const { total } = this;
    const keys = [...(this.#kinds[0]?.hints?.all.keys() ?? [])].filter((key) => counts.has(key));
    const hints = keys.length > 1 ? keys.map((key) => [key, counts.get(key)!] as const) : [];
    const isManageable = total <= MAX_ARRANGED_ITEMS;
    const groups: Arrangement['group'][] = [];
    if (isManageable && total >= MIN_GROUPED_ITEMS) {
      const isSplit = this.#words.size > 1 || (this.#words.size === 1 && this.#hasOthers());
      if (isSplit) groups.push('name');
      if (hints.length > 0) groups.push('hint');
    }
    return {
      isSorted: isManageable && total >= MIN_SORTED_ITEMS,
      hints,
      groups: groups.length > 0 ? ['none', ...groups] : [],
    };
  }

  #hasOthers(): boolean {
    return this.#entries.some(({ firstWord }) => !this.#words.has(firstWord));
  }

  #arrange(): void {
    const { hint } = this;
    const wanted = hint === undefined ? this.#entries : this.#entries.filter((entry) => entry.hint === hint);
    this.#arranged = this.#arrangement.sort === 'name' && this.#offers.isSorted ? sortedByName(wanted) : wanted;
  }

  #plainRows(found: readonly Entry<T>[]): readonly Row<T>[] {
    const rows: Row<T>[] = [];
    let position = 0;
    for (const kind of this.#kinds) {
      const before = rows.length;
      for (const entry of found)
        if (entry.kind === kind) {
          if (kind.heading && rows.length === before) rows.push({ heading: kind.heading });
          rows.push({ entry, position: ++position, of: found.length });
        }
    }
    return rows;
  }

  /** Groups in the order of their first item, or of their hints; items without a group come last. */
  #groupedRows(found: readonly Entry<T>[]): readonly Row<T>[] {
    const groups = new Map<string, Entry<T>[]>();
    if (this.grouping === 'hint') for (const [key] of this.#offers.hints) groups.set(key, []);
    for (const entry of found) {
      const key = this.#groupOf(entry);
      const group = groups.get(key);
      if (group) group.push(entry);
      else groups.set(key, [entry]);
    }
    const others = groups.get('');
    if (others) {
      groups.delete('');
      groups.set('', others);
    }
    const filled = [...groups].filter(([, entries]) => entries.length > 0);
    const folded = new Set(this.#arrangement.folded);
    return filled.flatMap(([key, entries], at): Row<T>[] => {
      // A match inside a closed group would not be seen.
      const isOpen = this.#query !== '' || !folded.has(key);
      const group = { key, label: this.#labelOf(key), count: entries.length, isOpen };
      const rows = isOpen ? entries : [];
      return [
        { group, position: at + 1, of: filled.length },
        ...rows.map((entry, index) => ({ entry, group, position: index + 1, of: entries.length })),
      ];
    });
  }

  #groupOf(entry: Entry<T>): string {
    if (this.grouping === 'hint') return entry.hint;
    return this.#words.has(entry.firstWord) ? entry.firstWord : '';
  }

  #labelOf(key: string): string {
    return (
      (this.grouping === 'hint' && this.#kinds[0]?.hints?.all.get(key)?.label) || key || t('catalogList.otherGroup')
    );
  }
}

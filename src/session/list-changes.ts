import { isPlainObject } from '../util/json.js';
import { sameJson } from '../util/same-json.js';
import { type Readable, Store } from '../util/store.js';

/** The change of an item since the person last saw the list. */
export interface CatalogChange<T> {
  readonly kind: 'added' | 'changed';
  /** The item as it was. */
  readonly before?: T | undefined;
  /** The person has opened the item since then. */
  readonly isSeen: boolean;
}

/** By the key of the item: a name or a URI. */
export type CatalogChanges<T> = ReadonlyMap<string, CatalogChange<T>>;

/** Items up to which a list is compared with the one before. Of a longer one no changes are known. */
export const MAX_COMPARED_ITEMS = 20_000;
/**
 * Levels of a definition that are compared. A deeper definition counts as different, because comparing it takes long.
 */
const MAX_DEFINITION_LEVELS = 50;

/** They change often and decide nothing. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['icons', '_meta']);

/**
 * The changes of a list, after it was read again. An unopened item stays marked, compared with the version that the
 * person last saw; an item that changes back loses its mark.
 */
export function changesAfter<T>(
  before: readonly T[],
  now: readonly T[],
  known: CatalogChanges<T>,
  keyOf: (item: T) => string,
): CatalogChanges<T> {
  if (before.length > MAX_COMPARED_ITEMS || now.length > MAX_COMPARED_ITEMS) return known.size > 0 ? new Map() : known;
  const old = new Map(before.map((item) => [keyOf(item), item]));
  const changes = new Map<string, CatalogChange<T>>();
  for (const item of now) {
    const key = keyOf(item);
    const change = changeOf(old.get(key), item, known.get(key));
    if (change) changes.set(key, change);
  }
  return changes.size === 0 && known.size === 0 ? known : changes;
}

function changeOf<T>(before: T | undefined, now: T, known: CatalogChange<T> | undefined): CatalogChange<T> | undefined {
  if (!before) return known ?? { kind: 'added', isSeen: false };
  const isSame = isSameItem(before, now);
  if (isSame) return known;
  // New, and changed before the person opened it: still new.
  if (known?.kind === 'added' && !known.isSeen) return known;
  const first = known && !known.isSeen && known.before ? known.before : before;
  return isSameItem(first, now) ? undefined : { kind: 'changed', before: first, isSeen: false };
}

function isSameItem(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (key) => NOT_COMPARED.has(key) || sameJson(one[key], other[key], MAX_DEFINITION_LEVELS),
  );
}

/** The changes, once the person has opened the item with this key. */
export function withSeen<T>(changes: CatalogChanges<T>, key: string): CatalogChanges<T> {
  const change = changes.get(key);
  return change && !change.isSeen ? new Map([...changes, [key, { ...change, isSeen: true }]]) : changes;
}

/**
 * The changes of a list that is read repeatedly. The lists are compared when the changes are read, because an
 * application without our elements never reads them, and comparing 1,000 tools takes a millisecond or two. Until then
 * one list is stored beside the newest: the one that was seen.
 */
export class ListChanges<T> implements Readable<CatalogChanges<T>> {
  readonly #keyOf: (item: T) => string;
  readonly #found = new Store<CatalogChanges<T>>(new Map());
  #toCompare: { readonly before: readonly T[]; readonly now: readonly T[] } | undefined;

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  get(): CatalogChanges<T> {
    this.#compare();
    return this.#found.get();
  }

  subscribe(...[listener, options]: Parameters<Readable<CatalogChanges<T>>['subscribe']>): () => void {
    this.#compare();
    return this.#found.subscribe(listener, options);
  }

  /** The list was read again. */
  add(before: readonly T[], now: readonly T[]): void {
    this.#toCompare = { before: this.#toCompare?.before ?? before, now };
    if (this.#found.isFollowed) this.#compare();
  }

  /** The person has opened the item with this key. */
  markSeen(key: string): void {
    this.#found.set(withSeen(this.get(), key));
  }

  clear(): void {
    this.#toCompare = undefined;
    this.#found.set(new Map());
  }

  #compare(): void {
    if (!this.#toCompare) return;
    const { before, now } = this.#toCompare;
    this.#toCompare = undefined;
    this.#found.set(changesAfter(before, now, this.#found.get(), this.#keyOf));
  }
}

import type { Catalog, Readable, Session } from '../../src/index.js';
import type { Noun } from '../words/counted.js';
import { oneLine } from '../words/cut.js';

/** Characters of a description that one line of a list can use at most; the rest is in the detail. */
const LINE_LENGTH = 240;
/** Characters of a name. A server may send more; nobody reads them. */
const NAME_LENGTH = 120;

/** What a list stands at before anybody asked. */
export const NOT_ASKED = { phase: 'empty' } as const;

/** What a list needs of a catalog. */
type Listing<T> = Pick<Catalog<T>, 'state' | 'refresh'>;

/** Everything that makes one kind of list different from the others. */
export interface ListKind<T> {
  readonly noun: Noun;
  /** Above its items, where a list shows more than one kind. */
  readonly heading?: string;
  catalog(session: Session): Listing<T>;
  /** What tells one item from the others: a name or an address. */
  key(item: T): string;
  /** The name for people. */
  label(item: T): string;
  /** The raw name, for the second line; empty where the label is it already. */
  raw(item: T): string;
  description(item: T): string | undefined;
  /** What stands beside an item that is not part of it, by its key: news about it. */
  marks?(session: Session): Readable<ReadonlyMap<string, { readonly at: number }>>;
  /** The event that says this item was chosen. */
  chosen(item: T): Event;
}

/** An item, prepared once for showing and searching. */
export interface Entry<T> {
  readonly kind: ListKind<T>;
  readonly item: T;
  readonly key: string;
  readonly label: string;
  readonly raw: string;
  readonly line: string;
  /** Label and raw name, lower case. */
  readonly names: string;
  /** All that can be searched, lower case. */
  readonly words: string;
}

export function entryOf<T>(kind: ListKind<T>, item: T): Entry<T> {
  const key = kind.key(item);
  const label = oneLine(kind.label(item), NAME_LENGTH);
  const raw = oneLine(kind.raw(item), NAME_LENGTH);
  const line = oneLine(kind.description(item) ?? '', LINE_LENGTH);
  const names = `${label} ${raw} ${key.slice(0, NAME_LENGTH)}`.toLowerCase();
  return {
    kind,
    item,
    key,
    label,
    raw: raw === label ? '' : raw,
    line,
    names,
    words: `${names} ${line.toLowerCase()}`,
  };
}

/** The entries that contain every word of the query; those with a match in the name first, otherwise as the server sent them. */
export function matching<T>(entries: readonly Entry<T>[], query: string): readonly Entry<T>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  const found = entries.filter((entry) => words.every((word) => entry.words.includes(word)));
  const named = found.filter((entry) => words.every((word) => entry.names.includes(word)));
  if (named.length === 0 || named.length === found.length) return found;
  const first = new Set(named);
  return [...named, ...found.filter((entry) => !first.has(entry))];
}

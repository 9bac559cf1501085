import type { Catalog, Icon, Readable, Session } from '../../src/index.js';
import type { Noun } from '../words/common-words.js';
import { oneLine } from '../internal/text.js';

/** Characters of a description that one line of a list uses at most. The detail has the rest. */
const LINE_LENGTH = 240;
/** Characters of a name that are shown. */
const NAME_LENGTH = 120;
/** Characters of the first word of a name, by which lists are grouped. A longer word is no group. */
const GROUP_NAME_LENGTH = 40;

/** The part of a catalog that a list uses. */
type Listing<T> = Pick<Catalog<T>, 'state' | 'refresh' | 'changes' | 'markSeen'>;

/** One answer of {@link Hints}. */
export interface Hint {
  /** For the filter and the heading of the group. */
  readonly label: string;
  /** A tag beside each item, with words for screen readers; without one an item has no mark. */
  readonly mark?: { readonly tag: string; readonly className: string; readonly words: string };
}

/** The server's claims about each item, to filter and group a list. */
export interface Hints<T> {
  /** The title of the filter: “The server says”. */
  readonly title: string;
  /** By key, in the order in which they are offered. */
  readonly all: ReadonlyMap<string, Hint>;
  of(item: T): string;
}

/** Everything that differs between the kinds of lists. */
export interface ListKind<T> {
  readonly noun: Noun;
  /** The heading above its items, in a list of several kinds. */
  readonly heading?: string;
  catalog(session: Session): Listing<T>;
  /** The unique key of an item: a name or a URI. */
  key(item: T): string;
  /** The display name. */
  label(item: T): string;
  /** The name that the protocol uses, for the second line; empty if it equals the label. */
  raw(item: T): string;
  description(item: T): string | undefined;
  /** Marks beside items, by key: which items have changed. */
  marks?(session: Session): Readable<ReadonlyMap<string, { readonly at: number }>>;
  /** Items that are in use now, by key. Only the first kind of a list has it. */
  running?(session: Session): Readable<ReadonlyMap<string, number>>;
  /** The server's claims about its items. Only the first kind of a list has them. */
  readonly hints?: Hints<T>;
  /** The event that tells the page which item was selected. */
  chosen(item: T): Event;
}

/** An item, prepared once for rendering, searching and grouping. */
export interface Entry<T> {
  readonly kind: ListKind<T>;
  readonly item: T;
  readonly key: string;
  readonly label: string;
  readonly raw: string;
  readonly line: string;
  /** The label and the name, in lower case. */
  readonly names: string;
  /** All text that the search looks at, in lower case. */
  readonly words: string;
  /** The first word of the name that the protocol uses; empty without one. */
  readonly firstWord: string;
  /** The key of its {@link Hint}; empty if the kind has no hints. */
  readonly hint: string;
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
    firstWord: firstWordOf(key),
    hint: kind.hints?.of(item) ?? '',
  };
}

/** `github` of `github_create_issue`, `demo://resource` of `demo://resource/static/1`; empty without a further word. */
function firstWordOf(key: string): string {
  const start = key.slice(0, 2 * GROUP_NAME_LENGTH);
  const [address] = /^[\w+.-]+:\/\/[^/?#]*(?=\/)/.exec(start) ?? [];
  const word = address ?? /^[^_\-./:\s]+(?=[_\-./:\s])/.exec(start)?.[0] ?? '';
  return word.length <= GROUP_NAME_LENGTH ? word : '';
}

const NONE: readonly Icon[] = [];

/** The icons of an item; none if it has none. */
export function iconsOf(item: unknown): readonly Icon[] {
  return (item as { readonly icons?: readonly Icon[] | undefined }).icons ?? NONE;
}

import type { AuditEntry } from '../approvals/audit-log.js';
import type { Grant } from '../approvals/grants.js';
import type { StoredRoots } from '../approvals/roots.js';
import { McpError } from '../errors.js';
import type { Json } from '../protocol/model.js';
import { holdsCredential } from '../util/secrets.js';
import { errorText } from './error-texts.js';

/** Properties of a kind of record. A new kind is a row in {@link KINDS} and a type in {@link StoredKinds}. */
export interface KindRow {
  /** `strict` survives a power cut: for decisions of a person. `relaxed` survives a crash of the page. */
  readonly durability: 'strict' | 'relaxed';
  /** Days until it expires; absent: only erasing removes it. */
  readonly days?: number;
  /** Newest records of one group that are kept. */
  readonly perGroup?: number;
  /**
   * What may be evicted, oldest first: all `cache` before any `history`, as the server still has it. Absent: never
   * evicted.
   */
  readonly evictable?: 'cache' | 'history';
  /** Typed by a person: credentials in it are removed when it is written. */
  readonly isTyped?: true;
}

/**
 * Sets of arguments that are kept for each tool; the oldest goes first. A person finds their way through some dozens,
 * not through hundreds.
 */
export const MAX_ARGUMENT_SETS = 50;

/** Days until what was noted by itself goes, as in the audit log: to look back, not to be a diary. */
export const HISTORY_DAYS = 30;
/**
 * Days until a server’s lists and resources go that nobody asked for again. Until then they are shown when it is down.
 */
export const CACHE_DAYS = 30;
/** Days until what somebody began, and arguments they used, go: two seasons of a tool that is used now and then. */
const WORK_DAYS = 180;
/** Days until a task is not asked about any more: no server keeps one that long. */
const TASK_DAYS = 7;

const cache: KindRow = { durability: 'relaxed', days: CACHE_DAYS, evictable: 'cache' };
const noted: KindRow = { durability: 'relaxed', days: HISTORY_DAYS, evictable: 'history' };
const work: KindRow = { durability: 'relaxed', days: WORK_DAYS, isTyped: true };
const decided: KindRow = { durability: 'strict' };

export const KINDS: Readonly<Record<Kind, KindRow>> = {
  server: { durability: 'relaxed', days: 365 },
  list: cache,
  resource: cache,
  hosts: decided,
  grant: decided,
  // Limited by the audit log: `MAX_AUDIT_ENTRIES`, `AUDIT_DAYS`.
  record: { durability: 'relaxed' },
  roots: decided,
  draft: work,
  arguments: { ...work, perGroup: MAX_ARGUMENT_SETS },
  savedArguments: { ...decided, isTyped: true },
  view: work,
  message: noted,
  blob: noted,
  task: { durability: 'relaxed', days: TASK_DAYS },
  subscription: { durability: 'relaxed', days: WORK_DAYS },
};

/**
 * Bytes that one server may take in what can go: its cache and its history, of which the oldest goes first. The lists
 * of 10,000 tools take 5 MB, and so do a thousand calls with answers of a few kilobytes.
 */
export const MAX_STORED_SERVER_BYTES = 20_000_000;

/**
 * Bytes that all servers may take; the oldest goes first. A browser gives a site hundreds of megabytes, but they are
 * the page’s, not ours.
 */
export const MAX_STORED_BYTES = 100_000_000;

/**
 * Milliseconds after the opening at which what is too old or too much is removed: once the page has other things behind
 * it.
 */
export const MAINTENANCE_AFTER_MS = 5000;

/** Bytes written since, after which it is looked again at what is too old or too much. */
export const MAINTENANCE_EVERY_BYTES = 5_000_000;

/** Records that are removed at a stretch. Takes a few milliseconds, and other tabs wait no longer for the database. */
export const STORED_RECORDS_REMOVED_AT_ONCE = 200;

/**
 * Milliseconds that another tab may hold up the opening of the database. Then the page goes on in memory until it
 * opens.
 */
export const DATABASE_BLOCKED_MS = 2000;

/**
 * Milliseconds that anything waits for an answer of an open database. The longest that we ask takes one second; one
 * that says nothing for longer is as good as lost, and what is wanted is done without it.
 */
export const DATABASE_ANSWER_MS = 4000;

/** Milliseconds after which a database that was lost is tried again; each time that it fails twice as long. */
export const DATABASE_REOPEN_MS = 1000;
/** Milliseconds between two such tries at most. */
export const MAX_DATABASE_REOPEN_MS = 60_000;

/**
 * Bytes that are made free at least where a browser has no more room: a write that just fits is soon followed by
 * others.
 */
export const MIN_FREED_BYTES = 1_000_000;

/**
 * Milliseconds since the last write after which the database of a tab that is gone is deleted. A tab that crashed, or
 * was put to sleep to save memory, holds no lock either, and must find its things when it comes back.
 */
export const DELETE_TAB_DATABASE_MS: number = 24 * 60 * 60 * 1000;

/** Reasons for a `storage` problem. */
type StorageFailure = 'absent' | 'blocked' | 'newer' | 'full' | 'failing' | 'damaged';

export function storageProblem(mishap: StorageFailure, cause: unknown): McpError {
  return new McpError('storage', errorText(`storage.unavailable.${mishap}`), {
    cause,
    remedy: errorText(`storage.unavailable.${mishap}Remedy`),
  });
}

/** Whether the browser gives this page no database at all: then there is nothing unread in one. */
export function saysAbsent({ key }: McpError): boolean {
  return key === 'storage.unavailable.absent';
}

/** Error for a storage of the page that says it removed a record, and still returns it. */
export function notRemoved(): McpError {
  return new McpError('storage', errorText('storage.notRemoved'), {
    remedy: errorText('storage.removeMustRemove'),
  });
}

/** Reason of a failed database request; undefined for other errors. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  if (!(error instanceof DOMException)) return undefined;
  return error.name === 'QuotaExceededError' ? 'full' : 'failing';
}

/** Fields of every record. All content is JSON. */
export interface StoredRecord {
  /** The server’s key, with the identity where there is one: see `serverKey`. */
  readonly server: string;
  /** Unique per kind and server. Empty for kinds with one record per server. */
  readonly id: string;
  /** Time of writing or creation, in epoch milliseconds. Lists are sorted by it, and the oldest are evicted first. */
  readonly at: number;
  /** A set within one kind and server: the records of one tool, or of one session. */
  readonly group?: string | undefined;
}

/** One remembered server. Its id is empty. */
export interface ServerRecord extends StoredRecord {
  /** How the connection was opened, to begin with next time. */
  readonly opening: string;
  readonly profile: unknown;
}

/** One remembered list. Its id says of what: `tools`. */
export interface ListRecord extends StoredRecord {
  /** Any JSON. */
  readonly items: readonly unknown[];
  /** Until when the server said that it holds, in epoch milliseconds; absent where it said nothing. */
  readonly expiresAt?: number | undefined;
}

/** What a resource held when it was read. Its id is the address. */
export interface ResourceRecord extends StoredRecord {
  readonly contents: readonly unknown[];
  /** Until when the server said that it holds, in epoch milliseconds. */
  readonly expiresAt?: number | undefined;
  /** Whom the server lets share it, as it said. */
  readonly scope?: 'public' | 'private' | undefined;
}

/** The sites from which a person lets pictures of one server load. Its id is empty. */
export interface HostsRecord extends StoredRecord {
  /** Host names, with the port where it is unusual. */
  readonly hosts: readonly string[];
}

/** The roots of a server, for one page origin, which is its id. */
export interface StoredRootsRecord extends StoredRecord, StoredRoots {}

/** A form that was begun. Its id is the name of the tool. Nothing secret: see {@link redactStored}. */
export interface DraftRecord extends StoredRecord {
  readonly values: Json;
  /** Of the tool’s schema then: a draft for another form is not put into this one. */
  readonly fingerprint?: string | undefined;
}

/** Arguments that a tool was called with; it is the group. Nothing secret: see {@link redactStored}. */
export interface ArgumentsRecord extends StoredRecord {
  readonly group: string;
  readonly values: Json;
}

/** Arguments to which a person gave a name. The tool is the group. Nothing secret: see {@link redactStored}. */
export interface SavedArgumentsRecord extends ArgumentsRecord {
  readonly name: string;
}

/** How a person left a view: which tab, what was searched for, which tool was open. Its id names the view. */
export interface ViewRecord extends StoredRecord {
  readonly value: Json;
}

/** One thing that happened in a session, which is the group: a call, a result, a question, a notification, a log line. */
export interface MessageRecord extends StoredRecord {
  readonly group: string;
  /** Any JSON, as text. */
  readonly body: string;
}

/** Something large that belongs to a message, kept apart from it: messages are read many at a time. */
export interface BlobRecord extends StoredRecord {
  readonly body: string;
}

/** A task that may still be running on the server. Its id is the task’s. */
export interface TaskRecord extends StoredRecord {
  /** What was asked for: `tools/call`, and the name of the tool. */
  readonly method: string;
  readonly name?: string | undefined;
}

/** A resource that the person follows. Its id is the address. */
export type SubscriptionRecord = StoredRecord;

/** Everything that is kept, by kind. A kind whose records mean something else one day gets another name. */
export interface StoredKinds {
  server: ServerRecord;
  list: ListRecord;
  resource: ResourceRecord;
  hosts: HostsRecord;
  grant: Grant;
  record: AuditEntry;
  roots: StoredRootsRecord;
  draft: DraftRecord;
  arguments: ArgumentsRecord;
  savedArguments: SavedArgumentsRecord;
  view: ViewRecord;
  message: MessageRecord;
  blob: BlobRecord;
  task: TaskRecord;
  subscription: SubscriptionRecord;
}

export type Kind = keyof StoredKinds;

/** Which of the records of a kind are wanted. */
export type Wanted = { readonly before?: number | undefined; readonly limit?: number | undefined } & (
  | { readonly server?: string | undefined; readonly group?: undefined }
  | { readonly server: string; readonly group?: string | undefined }
);

/** Which record is meant, within its kind. */
export interface RecordKey {
  readonly server: string;
  readonly id: string;
}

/** What one server has of one kind. */
export interface Usage {
  readonly server: string;
  /** Also kinds that a newer version of this library keeps. */
  readonly kind: string;
  readonly count: number;
  /** Approximate size. */
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly oldest: number;
  readonly newest: number;
}

/** Something that was kept or removed. */
export interface StorageChange {
  readonly kind: Kind;
  /** Undefined: everything of that kind may have changed. */
  readonly server?: string | undefined;
  /** Another tab did it, or another window; false: this page. Absent where the storage cannot tell. */
  readonly isElsewhere?: boolean | undefined;
}

/**
 * Where records are stored between visits. A page may pass its own. Records are JSON with `server`, `id`, `at` and
 * `group`. Methods may reject: the caller goes on without storage.
 * @example
 * const session = await connect(url, { storage: myStorage });
 */
export interface Storage {
  /** One record; without `id`, the only one of its kind. */
  get<K extends Kind>(kind: K, server: string, id?: string): Promise<StoredKinds[K] | undefined>;
  /**
   * Records, newest first. `before`: older than that time. `limit`: at most so many, plus those of the same millisecond
   * as the last, so that the next page can begin there.
   */
  list<K extends Kind>(kind: K, wanted?: Wanted): Promise<readonly StoredKinds[K][]>;
  /** Writes records, replacing those of the same id: all of them, or none where it rejects. */
  put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void>;
  remove(kind: Kind, keys: readonly RecordKey[]): Promise<void>;
  /** Counts and bytes by server and kind. */
  usage(): Promise<readonly Usage[]>;
  /** Removes all records of one server, or of all. */
  forget(server?: string): Promise<void>;
  /**
   * True where the last operation used memory, because the stored data could not be read or written. Absent in storages
   * that reject then.
   */
  readonly cannotRead?: boolean | undefined;
  /**
   * Calls `changed` after each change, also of another tab. Without `follow`, data is read when somebody looks.
   * @returns a function that ends it
   */
  follow?(changed: (change: StorageChange) => void): () => void;
}

/**
 * A stored record, the same for every kind. The content is one JSON text: writing it takes half as long as thousands of
 * objects.
 */
export interface Stored {
  readonly server: string;
  readonly kind: string;
  readonly id: string;
  readonly at: number;
  readonly group?: string;
  readonly bytes: number;
  readonly json: string;
}

/** @throws TypeError for content that is not JSON, or without server, id and time */
export function pack<K extends Kind>(kind: K, record: StoredKinds[K]): Stored {
  const { server, id, at, group } = record as StoredRecord;
  if (typeof server !== 'string' || typeof id !== 'string' || !Number.isFinite(at))
    throw new TypeError(`A record of the kind “${kind}” needs a server, an id and a time.`);
  return packText(
    kind,
    { server, id, at, ...(group !== undefined && { group }) },
    JSON.stringify(record, KINDS[kind].isTyped && noKeysBut(record)),
  );
}

/** Replacer for `JSON.stringify` that removes credentials, except in the fields of the record itself. */
function noKeysBut(record: unknown): (this: unknown, name: string, value: unknown) => unknown {
  return function (_name, value) {
    return this !== record && typeof value === 'string' && holdsCredential(value) ? undefined : value;
  };
}

/** As {@link pack}, for content that is JSON text already. */
export function packText(kind: string, { server, id, at, group }: StoredRecord, json: string): Stored {
  // Engines store Latin-1 text in one byte per character.
  const bytes = (server.length + id.length + json.length) * (/[^\0-\xff]/.test(json) ? 2 : 1);
  return { server, kind, id, at, ...(group !== undefined && { group }), bytes, json };
}

/** @throws SyntaxError, TypeError for a damaged record */
export function unpack<K extends Kind>({ json, id, server }: Stored): StoredKinds[K] {
  const record = JSON.parse(json) as StoredKinds[K] | null;
  if (record?.id !== id || record.server !== server) throw new TypeError('This is not the record that it says it is.');
  return record;
}

/** Newest first; with equal times, the later id first. */
export function newestFirst(stored: readonly Stored[]): readonly Stored[] {
  return stored.toSorted((one, other) => other.at - one.at || (other.id < one.id ? -1 : 1));
}

/** Key, time and size of a record. */
export type Size = Pick<Stored, 'server' | 'kind' | 'id' | 'at' | 'bytes'>;

/** Totals by server and kind. */
export function usageOf(sizes: readonly Size[]): readonly Usage[] {
  const totals = new Map<string, { -readonly [K in keyof Usage]: Usage[K] }>();
  for (const { server, kind, at, bytes } of sizes) {
    const key = JSON.stringify([server, kind]);
    const total = totals.get(key) ?? { server, kind, count: 0, bytes: 0, oldest: at, newest: at };
    total.count += 1;
    total.bytes += bytes;
    total.oldest = Math.min(total.oldest, at);
    total.newest = Math.max(total.newest, at);
    totals.set(key, total);
  }
  return [...totals.values()];
}

/** Groups items by name. */
export function groupedBy<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one));
    if (group) group.push(one);
    else groups.set(nameOf(one), [one]);
  }
  return groups;
}

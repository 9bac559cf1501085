import type { AuditEntry } from '../approvals/audit-entry.js';
import type { Grant } from '../approvals/grants.js';
import type { StoredRoots } from '../approvals/roots.js';
import type { Json } from '../protocol/model.js';

/**
 * Milliseconds that another tab may block the opening of the database. Then the page works in memory until it opens.
 */
export const DATABASE_BLOCKED_MS = 2000;

/**
 * Milliseconds to wait for an answer of an open database. The longest operation takes one second. A database that does
 * not answer for longer is given up, and the page works without it.
 */
export const DATABASE_ANSWER_MS = 4000;

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

/** One stored list. Its id is the kind of list: `tools`. */
export interface ListRecord extends StoredRecord {
  /** Any JSON. */
  readonly items: readonly unknown[];
  /** The expiry according to the server, in epoch milliseconds; absent if it gave none. */
  readonly expiresAt?: number | undefined;
}

/** The contents of a resource when it was read. Its id is the URI. */
export interface ResourceRecord extends StoredRecord {
  readonly contents: readonly unknown[];
  /** The end of its validity according to the server, in epoch milliseconds. */
  readonly expiresAt?: number | undefined;
  /** The cache scope, as the server sent it. */
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

/** The state of a view when the person left it: the tab, the search, the open tool. Its id names the view. */
export interface ViewRecord extends StoredRecord {
  readonly value: Json;
}

/** One thing that happened in a session, which is the group: a call, a result, a question, a notification, a log line. */
export interface MessageRecord extends StoredRecord {
  readonly group: string;
  /** Any JSON, as text. */
  readonly body: string;
}

/** A large part of a message, stored separately, because messages are read many at a time. */
export interface BlobRecord extends StoredRecord {
  readonly body: string;
}

/** A task that may still be running on the server. Its id is the task’s. */
export interface TaskRecord extends StoredRecord {
  /** The method of the request: `tools/call`. `name` is that of the tool. */
  readonly method: string;
  readonly name?: string | undefined;
}

/** A resource that the person follows. Its id is the address. */
export type SubscriptionRecord = StoredRecord;

/** All stored data, by kind. If the meaning of a kind's records changes, it gets another name. */
export interface StoredKinds {
  server: ServerRecord;
  list: ListRecord;
  resource: ResourceRecord;
  hosts: HostsRecord;
  grant: Grant;
  audit: AuditEntry;
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

/** The usage of one server for one kind. */
export interface Usage {
  readonly server: string;
  /** May be a kind of a newer version of this library. */
  readonly kind: string;
  readonly count: number;
  /** Approximate size. */
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly oldest: number;
  readonly newest: number;
}

/** A record that was stored or removed. */
export interface StorageChange {
  readonly kind: Kind;
  /** Undefined: everything of that kind may have changed. */
  readonly server?: string | undefined;
  /** True: another tab or window changed it; false: this page. Absent if the storage does not know. */
  readonly isElsewhere?: boolean | undefined;
}

/**
 * The storage of records between visits. A page may pass its own. Records are JSON with `server`, `id`, `at` and
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
   * True if a record of this kind and server could not be read since the page opened: its content is lost. Absent in
   * storages that do not know.
   */
  hadDamage?(kind: Kind, server: string): boolean;
  /**
   * Calls `changed` after each change, also of another tab. Without `follow`, data is read when it is needed.
   * @returns a function that unsubscribes
   */
  follow?(changed: (change: StorageChange) => void): () => void;
}

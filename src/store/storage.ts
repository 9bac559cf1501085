import type { Kept, Kind } from './records.js';

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
  /** About as many as they take. */
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
}

/**
 * What is kept between visits. A page may bring its own: a record is JSON, and says of itself whose it is, which one and
 * when (`server`, `id`, `at`, `group`). Methods may reject; whoever calls goes on without.
 */
export interface Storage {
  /** The record of that id; without one, the only one of its kind. */
  get<K extends Kind>(kind: K, server: string, id?: string): Promise<Kept[K] | undefined>;
  /**
   * Newest first, by `at`. `before` gives those older than that. With a `limit` there may be a few more: what is of the
   * same moment as the last comes too, so that the next page begins where this one ended.
   */
  list<K extends Kind>(kind: K, wanted?: Wanted): Promise<readonly Kept[K][]>;
  /** Adds them, or replaces those of the same ids: all of them or, where it rejects, none. */
  put<K extends Kind>(kind: K, records: readonly Kept[K][]): Promise<void>;
  remove(kind: Kind, keys: readonly RecordKey[]): Promise<void>;
  /** What lies there, by server and kind. */
  usage(): Promise<readonly Usage[]>;
  /** Forgets a server and everything of it; every server without one. */
  forget(server?: string): Promise<void>;
  /**
   * After a reading or a writing: what is kept could not be read, or written, and only the memory of this page was. Absent in
   * storages that reject then.
   */
  readonly cannotRead?: boolean | undefined;
  /**
   * Calls `changed` after each change, also one of another tab. A storage without it is read when somebody looks.
   * @returns a function that ends it
   */
  follow?(changed: (change: StorageChange) => void): () => void;
}

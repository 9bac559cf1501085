import { MemoryStorage, recordKey } from './memory.js';
import { KINDS } from './retention.js';
import type { Kind, RecordKey, Storage, StoredKinds, Wanted } from './types.js';

/**
 * Entries of transcripts and their blobs that wait for the database. The oldest are dropped: without a database, as in
 * Node, they would fill the memory as long as the page is open. A session has its last entries anyway.
 */
export const MAX_PENDING_HISTORY = 1000;

/**
 * Writes and removals that are not in the database yet. This page applies them to its reads, so that an erased record
 * does not return.
 */
export class PendingWrites {
  readonly #put = new MemoryStorage();
  readonly #putKeys = new Map<string, readonly [Kind, RecordKey]>();
  readonly #removed = new Map<string, readonly [Kind, RecordKey]>();
  readonly #forgotten = new Set<string | undefined>();
  /** Writes of history among those in `#putKeys`, the oldest first. */
  readonly #history = new Map<string, readonly [Kind, RecordKey]>();

  get isEmpty(): boolean {
    return this.#putKeys.size + this.#removed.size + this.#forgotten.size === 0;
  }

  /** True if a pending write or removal replaces the record in the database. */
  hides(kind: Kind, key: RecordKey): boolean {
    const name = recordKey(kind, key);
    return (
      this.#putKeys.has(name) ||
      this.#removed.has(name) ||
      this.#forgotten.has(key.server) ||
      this.#forgotten.has(undefined)
    );
  }

  get<K extends Kind>(kind: K, server: string, id?: string): Promise<StoredKinds[K] | undefined> {
    return this.#put.get(kind, server, id);
  }

  list<K extends Kind>(kind: K, wanted?: Wanted): Promise<readonly StoredKinds[K][]> {
    return this.#put.list(kind, wanted);
  }

  usage(): ReturnType<Storage['usage']> {
    return this.#put.usage();
  }

  async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    await this.#put.put(kind, records);
    for (const { server, id } of records) {
      const name = recordKey(kind, { server, id });
      this.#putKeys.set(name, [kind, { server, id }]);
      this.#removed.delete(name);
      if (KINDS[kind].evictable === 'history') this.#history.set(name, [kind, { server, id }]);
    }
    for (const [oldest, key] of this.#history.values()) {
      if (this.#history.size <= MAX_PENDING_HISTORY) break;
      this.drop(oldest, [key]);
    }
  }

  /** These need not be written any more. */
  drop(kind: Kind, keys: readonly RecordKey[]): void {
    for (const key of keys) {
      this.#putKeys.delete(recordKey(kind, key));
      this.#removed.delete(recordKey(kind, key));
      this.#history.delete(recordKey(kind, key));
    }
    void this.#put.remove(kind, keys);
  }

  remove(kind: Kind, keys: readonly RecordKey[]): void {
    this.drop(kind, keys);
    for (const { server, id } of keys) this.#removed.set(recordKey(kind, { server, id }), [kind, { server, id }]);
  }

  forget(server: string | undefined, isTold: boolean): void {
    for (const all of [this.#putKeys, this.#removed, this.#history])
      for (const [name, [, key]] of all) if (server === undefined || key.server === server) all.delete(name);
    void this.#put.forget(server);
    if (!isTold) this.#forgotten.add(server);
    else if (server === undefined) this.#forgotten.clear();
    else this.#forgotten.delete(server);
  }

  /**
   * Writes everything to the database. A newer record of another tab wins. @throws what the storage throws; the rest
   * stays pending
   */
  async writeTo(storage: Storage): Promise<void> {
    // Started together, before any later `put` of this page.
    const [forgotten, removed] = [[...this.#forgotten], [...this.#removed]];
    await Promise.all([
      ...forgotten.map((server) => storage.forget(server)),
      ...removed.map(([, [kind, key]]) => storage.remove(kind, [key])),
    ]);
    for (const server of forgotten) this.#forgotten.delete(server);
    for (const [name] of removed) this.#removed.delete(name);
    for (const [name, put] of this.#putKeys) {
      const [kind, { server, id }] = put;
      // oxlint-disable-next-line no-await-in-loop -- one after the other: what is put meanwhile has its turn
      const [ours, theirs] = await Promise.all([this.get(kind, server, id), storage.get(kind, server, id)]);
      // oxlint-disable-next-line no-await-in-loop -- one after the other: what is put meanwhile has its turn
      if (ours && !(theirs && theirs.at > ours.at)) await storage.put(kind, [ours]);
      // Keep it where it was written again meanwhile.
      if (this.#putKeys.get(name) === put) this.drop(kind, [{ server, id }]);
    }
  }
}

import {
  type StoredKinds,
  type Kind,
  type RecordKey,
  type Storage,
  type StorageChange,
  type Usage,
  type Wanted,
} from './types.js';
import { KINDS } from './retention.js';
import { newestFirst, pack, type Stored, unpack, usageOf } from './encoding.js';
import { StorageChanges } from './storage-changes.js';

/** The storage in memory, until the page is closed. Copies each record, as a database does. */
export class MemoryStorage implements Storage {
  readonly #all = new Map<string, Stored>();
  readonly #changes = new StorageChanges();

  follow(changed: (change: StorageChange) => void): () => void {
    return this.#changes.follow(changed);
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<StoredKinds[K] | undefined> {
    const stored = this.#all.get(recordKey(kind, { server, id }));
    return stored && unpack<K>(stored);
  }

  async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly StoredKinds[K][]> {
    const { server, group, before = Infinity, limit = Infinity } = wanted;
    const meant = [...this.#all.values()].filter(
      (one) =>
        one.kind === kind &&
        one.at < before &&
        (server === undefined || one.server === server) &&
        (group === undefined || one.group === group),
    );
    const newest = newestFirst(meant);
    const last = newest[Math.min(limit, newest.length) - 1];
    return newest.filter(({ at }) => last && at >= last.at).map((one) => unpack<K>(one));
  }

  async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    for (const one of records.map((record) => pack(kind, record))) {
      this.#all.set(recordKey(kind, one), one);
      this.#changes.tell(kind, one.server);
    }
  }

  async remove(kind: Kind, keys: readonly RecordKey[]): Promise<void> {
    for (const key of keys) {
      this.#all.delete(recordKey(kind, key));
      this.#changes.tell(kind, key.server);
    }
  }

  async usage(): Promise<readonly Usage[]> {
    return usageOf([...this.#all.values()]);
  }

  async forget(server?: string): Promise<void> {
    for (const [key, one] of this.#all) if (server === undefined || one.server === server) this.#all.delete(key);
    for (const kind of Object.keys(KINDS) as Kind[]) this.#changes.tell(kind, server);
  }
}

/** The key of one record among those of all kinds and servers. */
export function recordKey(kind: string, { server, id }: RecordKey): string {
  return JSON.stringify([server, kind, id]);
}

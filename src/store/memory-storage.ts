import { KINDS } from './kinds.js';
import { StorageNews } from './news.js';
import type { Kept, Kind } from './records.js';
import type { RecordKey, Storage, StorageChange, Usage, Wanted } from './storage.js';
import { newestFirst, pack, unpack, type Stored } from './stored.js';
import { usageOf } from './usage.js';

/** Remembers until the page goes. Copies, as a database does: what a page does with a record does not change it here. */
export class MemoryStorage implements Storage {
  readonly #all = new Map<string, Stored>();
  readonly #news = new StorageNews();

  follow(changed: (change: StorageChange) => void): () => void {
    return this.#news.follow(changed);
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<Kept[K] | undefined> {
    const stored = this.#all.get(keyOf(kind, { server, id }));
    return stored && unpack<K>(stored);
  }

  async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly Kept[K][]> {
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

  async put<K extends Kind>(kind: K, records: readonly Kept[K][]): Promise<void> {
    for (const one of records.map((record) => pack(kind, record))) {
      this.#all.set(keyOf(kind, one), one);
      this.#news.tell(kind, one.server);
    }
  }

  async remove(kind: Kind, keys: readonly RecordKey[]): Promise<void> {
    for (const key of keys) {
      this.#all.delete(keyOf(kind, key));
      this.#news.tell(kind, key.server);
    }
  }

  async usage(): Promise<readonly Usage[]> {
    return usageOf([...this.#all.values()]);
  }

  async forget(server?: string): Promise<void> {
    for (const [key, one] of this.#all) if (server === undefined || one.server === server) this.#all.delete(key);
    for (const kind of Object.keys(KINDS) as Kind[]) this.#news.tell(kind, server);
  }
}

function keyOf(kind: string, { server, id }: RecordKey): string {
  return JSON.stringify([server, kind, id]);
}

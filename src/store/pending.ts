import { MemoryStorage } from './memory-storage.js';
import type { Kept, Kind } from './records.js';
import type { RecordKey, Storage, Wanted } from './storage.js';

/**
 * What the database did not take, until it does: it holds for this page in the meantime. What was removed or forgotten is
 * in it too, so that nothing rises again that a person erased.
 */
export class Pending {
  readonly #put = new MemoryStorage();
  readonly #putKeys = new Map<string, readonly [Kind, RecordKey]>();
  readonly #removed = new Map<string, readonly [Kind, RecordKey]>();
  readonly #forgotten = new Set<string | undefined>();

  get isEmpty(): boolean {
    return this.#putKeys.size + this.#removed.size + this.#forgotten.size === 0;
  }

  /** Whether what the database has of it holds no more. */
  hides(kind: Kind, key: RecordKey): boolean {
    const name = nameOf(kind, key);
    return (
      this.#putKeys.has(name) ||
      this.#removed.has(name) ||
      this.#forgotten.has(key.server) ||
      this.#forgotten.has(undefined)
    );
  }

  get<K extends Kind>(kind: K, server: string, id?: string): Promise<Kept[K] | undefined> {
    return this.#put.get(kind, server, id);
  }

  list<K extends Kind>(kind: K, wanted?: Wanted): Promise<readonly Kept[K][]> {
    return this.#put.list(kind, wanted);
  }

  usage(): ReturnType<Storage['usage']> {
    return this.#put.usage();
  }

  async put<K extends Kind>(kind: K, records: readonly Kept[K][]): Promise<void> {
    await this.#put.put(kind, records);
    for (const { server, id } of records) {
      const name = nameOf(kind, { server, id });
      this.#putKeys.set(name, [kind, { server, id }]);
      this.#removed.delete(name);
    }
  }

  /** The database took them after all, or something newer. */
  drop(kind: Kind, keys: readonly RecordKey[]): void {
    for (const key of keys) {
      this.#putKeys.delete(nameOf(kind, key));
      this.#removed.delete(nameOf(kind, key));
    }
    void this.#put.remove(kind, keys);
  }

  remove(kind: Kind, keys: readonly RecordKey[]): void {
    this.drop(kind, keys);
    for (const { server, id } of keys) this.#removed.set(nameOf(kind, { server, id }), [kind, { server, id }]);
  }

  forget(server: string | undefined, isTold: boolean): void {
    for (const all of [this.#putKeys, this.#removed])
      for (const [name, [, key]] of all) if (server === undefined || key.server === server) all.delete(name);
    void this.#put.forget(server);
    if (!isTold) this.#forgotten.add(server);
    else if (server === undefined) this.#forgotten.clear();
    else this.#forgotten.delete(server);
  }

  /** Writes it all down. What another tab made newer meanwhile stays. @throws what the storage throws; the rest waits on */
  async writeTo(storage: Storage): Promise<void> {
    // All begun at once: what is put from now on comes after them.
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
      // Put again meanwhile: that has its turn too.
      if (this.#putKeys.get(name) === put) this.drop(kind, [{ server, id }]);
    }
  }
}

function nameOf(kind: Kind, { server, id }: RecordKey): string {
  return JSON.stringify([server, kind, id]);
}

import { broadcast, openChannel } from '../util/tab-coordination.js';
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

/** Changes that are told at once; of more, only which kinds they were of. */
const MAX_TOLD_CHANGES = 100;

/**
 * Tells followers in this page and in other tabs that a record was written or removed. This is the only channel on
 * which tabs tell each other of changed data.
 * A message names kind and server, never content: the receiver reads the storage. So a forged message from another
 * script of this origin causes a read and nothing else. Changes of one turn are sent together.
 * The channel is open only while somebody follows: an open one can keep a page out of the back/forward cache.
 */
export class StorageChanges {
  readonly #name: string | undefined;
  readonly #followers = new Set<(change: StorageChange) => void>();
  readonly #untold = new Map<string, StorageChange>();
  #channel: BroadcastChannel | undefined;

  /** @param name of the channel; without one, only this page is told */
  constructor(name?: string) {
    this.#name = name;
  }

  follow(changed: (change: StorageChange) => void): () => void {
    const entry = (change: StorageChange): void => changed(change);
    this.#followers.add(entry);
    this.#listen();
    return () => {
      this.#followers.delete(entry);
      if (this.#followers.size > 0) return;
      this.#channel?.close();
      this.#channel = undefined;
    };
  }

  /** Announces a change made by this page; without `server`, of any server. Never throws. */
  tell(kind: Kind, server?: string): void {
    if (this.#untold.size === 0) queueMicrotask(() => this.#tellAll());
    this.#untold.set(JSON.stringify([kind, server]), { kind, ...(server !== undefined && { server }) });
  }

  #tellAll(): void {
    let changes = [...this.#untold.values()];
    this.#untold.clear();
    if (changes.length > MAX_TOLD_CHANGES)
      changes = [...new Set(changes.map(({ kind }) => kind))].map((kind) => ({ kind }));
    this.#hear(changes, false);
    if (this.#name === undefined) return;
    // A tab that misses the message reads again when its person returns to it.
    const channel = this.#channel ?? openChannel(this.#name);
    broadcast(channel, changes);
    if (channel !== this.#channel) channel?.close();
  }

  #listen(): void {
    if (this.#channel || this.#name === undefined) return;
    this.#channel = openChannel(this.#name);
    this.#channel?.addEventListener('message', ({ data }) => {
      if (Array.isArray(data)) this.#hear(data.slice(0, MAX_TOLD_CHANGES).filter(isChange), true);
    });
  }

  #hear(changes: readonly StorageChange[], isElsewhere: boolean): void {
    for (const { kind, server } of changes)
      for (const follower of [...this.#followers]) {
        try {
          follower({ kind, ...(server !== undefined && { server }), isElsewhere });
        } catch (error) {
          reportError(error);
        }
      }
  }
}

function isChange(said: unknown): said is StorageChange {
  const { kind, server } = (said ?? {}) as Record<string, unknown>;
  return typeof kind === 'string' && (server === undefined || typeof server === 'string');
}

/** The storage in memory, until the page is closed. Copies each record, as a database does. */
export class MemoryStorage implements Storage {
  readonly #all = new Map<string, Stored>();
  readonly #news = new StorageChanges();

  follow(changed: (change: StorageChange) => void): () => void {
    return this.#news.follow(changed);
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<StoredKinds[K] | undefined> {
    const stored = this.#all.get(keyOf(kind, { server, id }));
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

/**
 * Entries of transcripts and their blobs that wait for the database. The oldest go first: where there is no database, as
 * in Node, they would fill the memory for as long as the page is open. A session keeps its last entries by itself.
 */
export const MAX_PENDING_HISTORY = 1000;

/**
 * Writes and removals that the database did not take yet. They hold for this page until then, so that an erased record
 * does not come back.
 */
export class Pending {
  readonly #put = new MemoryStorage();
  readonly #putKeys = new Map<string, readonly [Kind, RecordKey]>();
  readonly #removed = new Map<string, readonly [Kind, RecordKey]>();
  readonly #forgotten = new Set<string | undefined>();
  /** Writes of history among those in `#putKeys`, the oldest first. */
  readonly #history = new Map<string, readonly [Kind, RecordKey]>();

  get isEmpty(): boolean {
    return this.#putKeys.size + this.#removed.size + this.#forgotten.size === 0;
  }

  /** Whether a pending write or removal replaces what the database has. */
  hides(kind: Kind, key: RecordKey): boolean {
    const name = nameOf(kind, key);
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
      const name = nameOf(kind, { server, id });
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
      this.#putKeys.delete(nameOf(kind, key));
      this.#removed.delete(nameOf(kind, key));
      this.#history.delete(nameOf(kind, key));
    }
    void this.#put.remove(kind, keys);
  }

  remove(kind: Kind, keys: readonly RecordKey[]): void {
    this.drop(kind, keys);
    for (const { server, id } of keys) this.#removed.set(nameOf(kind, { server, id }), [kind, { server, id }]);
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

function nameOf(kind: Kind, { server, id }: RecordKey): string {
  return JSON.stringify([server, kind, id]);
}

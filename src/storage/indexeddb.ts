import { deleteDB, openDB } from 'idb';
import { asObject } from '../protocol/decode/values.js';
import { MAX_DATE_MS } from '../util/async.js';
import { takeLock } from '../util/tab-coordination.js';
import { type Database, type McpDatabase, openDatabase, readEach } from './database.js';
import { lockOf } from './database-name.js';
import { type StoredKinds, type Kind, type RecordKey, type Storage, type Usage, type Wanted } from './types.js';
import { DELETE_TAB_DATABASE_MS, KINDS } from './retention.js';
import { storageFailureOf } from './errors.js';
import { newestFirst, pack, type Size, type Stored, unpackChecked, usageOf } from './encoding.js';

/** Told of a record that is none, and that is removed: why, and where it lay. */
export type OnDamaged = (cause: unknown, kind: Kind, server: unknown) => void;

/** The storage in IndexedDB. A damaged record is left out and removed; the others are read. */
export class IndexedDbStorage implements Storage {
  readonly #database: Database;
  readonly #onDamaged: OnDamaged;
  /** Bytes written since it was opened: maintenance runs after {@link MAINTENANCE_EVERY_BYTES} of them. */
  written = 0;

  private constructor(database: Database, onDamaged: OnDamaged) {
    this.#database = database;
    this.#onDamaged = onDamaged;
  }

  /** Waits while another tab blocks the opening. @throws McpError `storage` when there is no database to be had */
  static async open(name: string, onLost: () => void, onDamaged: OnDamaged = () => {}): Promise<IndexedDbStorage> {
    return new IndexedDbStorage(await openDatabase(name, onLost), onDamaged);
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<StoredKinds[K] | undefined> {
    const stored = await this.#database.get('records', [server, kind, id]);
    return stored && this.#unpack(kind, stored)[0];
  }

  async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly StoredKinds[K][]> {
    const { server, group, before, limit } = wanted;
    if (limit !== undefined && limit < 1) return [];
    const [index, of]: readonly [keyof McpDatabase['records']['indexes'], readonly string[]] =
      server === undefined
        ? ['kind', [kind]]
        : group === undefined
          ? ['server', [server, kind]]
          : ['group', [server, kind, group]];
    // The upper bound `[]` works as infinity: IndexedDB sorts arrays after numbers.
    let range = IDBKeyRange.bound(of, [...of, before ?? []], false, true);
    if (limit !== undefined) {
      let cursor = await this.#database.transaction('records').store.index(index).openKeyCursor(range, 'prev');
      if (limit > 1) cursor = (await cursor?.advance(limit - 1)) ?? null;
      // Records of the same millisecond as the last one belong to the page too.
      if (cursor) range = IDBKeyRange.bound([...of, cursor.key[of.length]], range.upper, false, true);
    }
    const stored = await this.#readAll(kind, index, range);
    return newestFirst(stored).flatMap((one) => this.#unpack(kind, one));
  }

  async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    const stored = records.map((record) => pack(kind, record));
    if (stored.length === 0) return;
    await this.#write(kind, (store) => stored.map((one) => store.put(one)));
    for (const { bytes } of stored) this.written += bytes;
  }

  async remove(kind: Kind, keys: readonly RecordKey[]): Promise<void> {
    if (keys.length > 0)
      await this.#write(kind, (store) => keys.map(({ server, id }) => store.delete([server, kind, id])));
  }

  async usage(): Promise<readonly Usage[]> {
    return usageOf(await this.sizes());
  }

  /** Sizes of all records, from the index alone. */
  async sizes(): Promise<readonly Size[]> {
    const sizes: Size[] = [];
    let cursor = await this.#database.transaction('records').store.index('server').openKeyCursor();
    while (cursor) {
      const [server, kind, at, bytes] = cursor.key;
      // A key may be a number: no version of this library wrote that row.
      const isOurs = [server, kind, cursor.primaryKey[2]].every((part: unknown) => typeof part === 'string');
      if (isOurs) sizes.push({ server, kind, id: cursor.primaryKey[2], at: asDate(at), bytes: asAmount(bytes) });
      // oxlint-disable-next-line no-await-in-loop -- a cursor goes one by one
      cursor = await cursor.continue();
    }
    return sizes;
  }

  /** Records of one kind beyond the newest `most` of their group. */
  async recordsOverLimit(kind: string, most: number): Promise<readonly RecordKey[]> {
    const surplus: RecordKey[] = [];
    let before: readonly string[] = [];
    let count = 0;
    let cursor = await this.#database.transaction('records').store.index('group').openKeyCursor(null, 'prev');
    while (cursor) {
      const [server, of, group] = cursor.key;
      count = [server, of, group].every((part, at) => part === before[at]) ? count + 1 : 1;
      before = [server, of, group];
      if (of === kind && count > most) surplus.push({ server, id: cursor.primaryKey[2] });
      // oxlint-disable-next-line no-await-in-loop -- a cursor goes one by one
      cursor = await cursor.continue();
    }
    return surplus;
  }

  async forget(server?: string): Promise<void> {
    await this.#write('grant', (store) => [
      server === undefined ? store.clear() : store.delete(IDBKeyRange.bound([server], [server, []])),
    ]);
  }

  close(): void {
    this.#database.close();
  }

  /** Reads all at once; one by one where one of them is damaged. */
  async #readAll(
    kind: Kind,
    index: keyof McpDatabase['records']['indexes'],
    range: IDBKeyRange,
  ): Promise<readonly Stored[]> {
    try {
      return await this.#database.getAllFromIndex('records', index, range);
    } catch (error) {
      if (storageFailureOf(error) !== 'failing') throw error;
      return readEach(this.#database, index, range, (cause, key) => this.#onDamaged(cause, kind, key[0]));
    }
  }

  /** The record, or nothing where it is damaged: then it is removed. */
  #unpack<K extends Kind>(kind: K, stored: Stored): StoredKinds[K][] {
    try {
      return [unpackChecked(kind, stored)];
    } catch (error) {
      this.#onDamaged(error, kind, claimedServer(stored));
      void this.#removeSame(stored).catch(() => {});
      return [];
    }
  }

  /** Removes a record, unless another was written in its place meanwhile. */
  async #removeSame({ server, kind, id, json }: Stored): Promise<void> {
    const { store, done } = this.#database.transaction('records', 'readwrite');
    const there = await store.get([server, kind, id]);
    if (there?.json === json) await store.delete([server, kind, id]);
    await done;
  }

  async #write(kind: Kind, act: (store: Writable) => readonly Promise<unknown>[]): Promise<void> {
    const { durability } = KINDS[kind];
    const transaction = this.#database.transaction('records', 'readwrite', { durability });
    const asked = act(transaction.store);
    // Commit explicitly: a page that is being closed gets no more callbacks, and an uncommitted transaction is lost.
    transaction.commit();
    await Promise.all([...asked, transaction.done]);
  }
}

/** The server of a damaged record. Undefined where it says another one than it lies under. */
function claimedServer({ server, json }: Stored): string | undefined {
  try {
    const said = asObject(JSON.parse(json))?.['server'];
    return said === undefined || said === server ? server : undefined;
  } catch {
    return server;
  }
}

/** Any code of this origin may have written the row: a time that is none counts as the oldest, a size as nothing. */
const asDate = (value: unknown): number => (typeof value === 'number' && Math.abs(value) <= MAX_DATE_MS ? value : 0);
const asAmount = (value: unknown): number => (Number.isFinite(value) && (value as number) > 0 ? (value as number) : 0);

interface Writable {
  put(one: Stored): Promise<unknown>;
  delete(key: [string, string, string] | IDBKeyRange): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Deletes databases of closed tabs: nobody holds their lock, and nothing was written for {@link DELETE_TAB_AFTER_MS}. A
 * crashed or discarded tab holds no lock either, but comes back sooner.
 * @param mark the part of the name that all of them share
 */
export async function deleteTabDatabases(mark: string, now: number = Date.now()): Promise<void> {
  for (const { name } of await globalThis.indexedDB.databases()) {
    if (!name?.includes(mark)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, behind everything else
    const lock = await takeLock(lockOf(name));
    // Without Web Locks it is unknown which tabs are open.
    if (lock === 'none') return;
    if (lock === 'taken') continue;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, behind everything else
      if (now - (await lastUseOf(name)) > DELETE_TAB_DATABASE_MS) await deleteDB(name);
    } finally {
      lock.release();
    }
  }
}

/** Time of the newest record, in epoch milliseconds. */
async function lastUseOf(name: string): Promise<number> {
  const database = await openDB<McpDatabase>(name);
  try {
    if (!database.objectStoreNames.contains('records')) return 0;
    let newest = 0;
    let cursor = await database.transaction('records').store.index('server').openKeyCursor();
    for (; cursor; cursor = await cursor.continue()) newest = Math.max(newest, cursor.key[2]);
    return newest;
  } finally {
    database.close();
  }
}

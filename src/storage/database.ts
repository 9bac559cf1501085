import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type OpenDBCallbacks,
  type StoreNames,
  unwrap,
} from 'idb';
import { DATABASE_BLOCKED_MS, type StoredRecord, packText, storageProblem, type Stored } from './types.js';

/** A record in the form of schema versions 1 to 6. */
type OldRecord = Readonly<Record<string, unknown>>;

/** What became of each store: the kind of its records, and what they say of themselves now. */
const STORES: readonly (readonly [name: string, kind: string, renew: (record: OldRecord, now: number) => object])[] = [
  ['servers', 'server', ({ url, ...rest }) => ({ server: url, id: '', ...rest })],
  ['lists', 'list', ({ kind, fetchedAt, ...rest }) => ({ id: kind, at: fetchedAt, ...rest })],
  ['hosts', 'hosts', (record, now) => ({ id: '', at: now, ...record })],
  ['grants', 'grant', (record) => record],
  ['record', 'record', (record) => record],
  ['roots', 'roots', (record, now) => ({ id: record['origin'], at: now, ...record })],
];

/**
 * Moves the records of the old stores into the single store, and deletes the old stores. An unreadable record is
 * skipped.
 * Uses callbacks: after `await`, the upgrade transaction may be over with half of the records moved.
 */
function moveToOneStore(transaction: IDBTransaction, from = 0): void {
  const row = STORES[from];
  if (!row) return;
  const [name, kind, renew] = row;
  const [store, kept] = [transaction.objectStore(name), transaction.objectStore('kept')];
  const next = (): void => {
    transaction.db.deleteObjectStore(name);
    moveToOneStore(transaction, from + 1);
  };
  // One record at a time, to keep few of them in memory.
  const take = (keys: readonly IDBValidKey[], at: number): void => {
    if (at === keys.length) return next();
    answered<OldRecord>(store.get(keys[at]!), (old) => {
      const further = (): void => take(keys, at + 1);
      try {
        answered(kept.put(renewed(kind, renew, old)), further);
      } catch {
        further();
      }
    });
  };
  answered(store.getAllKeys(), (keys) => take(keys ?? [], 0));
}

/** @throws TypeError, SyntaxError for a damaged record */
function renewed(kind: string, renew: (record: OldRecord, now: number) => object, old?: OldRecord): Stored {
  const { json, ...record } = renew(old!, Date.now()) as StoredRecord & { readonly json?: string };
  const text = JSON.stringify(record);
  // Lists are stored as text already, and can be long: do not parse them.
  return packText(kind, record, json === undefined ? text : `${text.slice(0, -1)},"items":${json}}`);
}

/**
 * Calls `then` with the result of a request, or with undefined where it failed. A failed request must not abort the
 * whole upgrade transaction.
 */
function answered<T>(request: IDBRequest<T>, then: (answer: T | undefined) => void): void {
  request.addEventListener('success', () => then(request.result));
  request.addEventListener('error', (event) => {
    event.preventDefault();
    then(undefined);
  });
}

type Upgrade = IDBPTransaction<McpDatabase, StoreNames<McpDatabase>[], 'versionchange'>;

/**
 * One migration per schema version, in order. Add only, never edit a released one. Versions 1 to 6 made a store for
 * each kind. None may use `await`: the upgrade transaction could end meanwhile.
 */
export const migrations: readonly ((database: IDBPDatabase<McpDatabase>, transaction: Upgrade) => void)[] = [
  (database) => {
    old(database).createObjectStore('servers', { keyPath: 'url' });
    old(database).createObjectStore('lists', { keyPath: ['server', 'kind'] });
  },
  // The format of stored lists changed: old ones are dropped and fetched again.
  (database) => {
    old(database).deleteObjectStore('lists');
    old(database).createObjectStore('lists', { keyPath: ['server', 'kind'] });
  },
  (database) => {
    old(database).createObjectStore('hosts', { keyPath: 'server' });
  },
  (database) => {
    old(database).createObjectStore('grants', { keyPath: 'id' }).createIndex('server', 'server');
  },
  (database) => {
    old(database).createObjectStore('record', { keyPath: 'id' }).createIndex('server', 'server');
  },
  (database) => {
    old(database).createObjectStore('roots', { keyPath: ['server', 'origin'] });
  },
  // Since this version a new kind of record needs no new version.
  (database, transaction) => {
    const kept = database.createObjectStore('kept', { keyPath: ['server', 'kind', 'id'] });
    kept.createIndex('kind', ['kind', 'at']);
    kept.createIndex('server', ['server', 'kind', 'at', 'bytes']);
    kept.createIndex('group', ['server', 'kind', 'group', 'at']);
    moveToOneStore(unwrap(transaction));
  },
];

/** The database with the types of older versions. */
function old(database: IDBPDatabase<McpDatabase>): IDBPDatabase {
  return database as unknown as IDBPDatabase;
}

/**
 * Opens a separate small database, in the page’s own origin.
 * @param steps one migration per version, in order
 * @param onLost called when the browser takes the database away: it must not be used after that
 * @throws McpError `storage` when there is none to be had: private mode, blocked by an older tab, or no IndexedDB
 */
export async function openMigrated<S extends DBSchema>(
  name: string,
  steps: readonly ((database: IDBPDatabase<S>) => void)[],
  onLost: () => void,
): Promise<IDBPDatabase<S>> {
  let opening: Promise<IDBPDatabase<S>> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    // In a sandboxed frame, opening throws at once.
    opening = openDB<S>(name, steps.length, {
      upgrade: (database, oldVersion) => {
        for (const migrate of steps.slice(oldVersion)) migrate(database);
      },
      // Another tab with a newer version of this library wants to upgrade: close, so that it can.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        onLost();
      },
      terminated: onLost,
    });
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('It is held by another tab.')), DATABASE_BLOCKED_MS);
    });
    return await Promise.race([opening, tooLong]);
  } catch (cause) {
    // It may still open later: close it, as nobody uses it then.
    opening?.then((database) => database.close()).catch(() => {});
    throw storageProblem('absent', cause);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads records one by one, each in its own transaction, when reading them together failed. Damaged ones are left out. */
export async function readEach(
  database: Database,
  index: keyof McpDatabase['kept']['indexes'],
  range: IDBKeyRange,
  onDamaged: (cause: unknown) => void,
): Promise<Stored[]> {
  const found: Stored[] = [];
  for (const key of await database.getAllKeysFromIndex('kept', index, range)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: it is an emergency, and there may be many
      const stored = await database.get('kept', key);
      if (stored) found.push(stored);
    } catch (error) {
      onDamaged(error);
    }
  }
  return found;
}

/** Schema of the database: a single store for every kind of record. */
export interface McpDatabase extends DBSchema {
  kept: {
    key: [server: string, kind: string, id: string];
    value: Stored;
    indexes: {
      /** Records of one kind, of all servers, by time. */
      kind: [kind: string, at: number];
      /** Records of one kind and server, by time. Includes `bytes`, so sizes are summed without reading records. */
      server: [server: string, kind: string, at: number, bytes: number];
      /** Records of one kind, server and group, by time. Records without a group are not in this index. */
      group: [server: string, kind: string, group: string, at: number];
    };
  };
}

export type Database = IDBPDatabase<McpDatabase>;

/** The store and its indexes as this version uses them. A later one that has them too can be shared with it. */
const SHAPE = {
  key: ['server', 'kind', 'id'],
  indexes: {
    kind: ['kind', 'at'],
    server: ['server', 'kind', 'at', 'bytes'],
    group: ['server', 'kind', 'group', 'at'],
  },
} as const;

/** What browsers say where a page gets no database: in a sandboxed frame, with storage blocked, in some private windows. */
const NO_DATABASE: ReadonlySet<string> = new Set(['SecurityError', 'InvalidStateError', 'NotSupportedError']);

/**
 * Opens the database of that name, in the page’s own origin. Waits while another tab blocks it.
 * @param onLost called when the browser takes the database away: it must not be used after that
 * @throws McpError `storage` when there is none to be had: private mode, no IndexedDB, or a newer version with another
 * schema, which is left unchanged
 */
export async function openDatabase(name: string, onLost: () => void): Promise<Database> {
  const callbacks: OpenDBCallbacks<McpDatabase> = {
    upgrade: (database, oldVersion, _newVersion, transaction) => {
      try {
        for (const migrate of migrations.slice(oldVersion)) migrate(database, transaction);
      } catch {
        transaction.done.catch(() => {});
        // The abort leaves the data of the earlier version unchanged.
        transaction.abort();
      }
    },
    // Another tab with a newer version of this library wants to upgrade: close, so that it can.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      onLost();
    },
    terminated: onLost,
  };
  try {
    // In a sandboxed frame, opening throws at once.
    return await openDB<McpDatabase>(name, migrations.length, callbacks);
  } catch (error) {
    if (!(error instanceof DOMException) || NO_DATABASE.has(error.name)) throw storageProblem('absent', error);
    if (error.name === 'VersionError') return openNewer(name, callbacks, error);
    throw storageProblem('failing', error);
  }
}

async function openNewer(
  name: string,
  { blocking, terminated }: OpenDBCallbacks<McpDatabase>,
  cause: unknown,
): Promise<Database> {
  // Without a version number: opens the one that is there.
  const database = await openDB<McpDatabase>(name, undefined, { blocking: blocking!, terminated: terminated! }).catch(
    (error: unknown) => {
      throw storageProblem('newer', error);
    },
  );
  if (isOurs(unwrap(database))) return database;
  database.close();
  throw storageProblem('newer', cause);
}

/** Whether the database has the key and indexes that this version needs. */
function isOurs(database: IDBDatabase): boolean {
  if (!database.objectStoreNames.contains('kept')) return false;
  const store = database.transaction('kept').objectStore('kept');
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  return (
    isSame(store.keyPath, SHAPE.key) &&
    Object.entries(SHAPE.indexes).every(
      ([index, keyPath]) => store.indexNames.contains(index) && isSame(store.index(index).keyPath, keyPath),
    )
  );
}

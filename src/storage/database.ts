import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks, unwrap } from 'idb';
import type { Stored } from './encoding.js';
import { SCHEMA_VERSION } from './database-name.js';
import { DATABASE_BLOCKED_MS } from './types.js';
import { storageProblem } from './errors.js';
import { currentClock, type Timer } from '../util/clock.js';

/**
 * Opens a separate small database, in the page’s own origin.
 * @param steps one migration per version, in order
 * @param onLost called when the browser closes the database: it must not be used after that
 * @throws McpError `storage` if it is not available: private mode, blocked by an older tab, or no IndexedDB
 */
export async function openMigrated<S extends DBSchema>(
  name: string,
  steps: readonly ((database: IDBPDatabase<S>) => void)[],
  onLost: () => void,
): Promise<IDBPDatabase<S>> {
  let opening: Promise<IDBPDatabase<S>> | undefined;
  let timer: Timer | undefined;
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
      timer = currentClock.setTimeout(() => reject(new Error('It is held by another tab.')), DATABASE_BLOCKED_MS);
    });
    return await Promise.race([opening, tooLong]);
  } catch (cause) {
    // It may still open later: close it, because it is not used then.
    opening?.then((database) => database.close()).catch(() => {});
    throw storageProblem('absent', cause);
  } finally {
    currentClock.clearTimeout(timer);
  }
}

/** Reads records one by one, each in its own transaction, when reading them together failed. Damaged ones are left out. */
export async function readEach(
  database: Database,
  index: keyof McpDatabase['records']['indexes'],
  range: IDBKeyRange,
  onDamaged: (cause: unknown, key: McpDatabase['records']['key']) => void,
): Promise<Stored[]> {
  const found: Stored[] = [];
  for (const key of await database.getAllKeysFromIndex('records', index, range)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: it is an emergency, and there may be many
      const stored = await database.get('records', key);
      if (stored) found.push(stored);
    } catch (error) {
      onDamaged(error, key);
    }
  }
  return found;
}

/** Schema of the database: a single store for every kind of record. */
export interface McpDatabase extends DBSchema {
  records: {
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

/** Key and indexes of the store. A later version with the same ones can share the database with this one. */
const STORE = {
  key: ['server', 'kind', 'id'],
  indexes: {
    kind: ['kind', 'at'],
    server: ['server', 'kind', 'at', 'bytes'],
    group: ['server', 'kind', 'group', 'at'],
  },
} as const;

/** Creates the store. Uses callbacks only: after an `await` the upgrade transaction may be over. */
function createRecords(database: IDBPDatabase<McpDatabase>): void {
  const store = database.createObjectStore('records', { keyPath: [...STORE.key] });
  store.createIndex('kind', [...STORE.indexes.kind]);
  store.createIndex('server', [...STORE.indexes.server]);
  store.createIndex('group', [...STORE.indexes.group]);
}

/**
 * Errors of a browser that gives a page no database: in a sandboxed frame, with storage blocked, in some private
 * windows.
 */
const NO_DATABASE: ReadonlySet<string> = new Set(['SecurityError', 'InvalidStateError', 'NotSupportedError']);

/**
 * Opens the database of that name, in the page’s own origin. Waits while another tab blocks it.
 * @param onLost called when the browser closes the database: it must not be used after that
 * @throws McpError `storage` if it is not available: private mode, no IndexedDB, or a newer version with another
 * schema, which is left unchanged
 */
export async function openDatabase(name: string, onLost: () => void): Promise<Database> {
  const callbacks: OpenDBCallbacks<McpDatabase> = {
    upgrade: (database, _oldVersion, _newVersion, transaction) => {
      try {
        createRecords(database);
      } catch {
        transaction.done.catch(() => {});
        // The next opening finds no half-made database.
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
    return await openDB<McpDatabase>(name, SCHEMA_VERSION, callbacks);
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

/** True if the database has the key and indexes that this version needs. */
function isOurs(database: IDBDatabase): boolean {
  if (!database.objectStoreNames.contains('records')) return false;
  const store = database.transaction('records').objectStore('records');
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  return (
    isSame(store.keyPath, STORE.key) &&
    Object.entries(STORE.indexes).every(
      ([index, keyPath]) => store.indexNames.contains(index) && isSame(store.index(index).keyPath, keyPath),
    )
  );
}

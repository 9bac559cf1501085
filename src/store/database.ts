import { openDB, unwrap, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { migrations } from './migrations.js';
import { storageProblem } from './problems.js';
import type { Stored } from './stored.js';

/** What is in the database. Every kind of record lies in the one store. */
export interface McpDatabase extends DBSchema {
  kept: {
    key: [server: string, kind: string, id: string];
    value: Stored;
    indexes: {
      /** One kind of all servers, by time. */
      kind: [kind: string, at: number];
      /** One kind of one server, by time. With the bytes, so that they are counted without reading the records. */
      server: [server: string, kind: string, at: number, bytes: number];
      /** The same of one group. Records without a group are not in it. */
      group: [server: string, kind: string, group: string, at: number];
    };
  };
}

export type Database = IDBPDatabase<McpDatabase>;

/** The store and its indexes as this version uses them. A later one that has them too can be shared with it. */
export const SHAPE = {
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
 * Opens the database of that name, in the page's own origin. Waits as long as another tab holds it up.
 * @param onLost called when the browser takes the database away: it must not be used after that
 * @throws McpError `storage` when there is none to be had: private mode, no IndexedDB, or one of a newer version that
 * keeps things another way; that one is left as it is
 */
export async function openDatabase(name: string, onLost: () => void): Promise<Database> {
  const callbacks: OpenDBCallbacks<McpDatabase> = {
    upgrade: (database, oldVersion, _newVersion, transaction) => {
      try {
        for (const migrate of migrations.slice(oldVersion)) migrate(database, transaction);
      } catch {
        transaction.done.catch(() => {});
        // Everything stays as the earlier version left it.
        transaction.abort();
      }
    },
    // A newer version of this library wants to upgrade in another tab: step aside rather than hold it up.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      onLost();
    },
    terminated: onLost,
  };
  try {
    // In a sandboxed frame already the asking throws.
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
  // Of whichever version it is.
  const database = await openDB<McpDatabase>(name, undefined, { blocking: blocking!, terminated: terminated! }).catch(
    (error: unknown) => {
      throw storageProblem('newer', error);
    },
  );
  if (isOurs(unwrap(database))) return database;
  database.close();
  throw storageProblem('newer', cause);
}

/** Whether we find our way in it. */
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

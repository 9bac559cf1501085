import { unwrap, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import type { McpDatabase } from './database.js';
import { moveToOneStore } from './move-to-one-store.js';

type Upgrade = IDBPTransaction<McpDatabase, StoreNames<McpDatabase>[], 'versionchange'>;

/**
 * One function per version, in order; the number of them is the version. Never edited once released, only added to. Those
 * up to the sixth made a store for each kind of record. None may wait for a promise: the transaction could be over then.
 */
export const migrations: readonly ((database: IDBPDatabase<McpDatabase>, transaction: Upgrade) => void)[] = [
  (database) => {
    old(database).createObjectStore('servers', { keyPath: 'url' });
    old(database).createObjectStore('lists', { keyPath: ['server', 'kind'] });
  },
  // Lists are kept in another form from here on; those of before are fetched again.
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
  // From here on a new kind of record needs no new version.
  (database, transaction) => {
    const kept = database.createObjectStore('kept', { keyPath: ['server', 'kind', 'id'] });
    kept.createIndex('kind', ['kind', 'at']);
    kept.createIndex('server', ['server', 'kind', 'at', 'bytes']);
    kept.createIndex('group', ['server', 'kind', 'group', 'at']);
    moveToOneStore(unwrap(transaction));
  },
];

/** As the earlier versions knew it. */
function old(database: IDBPDatabase<McpDatabase>): IDBPDatabase {
  return database as unknown as IDBPDatabase;
}

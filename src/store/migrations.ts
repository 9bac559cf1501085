import type { IDBPDatabase } from 'idb';
import type { McpDatabase } from './records.js';

/** One function per version, in order; the number of them is the version. Never edited once released, only added to. */
export const migrations: readonly ((database: IDBPDatabase<McpDatabase>) => void)[] = [
  (database) => {
    database.createObjectStore('servers', { keyPath: 'url' });
    database.createObjectStore('lists', { keyPath: ['server', 'kind'] });
  },
];

import { openDB, type IDBPDatabase } from 'idb';
import { McpError } from '../errors.js';
import { migrations } from './migrations.js';
import type { McpDatabase } from './records.js';

export type Database = IDBPDatabase<McpDatabase>;

/** How long another tab may hold up the opening before we do without, in milliseconds. */
const BLOCKED_AFTER_MS = 2000;

/**
 * Opens the database of that name, in the page's own origin.
 * @param onLost called when the browser takes the database away: it must not be used after that
 * @throws McpError `storage` when there is none to be had: private mode, blocked by an older tab, or no IndexedDB
 */
export async function openDatabase(name: string, onLost: () => void): Promise<Database> {
  let opening: Promise<Database> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    // In a sandboxed frame already the asking throws.
    opening = openDB<McpDatabase>(name, migrations.length, {
      upgrade: (database, oldVersion) => {
        for (const migrate of migrations.slice(oldVersion)) migrate(database);
      },
      // A newer version of this library wants to upgrade in another tab: step aside rather than hold it up.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        onLost();
      },
      terminated: onLost,
    });
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('It is held by another tab.')), BLOCKED_AFTER_MS);
    });
    return await Promise.race([opening, tooLong]);
  } catch (cause) {
    // If it opens after all, nobody is left to use it.
    opening?.then((database) => database.close()).catch(() => {});
    throw new McpError('storage', 'Nothing can be remembered here: the browser does not give this page a database.', {
      cause,
      remedy: 'Everything works; after a reload it starts anew. Private windows are often like this.',
    });
  } finally {
    clearTimeout(timer);
  }
}

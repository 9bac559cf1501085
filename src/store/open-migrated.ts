import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { storageProblem } from './problems.js';

/** How long another tab may hold up the opening before we do without, in milliseconds. */
const BLOCKED_AFTER_MS = 2000;

/**
 * Opens a small database beside that of the sessions, in the page's own origin.
 * @param steps one for each version, in order; the number of them is the version
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
    // In a sandboxed frame already the asking throws.
    opening = openDB<S>(name, steps.length, {
      upgrade: (database, oldVersion) => {
        for (const migrate of steps.slice(oldVersion)) migrate(database);
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
    throw storageProblem('absent', cause);
  } finally {
    clearTimeout(timer);
  }
}

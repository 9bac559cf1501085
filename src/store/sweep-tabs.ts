import { deleteDB, openDB } from 'idb';
import { takeLock } from '../util/coordination.js';
import type { McpDatabase } from './database.js';
import { SWEEP_AFTER_MS } from './limits.js';
import { lockOf } from './tab-database.js';

/**
 * Deletes the databases of tabs that are gone: nobody holds their lock, and nothing was kept in them for a day. A tab that
 * crashed, or that the browser put to sleep, comes back within that.
 * @param mark what their names have in them
 */
export async function sweepTabs(mark: string, now: number = Date.now()): Promise<void> {
  for (const { name } of await globalThis.indexedDB.databases()) {
    if (!name?.includes(mark)) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, behind everything else
    const lock = await takeLock(lockOf(name));
    // Without locks nobody knows which tabs are there.
    if (lock === 'none') return;
    if (lock === 'taken') continue;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, behind everything else
      if (now - (await lastUseOf(name)) > SWEEP_AFTER_MS) await deleteDB(name);
    } finally {
      lock.release();
    }
  }
}

/** When something was kept in it last, in epoch milliseconds. */
async function lastUseOf(name: string): Promise<number> {
  const database = await openDB<McpDatabase>(name);
  try {
    if (!database.objectStoreNames.contains('kept')) return 0;
    let newest = 0;
    let cursor = await database.transaction('kept').store.index('server').openKeyCursor();
    for (; cursor; cursor = await cursor.continue()) newest = Math.max(newest, cursor.key[2]);
    return newest;
  } finally {
    database.close();
  }
}

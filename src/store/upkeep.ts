import { takeLock } from '../util/coordination.js';
import { pageTurn } from '../util/page-turn.js';
import type { IndexedDbStorage } from './indexeddb-storage.js';
import { KINDS } from './kinds.js';
import { REMOVED_AT_ONCE, ROOM_AT_LEAST } from './limits.js';
import type { Kind } from './records.js';
import { roomFor, sumOf, surplusOf } from './surplus.js';
import { groupedBy, type Size } from './usage.js';

/**
 * Removes what is too old or too much, a little at a time. One tab at a time does it, where the browser can tell.
 * @returns what was removed
 */
export async function keepWithinLimits(storage: IndexedDbStorage, name: string): Promise<readonly Size[]> {
  const lock = await takeLock(`mcp-embed upkeep ${name}`);
  if (lock === 'taken') return [];
  try {
    return await trim(storage);
  } finally {
    if (lock !== 'none') lock.release();
  }
}

async function trim(storage: IndexedDbStorage): Promise<readonly Size[]> {
  const sizes = await storage.sizes();
  const gone = new Set(surplusOf(sizes));
  for (const [kind, { perGroup }] of Object.entries(KINDS)) {
    if (perGroup === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop -- a kind or two
    const keys = new Set((await storage.surplusInGroups(kind, perGroup)).map(({ server, id }) => `${server}\n${id}`));
    for (const one of sizes) if (one.kind === kind && keys.has(`${one.server}\n${one.id}`)) gone.add(one);
  }
  return removeAll(storage, [...gone]);
}

/** Removes what can be had again, and then the oldest of what was noted, so that there is room. @returns what was removed */
export async function makeRoom(storage: IndexedDbStorage): Promise<readonly Size[]> {
  const sizes = await storage.sizes();
  return removeAll(storage, roomFor(Math.max(ROOM_AT_LEAST, sumOf(sizes) / 10), sizes));
}

async function removeAll(storage: IndexedDbStorage, sizes: readonly Size[]): Promise<readonly Size[]> {
  for (const [kind, of] of groupedBy(sizes, ({ kind }) => kind))
    for (let at = 0; at < of.length; at += REMOVED_AT_ONCE) {
      // oxlint-disable-next-line no-await-in-loop -- a little at a time is the point
      await storage.remove(kind as Kind, of.slice(at, at + REMOVED_AT_ONCE));
      // oxlint-disable-next-line no-await-in-loop -- a little at a time is the point
      await pageTurn();
    }
  return sizes;
}

import { DAY_MS, yieldToMain } from '../util/async.js';
import { takeLock } from '../util/tab-coordination.js';
import type { IndexedDbStorage } from './indexeddb.js';
import type { Kind } from './types.js';
import { groupedBy, type Size } from './encoding.js';
import {
  type KindRow,
  KINDS,
  MIN_FREED_BYTES,
  STORED_RECORDS_REMOVED_AT_ONCE,
  MAX_STORED_BYTES,
  MAX_STORED_SERVER_BYTES,
} from './retention.js';

const rows: Readonly<Record<string, KindRow | undefined>> = KINDS;

/** Expired records first; then, over quota, the oldest, `cache` kinds before `history` kinds. */
export function recordsToEvict(
  sizes: readonly Size[],
  limits: { readonly server: number; readonly all: number } = {
    server: MAX_STORED_SERVER_BYTES,
    all: MAX_STORED_BYTES,
  },
): readonly Size[] {
  const gone = new Set(tooOld(sizes));
  for (const of of groupedBy(sizes, ({ server }) => server).values()) tooMuch(of, limits.server, gone);
  tooMuch(sizes, limits.all, gone);
  return [...gone];
}

/**
 * Expired records. Age counts from the second newest day with a record, not from the clock: a clock that was wrong for
 * a day must not delete a year of data, and a person who returns after months finds their data.
 */
function tooOld(sizes: readonly Size[]): readonly Size[] {
  const days = [...new Set(sizes.map(({ at }) => Math.floor(at / DAY_MS)))].toSorted((one, other) => other - one);
  const today = Math.min(days[1] ?? -Infinity, Math.floor(Date.now() / DAY_MS));
  return sizes.filter(({ kind, at }) => Math.floor(at / DAY_MS) < today - (rows[kind]?.days ?? Infinity));
}

function tooMuch(sizes: readonly Size[], limit: number, gone: Set<Size>): void {
  const spare = sizes.filter((one) => !gone.has(one) && rows[one.kind]?.evictable);
  let bytes = sumOf(spare);
  for (const one of inOrderOfGoing(spare)) {
    if (bytes <= limit) return;
    gone.add(one);
    bytes -= one.bytes;
  }
}

/** Records to remove to free that many bytes, `cache` kinds first; fewer where there is not enough. */
export function roomFor(bytes: number, sizes: readonly Size[]): readonly Size[] {
  const gone: Size[] = [];
  let freed = 0;
  for (const one of inOrderOfGoing(sizes.filter(({ kind }) => rows[kind]?.evictable))) {
    if (freed >= bytes) break;
    gone.push(one);
    freed += one.bytes;
  }
  return gone;
}

function inOrderOfGoing(spare: readonly Size[]): readonly Size[] {
  const rank = ({ kind }: Size): number => (rows[kind]?.evictable === 'cache' ? 0 : 1);
  return spare.toSorted((one, other) => rank(one) - rank(other) || one.at - other.at);
}

function sumOf(sizes: readonly Size[]): number {
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Removes expired records and those over quota, in small batches. Only one tab at a time does it, where the browser has
 * Web Locks.
 * @returns the removed records
 */
export async function enforceLimits(storage: IndexedDbStorage, name: string): Promise<readonly Size[]> {
  const lock = await takeLock(`mcp-embed maintenance ${name}`);
  if (lock === 'taken') return [];
  try {
    return await trim(storage);
  } finally {
    if (lock !== 'none') lock.release();
  }
}

async function trim(storage: IndexedDbStorage): Promise<readonly Size[]> {
  const sizes = await storage.sizes();
  const gone = new Set(recordsToEvict(sizes));
  for (const [kind, { perGroup }] of Object.entries(KINDS)) {
    if (perGroup === undefined) continue;
    // oxlint-disable-next-line no-await-in-loop -- a kind or two
    const keys = new Set((await storage.recordsOverLimit(kind, perGroup)).map(({ server, id }) => `${server}\n${id}`));
    for (const one of sizes) if (one.kind === kind && keys.has(`${one.server}\n${one.id}`)) gone.add(one);
  }
  return removeAll(storage, [...gone]);
}

/** Frees space after a quota error: `cache` kinds, then `history` kinds, oldest first. @returns the removed records */
export async function makeRoom(storage: IndexedDbStorage): Promise<readonly Size[]> {
  const sizes = await storage.sizes();
  return removeAll(storage, roomFor(Math.max(MIN_FREED_BYTES, sumOf(sizes) / 10), sizes));
}

async function removeAll(storage: IndexedDbStorage, sizes: readonly Size[]): Promise<readonly Size[]> {
  for (const [kind, of] of groupedBy(sizes, ({ kind }) => kind))
    for (let at = 0; at < of.length; at += STORED_RECORDS_REMOVED_AT_ONCE) {
      // oxlint-disable-next-line no-await-in-loop -- a little at a time is the point
      await storage.remove(kind as Kind, of.slice(at, at + STORED_RECORDS_REMOVED_AT_ONCE));
      // oxlint-disable-next-line no-await-in-loop -- a little at a time is the point
      await yieldToMain();
    }
  return sizes;
}

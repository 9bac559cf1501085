import type { Usage } from './storage.js';
import type { Stored } from './stored.js';

/** Where a record lies, how old it is and how much it takes. */
export type Size = Pick<Stored, 'server' | 'kind' | 'id' | 'at' | 'bytes'>;

/** What each server has of each kind. */
export function usageOf(sizes: readonly Size[]): readonly Usage[] {
  const totals = new Map<string, { -readonly [K in keyof Usage]: Usage[K] }>();
  for (const { server, kind, at, bytes } of sizes) {
    const key = JSON.stringify([server, kind]);
    const total = totals.get(key) ?? { server, kind, count: 0, bytes: 0, oldest: at, newest: at };
    total.count += 1;
    total.bytes += bytes;
    total.oldest = Math.min(total.oldest, at);
    total.newest = Math.max(total.newest, at);
    totals.set(key, total);
  }
  return [...totals.values()];
}

/** What has a name in common, together. */
export function groupedBy<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(nameOf(one));
    if (group) group.push(one);
    else groups.set(nameOf(one), [one]);
  }
  return groups;
}

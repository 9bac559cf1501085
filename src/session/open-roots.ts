import { Roots } from '../approvals/roots.js';
import type { RootsStore } from '../approvals/roots-record.js';
import type { Storage } from '../store/storage.js';
import { onePerPlace } from './keeping-place.js';
import { serverKey } from './server-key.js';
import type { SessionOptions } from './session-options.js';

const placeOf = onePerPlace((storage, newsOf) => ({
  storage: storage && rootsIn(storage),
  newsOf,
  all: new Map<string, Roots>(),
}));

/** The roots that the person keeps for one server, as sessions with these options remember them. All of a page agree. */
export function rootsFor(url: string, options: SessionOptions): Roots {
  const { storage, newsOf, all } = placeOf(options);
  const server = serverKey(url, options);
  const found = all.get(server) ?? new Roots(server, storage, storage && newsOf(`roots ${server}`));
  all.set(server, found);
  return found;
}

/** Whether the person says in sessions with these options where a server is to work: only where the page offers it. */
export function personHasRoots({ answers, approvals }: SessionOptions): boolean {
  return approvals !== undefined && answers?.includes('roots') === true;
}

/** The roots in a storage. */
export function rootsIn(storage: Storage): RootsStore {
  return {
    getRoots: async (server, origin) => {
      const kept = await storage.get('roots', server, origin);
      if (!kept) return undefined;
      const { id: _id, at: _at, ...record } = kept;
      return record;
    },
    putRoots: async (record) => storage.put('roots', [{ ...record, id: record.origin, at: Date.now() }]),
  };
}

import type { GrantStore } from '../approvals/grant.js';
import { Grants } from '../approvals/grants.js';
import type { Storage } from '../store/storage.js';
import { byId } from './by-id.js';
import { onePerPlace } from './keeping-place.js';
import type { SessionOptions } from './session-options.js';

/** What the person decided, as sessions with these options remember it. All sessions of a page agree. */
export const grantsOf: (options: SessionOptions) => Grants = onePerPlace((storage, newsOf) =>
  storage ? new Grants(grantsIn(storage), undefined, newsOf('grants')) : new Grants(),
);

/** The decisions in a storage. */
export function grantsIn(storage: Storage): GrantStore {
  const { list, put, remove } = byId(storage, 'grant');
  return { listGrants: list, putGrant: (grant) => put([grant]), removeGrant: (id) => remove([id]) };
}

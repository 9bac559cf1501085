import type { Grant, GrantStore } from '../approvals/grant.js';
import { Grants } from '../approvals/grants.js';
import { storageProblem } from '../store/problems.js';
import type { Storage } from '../store/storage.js';
import { Redactor } from '../util/redactor.js';
import { byId } from './by-id.js';
import { onePerPlace } from './keeping-place.js';
import type { SessionOptions } from './session-options.js';

/** What the person decided, as sessions with these options remember it. All sessions of a page agree. */
export const grantsOf: (options: SessionOptions) => Grants = onePerPlace((storage, newsOf) =>
  storage ? new Grants(grantsIn(storage), undefined, newsOf('grants')) : new Grants(),
);

/** The server’s words at that time are kept to show what is different one day: it may repeat in them what it was told. */
function withoutSecrets(grant: Grant): Grant {
  const { serverName, definition } = grant;
  const redactor = new Redactor();
  return { ...grant, ...redactor.withoutIn({ serverName, ...(definition && { definition }) }) };
}

/** The decisions in a storage. Those that cannot be read are not none: one of them may be a refusal. */
export function grantsIn(storage: Storage): GrantStore {
  const { list, put, remove } = byId(storage, 'grant');
  const sure = <T>(found: T): T => {
    if (storage.cannotRead) throw storageProblem('failing', new Error('The decisions cannot be read.'));
    return found;
  };
  return {
    listGrants: async () => sure(await list()),
    putGrant: async (grant) => sure(await put([withoutSecrets(grant)])),
    removeGrant: async (id) => remove([id]),
  };
}

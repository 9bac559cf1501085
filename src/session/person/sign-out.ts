import type { LeaveReason, SessionAuth } from '../../auth/types.js';
import { McpError } from '../../errors.js';
import { abandon } from '../../storage/abandoned.js';
import { KINDS, MAINTENANCE_AFTER_MS } from '../../storage/retention.js';
import type { Kind, Storage } from '../../storage/types.js';
import { sleep } from '../../util/async.js';
import { eraseDecisions } from '../approvals.js';
import { errorText } from '../error-texts.js';
import type { SessionOptions } from '../options.js';
import { serverPlaceOf, type StoragePlace, storagePlaceOf } from './partition.js';
import { identityOf, ownerOfKey } from './server-storage-key.js';

/** Attempts to erase what a person stored. After them the failure is reported. */
const ERASE_TRIES = 3;
/** Milliseconds until it is tried again. */
export const ERASE_RETRY_MS = 500;

/** The part of a session that has to do with the person who uses it. */
export interface PersonalSession {
  readonly url: string;
  readonly options: SessionOptions;
  /**
   * Stores nothing of the person any more.
   * @returns what forgets the rest, once their tokens are gone: until then it would be fetched again
   */
  forgetPerson(how: LeaveReason): () => void;
  readonly report: (problem: McpError) => void;
}

/** Sessions of one sign-in that store in one place: what they stored is erased once, also when they are closed. */
interface Place {
  readonly url: string;
  readonly options: Pick<SessionOptions, 'storage' | 'namespace' | 'serverId' | 'identity' | 'auth'>;
  readonly sessions: Set<WeakRef<PersonalSession>>;
}

const placesOf = new WeakMap<SessionAuth, Map<string | Storage, Place>>();

/**
 * Erases everything that sessions of this sign-in stored, in all tabs, when the person signs out, or when another person
 * signs in. Not where the page says whose data it is (`identity`): then the page decides, with `eraseStored`.
 */
export function eraseOnSignOut(session: PersonalSession): void {
  const { auth, identity, storage = 'local', namespace = '', serverId } = session.options;
  if (!auth?.onLeave || identity !== undefined) return;
  const places = placesOf.get(auth) ?? new Map<string | Storage, Place>();
  placesOf.set(auth, places);
  const key = typeof storage === 'object' ? storage : JSON.stringify([storage, namespace, session.url, serverId]);
  const known = places.get(key);
  const place = known ?? { url: session.url, options: { auth, storage, namespace, serverId }, sessions: new Set() };
  for (const one of place.sessions) if (!one.deref()) place.sessions.delete(one);
  place.sessions.add(new WeakRef(session));
  if (known) return;
  places.set(key, place);
  auth.onLeave((how) => leave(place, how));
}

/** @returns what erases the data */
function leave({ url, options, sessions }: Place, how: LeaveReason): () => Promise<void> {
  const owner = identityOf(options);
  // Nobody was signed in: what is stored is anybody’s.
  if (owner && owner.identity === undefined) return async () => {};
  const place = serverPlaceOf(url, withNamespace(options));
  if (owner) abandon(place.server);
  const all = [...sessions].flatMap((one) => one.deref() ?? []);
  const forget = all.map((session) => session.forgetPerson(how));
  return () => {
    for (const one of forget) one();
    return erasePerson(place, (problem) => all.forEach(({ report }) => report(problem)));
  };
}

/** Without an empty name, which stands for none. */
function withNamespace({ namespace, ...options }: Place['options']): SessionOptions {
  return namespace ? { ...options, namespace } : options;
}

/** Erases everything of one person at one server, and looks whether it is gone. Never rejects. */
async function erasePerson(
  place: StoragePlace & { readonly server: string },
  report: (problem: McpError) => void,
): Promise<void> {
  let cause: unknown;
  for (let tries = 0; tries < ERASE_TRIES; tries++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- again only where it failed
      if (tries > 0) await sleep(ERASE_RETRY_MS);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await eraseDecisions(place);
      const { storage, server } = place;
      if (!storage) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      await storage.forget(server);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (await isGone(storage, server)) return;
    } catch (error) {
      cause = error;
    }
  }
  report(
    new McpError('storage', errorText('session.notErased'), { cause, remedy: errorText('session.clearSiteData') }),
  );
}

async function isGone(storage: Storage, server: string): Promise<boolean> {
  const kinds = Object.keys(KINDS) as Kind[];
  const left = await Promise.all(kinds.map((kind) => storage.list(kind, { server, limit: 1 })));
  return left.every((records) => records.length === 0) && storage.cannotRead !== true;
}

/** Places that were swept in this page. */
const swept = new Set<string | Storage>();

/**
 * Erases, a while after the page opened, what is stored for persons whose sign-in no longer exists: it was too old, or was
 * removed past the session. Nobody can find it any more. Never rejects.
 */
export async function eraseOrphans({ options }: Pick<PersonalSession, 'options'>): Promise<void> {
  const { auth, identity } = options;
  if (!auth?.orphans || identity !== undefined) return;
  // Of all servers: the place of a session is the same for each identity.
  const { storage, key } = storagePlaceOf({ ...options, auth: undefined, headers: undefined });
  if (!storage || swept.has(key)) return;
  swept.add(key);
  await sleep(MAINTENANCE_AFTER_MS);
  try {
    const servers = [...new Set((await storage.usage()).map(({ server }) => server))];
    const identities = servers.flatMap((server) => ownerOfKey(server) ?? []);
    const orphans = new Set(identities.length > 0 ? await auth.orphans(identities) : []);
    for (const server of servers)
      // oxlint-disable-next-line no-await-in-loop -- a little at a time, behind everything else
      if (orphans.has(ownerOfKey(server) ?? '')) await erasePerson({ storage, key, server }, () => {});
  } catch {
    // The next visit does it.
  }
}

import { notRemoved } from '../../storage/errors.js';
import { KINDS } from '../../storage/retention.js';
import type { Kind, Storage } from '../../storage/types.js';
import { auditLogOf, grantsOf } from '../approvals.js';
import type { SessionOptions } from '../options.js';

/** Records that are removed in one transaction, so that thousands of them do not block the database. */
const USER_RECORDS_REMOVED_AT_ONCE = 200;

/** The data to erase: one kind of one server, one server, or, without either, everything. */
export interface Erased {
  readonly server?: string | undefined;
  /** Needs `server`. */
  readonly kind?: string | undefined;
}

/** Every kind of stored data, by its name in the storage. */
export const STORED_KINDS: readonly string[] = Object.keys(KINDS);

/**
 * Erases stored data for good, with the decisions and audit entries in this page’s memory. Forms that are filled in on
 * the screen stay as they are.
 */
export async function eraseStored(storage: Storage, { server, kind }: Erased, options: SessionOptions): Promise<void> {
  // Grants and audit entries are also in memory, and would be written again.
  if (kind === undefined || kind === 'grant') await grantsOf(options).revokeAll(server);
  if (kind === undefined || kind === 'audit') await auditLogOf(options).eraseAll(server);
  if (kind === undefined) await storage.forget(server);
  else if (server !== undefined) await eraseKind(storage, server, kind as Kind);
}

async function eraseKind(storage: Storage, server: string, kind: Kind): Promise<void> {
  for (let gone: readonly string[] = []; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const found = await storage.list(kind, { server, limit: USER_RECORDS_REMOVED_AT_ONCE });
    if (found.length === 0) return;
    if (found.some(({ id }) => gone.includes(id))) throw notRemoved();
    gone = found.map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    await storage.remove(kind, found);
  }
}

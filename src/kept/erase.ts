import { grantsOf } from '../session/open-grants.js';
import { recordOf } from '../session/open-record.js';
import type { SessionOptions } from '../session/session-options.js';
import { KINDS } from '../store/kinds.js';
import { notRemoved } from '../store/problems.js';
import type { Kind } from '../store/records.js';
import type { Storage } from '../store/storage.js';

/** Records removed at a stretch, so that a kind with thousands of them holds nobody up. */
const AT_ONCE = 200;

/** What is to be erased: one kind of one server, one server, or, without either, everything. */
export interface Erased {
  readonly server?: string | undefined;
  /** Only with a server. */
  readonly kind?: string | undefined;
}

/** Every kind of thing that is kept, by its name in the store. */
export const KEPT_KINDS: readonly string[] = Object.keys(KINDS);

/**
 * Erases it for good. What this page remembers of decisions and of the record goes with it; forms that are filled in on
 * the screen stay as they are.
 */
export async function eraseKept(storage: Storage, { server, kind }: Erased, options: SessionOptions): Promise<void> {
  // These are also held in memory, and would be written again.
  if (kind === undefined || kind === 'grant') await grantsOf(options).revokeAll(server);
  if (kind === undefined || kind === 'record') await recordOf(options).eraseAll(server);
  if (kind === undefined) await storage.forget(server);
  else if (server !== undefined) await eraseKind(storage, server, kind as Kind);
}

async function eraseKind(storage: Storage, server: string, kind: Kind): Promise<void> {
  for (let gone: readonly string[] = []; ;) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const found = await storage.list(kind, { server, limit: AT_ONCE });
    if (found.length === 0) return;
    if (found.some(({ id }) => gone.includes(id))) throw notRemoved();
    gone = found.map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    await storage.remove(kind, found);
  }
}

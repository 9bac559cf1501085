import { type ServerRequestAudit, AuditLog, type AuditStore } from '../approvals/audit-log.js';
import { ApprovalController } from '../approvals/controller.js';
import { Grants } from '../approvals/grants.js';
import { Roots } from '../approvals/roots.js';
import type { RequestingServer, Grant, GrantStore, RootsStore } from '../approvals/types.js';
import type { McpError } from '../errors.js';
import type { ServerProfile } from '../protocol/model.js';
import { type Storage, storageProblem } from '../storage/types.js';
import { Redactor } from '../util/redactor.js';
import type { SessionOptions } from './options.js';
import { byId, onePerPlace, serverKey } from './partition.js';
import { secretsOf } from './redaction.js';
import { optionsOf } from './server-cache.js';
import type { Session } from './session.js';

/** What the person decided, as sessions with these options remember it. All sessions of a page agree. */
export const grantsOf: (options: SessionOptions) => Grants = onePerPlace((storage, newsOf) =>
  storage ? new Grants(grantsIn(storage), undefined, newsOf('grants')) : new Grants(),
);

/** The server’s words at that time are kept to show what is different one day: it may repeat in them what it was told. */
function redactStored(grant: Grant): Grant {
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
    putGrant: async (grant) => sure(await put([redactStored(grant)])),
    removeGrant: async (id) => remove([id]),
  };
}

/** What was asked and decided, as sessions with these options record it. */
export const recordOf: (options: SessionOptions) => AuditLog = onePerPlace(
  (storage) => new AuditLog(storage && recordIn(storage)),
);

/** The record in a storage. */
function recordIn(storage: Storage): AuditStore {
  const { list, put, remove } = byId(storage, 'record');
  return { listEntries: list, putEntries: put, removeEntries: remove };
}

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
function personHasRoots({ capabilities, approvals }: SessionOptions): boolean {
  return approvals !== undefined && capabilities?.includes('roots') === true;
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

/** What is kept of a person's decisions for one session. */
export interface SessionPermissions {
  /** As its server is called in both. */
  readonly server: string;
  readonly grants: Grants;
  readonly auditLog: AuditLog;
  /** Where the person says that the server is to work; absent where the page does not let them. */
  readonly roots: Roots | undefined;
}

/** Milliseconds between two looks, and how many there are: a session tells its options within a few turns of the page. */
const PAUSE_MS = 10;
const LOOKS = 500;

/**
 * The decisions and the record that a session works with, also before it is connected.
 * @returns undefined for a session of another copy of this library
 */
export async function permissionsOf(session: Session): Promise<SessionPermissions | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const options = optionsOf(session);
    if (options)
      return {
        server: serverKey(session.url, options),
        grants: grantsOf(options),
        auditLog: recordOf(options),
        roots: personHasRoots(options) ? rootsFor(session.url, options) : undefined,
      };
    // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return undefined;
}

/** The desk that decides this session's questions. */
export function createApprovalController(
  session: object,
  options: SessionOptions,
  server: () => ServerProfile,
  onProblem: (problem: McpError) => void,
): ApprovalController {
  const { approvals: queue, policy, rateLimits: limits } = options;
  const noteIn = (): ServerRequestAudit => ({
    log: recordOf(options),
    server: serverKey(server().url, options),
    redactor: secretsOf(session).redactor,
  });
  const requestingServer = (): RequestingServer => requestingServerOf(server());
  const storedRoots = personHasRoots(options) ? (): Roots => rootsFor(server().url, options) : undefined;
  return new ApprovalController({
    storedRoots,
    queue,
    policy,
    limits,
    handlers: options,
    requestingServer,
    noteIn,
    onProblem,
  });
}

/** Who asks, as far as we know it ourselves. */
export function requestingServerOf(server: ServerProfile): RequestingServer {
  const { host, protocol } = new URL(server.url);
  // A port has no host, and what it carries never leaves the page.
  return { server, host: host || 'this page', encrypted: /^(https|wss|port):$/.test(protocol) };
}

import { type ServerRequestAudit, AuditLog, type AuditStore } from '../approvals/audit-log.js';
import { ApprovalController } from '../approvals/controller.js';
import { Grants } from '../approvals/grants.js';
import { Roots } from '../approvals/roots.js';
import type { RequestingServer } from '../approvals/types.js';
import type { Grant, GrantStore } from '../approvals/grants.js';
import type { RootsStore } from '../approvals/roots.js';
import type { McpError } from '../errors.js';
import type { ServerProfile } from '../protocol/model.js';
import { type Kind, type Storage } from '../storage/types.js';
import { storageProblem } from '../storage/errors.js';
import { Redactor } from '../util/redactor.js';
import type { SessionContext } from './context.js';
import type { SessionOptions } from './options.js';
import { byId, onePerPlace, serverPlaceOf, storagePlaceOf } from './partition.js';

const grantsAt = onePerPlace((storage) => new Grants(storage && grantsIn(storage)));

/** What the person decided, as sessions with these options remember it. All sessions of a page agree. */
export function grantsOf(options: SessionOptions): Grants {
  return grantsAt(storagePlaceOf(options));
}

/** Follows what other tabs do with one kind of record: of that server, or of any. The storage alone knows that. */
function elsewhere(storage: Storage, kind: Kind, server: string | undefined, changed: () => void): () => void {
  return storage.follow!((change) => {
    const isMeant = change.isElsewhere && change.kind === kind;
    if (isMeant && (server === undefined || change.server === undefined || change.server === server)) changed();
  });
}

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
    removeGrants: remove,
    follow: storage.follow && ((changed) => elsewhere(storage, 'grant', undefined, changed)),
  };
}

const auditLogAt = onePerPlace((storage) => new AuditLog(storage && recordIn(storage)));

/** What was asked and decided, as sessions with these options record it. */
export function recordOf(options: SessionOptions): AuditLog {
  return auditLogAt(storagePlaceOf(options));
}

/** The record in a storage. */
function recordIn(storage: Storage): AuditStore {
  const { list, put, remove } = byId(storage, 'audit');
  return { listEntries: list, putEntries: put, removeEntries: remove };
}

const rootsAt = onePerPlace((storage) => ({ store: storage && rootsIn(storage), all: new Map<string, Roots>() }));

/** The roots that the person keeps for one server, as sessions with these options remember them. All of a page agree. */
export function rootsFor(url: string, options: SessionOptions): Roots {
  const { server, ...place } = serverPlaceOf(url, options);
  const { store, all } = rootsAt(place);
  const found = all.get(server) ?? new Roots(server, store);
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
    ...(storage.follow && { follow: (server, changed) => elsewhere(storage, 'roots', server, changed) }),
  };
}

/** What the person decided, as one session works with it. Who is signed in may change, and with them all of it. */
export class SessionPermissions {
  readonly #session: SessionContext;

  constructor(session: SessionContext) {
    this.#session = session;
  }

  /** As its server is called in all of it. */
  get server(): string {
    return this.#session.partition.server;
  }

  /** Where calls are decided and noted, for whoever is signed in now, which is asked for once. */
  now(): { readonly server: string; readonly grants: Grants; readonly auditLog: AuditLog } {
    const { server, ...place } = serverPlaceOf(this.#session.url, this.#session.options);
    return { server, grants: grantsAt(place), auditLog: auditLogAt(place) };
  }

  get grants(): Grants {
    return grantsOf(this.#session.options);
  }

  get auditLog(): AuditLog {
    return recordOf(this.#session.options);
  }

  /** Where the person says that the server is to work; undefined where the page does not let them. */
  get roots(): Roots | undefined {
    const { url, options } = this.#session;
    return personHasRoots(options) ? rootsFor(url, options) : undefined;
  }
}

/** Decides this session's questions. */
export function createApprovalController(
  session: SessionContext & { readonly permissions: SessionPermissions },
  server: () => ServerProfile,
  onProblem: (problem: McpError) => void,
): ApprovalController {
  const { options, permissions, redactor } = session;
  const { approvals: queue, policy, rateLimits: limits } = options;
  const noteIn = (): ServerRequestAudit => ({ log: permissions.auditLog, server: permissions.server, redactor });
  const requestingServer = (): RequestingServer => requestingServerOf(server());
  const storedRoots = personHasRoots(options) ? (): Roots => rootsFor(server().url, options) : undefined;
  return new ApprovalController({
    storedRoots,
    queue,
    policy: policy?.serverRequests,
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

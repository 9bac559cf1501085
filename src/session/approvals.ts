import { AuditLog, type AuditStore } from '../approvals/audit-log.js';
import type { ServerRequestAudit } from '../approvals/audit-server-request.js';
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
import { mayAnswer } from '../policy/site-policy.js';
import { Redactor } from '../secrets/redactor.js';
import type { SessionContext } from './context.js';
import type { SessionOptions } from './options.js';
import { byId, onePerPlace, serverPlaceOf, type StoragePlace, storagePlaceOf } from './person/partition.js';

const grantsAt = onePerPlace((storage) => new Grants(storage && grantsIn(storage)));

/** The stored decisions for sessions with these options. All sessions of a page share the same object. */
export function grantsOf(options: SessionOptions): Grants {
  return grantsAt(storagePlaceOf(options));
}

/**
 * Calls `changed` when another tab changes records of this kind: those of one server, or of any. Only the storage
 * reports that.
 */
function followOtherTabs(storage: Storage, kind: Kind, server: string | undefined, changed: () => void): () => void {
  return storage.follow!((change) => {
    const isMeant = change.isElsewhere && change.kind === kind;
    if (isMeant && (server === undefined || change.server === undefined || change.server === server)) changed();
  });
}

/**
 * A grant stores texts of the server, to show later what has changed. They may repeat secrets that the server received.
 */
function redactStored(grant: Grant): Grant {
  const { serverName, definition } = grant;
  const redactor = new Redactor();
  return { ...grant, ...redactor.withoutIn({ serverName, ...(definition && { definition }) }) };
}

/**
 * The decisions in a storage. Throws where they cannot be read: one of them may be a refusal, so they must not count as
 * none.
 */
export function grantsIn(storage: Storage): GrantStore {
  const { list, put, remove } = byId(storage, 'grant');
  const checked = <T>(found: T): T => {
    if (storage.cannotRead) throw storageProblem('failing', new Error('The decisions cannot be read.'));
    return found;
  };
  return {
    listGrants: async () => checked(await list()),
    putGrant: async (grant) => checked(await put([redactStored(grant)])),
    removeGrants: remove,
    ...(storage.hadDamage && { hadDamage: (server: string) => storage.hadDamage!('grant', server) }),
    follow: storage.follow && ((changed) => followOtherTabs(storage, 'grant', undefined, changed)),
  };
}

const auditLogAt = onePerPlace((storage) => new AuditLog(storage && auditLogIn(storage)));

/** The audit log for sessions with these options. */
export function auditLogOf(options: SessionOptions): AuditLog {
  return auditLogAt(storagePlaceOf(options));
}

/** The audit log in a storage. */
function auditLogIn(storage: Storage): AuditStore {
  const { list, put, remove } = byId(storage, 'audit');
  return { listEntries: list, putEntries: put, removeEntries: remove };
}

const rootsAt = onePerPlace((storage) => ({ store: storage && rootsIn(storage), all: new Map<string, Roots>() }));

/** The roots of one server for sessions with these options. All sessions of a page share the same object. */
export function rootsFor(url: string, options: SessionOptions): Roots {
  return rootsOfPlace(serverPlaceOf(url, options));
}

function rootsOfPlace({ server, ...place }: ServerPlace): Roots {
  const { store, all } = rootsAt(place);
  const found = all.get(server) ?? new Roots(server, store);
  all.set(server, found);
  return found;
}

/** True if the person chooses the roots: the page offers roots and has an approval queue, and the site allows it. */
function personHasRoots({ capabilities, approvals }: SessionOptions): boolean {
  return approvals !== undefined && capabilities?.includes('roots') === true && mayAnswer('roots');
}

/** The roots in a storage. */
export function rootsIn(storage: Storage): RootsStore {
  return {
    getRoots: async (server, origin) => {
      const found = await storage.get('roots', server, origin);
      if (!found) return undefined;
      const { id: _id, at: _at, ...record } = found;
      return record;
    },
    putRoots: async (record) => storage.put('roots', [{ ...record, id: record.origin, at: Date.now() }]),
    ...(storage.follow && { follow: (server, changed) => followOtherTabs(storage, 'roots', server, changed) }),
  };
}

/** The storage of decisions about one server. */
type ServerPlace = StoragePlace & { readonly server: string };

/**
 * Erases the decisions and the audit log of one server, or of all, also from the memory of this page, which would write
 * them again.
 */
export async function eraseDecisions({ server, ...place }: StoragePlace & { readonly server?: string }): Promise<void> {
  const { all } = rootsAt(place);
  if (server === undefined) all.clear();
  else all.delete(server);
  await Promise.all([grantsAt(place).revokeAll(server), auditLogAt(place).eraseAll(server)]);
}

/** The person’s decisions for one session. All of them change when another person signs in. */
export class SessionPermissions {
  readonly #session: SessionContext;

  constructor(session: SessionContext) {
    this.#session = session;
  }

  /** The server’s name in every stored decision. */
  get server(): string {
    return this.#session.partition.server;
  }

  /** Grants and audit log of the person signed in now. Asks for the identity once. */
  now(): { readonly server: string; readonly grants: Grants; readonly auditLog: AuditLog } {
    const { server, ...place } = this.#session.partition.resolveStoragePlace();
    return { server, grants: grantsAt(place), auditLog: auditLogAt(place) };
  }

  get grants(): Grants {
    return this.now().grants;
  }

  get auditLog(): AuditLog {
    return this.now().auditLog;
  }

  /** The roots that the person chose for the server; undefined where the page does not let the person choose. */
  get roots(): Roots | undefined {
    const { options, partition } = this.#session;
    return personHasRoots(options) ? rootsOfPlace(partition.resolveStoragePlace()) : undefined;
  }
}

/** Creates the controller that decides the server requests of this session. */
export function createApprovalController(
  session: SessionContext & { readonly permissions: SessionPermissions },
  server: () => ServerProfile,
  onProblem: (problem: McpError) => void,
): ApprovalController {
  const { options, permissions, redactor } = session;
  const { approvals: queue, policy, rateLimits: limits } = options;
  const noteIn = (): ServerRequestAudit => ({ log: permissions.auditLog, server: permissions.server, redactor });
  const requestingServer = (): RequestingServer => requestingServerOf(server());
  const storedRoots = personHasRoots(options)
    ? (): Roots => rootsOfPlace(session.partition.resolveStoragePlace())
    : undefined;
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

/** Describes the requesting server by facts that this page knows itself, not by claims of the server. */
export function requestingServerOf(server: ServerProfile): RequestingServer {
  const { host, protocol } = new URL(server.url);
  // A port has no host, and its messages never leave the page.
  return { server, host: host || 'this page', encrypted: /^(https|wss|port):$/.test(protocol) };
}

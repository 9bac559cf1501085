import type { McpError } from '../errors.js';
import { noRevisionInCommon } from '../transport/error-messages.js';

/** Everything a client may ask of a server in this era. */
export const legacyMethods: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/list',
  'tasks/get',
  'tasks/result',
  'tasks/cancel',
]);

/** Everything a client may ask of a server in this era. */
export const modernMethods: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'subscriptions/listen',
  'tasks/get',
  'tasks/update',
  'tasks/cancel',
]);

/** The methods whose result may ask for input first. */
export const interactiveMethods: ReadonlySet<string> = new Set(['tools/call', 'resources/read', 'prompts/get']);

/** Everything a client may ask in some revision. */
export const methodsOfAnyEra: ReadonlySet<string> = new Set([...legacyMethods, ...modernMethods]);

/** Methods of all revisions: whatever a connection speaks, a client may send these. */
export function isInEveryEra(method: string): boolean {
  return legacyMethods.has(method) && modernMethods.has(method);
}

/** What opening and following a session say, and nobody else. */
const OWN_METHODS: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'subscriptions/listen']);

export function isOwnMethod(method: string): boolean {
  return OWN_METHODS.has(method);
}

/** Headers and body of a request disagree. @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports */
export const headerMismatch = -32020;
/** The server does not speak the revision it was asked in; it names those it does. */
export const unsupportedVersion = -32022;
/** Pages must be visited first. @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation */
export const urlElicitationRequired = -32042;

/**
 * What differs between revisions, as facts. Code reads a fact and never compares dates; a difference that needs code is
 * a method of its era instead. A sixth revision is a row here.
 * @see https://modelcontextprotocol.io/specification/versioning
 */
export interface Revision {
  readonly id: string;
  readonly era: 'legacy' | 'modern';
  /** Every request after the handshake names its revision in a header. */
  readonly versionHeader: boolean;
  /** A server says whether it completes arguments. Before that was so, one could only try. */
  readonly saysCompletions: boolean;
}

/** Newest first, which is the order they are offered in. */
export const revisions: readonly Revision[] = [
  { id: '2026-07-28', era: 'modern', versionHeader: true, saysCompletions: true },
  { id: '2025-11-25', era: 'legacy', versionHeader: true, saysCompletions: true },
  { id: '2025-06-18', era: 'legacy', versionHeader: true, saysCompletions: true },
  { id: '2025-03-26', era: 'legacy', versionHeader: false, saysCompletions: true },
  { id: '2024-11-05', era: 'legacy', versionHeader: false, saysCompletions: false },
];

export function revisionsOf(era: Revision['era']): readonly Revision[] {
  return revisions.filter((revision) => revision.era === era);
}

export function newest(era: Revision['era']): Revision {
  return revisionsOf(era)[0]!;
}

export function findRevision(id: unknown): Revision | undefined {
  return revisions.find((revision) => revision.id === id);
}

/** The newest of ours of that era that the server named too. */
export function mutual(era: Revision['era'], offered: unknown): Revision | undefined {
  return Array.isArray(offered) ? revisionsOf(era).find(({ id }) => offered.includes(id)) : undefined;
}

/** The two sides have no revision in common; names what both speak. */
export function noCommonRevision(offered: readonly string[]): McpError {
  return noRevisionInCommon(
    offered,
    revisions.map(({ id }) => id),
  );
}

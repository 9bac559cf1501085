import { McpError } from '../errors.js';
import { noRevisionInCommon } from '../transport/error-messages.js';
import { errorText } from './error-texts.js';

/** All methods that a client may send in the revisions before 2026-07-28. */
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

/** All methods that a client may send in revision 2026-07-28. */
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

/** Methods whose result may ask for input first. */
export const interactiveMethods: ReadonlySet<string> = new Set(['tools/call', 'resources/read', 'prompts/get']);

/** All methods that a client may send in some revision. */
export const methodsOfAnyEra: ReadonlySet<string> = new Set([...legacyMethods, ...modernMethods]);

/** True for methods of all revisions: a client may send these on any connection. */
export function isInEveryEra(method: string): boolean {
  return legacyMethods.has(method) && modernMethods.has(method);
}

/** The first question of a connection, for the newest revision, which older servers do not know. */
export const PROBE_METHOD = 'server/discover';

/** The first message to a server of the revisions before, and the one after its answer. */
export const HANDSHAKE_METHOD = 'initialize';
const HANDSHAKE_END = 'notifications/initialized';

/**
 * The messages of a handshake, for a program that is written down. Undefined for a revision without one.
 * @param id of the first one
 */
export function handshakeMessages(
  revision: string,
  id: number,
  clientInfo: { readonly name: string; readonly version: string },
): { readonly hello: object; readonly end: object } | undefined {
  if (findRevision(revision)?.era !== 'legacy') return undefined;
  const params = { protocolVersion: revision, capabilities: {}, clientInfo };
  return {
    hello: { jsonrpc: '2.0', id, method: HANDSHAKE_METHOD, params },
    end: { jsonrpc: '2.0', method: HANDSHAKE_END },
  };
}

/** True if requests are independent of each other in that revision. */
export function isStateless(revision: string): boolean {
  return findRevision(revision)?.era === 'modern';
}

/** Methods that only connecting and following send. */
const OWN_METHODS: ReadonlySet<string> = new Set(['initialize', PROBE_METHOD, 'subscriptions/listen']);

export function isOwnMethod(method: string): boolean {
  return OWN_METHODS.has(method);
}

/**
 * Error code: headers and body of a request disagree.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export const headerMismatch = -32020;
/** Error code: the server needs a capability that the client did not declare. Only modern servers send it. */
export const missingCapability = -32021;
/** Error code: the server does not speak the revision of the request; `data.supported` names those it does. */
export const unsupportedVersion = -32022;
/** True for error codes that only servers of modern revisions send: −32020 to −32099. */
export function isModernErrorCode(code: number | undefined): boolean {
  return code !== undefined && code <= -32020 && code >= -32099;
}
/**
 * Error code: the person must visit pages first.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export const urlElicitationRequired = -32042;

/**
 * The differences between revisions, as data. Code reads a field and never compares dates; a difference that needs code
 * is a method of `Era`. A new revision is a new row.
 * @see https://modelcontextprotocol.io/specification/versioning
 */
export interface Revision {
  readonly id: string;
  readonly era: 'legacy' | 'modern';
  /** True where every request after the handshake names its revision in a header. */
  readonly versionHeader: boolean;
  /** True where servers declare the capability `completions`. Before that a client could only try. */
  readonly saysCompletions: boolean;
}

/** Newest first, in the order in which they are offered. */
export const revisions: readonly Revision[] = [
  { id: '2026-07-28', era: 'modern', versionHeader: true, saysCompletions: true },
  { id: '2025-11-25', era: 'legacy', versionHeader: true, saysCompletions: true },
  { id: '2025-06-18', era: 'legacy', versionHeader: true, saysCompletions: true },
  { id: '2025-03-26', era: 'legacy', versionHeader: false, saysCompletions: true },
  { id: '2024-11-05', era: 'legacy', versionHeader: false, saysCompletions: false },
];

/** The revisions that this client speaks, the newest first. */
export const supportedRevisions: readonly string[] = revisions.map(({ id }) => id);

export function revisionsOf(era: Revision['era']): readonly Revision[] {
  return revisions.filter((revision) => revision.era === era);
}

export function newest(era: Revision['era']): Revision {
  return revisionsOf(era)[0]!;
}

export function findRevision(id: unknown): Revision | undefined {
  return revisions.find((revision) => revision.id === id);
}

/** @throws McpError `invalid-input` for a revision that this client does not speak */
export function knownRevision(id: string): Revision {
  const found = findRevision(id);
  if (!found)
    throw new McpError('invalid-input', errorText('protocol.unknownRevision', { revision: id }), {
      remedy: errorText('protocol.knownRevisions', { revisions: revisions.map((one) => one.id) }),
    });
  return found;
}

/** The error of a server that does not speak the only revision that it is asked for. */
export function revisionRefused({ id }: Revision, cause: McpError): McpError {
  return new McpError(
    'unsupported-version',
    errorText('protocol.revisionRefused', { revision: id, cause: cause.message }),
    {
      cause,
      remedy: errorText('protocol.askForAnyRevision'),
    },
  );
}

/** The newest revision of that era that both sides speak. */
export function mutual(era: Revision['era'], offered: unknown): Revision | undefined {
  return Array.isArray(offered) ? revisionsOf(era).find(({ id }) => offered.includes(id)) : undefined;
}

/** The error where there is no revision in common; it names those of both sides. */
export function noCommonRevision(offered: readonly string[]): McpError {
  return noRevisionInCommon(
    offered,
    revisions.map(({ id }) => id),
  );
}

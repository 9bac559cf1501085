import type { HttpError, McpError, ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/codes.js';
import { readProfile } from './check/profile.js';
import { unsupportedVersion } from './codes.js';
import { connected, createPeer, framingFor, type Connection, type OpeningContext } from './connection.js';
import { asObject, asStrings } from './check/object.js';
import { modernEra } from './eras/modern/index.js';
import { StreamableHttp } from '../transport/streamable-http.js';
import { noCommonRevision } from './no-common-revision.js';
import { mutual } from './revisions.js';

/** Statuses an older server gives a POST it does not know, unless the body speaks of newer things. */
const OLDER_SERVER_STATUSES: ReadonlySet<number | undefined> = new Set([400, 404, 405]);

export function isOlderServer(problem: McpError): boolean {
  const { status, rpcCode } = problem as ProtocolError & HttpError;
  if (problem.code === 'network') return true;
  if (rpcCode !== undefined && rpcCode <= -32020 && rpcCode >= -32099) return false;
  return OLDER_SERVER_STATUSES.has(status);
}

/** Several openings failed: the one where the server said something tells more than the one where nothing came. */
export function mostTelling(refusals: readonly McpError[]): McpError {
  const rank = ({ code }: McpError): number => (code === 'network' ? 0 : code === 'http' || code === 'not-mcp' ? 1 : 2);
  // Of equals, the earlier: its remedy names everything the newest protocol needs.
  return refusals.reduce((best, next) => (rank(next) > rank(best) ? next : best));
}

/**
 * A server that knew no `server/discover` and now refuses the handshake because of its revision: one of the newer era
 * that cannot be asked what it has. It is taken to have everything, and its lists will tell.
 * @throws the error itself, where it tells of nothing the like
 */
export async function openUndiscovered(
  context: OpeningContext,
  error: unknown,
  refusals: readonly McpError[],
): Promise<Connection> {
  const { rpcCode, data } = error as Partial<ProtocolError>;
  // It has to have said so: where nothing came back, nothing that is asked in the same way will.
  const isUnknown = refusals.some((refusal) => (refusal as Partial<ProtocolError>).rpcCode === rpcCodes.methodNotFound);
  if (rpcCode !== unsupportedVersion || !isUnknown) throw error;
  const offered = asObject(data)?.['supported'];
  const revision = mutual('modern', offered);
  if (!revision) throw mutual('legacy', offered) ? error : noCommonRevision(asStrings(offered) ?? []);
  const framing = framingFor(context, revision);
  const peer = createPeer(new StreamableHttp(context.endpoint), context, false, () => modernEra.headers(framing));
  const everything = { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } };
  const server = readProfile(context.endpoint.url, revision, everything, undefined);
  return connected('modern', modernEra, peer, { framing, server });
}

import type { HttpError, McpError, ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/codes.js';
import { readProfile } from './check/profile.js';
import { unsupportedVersion } from './codes.js';
import {
  connected,
  createPeer,
  framingFor,
  type Connection,
  type OpeningContext,
  type OpeningName,
} from './connection.js';
import { asObject, asStrings } from './check/object.js';
import { modernEra } from './eras/modern/index.js';
import { CorsError, NoAnswerError } from '../transport/no-answer.js';
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

/**
 * Why no opening fits. Where nothing came back, it is found out what the server does not allow.
 * @see NoAnswerError
 */
export async function whyNoneFits(
  refusals: ReadonlyMap<OpeningName, McpError>,
  signal: AbortSignal,
): Promise<McpError> {
  const sse = refusals.get('http-sse');
  // Its stream had said where to send messages: no other opening got as far.
  if (sse instanceof CorsError) return sse;
  const best = mostTelling([...refusals.values()]);
  const silent = telltaleSilence(refusals);
  if (!silent) return best;
  const cause = await silent.findCause(signal);
  return cause instanceof CorsError || best.code === 'network' ? cause : best;
}

/** The message that got no answer and tells why there is no connection. */
function telltaleSilence(refusals: ReadonlyMap<OpeningName, McpError>): NoAnswerError | undefined {
  const [modern, streamable] = [refusals.get('modern'), refusals.get('streamable')];
  // It heard the older greeting and knows no such method: it would have known the newer one.
  if (isSilentMessage(modern) && isMethodUnknown(streamable)) return modern;
  // An answer to the GET after that says little: it carries no message, so the server may let it pass and nothing else.
  return isSilentMessage(streamable) && isSilentMessage(modern) ? streamable : undefined;
}

function isMethodUnknown(refusal: unknown): boolean {
  return (refusal as Partial<ProtocolError> | undefined)?.rpcCode === rpcCodes.methodNotFound;
}

function isSilentMessage(refusal: McpError | undefined): refusal is NoAnswerError {
  return refusal instanceof NoAnswerError && refusal.method === 'POST';
}

/** Several openings failed: the one where the server said something tells more than the one where nothing came. */
function mostTelling(refusals: readonly McpError[]): McpError {
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
  refusals: ReadonlyMap<OpeningName, McpError>,
): Promise<Connection> {
  const { rpcCode, data } = error as Partial<ProtocolError>;
  const modern = refusals.get('modern');
  const offered = asObject(data)?.['supported'];
  const revision = mutual('modern', offered);
  // It speaks a revision of ours, or none that greets in the older way, and did not hear us.
  if (isSilentMessage(modern) && (isMethodUnknown(error) || (rpcCode === unsupportedVersion && revision))) {
    const cause = await modern.findCause(context.signal);
    throw cause instanceof CorsError ? cause : error;
  }
  // It has to have said so: where nothing came back, nothing that is asked in the same way will.
  if (rpcCode !== unsupportedVersion || !isMethodUnknown(modern)) throw error;
  if (!revision) throw mutual('legacy', offered) ? error : noCommonRevision(asStrings(offered) ?? []);
  const framing = framingFor(context, revision);
  const peer = createPeer(new StreamableHttp(context.endpoint), context, false, () => modernEra.headers(framing));
  const everything = { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } };
  const server = readProfile(context.endpoint.url, revision, everything, undefined);
  return connected('modern', modernEra, peer, { framing, server });
}

import type { HttpError, McpError, ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import { NoAnswerError } from '../transport/no-answer.js';
import {
  headerMismatch,
  isModernErrorCode,
  missingCapability,
  mutual,
  type Revision,
  unsupportedVersion,
} from './revisions.js';
import { asArray, asObject, asStrings } from './decode/values.js';

// Determines the era of a server from its first answers. No other module decides it. Pure, so that every row of the
// specification’s table is a row of a test.

/** The outcome of the probe, which is `server/discover` in the newest revision. */
export type ProbeOutcome = { readonly result: unknown } | { readonly error: McpError };

/** The meaning of that outcome. */
export type ProbeVerdict =
  | { readonly kind: 'modern' }
  /** Send the probe again, in this revision. */
  | { readonly kind: 'retry'; readonly revision: Revision }
  /** Not a modern server; go on to the handshake, with this revision if it named one. */
  | { readonly kind: 'legacy'; readonly revision?: Revision | undefined }
  /** The two have no revision in common. */
  | { readonly kind: 'no-common-revision'; readonly offered: readonly string[] }
  /** No information about the era: connecting fails with this error. */
  | { readonly kind: 'failed' };

/**
 * Modern, legacy, or no evidence either way. Refusals (401, 403) and failures (5xx, 429, time-outs) give no information
 * about the era. In a browser, no answer at all counts as legacy: the CORS lists of older servers do not allow the new
 * headers, and the browser hides the cause.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export function classifyProbe(outcome: ProbeOutcome): ProbeVerdict {
  if ('result' in outcome) return classifyResult(outcome.result);
  const { error } = outcome;
  switch (error.code) {
    case 'network':
    case 'not-mcp':
    case 'bad-message':
      return { kind: 'legacy' };
    case 'http':
      return isTrouble((error as HttpError).status) ? { kind: 'failed' } : { kind: 'legacy' };
    case 'server-error':
      return classifyRpcError(error as ProtocolError);
    default:
      return { kind: 'failed' };
  }
}

function classifyResult(result: unknown): ProbeVerdict {
  const supported = asObject(result)?.['supportedVersions'];
  if (!asArray(supported)) return { kind: 'legacy' };
  return classifyOffer(supported, { kind: 'modern' });
}

function classifyRpcError({ rpcCode, status, data }: ProtocolError): ProbeVerdict {
  if (rpcCode === unsupportedVersion) {
    const supported = asObject(data)?.['supported'];
    const revision = mutual('modern', supported);
    return classifyOffer(supported, revision ? { kind: 'retry', revision } : { kind: 'failed' });
  }
  if (rpcCode === headerMismatch || rpcCode === missingCapability) return { kind: 'failed' };
  return status !== undefined && isTrouble(status) ? { kind: 'failed' } : { kind: 'legacy' };
}

function classifyOffer(supported: unknown, whenModern: ProbeVerdict): ProbeVerdict {
  if (mutual('modern', supported)) return whenModern;
  const revision = mutual('legacy', supported);
  return revision ? { kind: 'legacy', revision } : { kind: 'no-common-revision', offered: asStrings(supported) ?? [] };
}

function isTrouble(status: number): boolean {
  return status >= 500 || status === 429;
}

/**
 * The same on a channel such as a worker, where requests have no status. Silence and every refusal count as legacy
 * there: an older server may ignore an unknown request, and the handshake on the same channel decides.
 */
export function classifyChannelProbe(outcome: ProbeOutcome): 'modern' | 'legacy' | 'failed' {
  if (classifyProbe(outcome).kind === 'modern') return 'modern';
  const isAnswer = 'result' in outcome || outcome.error.code === 'server-error' || outcome.error.code === 'timeout';
  return isAnswer ? 'legacy' : 'failed';
}

/** Statuses that an older server gives a POST it does not know. */
export const OLDER_SERVER_STATUSES: ReadonlySet<number | undefined> = new Set([400, 404, 405]);

/**
 * True if the answer to the handshake of Streamable HTTP is that of a server of 2024-11-05, which knows only HTTP+SSE.
 * False for an error code that only newer servers send.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility
 */
export function isHttpSseServer(refusal: McpError): boolean {
  const { status, rpcCode } = refusal as ProtocolError & HttpError;
  if (refusal.code === 'network') return true;
  if (isModernErrorCode(rpcCode)) return false;
  return OLDER_SERVER_STATUSES.has(status);
}

/** The meaning of a refused handshake, together with the outcome of the probe before it. */
export type HandshakeVerdict =
  /** The server is modern but has no `server/discover`: use this revision. */
  | { readonly kind: 'undiscovered'; readonly revision: Revision }
  /** The probe got no answer, and its answer would decide: find out why there was none. */
  | { readonly kind: 'unheard'; readonly probe: NoAnswerError }
  | { readonly kind: 'no-common-revision'; readonly offered: readonly string[] }
  /** None of these: connecting fails with the error of the handshake. */
  | { readonly kind: 'failed' };

/** @param probeRefusal the error of the probe; undefined if it was not sent */
export function classifyRefusedHandshake(error: McpError, probeRefusal: McpError | undefined): HandshakeVerdict {
  const { rpcCode, data } = error as Partial<ProtocolError>;
  const offered = asObject(data)?.['supported'];
  const revision = mutual('modern', offered);
  const isOtherRevision = rpcCode === unsupportedVersion;
  // The server is modern (it knows no `initialize`, or wants a modern revision of ours), so the probe did not reach it.
  if (isSilentMessage(probeRefusal) && (isMethodUnknown(error) || (isOtherRevision && revision)))
    return { kind: 'unheard', probe: probeRefusal };
  // Without an answer to the probe, a modern request cannot work: it would be sent in the same way.
  if (!isOtherRevision || !isMethodUnknown(probeRefusal)) return { kind: 'failed' };
  if (revision) return { kind: 'undiscovered', revision };
  return mutual('legacy', offered)
    ? { kind: 'failed' }
    : { kind: 'no-common-revision', offered: asStrings(offered) ?? [] };
}

/**
 * When every connection strategy failed: the message whose missing answer shows the cause, the probe or the handshake.
 * @returns undefined where each of them was answered
 */
export function unansweredMessage(
  probeRefusal: McpError | undefined,
  handshakeRefusal: McpError | undefined,
): NoAnswerError | undefined {
  // The server received the handshake and does not know the method, so it is modern: the probe did not reach it.
  if (isSilentMessage(probeRefusal) && isMethodUnknown(handshakeRefusal)) return probeRefusal;
  // An answer to the GET that follows proves little: a GET carries no message, so CORS may allow it and no POST.
  // A client that asks for one revision alone sends only one of the two messages.
  const [last, first] = [handshakeRefusal ?? probeRefusal, probeRefusal ?? handshakeRefusal];
  return isSilentMessage(last) && isSilentMessage(first) ? last : undefined;
}

function isMethodUnknown(refusal: McpError | undefined): boolean {
  return (refusal as Partial<ProtocolError> | undefined)?.rpcCode === rpcCodes.methodNotFound;
}

function isSilentMessage(refusal: McpError | undefined): refusal is NoAnswerError {
  return refusal instanceof NoAnswerError && refusal.method === 'POST';
}

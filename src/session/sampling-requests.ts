import { type ErrorText, ProtocolError, isMcpError } from '../errors.js';
import type { Outgoing } from '../jsonrpc/pending-request.js';
import { readSamplingRequest, writeSamplingResult } from '../protocol/decode/server-requests.js';
import type { SamplingRequest } from '../protocol/model.js';
import { errorText } from './error-texts.js';
import { type ServerRequestHandler, refuseInvalid } from './server-request-types.js';

/**
 * The error code of a refusal. @see
 * https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling
 */
const USER_REJECTED = -1;

/**
 * Turns with tool use in one sampling conversation. The model is called again after each, and the protocol has no
 * limit. One more is refused. The turns are counted in the messages, so that it does not matter over which connection
 * they come.
 */
export const MAX_TOOL_TURNS = 50;

/**
 * Sampling requests that are answered during one call, where it is known which call they belong to. More are refused.
 */
export const MAX_SAMPLING_PER_CALL = 100;

/** Number of sampling requests of each call. */
const counts = new WeakMap<Outgoing, number>();

export const handleSampling: ServerRequestHandler = async (params, decider, context) => {
  const request = readSamplingRequest(params);
  if ('fault' in request) refuseInvalid(request.fault);
  if ((request.tools || request.toolChoice) && !decider.offers().sampling?.tools)
    refuseInvalid(errorText('session.toolsNotOffered'));
  if (turnsWithTools(request) > MAX_TOOL_TURNS)
    tooOften(errorText('session.tooManyToolTurns', { limit: MAX_TOOL_TURNS }));
  if (!maySampleOnce(context.call)) tooOften(errorText('session.tooManySamplings', { limit: MAX_SAMPLING_PER_CALL }));
  try {
    return writeSamplingResult(
      await decider.authorize('sampling/createMessage', request, context),
      decider.server().revision,
    );
  } catch (error) {
    if (!isMcpError(error) || error.code !== 'declined') throw error;
    throw new ProtocolError(USER_REJECTED, errorText('session.samplingRejected'), { code: 'declined', cause: error });
  }
};

function tooOften(what: ErrorText): never {
  throw new ProtocolError(USER_REJECTED, what, { code: 'limit' });
}

function turnsWithTools({ messages }: SamplingRequest): number {
  return messages.filter(({ content }) => content.some(({ type }) => type === 'tool_use')).length;
}

function maySampleOnce(call: Outgoing | undefined): boolean {
  if (!call) return true;
  const count = (counts.get(call) ?? 0) + 1;
  counts.set(call, count);
  return count <= MAX_SAMPLING_PER_CALL;
}

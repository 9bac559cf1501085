import { ProtocolError, isMcpError } from '../../errors.js';
import { readSamplingRequest, writeSamplingResult } from '../../protocol/check/sampling.js';
import type { SamplingRequest } from '../../protocol/model.js';
import type { AskHandler } from './ask-handler.js';
import { refuse } from './refuse.js';

/** The code a refusal travels under. @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling */
const USER_REJECTED = -1;

/**
 * How often a model may use tools in one conversation: it is asked again after each time, and nothing in the protocol
 * ends that. The conversation itself tells, whichever way it comes.
 */
export const MAX_TOOL_TURNS = 50;
/** Completions that a server gets for one call, where it is known which one it asks for: also for one that forgets. */
export const MAX_SAMPLING_PER_CALL = 100;

/** How many each call has had. */
const counts = new WeakMap<object, number>();

export const samplingAsk: AskHandler = async (params, desk, context) => {
  const request = readSamplingRequest(params);
  if (typeof request === 'string') refuse(request);
  if ((request.tools || request.toolChoice) && !desk.offers().sampling?.tools)
    refuse('This client did not offer sampling with tools.');
  if (turnsWithTools(request) > MAX_TOOL_TURNS)
    tooOften(`A model uses tools for a server ${MAX_TOOL_TURNS} times in one conversation, not more.`);
  if (!mayAskOnce(context.call)) tooOften(`One call may ask a model ${MAX_SAMPLING_PER_CALL} times, not more.`);
  try {
    return writeSamplingResult(await desk.admit('sampling/createMessage', request, context), desk.server().revision);
  } catch (error) {
    if (!isMcpError(error) || error.code !== 'declined') throw error;
    throw new ProtocolError(USER_REJECTED, 'User rejected sampling request', { code: 'declined', cause: error });
  }
};

function tooOften(words: string): never {
  throw new ProtocolError(USER_REJECTED, words, { code: 'limit' });
}

function turnsWithTools({ messages }: SamplingRequest): number {
  return messages.filter(({ content }) => content.some(({ type }) => type === 'tool_use')).length;
}

function mayAskOnce(call: object | undefined): boolean {
  if (!call) return true;
  const count = (counts.get(call) ?? 0) + 1;
  counts.set(call, count);
  return count <= MAX_SAMPLING_PER_CALL;
}

import { McpError, asMcpError, isMcpError } from '../errors.js';
import type { Outgoing } from '../jsonrpc/outgoing.js';
import { unlessCancelled } from '../jsonrpc/unless-cancelled.js';
import type { AnswerAsk } from '../protocol/ask.js';
import { compact } from '../protocol/check/object.js';
import type { Reading } from '../protocol/era.js';
import type { JsonObject } from '../protocol/model.js';
import { sleep } from '../util/abort.js';

/** Pause before a call is sent again that asked for nothing but patience, in milliseconds. */
export const ROUND_PAUSE_MS = 250;
/** Questions that one round may put. */
export const MAX_ROUND_QUESTIONS = 100;

/**
 * Answers every question of one round, or none: a refusal ends the call, and with it the other questions.
 * @param ends whatever ends the call ends the round, also where whoever should answer does not listen
 */
export async function answerRound(
  { asks, requestState }: Extract<Reading, { kind: 'input-required' }>,
  during: Outgoing,
  ends: readonly AbortSignal[],
  answerAsk: AnswerAsk,
): Promise<JsonObject> {
  const entries = Object.entries(asks);
  if (entries.length > MAX_ROUND_QUESTIONS)
    throw new McpError('limit', `The server asked ${entries.length} questions at once (limit ${MAX_ROUND_QUESTIONS}).`);
  const round = new AbortController();
  const signal = AbortSignal.any([...ends, round.signal]);
  const answerOne = async (key: string): Promise<readonly [string, unknown]> => {
    const { method, params } = asks[key]!;
    const answer = answerAsk(method, params, { signal, during });
    if (!answer) throw new McpError('bad-message', `The server asked for ${method}, which this page did not offer.`);
    return [key, await answer];
  };
  try {
    if (entries.length === 0) await sleep(ROUND_PAUSE_MS, signal);
    const answers = await unlessCancelled(Promise.all(entries.map(([key]) => answerOne(key))), signal);
    // These answers belong to this round only, and the state goes back exactly as it came, or not at all.
    return compact({
      ...(entries.length > 0 && { inputResponses: Object.fromEntries(answers) as JsonObject }),
      requestState,
    }) as JsonObject;
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    if (!isMcpError(error))
      throw new McpError('invalid-input', `This page could not answer the server: ${String(error)}`, { cause: error });
    if (error.code !== 'declined') throw error;
    throw new McpError('declined', 'The call ended because what the server asked for was declined.', { cause: error });
  } finally {
    round.abort(new McpError('cancelled', 'Another question of the same call was refused.'));
  }
}

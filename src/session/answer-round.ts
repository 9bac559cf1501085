import { McpError, asMcpError } from '../errors.js';
import type { Outgoing } from '../jsonrpc/outgoing.js';
import { unlessCancelled } from '../jsonrpc/unless-cancelled.js';
import type { AnswerAsk } from '../protocol/ask.js';
import { resumingCall } from '../protocol/check/elicitation.js';
import { asObject, compact } from '../protocol/check/object.js';
import type { Reading } from '../protocol/era.js';
import type { PagesFirst } from '../protocol/eras/legacy/url-required.js';
import type { JsonObject } from '../protocol/model.js';
import { sleep } from '../util/abort.js';
import { notOffered, refusedAnswer } from './refused-answer.js';

/** Pause before a call is sent again that asked for nothing but patience, in milliseconds. */
export const ROUND_PAUSE_MS = 250;
/** Questions that one round may put. */
export const MAX_ROUND_QUESTIONS = 100;

type Round = Extract<Reading, { kind: 'input-required' }> & Partial<Pick<PagesFirst, 'refusal'>>;

/**
 * Answers every question of one round, or none: a refusal ends the call, and with it the other questions.
 * @param ends whatever ends the call ends the round, also where whoever should answer does not listen
 * @returns what the call says in addition when it goes out again
 */
export async function answerRound(
  { asks, requestState, asItWas, refusal }: Round,
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
    const answer = answerAsk(method, resumingCall(params), { signal, during });
    if (!answer) throw notOffered(method);
    const given = await answer;
    // It is not sent, so that nobody at the server could make anything of a no.
    if (asItWas && asObject(given)?.['action'] !== 'accept')
      throw new McpError('declined', 'A page was not visited.', { cause: refusal });
    return [key, given];
  };
  try {
    if (entries.length === 0) await sleep(ROUND_PAUSE_MS, signal);
    const answers = await unlessCancelled(Promise.all(entries.map(([key]) => answerOne(key))), signal);
    if (asItWas) return {};
    // These answers belong to this round only, and the state goes back exactly as it came, or not at all.
    return compact({
      ...(entries.length > 0 && { inputResponses: Object.fromEntries(answers) as JsonObject }),
      requestState,
    }) as JsonObject;
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    const end = refusedAnswer(error);
    // Nobody here visits pages: then it is an error like any other, in the server's words.
    throw end.code === 'bad-message' && refusal ? refusal : end;
  } finally {
    round.abort(new McpError('cancelled', 'Another question of the same call was refused.'));
  }
}

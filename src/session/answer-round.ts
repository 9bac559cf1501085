import { McpError, isMcpError } from '../errors.js';
import type { Outgoing } from '../jsonrpc/peer.js';
import type { AnswerAsk } from '../protocol/ask.js';
import { compact } from '../protocol/check/object.js';
import type { Reading } from '../protocol/era.js';
import type { JsonObject } from '../protocol/model.js';
import { sleep } from '../util/abort.js';

/** Pause before a call is sent again that asked for nothing but patience, in milliseconds. */
export const ROUND_PAUSE_MS = 250;

/** Answers every question of one round, or none: a refusal ends the call, and with it the other questions. */
export async function answerRound(
  { asks, requestState }: Extract<Reading, { kind: 'input-required' }>,
  during: Outgoing,
  signal: AbortSignal | undefined,
  answerAsk: AnswerAsk,
): Promise<JsonObject> {
  const round = new AbortController();
  const life = signal ? AbortSignal.any([signal, round.signal]) : round.signal;
  const entries = Object.entries(asks);
  if (entries.length === 0) await sleep(ROUND_PAUSE_MS, signal);
  try {
    const inputResponses = await Promise.all(
      entries.map(async ([key, { method, params }]) => {
        const answer = answerAsk(method, params, { signal: life, during });
        if (!answer)
          throw new McpError('bad-message', `The server asked for ${method}, which this page did not offer.`);
        return [key, await answer] as const;
      }),
    );
    // These answers belong to this round only, and the state goes back exactly as it came, or not at all.
    return compact({
      ...(entries.length > 0 && { inputResponses: Object.fromEntries(inputResponses) as JsonObject }),
      requestState,
    }) as JsonObject;
  } catch (error) {
    round.abort(new McpError('cancelled', 'Another question of the same call was refused.'));
    if (isMcpError(error) && error.code === 'declined')
      throw new McpError('declined', 'The call ended because what the server asked for was declined.', {
        cause: error,
      });
    throw error;
  }
}

import { McpError } from '../errors.js';
import { NEVER_KEPT } from '../features/freshness.js';
import type { CallOptions } from '../features/requester.js';
import type { AnswerAsk } from '../protocol/ask.js';
import type { Connection } from '../protocol/connection.js';
import type { JsonObject } from '../protocol/model.js';
import { answerRound } from './answer-round.js';
import { awaitTask } from './await-task.js';
import type { Said } from './converse.js';

/** How often one call may ask for more before it has to come to an end. */
export const MAX_ROUNDS = 10;

/**
 * What follows a first answer that was not the last: questions are answered and the request goes out again, or a task is
 * followed to its end.
 * @param say sends the request with these answers beside its parameters
 * @throws McpError `limit` for a server that does not come to an end; what answering, sending and following throw
 */
export async function furtherRounds(
  connection: Connection,
  first: Said,
  say: (answers: JsonObject) => Promise<Said>,
  options: CallOptions,
  answerer: () => Promise<AnswerAsk>,
): Promise<JsonObject> {
  const { signal } = options;
  const ends = [connection.peer.closed, ...(signal ? [signal] : [])];
  let { reading, outgoing } = first;
  for (let round = 1; ; round++) {
    if (reading.kind === 'complete') return { ...reading.result, ttlMs: NEVER_KEPT };
    const answerAsk = await answerer();
    if (reading.kind === 'task') return awaitTask(connection, reading.task, outgoing, options, answerAsk);
    if (round === MAX_ROUNDS)
      throw new McpError('limit', `The server kept asking: ${outgoing.method} was ended after ${MAX_ROUNDS} rounds.`);
    ({ reading, outgoing } = await say(await answerRound(reading, outgoing, ends, answerAsk)));
  }
}

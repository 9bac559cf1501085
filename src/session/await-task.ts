import { McpError } from '../errors.js';
import type { CallOptions } from '../features/requester.js';
import type { Outgoing } from '../jsonrpc/outgoing.js';
import type { AnswerAsk } from '../protocol/ask.js';
import { asObject } from '../protocol/check/object.js';
import type { Connection } from '../protocol/connection.js';
import type { JsonObject } from '../protocol/model.js';
import { DEFAULT_MAX_TIMEOUT_MS, DEFAULT_TIMEOUT_MS } from './converse.js';
import { followTask } from './follow-task.js';
import { TaskClock } from './task-clock.js';
import { lineOfExtension, type AskAboutTask } from './task-lines.js';
import { TaskQuestions } from './task-questions.js';

/**
 * The result of a call that the server made a task of. Who gives the call up cancels the task, which the server may heed
 * or not. `maxTimeoutMs` counts from when the task was made, and not while a question of its waits for an answer.
 * @throws what the call would have thrown; see {@link followTask}
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 */
export async function awaitTask(
  connection: Connection,
  start: JsonObject,
  during: Outgoing,
  options: CallOptions,
  answerAsk: AnswerAsk,
): Promise<JsonObject> {
  const { era, peer, framing } = connection;
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS, maxTimeoutMs = DEFAULT_MAX_TIMEOUT_MS, onTask } = options;
  const ask: AskAboutTask = async (method, patience, params) => {
    const about = { taskId: start['taskId']!, ...params };
    return (
      asObject(await peer.request(await era.dress({ method, params: about }, framing), { timeoutMs, ...patience })) ??
      {}
    );
  };
  const life = new AbortController();
  const ends = AbortSignal.any([life.signal, peer.closed, ...(signal ? [signal] : [])]);
  const questions = new TaskQuestions({
    ask: (method, params, signal) => answerAsk(method, params, { signal, during }),
    send: (inputResponses) => ask('tasks/update', { signal: ends }, { inputResponses }),
    fail: (error) => life.abort(error),
    signal: ends,
  });
  const clock = new TaskClock(maxTimeoutMs);
  try {
    return await followTask(lineOfExtension(ask, questions), { clock, onTask, start, signal: ends });
  } catch (error) {
    const isGivenUp = ends.aborted || clock.left <= 0;
    // Not waited for: whoever gives up wants to go on.
    if (isGivenUp && !peer.closed.aborted) ask('tasks/cancel', {}).catch(() => {});
    throw error;
  } finally {
    life.abort(new McpError('cancelled', 'The task it belonged to has ended.'));
  }
}

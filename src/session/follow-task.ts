import { McpError, asMcpError } from '../errors.js';
import type { CallOptions } from '../features/requester.js';
import { readTask } from '../protocol/check/task.js';
import type { JsonObject } from '../protocol/model.js';
import type { Task } from '../protocol/model-tasks.js';
import { sleep } from '../util/abort.js';
import { MAX_POLL_FAILURES, MIN_POLL_MS, isPassing, pollPause } from './poll-pace.js';
import type { TaskClock } from './task-clock.js';
import type { TaskLine, TaskOutcome } from './task-lines.js';

export interface FollowTaskOptions extends Pick<CallOptions, 'onTask'> {
  readonly clock: TaskClock;
  readonly signal: AbortSignal;
  /** The task as it was when it was made, as sent. */
  readonly start?: JsonObject | undefined;
}

/**
 * Looks at a task until it has ended.
 * @returns what its call would have given
 * @throws what its call would have thrown; McpError `cancelled`, also where the server cancelled it; `timeout`; `limit`
 *   where the server no longer keeps it; what a look failed with, once several in a row did
 */
export async function followTask(line: TaskLine, options: FollowTaskOptions): Promise<JsonObject> {
  const { clock, signal, start } = options;
  const tell = tellerOf(options.onTask);
  let task: Task | undefined;
  let failures = 0;
  for (let looks = start ? 0 : 1; ; looks++) {
    let outcome: TaskOutcome | undefined;
    const patience = { signal, maxTimeoutMs: clock.left };
    try {
      const raw = looks === 0 ? start! : await line.look(patience);
      task = usable(readTask(raw));
      clock.saw(task);
      tell(task);
      outcome = await line.attend(task, raw, patience);
      failures = 0;
    } catch (thrown) {
      if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
      const error = asMcpError(thrown);
      if (!isPassing(error)) throw error;
      if (++failures > MAX_POLL_FAILURES) throw outOfSight(error);
    }
    // The first state says where a task stands, not yet what came of it.
    if (looks > 0 && failures === 0) outcome ??= endOf(task!, clock);
    if (outcome && 'result' in outcome) return outcome.result;
    if (outcome) throw outcome.error;
    clock.hold(line.isAsking());
    if (looks === 0 && task && task.status !== 'working') continue;
    const pause = Math.max(MIN_POLL_MS, Math.min(pollPause(task?.pollIntervalMs, failures), clock.kept));
    await nap(Math.min(pause, clock.left), signal, line.onNews);
    clock.hold(line.isAsking());
    if (clock.left <= 0) throw tookTooLong(task);
  }
}

function usable(task: Task | string): Task {
  if (typeof task !== 'string') return task;
  throw new McpError('bad-message', `The server’s answer to tasks/get is no task: it ${task}.`);
}

/** A listener that is told what is new, and whose mistakes are not the task's. */
function tellerOf(onTask: CallOptions['onTask']): (task: Task) => void {
  let told: Task | undefined;
  return (task) => {
    if (told?.status === task.status && told.statusMessage === task.statusMessage) return;
    told = task;
    try {
      onTask?.(task);
    } catch (error) {
      reportError(error);
    }
  };
}

/** Waits until it is time to look again, or there is news; {@link MIN_POLL_MS} at least. @throws McpError */
async function nap(ms: number, signal: AbortSignal, onNews: TaskLine['onNews']): Promise<void> {
  const awake = new AbortController();
  const began = performance.now();
  const deafen = onNews?.(() => awake.abort());
  try {
    await sleep(ms, AbortSignal.any([signal, awake.signal]));
  } catch {
    // News may come without end.
    const pause = Math.min(ms, MIN_POLL_MS) - (performance.now() - began);
    if (pause > 0) await sleep(pause, signal).catch(() => {});
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
  } finally {
    deafen?.();
  }
}

/** The end of a task that gave nothing. */
function endOf({ status, statusMessage }: Task, clock: TaskClock): TaskOutcome | undefined {
  const said = statusMessage ? ` It says: ${statusMessage}` : '';
  switch (status) {
    case 'cancelled':
      return { error: new McpError('cancelled', `The server cancelled the task.${said}`) };
    case 'failed':
      return { error: new McpError('server-error', `The task failed, and the server does not say with what.${said}`) };
    case 'completed':
      return {
        error: new McpError('bad-message', 'The task has ended, and the server does not say with what result.'),
      };
  }
  if (clock.kept > 0) return undefined;
  return { error: new McpError('limit', `The task did not end in the time for which the server keeps it.${said}`) };
}

function outOfSight(error: McpError): McpError {
  return new McpError(error.code, `The server cannot be asked how its task stands: ${error.message}`, {
    cause: error,
    remedy: 'The task may still be at work. Its id, which `onTask` was given, is enough to follow it later.',
  });
}

function tookTooLong(task: Task | undefined): McpError {
  return new McpError('timeout', `The task did not end in time; it was ${task?.status ?? 'not seen yet'}.`, {
    remedy: 'Allow more time (`maxTimeoutMs`); Infinity waits for as long as it takes.',
  });
}

import { asMcpError, errorTextOf, McpError, type McpErrorCode, type ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import { whileHeld } from '../jsonrpc/call-clock.js';
import type { Outgoing, RequestOptions } from '../jsonrpc/pending-request.js';
import { type InputRequests, readInputRequests } from '../protocol/decode/server-requests.js';
import { type Fault, readTask, readTaskError } from '../protocol/decode/server.js';
import { asObject } from '../protocol/decode/values.js';
import type { AnswerServerRequest, Connection } from '../protocol/era.js';
import { hasTasksAsExtension, type JsonObject, type ServerProfile, type Task } from '../protocol/model.js';
import { backoff } from '../transport/retry.js';
import { sleep, abortable } from '../util/async.js';
import type { CallOptions } from './requester.js';
import { taskOfLostSession } from './sending-again.js';
import { notOffered, refusedAnswer } from './server-requests.js';
import { errorText } from './error-texts.js';
import { currentClock } from '../util/clock.js';

/** Milliseconds between two polls of a task, where the server does not give an interval. */
export const DEFAULT_POLL_MS = 1000;
/** Milliseconds between two polls at least, for any interval of the server. */
export const MIN_POLL_MS = 100;
/** Milliseconds between two polls at most, for any interval of the server. */
export const MAX_POLL_MS: number = 10 * 60_000;
/** Polls in a row that may fail before a task is given up. */
export const MAX_POLL_FAILURES = 5;
/**
 * The largest part by which an interval is lengthened at random, so that many pages do not poll at once. An interval is
 * never shortened.
 */
const JITTER = 0.1;

const PASSING: ReadonlySet<McpErrorCode> = new Set<McpErrorCode>([
  'network',
  'http',
  'not-mcp',
  'bad-message',
  'timeout',
  'stream-ended',
]);

interface FollowTaskOptions extends Pick<CallOptions, 'onTask'> {
  readonly clock: TaskClock;
  readonly signal: AbortSignal;
  /** The task as the server sent it when it was made. */
  readonly start?: JsonObject | undefined;
}

/** The waiting time for a task: as long as the caller allows and the server stores it. */
export class TaskClock {
  #until: number;
  #seenAt: number | undefined;
  #ttlMs = Infinity;
  #heldSince: number | undefined;

  /** @param maxTimeoutMs milliseconds in all; Infinity for no limit */
  constructor(maxTimeoutMs: number) {
    this.#until = currentClock.timeOfDay() + maxTimeoutMs;
  }

  /** Milliseconds left of the caller’s limit. */
  get left(): number {
    return this.#heldSince === undefined ? this.#until - currentClock.timeOfDay() : Infinity;
  }

  /** Milliseconds until the server may delete the task. */
  get kept(): number {
    return this.#seenAt === undefined ? Infinity : this.#seenAt + this.#ttlMs - currentClock.timeOfDay();
  }

  /** Stops the caller’s limit while a person is asked, because that can take any time. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#heldSince ??= currentClock.timeOfDay();
    else if (this.#heldSince !== undefined) {
      this.#until += currentClock.timeOfDay() - this.#heldSince;
      this.#heldSince = undefined;
    }
  }

  /**
   * Takes the server’s `ttlMs`, which counts from the first poll. The server’s own times are ignored: its clock and
   * this one may differ by hours.
   */
  saw({ ttlMs }: Task): void {
    this.#seenAt ??= currentClock.timeOfDay();
    this.#ttlMs = ttlMs ?? Infinity;
  }
}

/** Milliseconds until the next poll: the server’s interval, and longer after each failure. */
export function pollPause(
  intervalMs: number | undefined,
  failures: number,
  random: () => number = Math.random,
): number {
  const wanted = Math.min(Math.max(intervalMs ?? DEFAULT_POLL_MS, MIN_POLL_MS), MAX_POLL_MS);
  return Math.max(wanted * (1 + JITTER * random()), failures > 0 ? backoff(failures - 1, random) : 0);
}

/** True if another poll may succeed. Polling changes nothing at the server, so it can be repeated. */
export function isPassing(error: McpError & Partial<ProtocolError>): boolean {
  return PASSING.has(error.code) || error.rpcCode === rpcCodes.internalError;
}

/**
 * Polls a task until it has ended.
 * @returns the result of its call
 * @throws the error of its call; McpError `cancelled`, also if the server cancelled it; `timeout`; `limit` if the
 * server has deleted it; the error of the last poll, after several failed in a row
 */
export async function followTask(client: TaskClient, options: FollowTaskOptions): Promise<JsonObject> {
  const { clock, signal, start } = options;
  const tell = changeListener(options.onTask);
  let task: Task | undefined;
  let failures = 0;
  for (let looks = start ? 0 : 1; ; looks++) {
    let outcome: TaskOutcome | undefined;
    const patience = { signal, maxTimeoutMs: clock.left };
    try {
      const raw = looks === 0 ? start! : await client.look(patience);
      task = usableTask(readTask(raw));
      clock.saw(task);
      tell(task);
      outcome = await client.attend(task, raw, patience);
      failures = 0;
    } catch (thrown) {
      if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
      const error = asMcpError(thrown);
      if (!isPassing(error)) throw error;
      if (++failures > MAX_POLL_FAILURES) throw unreachable(error);
    }
    // The first state is that of the new task and contains no result.
    if (looks > 0 && failures === 0) outcome ??= endOf(task!, clock);
    if (outcome && 'result' in outcome) return outcome.result;
    if (outcome) throw outcome.error;
    clock.hold(client.isAsking());
    if (looks === 0 && task && task.status !== 'working') continue;
    const pause = Math.max(MIN_POLL_MS, Math.min(pollPause(task?.pollIntervalMs, failures), clock.kept));
    await waitForPoll(Math.min(pause, clock.left), signal, client.onNotification);
    clock.hold(client.isAsking());
    if (clock.left <= 0) throw timedOut(task);
  }
}

/** @throws McpError `bad-message` for an unusable task */
export function usableTask(task: Task | Fault): Task {
  if (!('fault' in task)) return task;
  throw new McpError('bad-message', errorText('session.noTask', task));
}

/** Calls the listener at each change. An exception in the listener must not end the task. */
function changeListener(onTask: CallOptions['onTask']): (task: Task) => void {
  let last: Task | undefined;
  return (task) => {
    if (last?.status === task.status && last.statusMessage === task.statusMessage) return;
    last = task;
    try {
      onTask?.(task);
    } catch (error) {
      reportError(error);
    }
  };
}

/** Waits until the next poll is due or a notification comes; {@link MIN_POLL_MS} at least. @throws McpError */
async function waitForPoll(
  ms: number,
  signal: AbortSignal,
  onNotification: TaskClient['onNotification'],
): Promise<void> {
  const awake = new AbortController();
  const began = currentClock.now();
  const unsubscribe = onNotification?.(() => awake.abort());
  try {
    await sleep(ms, AbortSignal.any([signal, awake.signal]));
  } catch {
    // Notifications must not cause polls without a pause.
    const pause = Math.min(ms, MIN_POLL_MS) - (currentClock.now() - began);
    if (pause > 0) await sleep(pause, signal).catch(() => {});
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
  } finally {
    unsubscribe?.();
  }
}

/** The error of a task that ended without a result. */
function endOf({ status, statusMessage }: Task, clock: TaskClock): TaskOutcome | undefined {
  switch (status) {
    case 'cancelled':
      return ended('cancelled', 'session.taskCancelled');
    case 'failed':
      return ended('server-error', 'session.taskFailed');
    case 'completed':
      return {
        error: new McpError('bad-message', errorText('session.taskWithoutResult')),
      };
  }
  if (clock.kept > 0) return undefined;
  return ended('limit', 'session.taskNotKept');

  function ended(code: McpErrorCode, key: `session.${'taskCancelled' | 'taskFailed' | 'taskNotKept'}`): TaskOutcome {
    const what = statusMessage ? errorText(`${key}Saying`, { words: statusMessage }) : errorText(key);
    return { error: new McpError(code, what) };
  }
}

function unreachable(error: McpError): McpError {
  return new McpError(error.code, errorText('session.taskUnreachable', { problem: errorTextOf(error) }), {
    cause: error,
    remedy: errorText('session.followTaskLater'),
  });
}

function timedOut(task: Task | undefined): McpError {
  const what = task ? errorText('session.taskTimeout', { status: task.status }) : errorText('session.taskNeverSeen');
  return new McpError('timeout', what, {
    remedy: errorText('session.allowMoreTime'),
  });
}

type TimeoutOptions = Partial<Pick<RequestOptions, 'signal' | 'timeoutMs' | 'maxTimeoutMs'>>;

/** Sends a request about one task. @throws McpError, ProtocolError */
export type RequestTask = (method: string, patience: TimeoutOptions, params?: JsonObject) => Promise<JsonObject>;

/** How a task ended: with the result of its call, or its error. */
type TaskOutcome = { readonly result: JsonObject } | { readonly error: McpError };

/** How to poll one task. Each form of tasks has its own. */
export interface TaskClient {
  /** Gets the task as sent. */
  look(patience: TimeoutOptions): Promise<JsonObject>;
  /** Acts on the task’s state. @returns how the task ended, where that is known now */
  attend(task: Task, raw: JsonObject, patience: TimeoutOptions): Promise<TaskOutcome | undefined>;
  /** A person is being asked. */
  isAsking(): boolean;
  /**
   * Calls `again` when the server reports a change of the task, so that it is polled at once. @returns a function that
   * unsubscribes
   */
  onNotification?: ((again: () => void) => () => void) | undefined;
}

/** Tasks of the extension: the polled state contains input requests and the result. */
function extensionTaskClient(ask: RequestTask, questions: TaskQuestions): TaskClient {
  return {
    look: (patience) => ask('tasks/get', patience),
    isAsking: () => questions.areOpen,
    async attend({ status }, raw) {
      questions.show(status === 'input_required' ? readInputRequests('tasks/get', raw['inputRequests']) : {});
      if (status !== 'completed' && status !== 'failed') return undefined;
      const error = status === 'failed' && readTaskError(raw);
      const result = asObject(raw['result']);
      // A failed task with a result is a tool error in the older form of tasks.
      return error ? { error } : result && { result };
    },
  };
}

/**
 * Tasks of revision 2025-11-25: the result is requested with `tasks/result`, and the server sends its requests on the
 * stream of that response.
 */
function revisionTaskClient(ask: RequestTask): TaskClient {
  return {
    look: (patience) => ask('tasks/get', patience),
    isAsking: () => false,
    async attend({ status }, _raw, patience) {
      if (status === 'working' || status === 'cancelled') return undefined;
      try {
        // No `timeoutMs`: the server may wait for a person, and sends nothing meanwhile.
        return { result: await ask('tasks/result', { ...patience, timeoutMs: Infinity }) };
      } catch (error) {
        if ((error as Partial<ProtocolError>).rpcCode === undefined) throw error;
        return { error: error as ProtocolError };
      }
    },
  };
}

/** How to poll a task of that server. @param questions those of one task of the extension, made where they are needed */
export function taskClientFor(
  server: Pick<ServerProfile, 'era'>,
  ask: RequestTask,
  questions: () => TaskQuestions,
): TaskClient {
  return hasTasksAsExtension(server) ? extensionTaskClient(ask, questions()) : revisionTaskClient(ask);
}

/** Input requests of one task in all. With more the call fails with `limit`. */
export const MAX_TASK_QUESTIONS = 100;

interface TaskQuestionsOptions {
  /** Has a request answered; undefined where this client does not answer such requests. */
  ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown> | undefined;
  /** Sends answers to the server. */
  send(inputResponses: JsonObject): Promise<unknown>;
  /** Called when a request was refused, or its answer could not be sent: then the task is no longer awaited. */
  fail(error: McpError): void;
  /** Aborts when the task ends. */
  readonly signal: AbortSignal;
}

/**
 * The input requests of one task. Each poll contains all that wait; each is shown once, and withdrawn when the server
 * no longer waits for it.
 */
export class TaskQuestions {
  readonly #options: TaskQuestionsOptions;
  readonly #known = new Set<string>();
  readonly #open = new Map<string, AbortController>();
  /** Answers that the server rejected. The task may have ended meanwhile; if it asks again, the rejection is final. */
  readonly #rejected = new Map<string, McpError>();

  constructor(options: TaskQuestionsOptions) {
    this.#options = options;
  }

  /** A person or page code is being asked. */
  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Takes the input requests of the latest poll. */
  show(asks: InputRequests): void {
    for (const [key, withdrawal] of this.#open)
      if (!Object.hasOwn(asks, key))
        withdrawal.abort(new McpError('cancelled', errorText('session.taskWaitsNoLonger')));
    const fresh = Object.keys(asks).filter((key) => !this.#known.has(key));
    for (const key of fresh) this.#known.add(key);
    const rejected = Object.keys(asks).find((key) => this.#rejected.has(key));
    if (rejected !== undefined) this.#fail(this.#rejected.get(rejected));
    else if (this.#known.size > MAX_TASK_QUESTIONS)
      this.#fail(new McpError('limit', errorText('session.tooManyTaskQuestions', { limit: MAX_TASK_QUESTIONS })));
    else if (fresh.length > 0) void this.#answer(fresh, asks).catch(this.#fail);
  }

  /** Sends the answers together: a server need not accept them one by one. */
  async #answer(keys: readonly string[], asks: InputRequests): Promise<void> {
    const answers = await Promise.all(keys.map((key) => this.#answerOne(key, asks[key]!)));
    const given = answers.filter((answer) => answer !== undefined);
    if (given.length > 0) await this.#deliver(Object.fromEntries(given) as JsonObject);
  }

  async #answerOne(
    key: string,
    { method, params }: InputRequests[string],
  ): Promise<readonly [string, unknown] | undefined> {
    const withdrawal = new AbortController();
    this.#open.set(key, withdrawal);
    const signal = AbortSignal.any([this.#options.signal, withdrawal.signal]);
    try {
      const answer = this.#options.ask(method, params, signal);
      if (!answer) throw notOffered(method);
      return [key, await abortable(answer, signal)];
    } catch (error) {
      if (withdrawal.signal.aborted) return undefined;
      throw refusedAnswer(error);
    } finally {
      this.#open.delete(key);
    }
  }

  /** Repeats the sending after a failure, so that the person’s answer is not lost. Sending it twice does no harm. */
  async #deliver(inputResponses: JsonObject): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        await this.#options.send(inputResponses);
        return;
      } catch (thrown) {
        const error = asMcpError(thrown);
        if (!isPassing(error) && error.code === 'server-error') {
          for (const key of Object.keys(inputResponses)) this.#rejected.set(key, error);
          return;
        }
        if (!isPassing(error) || failures > MAX_POLL_FAILURES) throw error;
        await sleep(pollPause(0, failures), this.#options.signal);
      }
    }
  }

  readonly #fail = (error: unknown): void => {
    if (!this.#options.signal.aborted) this.#options.fail(asMcpError(error));
  };
}

/** A call with its time limits filled in. */
export interface LimitedCall extends CallOptions {
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
}

/**
 * Waits for the result of a call that the server made a task of. Cancelling the call cancels the task, which the server
 * may ignore. `maxTimeoutMs` counts from the task’s creation, and stops while an input request waits for its answer.
 * @throws the error of the call; see {@link followTask}
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export async function awaitTask(
  connection: Connection,
  start: JsonObject,
  during: Outgoing,
  options: LimitedCall,
  answerServerRequest: AnswerServerRequest,
): Promise<JsonObject> {
  const { era, peer, protocol } = connection;
  const { signal, timeoutMs, maxTimeoutMs, onTask } = options;
  // The server works on the task between two polls too.
  const time = options.clock?.begin();
  const ask: RequestTask = async (method, patience, params) => {
    const about = { taskId: start['taskId']!, ...params };
    return (
      asObject(
        await peer.request(
          { ...era.encodeRequest({ method, params: about }, protocol), isByPerson: during.isByPerson },
          { timeoutMs, clock: time, ...patience },
        ),
      ) ?? {}
    );
  };
  const life = new AbortController();
  const ends = AbortSignal.any([life.signal, peer.closed, ...(signal ? [signal] : [])]);
  const questions = new TaskQuestions({
    ask: (method, params, signal) => {
      const answer = answerServerRequest(method, params, { signal, during });
      return answer && whileHeld([time], () => answer);
    },
    send: (inputResponses) => ask('tasks/update', { signal: ends }, { inputResponses }),
    fail: (error) => life.abort(error),
    signal: ends,
  });
  const clock = new TaskClock(maxTimeoutMs);
  const client = taskClientFor(connection.server, ask, () => questions);
  try {
    return await followTask(client, { clock, onTask, start, signal: ends });
  } catch (error) {
    const isGivenUp = ends.aborted || clock.left <= 0;
    // Not awaited: the caller’s error must not be delayed.
    if (isGivenUp && !peer.closed.aborted) ask('tasks/cancel', {}).catch(() => {});
    throw taskOfLostSession(asMcpError(error));
  } finally {
    time?.end();
    life.abort(new McpError('cancelled', errorText('session.taskEnded')));
  }
}

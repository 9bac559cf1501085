import { asMcpError, errorTextOf, McpError, type McpErrorCode, type ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import type { Outgoing, RequestOptions } from '../jsonrpc/peer.js';
import { type InputRequests, readInputRequests } from '../protocol/decode/server-requests.js';
import { type Fault, readTask, readTaskError } from '../protocol/decode/server.js';
import { asObject } from '../protocol/decode/values.js';
import type { AnswerServerRequest, Connection } from '../protocol/era.js';
import type { JsonObject, Task } from '../protocol/model.js';
import { backoff } from '../transport/retry.js';
import { sleep, abortable } from '../util/async.js';
import type { CallOptions } from './requester.js';
import { notOffered, refusedAnswer } from './server-requests.js';
import { errorText } from './error-texts.js';

/** Milliseconds between two looks at a task, where the server does not say how often it wants them. */
export const DEFAULT_POLL_MS = 1000;
/** Milliseconds between two looks at least, whatever the server says. */
export const MIN_POLL_MS = 100;
/** Milliseconds between two looks at most, whatever the server says. */
export const MAX_POLL_MS: number = 10 * 60_000;
/** Looks in a row that may fail before a task is given up. */
export const MAX_POLL_FAILURES = 5;
/** By how much a pause is lengthened at most, so that many pages do not come at once. Never shortened. */
const JITTER = 0.1;

/** Milliseconds until the next look: what the server wants, and longer after each one that failed. */
export function pollPause(
  intervalMs: number | undefined,
  failures: number,
  random: () => number = Math.random,
): number {
  const wanted = Math.min(Math.max(intervalMs ?? DEFAULT_POLL_MS, MIN_POLL_MS), MAX_POLL_MS);
  return Math.max(wanted * (1 + JITTER * random()), failures > 0 ? backoff(failures - 1, random) : 0);
}

const PASSING: ReadonlySet<McpErrorCode> = new Set<McpErrorCode>([
  'network',
  'http',
  'not-mcp',
  'bad-message',
  'timeout',
  'stream-ended',
]);

/** Whether it may go better next time. Looking changes nothing, so one may look again. */
export function isPassing(error: McpError & Partial<ProtocolError>): boolean {
  return PASSING.has(error.code) || error.rpcCode === rpcCodes.internalError;
}

interface FollowTaskOptions extends Pick<CallOptions, 'onTask'> {
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
export async function followTask(line: TaskClient, options: FollowTaskOptions): Promise<JsonObject> {
  const { clock, signal, start } = options;
  const tell = tellerOf(options.onTask);
  let task: Task | undefined;
  let failures = 0;
  for (let looks = start ? 0 : 1; ; looks++) {
    let outcome: TaskOutcome | undefined;
    const patience = { signal, maxTimeoutMs: clock.left };
    try {
      const raw = looks === 0 ? start! : await line.look(patience);
      task = usableTask(readTask(raw));
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
    await nap(Math.min(pause, clock.left), signal, line.onNotification);
    clock.hold(line.isAsking());
    if (clock.left <= 0) throw tookTooLong(task);
  }
}

/** @throws McpError `bad-message` where it is none */
export function usableTask(task: Task | Fault): Task {
  if (!('fault' in task)) return task;
  throw new McpError('bad-message', errorText('session.noTask', task));
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
async function nap(ms: number, signal: AbortSignal, onNotification: TaskClient['onNotification']): Promise<void> {
  const awake = new AbortController();
  const began = performance.now();
  const deafen = onNotification?.(() => awake.abort());
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

function outOfSight(error: McpError): McpError {
  return new McpError(error.code, errorText('session.taskUnreachable', { problem: errorTextOf(error) }), {
    cause: error,
    remedy: errorText('session.followTaskLater'),
  });
}

function tookTooLong(task: Task | undefined): McpError {
  const what = task ? errorText('session.taskTimeout', { status: task.status }) : errorText('session.taskNeverSeen');
  return new McpError('timeout', what, {
    remedy: errorText('session.allowMoreTime'),
  });
}

/** How long a task may be waited for: as long as the caller wants, and as long as the server keeps it. */
export class TaskClock {
  #until: number;
  #seenAt: number | undefined;
  #ttlMs = Infinity;
  #heldSince: number | undefined;

  /** @param maxTimeoutMs milliseconds in all; Infinity for as long as it takes */
  constructor(maxTimeoutMs: number) {
    this.#until = Date.now() + maxTimeoutMs;
  }

  /** Milliseconds left of the caller's time. */
  get left(): number {
    return this.#heldSince === undefined ? this.#until - Date.now() : Infinity;
  }

  /** Milliseconds for which the server still keeps the task. */
  get kept(): number {
    return this.#seenAt === undefined ? Infinity : this.#seenAt + this.#ttlMs - Date.now();
  }

  /** Takes the caller's time out while a person is asked: nobody knows how long that takes. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#heldSince ??= Date.now();
    else if (this.#heldSince !== undefined) {
      this.#until += Date.now() - this.#heldSince;
      this.#heldSince = undefined;
    }
  }

  /**
   * What the server said of it last. Its times are not looked at, for its clock and ours may differ by hours: a task we
   * have just seen for the first time is as good as new.
   */
  saw({ ttlMs }: Task): void {
    this.#seenAt ??= Date.now();
    this.#ttlMs = ttlMs ?? Infinity;
  }
}

type Patience = Partial<Pick<RequestOptions, 'signal' | 'timeoutMs' | 'maxTimeoutMs'>>;

/** Sends a request about one task. @throws McpError, ProtocolError */
export type RequestTask = (method: string, patience: Patience, params?: JsonObject) => Promise<JsonObject>;

/** What a task came to: what its call would have given, or thrown. */
type TaskOutcome = { readonly result: JsonObject } | { readonly error: McpError };

/** How one speaks with a server about one task. */
export interface TaskClient {
  /** The task as it stands, as sent. */
  look(patience: Patience): Promise<JsonObject>;
  /** Does what that state asks for. @returns what the task came to, where that is known now */
  attend(task: Task, raw: JsonObject, patience: Patience): Promise<TaskOutcome | undefined>;
  /** A person is being asked. */
  isAsking(): boolean;
  /** Calls `again` when there is news of the task, so that one need not wait to look. @returns what ends that */
  onNotification?: ((again: () => void) => () => void) | undefined;
}

/** As the extension has it: everything is in what one sees when one looks. */
export function extensionTaskClient(ask: RequestTask, questions: TaskQuestions): TaskClient {
  return {
    look: (patience) => ask('tasks/get', patience),
    isAsking: () => questions.areOpen,
    async attend({ status }, raw) {
      questions.show(status === 'input_required' ? readInputRequests('tasks/get', raw['inputRequests']) : {});
      if (status !== 'completed' && status !== 'failed') return undefined;
      const error = status === 'failed' && readTaskError(raw);
      const result = asObject(raw['result']);
      // A failed tool with a result is one of the older form, where that was a failure too.
      return error ? { error } : result && { result };
    },
  };
}

/**
 * As a revision had it built in: what came of a task is asked for, and so is what it waits for, on whose stream the
 * server then puts its questions.
 */
export function revisionTaskClient(ask: RequestTask): TaskClient {
  return {
    look: (patience) => ask('tasks/get', patience),
    isAsking: () => false,
    async attend({ status }, _raw, patience) {
      if (status === 'working' || status === 'cancelled') return undefined;
      try {
        // However long somebody needs to answer: the answer is the sign of life.
        return { result: await ask('tasks/result', { ...patience, timeoutMs: Infinity }) };
      } catch (error) {
        if ((error as Partial<ProtocolError>).rpcCode === undefined) throw error;
        return { error: error as ProtocolError };
      }
    },
  };
}

/** Requests that one task may put in all. With more the call fails with `limit`. */
export const MAX_TASK_QUESTIONS = 100;

interface TaskQuestionsOptions {
  /** Has a question answered; undefined where nobody here answers such questions. */
  ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown> | undefined;
  /** Sends answers to the server. */
  send(inputResponses: JsonObject): Promise<unknown>;
  /** A question was refused, or its answer could not be sent: nobody waits for the task any more. */
  fail(error: McpError): void;
  /** The life of the task. */
  readonly signal: AbortSignal;
}

/**
 * The questions of one task. Each look at it shows again those that wait; each is put once, and withdrawn when the
 * server does not wait for it any more.
 */
export class TaskQuestions {
  readonly #options: TaskQuestionsOptions;
  readonly #known = new Set<string>();
  readonly #open = new Map<string, AbortController>();
  /** Answers the server did not take. It may have ended meanwhile; if it still asks, that was that. */
  readonly #returned = new Map<string, McpError>();

  constructor(options: TaskQuestionsOptions) {
    this.#options = options;
  }

  /** Somebody is being asked. */
  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Takes in what the server waits for now. */
  show(asks: InputRequests): void {
    for (const [key, withdrawal] of this.#open)
      if (!Object.hasOwn(asks, key))
        withdrawal.abort(new McpError('cancelled', errorText('session.taskWaitsNoLonger')));
    const fresh = Object.keys(asks).filter((key) => !this.#known.has(key));
    for (const key of fresh) this.#known.add(key);
    const returned = Object.keys(asks).find((key) => this.#returned.has(key));
    if (returned !== undefined) this.#fail(this.#returned.get(returned));
    else if (this.#known.size > MAX_TASK_QUESTIONS)
      this.#fail(new McpError('limit', errorText('session.tooManyTaskQuestions', { limit: MAX_TASK_QUESTIONS })));
    else if (fresh.length > 0) void this.#answer(fresh, asks).catch(this.#fail);
  }

  /** Answers go together, as they were asked: a server need not take them one by one. */
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

  /** What a person took the trouble to say is not lost to a line that breaks. Saying it twice changes nothing. */
  async #deliver(inputResponses: JsonObject): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        await this.#options.send(inputResponses);
        return;
      } catch (thrown) {
        const error = asMcpError(thrown);
        if (!isPassing(error) && error.code === 'server-error') {
          for (const key in inputResponses) this.#returned.set(key, error);
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

/** A call whose time is limited. */
export interface LimitedCall extends CallOptions {
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
}

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
  options: LimitedCall,
  answerServerRequest: AnswerServerRequest,
): Promise<JsonObject> {
  const { era, peer, protocol } = connection;
  const { signal, timeoutMs, maxTimeoutMs, onTask } = options;
  const ask: RequestTask = async (method, patience, params) => {
    const about = { taskId: start['taskId']!, ...params };
    return (
      asObject(
        await peer.request(await era.encodeRequest({ method, params: about }, protocol), { timeoutMs, ...patience }),
      ) ?? {}
    );
  };
  const life = new AbortController();
  const ends = AbortSignal.any([life.signal, peer.closed, ...(signal ? [signal] : [])]);
  const questions = new TaskQuestions({
    ask: (method, params, signal) => answerServerRequest(method, params, { signal, during }),
    send: (inputResponses) => ask('tasks/update', { signal: ends }, { inputResponses }),
    fail: (error) => life.abort(error),
    signal: ends,
  });
  const clock = new TaskClock(maxTimeoutMs);
  try {
    return await followTask(extensionTaskClient(ask, questions), { clock, onTask, start, signal: ends });
  } catch (error) {
    const isGivenUp = ends.aborted || clock.left <= 0;
    // Not waited for: whoever gives up wants to go on.
    if (isGivenUp && !peer.closed.aborted) ask('tasks/cancel', {}).catch(() => {});
    throw error;
  } finally {
    life.abort(new McpError('cancelled', errorText('session.taskEnded')));
  }
}

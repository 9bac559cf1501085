/** `mcp-embed/tasks`: what a server goes on with after it answered. Tasks are listed, looked at, followed and cancelled here. */
import { McpError } from '../errors.js';
import { readToolResult } from '../protocol/decode/content.js';
import { readTask, type ServerNotification } from '../protocol/decode/server.js';
import { asObject } from '../protocol/decode/values.js';
import type { AnswerServerRequest } from '../protocol/era.js';
import { hasTasksAsExtension, type Json, type Task, type TaskStatus, type ToolResult } from '../protocol/model.js';
import { type Readable, Store } from '../util/store.js';
import type { CatalogState, ItemProblem } from './list-state.js';
import { readList } from './lists.js';
import type { CallOptions, Requester } from './requester.js';
import type { Session } from './session.js';
import {
  type RequestTask,
  usableTask,
  followTask,
  extensionTaskClient,
  revisionTaskClient,
  TaskClock,
  type TaskClient,
  TaskQuestions,
} from './task-polling.js';
import { errorText } from './error-texts.js';

export type { Task, TaskStatus };

/** What servers say of a task unasked, where they do: each form of tasks has its own name for it. */
const NAMES: ReadonlySet<unknown> = new Set(['notifications/tasks', 'notifications/tasks/status']);

/** Whether there is notifications of that task. What it says is not read: whoever looks sees it, and one reader is enough. */
function notificationsOfTask(
  notifications: Readable<ServerNotification | undefined>,
  taskId: string,
): TaskClient['onNotification'] {
  return (again) =>
    notifications.subscribe((one) => {
      if (NAMES.has(one?.method) && asObject(one?.params)?.['taskId'] === taskId) again();
    });
}

/** What this needs of a session. */
export interface TaskSession extends Pick<Session, 'request' | 'server'>, Partial<Pick<Session, 'notifications'>> {
  /** Has a task's questions answered, by whoever answers those of calls. */
  readonly answerServerRequest?: AnswerServerRequest | undefined;
}

export interface TaskListing {
  readonly items: readonly Task[];
  /** What could not be read. */
  readonly problems: readonly ItemProblem[];
}

/**
 * The tasks of one server, in both forms there are: the extension of 2026-07-28, and what 2025-11-25 had built in. A
 * call that became a task needs none of this, it gives its result as any call does; this is for looking at tasks, and for
 * those of an earlier visit: remember the id that `onTask` was given, and {@link follow} it. None are started here.
 */
export class Tasks {
  readonly #session: TaskSession;

  constructor(session: TaskSession) {
    this.#session = session;
  }

  /**
   * Every task the server lists, over all pages.
   * @throws McpError `unsupported-method` where servers list none: in the extension, only who has an id has a task
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
   */
  list(options?: CallOptions): Promise<TaskListing> {
    // A list needs no more of whom it asks.
    const requester = {
      request: (method, params) => this.#session.request(method, params, options),
      keepsPrivate: false,
    } as Requester;
    // Whoever wants to see the pages come has a list that is kept; this one is asked for anew each time.
    const state = new Store<CatalogState<Task>>({ phase: 'empty' });
    const read = async (sent: readonly Json[]): Promise<readonly (Task | string)[]> =>
      sent.map(readTask).map((task) => ('fault' in task ? task.fault.text : task));
    return readList(requester, { method: 'tasks/list', key: 'tasks', read, state });
  }

  /** How a task stands. @throws ProtocolError where the server does not know it (any more) */
  async get(taskId: string, options?: CallOptions): Promise<Task> {
    return usableTask(readTask(await this.#session.request('tasks/get', { taskId }, options)));
  }

  /**
   * What came of a task; waits for its end. Where the revision has a request for that it is one request, elsewhere it
   * is {@link follow}.
   * @throws what the call would have thrown
   */
  async result(taskId: string, options?: CallOptions): Promise<ToolResult> {
    if (hasTasksAsExtension(this.#session.server)) return this.follow(taskId, options);
    return readToolResult(await this.#session.request('tasks/result', { taskId }, options));
  }

  /**
   * Asks the server to end a task. It may take its time, or finish all the same.
   * @throws ProtocolError where the server does not know it, or it has ended
   */
  async cancel(taskId: string, options?: CallOptions): Promise<void> {
    await this.#session.request('tasks/cancel', { taskId }, options);
  }

  /**
   * Looks at a task, as often as its server wants, until it has ended, and puts its questions. Aborting `signal` ends the
   * looking and not the task; {@link cancel} does that.
   * @param options `maxTimeoutMs` is Infinity by default; `timeoutMs` is for each single look
   * @throws what the call would have thrown; McpError `cancelled`, `timeout`, `limit` where the server keeps it no longer
   */
  async follow(taskId: string, options: CallOptions = {}): Promise<ToolResult> {
    const { signal, timeoutMs, maxTimeoutMs = Infinity, onTask, initiator } = options;
    const { server, notifications } = this.#session;
    const ask: RequestTask = async (method, patience, params) =>
      this.#session.request(method, { taskId, ...params }, { timeoutMs, initiator, ...patience });
    const life = new AbortController();
    const ends = signal ? AbortSignal.any([life.signal, signal]) : life.signal;
    const line = hasTasksAsExtension(server)
      ? extensionTaskClient(ask, this.#questions(ask, life, ends, initiator === 'person'))
      : revisionTaskClient(ask);
    const onNotification = notifications && notificationsOfTask(notifications, taskId);
    try {
      const clock = new TaskClock(maxTimeoutMs);
      return readToolResult(await followTask({ ...line, onNotification }, { clock, onTask, signal: ends }));
    } finally {
      life.abort(new McpError('cancelled', errorText('session.taskNotFollowed')));
    }
  }

  #questions(ask: RequestTask, life: AbortController, signal: AbortSignal, isByPerson: boolean): TaskQuestions {
    return new TaskQuestions({
      ask: (method, params, signal) => this.#session.answerServerRequest?.(method, params, { signal, isByPerson }),
      send: (inputResponses) => ask('tasks/update', { signal }, { inputResponses }),
      fail: (error) => life.abort(error),
      signal,
    });
  }
}

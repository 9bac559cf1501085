/**
 * `mcp-embed/tasks`: lists, polls, follows and cancels tasks, which are calls that a server continues after its
 * response.
 */
import { McpError } from '../errors.js';
import { type Holdable, whileHeld } from '../jsonrpc/call-clock.js';
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
  taskClientFor,
  TaskClock,
  type TaskClient,
  TaskQuestions,
} from './task-polling.js';
import { errorText } from './error-texts.js';

export type { Task, TaskStatus };

/** Notifications about tasks. Each form of tasks has its own method. */
const NAMES: ReadonlySet<unknown> = new Set(['notifications/tasks', 'notifications/tasks/status']);

/**
 * Calls `again` when there is a notification about that task. Its content is not read: the next poll reads the task.
 */
function notificationsOfTask(
  notifications: Readable<ServerNotification | undefined>,
  taskId: string,
): TaskClient['onNotification'] {
  return (again) =>
    notifications.subscribe((one) => {
      if (NAMES.has(one?.method) && asObject(one?.params)?.['taskId'] === taskId) again();
    });
}

/** The part of a session that tasks need. */
export interface TaskSession extends Pick<Session, 'request' | 'server'>, Partial<Pick<Session, 'notifications'>> {
  /** Answers a task’s requests, as it does for calls. */
  readonly answerServerRequest?: AnswerServerRequest | undefined;
}

export interface TaskListing {
  readonly items: readonly Task[];
  /** Tasks that could not be read. */
  readonly problems: readonly ItemProblem[];
}

/**
 * The tasks of one server, in both forms: the extension of 2026-07-28, and those of revision 2025-11-25. A call that
 * becomes a task needs no `Tasks`: it gives its result as any call does. Use it to look at tasks, and to continue one
 * of an earlier visit: store the id that `onTask` receives, and {@link follow} it. No tasks are started here.
 */
export class Tasks {
  readonly #session: TaskSession;

  constructor(session: TaskSession) {
    this.#session = session;
  }

  /**
   * Every task that the server lists, over all pages.
   * @throws McpError `unsupported-method` in the extension, which has no list: only the holder of its id can read a
   * task
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
   */
  list(options?: CallOptions): Promise<TaskListing> {
    // The part of a requester that reading a list uses.
    const requester = {
      request: (method, params) => this.#session.request(method, params, options),
      keepsPrivate: false,
    } as Requester;
    // The list is fetched anew each time, so nobody follows this state.
    const state = new Store<CatalogState<Task>>({ phase: 'empty' });
    const read = async (sent: readonly Json[]) => sent.map(readTask);
    return readList(requester, { method: 'tasks/list', key: 'tasks', keyOf: ({ taskId }) => taskId, read, state });
  }

  /** The current state of a task. @throws ProtocolError where the server does not know the task, or no longer */
  async get(taskId: string, options?: CallOptions): Promise<Task> {
    return usableTask(readTask(await this.#session.request('tasks/get', { taskId }, options)));
  }

  /**
   * The result of a task; waits for its end. In revision 2025-11-25 it is one request, elsewhere it is {@link follow}.
   * @throws the error of the call
   */
  async result(taskId: string, options?: CallOptions): Promise<ToolResult> {
    if (hasTasksAsExtension(this.#session.server)) return this.follow(taskId, options);
    return readToolResult(await this.#session.request('tasks/result', { taskId }, options));
  }

  /**
   * Requests that the server cancels a task. It may take time, or finish the task all the same.
   * @throws ProtocolError where the server does not know the task, or the task has ended
   */
  async cancel(taskId: string, options?: CallOptions): Promise<void> {
    await this.#session.request('tasks/cancel', { taskId }, options);
  }

  /**
   * Polls a task at the server’s interval until it ends, and answers its requests. Aborting `signal` ends the polling
   * and not the task; {@link cancel} does that.
   * @param options `maxTimeoutMs` is Infinity by default; `timeoutMs` is for each poll
   * @throws the error of the call; McpError `cancelled`, `timeout`, `limit` where the server no longer keeps it
   */
  async follow(taskId: string, options: CallOptions = {}): Promise<ToolResult> {
    const { signal, timeoutMs, maxTimeoutMs = Infinity, onTask, initiator } = options;
    const time = options.clock?.begin();
    const { server, notifications } = this.#session;
    const ask: RequestTask = async (method, patience, params) =>
      this.#session.request(method, { taskId, ...params }, { timeoutMs, initiator, clock: time, ...patience });
    const life = new AbortController();
    const ends = signal ? AbortSignal.any([life.signal, signal]) : life.signal;
    const client = taskClientFor(server, ask, () =>
      this.#openQuestions(ask, life, ends, { isByPerson: initiator === 'person', time }),
    );
    const onNotification = notifications && notificationsOfTask(notifications, taskId);
    try {
      const clock = new TaskClock(maxTimeoutMs);
      return readToolResult(await followTask({ ...client, onNotification }, { clock, onTask, signal: ends }));
    } finally {
      time?.end();
      life.abort(new McpError('cancelled', errorText('session.taskNotFollowed')));
    }
  }

  #openQuestions(
    ask: RequestTask,
    life: AbortController,
    signal: AbortSignal,
    { isByPerson, time }: { readonly isByPerson: boolean; readonly time: Holdable | undefined },
  ): TaskQuestions {
    return new TaskQuestions({
      ask: (method, params, signal) => {
        const answer = this.#session.answerServerRequest?.(method, params, { signal, isByPerson });
        return answer && whileHeld([time], () => answer);
      },
      send: (inputResponses) => ask('tasks/update', { signal }, { inputResponses }),
      fail: (error) => life.abort(error),
      signal,
    });
  }
}

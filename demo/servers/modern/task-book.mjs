// The server's side of the tasks extension, which the SDK does not have: work that goes on after its call was answered.
// https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
import { ProtocolError } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

export const TASKS = 'io.modelcontextprotocol/tasks';
const TTL_MS = 10 * 60_000;
const POLL_INTERVAL_MS = 200;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const MISSING_CAPABILITY = -32021;

/** Servers come and go with each request; their tasks stay. */
const tasks = new Map();

/**
 * Begins work and answers with a task.
 * @param {(hands: { signal: AbortSignal, say(words: string): void, ask(request: object): Promise<object> }) =>
 *   Promise<object>} work what gives the result; what it throws is the error the call would have had
 */
export function startTask(work) {
  const task = new Task();
  tasks.set(task.shown.taskId, task);
  setTimeout(() => tasks.delete(task.shown.taskId), TTL_MS).unref();
  void task.run(work);
  // The SDK takes it for a result of the tool and adds an empty `content`, which does no harm.
  return { resultType: 'task', ...task.shown };
}

/** The capabilities of the client that sent this. */
export const capabilitiesOf = (context) =>
  context.mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};

export function registerTaskMethods(server) {
  server.registerCapabilities({ extensions: { [TASKS]: {} } });
  const answer = (method, act) =>
    server.setRequestHandler(method, { params: z.looseObject({ taskId: z.string() }) }, ({ taskId }, context) => {
      if (!capabilitiesOf(context).extensions?.[TASKS])
        throw new ProtocolError(MISSING_CAPABILITY, 'Tasks are for clients that declare the extension.', {
          requiredCapabilities: { extensions: { [TASKS]: {} } },
        });
      const task = tasks.get(taskId);
      if (!task) throw new ProtocolError(INVALID_PARAMS, 'There is no such task.');
      return act(task, context) ?? {};
    });
  answer('tasks/get', (task) => ({ ...task.shown, ...task.detail }));
  answer('tasks/update', (task, { mcpReq }) => task.take(mcpReq.inputResponses ?? {}));
  answer('tasks/cancel', (task) => task.cancel());
}

class Task {
  shown = {
    taskId: randomUUID(),
    status: 'working',
    createdAt: new Date().toISOString(),
    lastUpdatedAt: new Date().toISOString(),
    ttlMs: TTL_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
  };
  /** The data of the status: the questions, the result, the error. */
  detail = {};
  #life = new AbortController();
  #waiting = new Map();

  async run(work) {
    const { signal } = this.#life;
    const say = (statusMessage) => this.#become('working', { statusMessage });
    try {
      const result = await work({ signal, say, ask: (request) => this.#ask(request) });
      this.#become('completed', { statusMessage: 'Done.' }, { result });
    } catch (error) {
      const { code = INTERNAL_ERROR, message } = error;
      this.#become('failed', { statusMessage: message }, { error: { code, message } });
    }
  }

  take(responses) {
    for (const [key, response] of Object.entries(responses)) {
      this.#waiting.get(key)?.(response);
      this.#waiting.delete(key);
    }
  }

  cancel() {
    this.#become('cancelled', { statusMessage: 'Called back.' });
    this.#life.abort();
  }

  #ask(request) {
    const key = randomUUID();
    this.#become('input_required', { statusMessage: 'Waiting for an answer.' }, { inputRequests: { [key]: request } });
    return new Promise((resolve, reject) => {
      this.#waiting.set(key, resolve);
      this.#life.signal.addEventListener('abort', () => reject(this.#life.signal.reason));
    });
  }

  #become(status, shown, detail = {}) {
    // The status of an ended task never changes.
    if (['completed', 'failed', 'cancelled'].includes(this.shown.status)) return;
    this.shown = { ...this.shown, ...shown, status, lastUpdatedAt: new Date().toISOString() };
    this.detail = detail;
  }
}

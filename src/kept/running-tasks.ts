import type { Task } from '../protocol/model-tasks.js';
import type { SessionKeeping } from '../session/owners-keeping.js';

/** A call that a server made a task of, and that had not ended when it was last heard of. */
export interface RunningTask {
  /** Whoever has it may get at the task. */
  readonly taskId: string;
  /** The tool that was called. */
  readonly tool: string;
  /** When it was first heard of, in epoch milliseconds. */
  readonly at: number;
}

const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/** Tasks of one server that may still run after a reload, to be followed again with `Tasks` of `mcp-embed/tasks`. Never throws. */
export class RunningTasks {
  readonly #keeping: SessionKeeping;
  readonly #known = new Set<string>();

  /** @param keeping where, and whose; both may change with who is signed in */
  constructor(keeping: SessionKeeping) {
    this.#keeping = keeping;
  }

  /** For `onTask` of a call: kept from its first word to its last. */
  async note(tool: string, { taskId, status }: Pick<Task, 'taskId' | 'status'>): Promise<void> {
    if (OVER.has(status)) return this.forget(taskId);
    if (this.#known.has(taskId)) return;
    this.#known.add(taskId);
    const { storage, server } = this.#keeping;
    const record = { server, id: taskId, at: Date.now(), method: 'tools/call', name: tool };
    await storage.put('task', [record]).catch(() => {});
  }

  /** Those of one tool, newest first. */
  async list(tool: string): Promise<readonly RunningTask[]> {
    const { storage, server } = this.#keeping;
    const all = await storage.list('task', { server }).catch(() => []);
    return all.filter(({ name }) => name === tool).map(({ id, at }) => ({ taskId: id, tool, at }));
  }

  async forget(taskId: string): Promise<void> {
    this.#known.delete(taskId);
    const { storage, server } = this.#keeping;
    await storage.remove('task', [{ server, id: taskId }]).catch(() => {});
  }
}

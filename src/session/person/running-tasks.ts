import type { Task } from '../../protocol/model.js';
import type { Partition } from './partition.js';

/** A call that the server made a task of, and that had not ended when the server last reported on it. */
export interface RunningTask {
  /** Everybody who knows the id may be able to read the task. */
  readonly taskId: string;
  /** The tool that was called. */
  readonly tool: string;
  /** When the task was first reported, in epoch milliseconds. */
  readonly at: number;
}

const ENDED_STATUSES: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

/**
 * Tasks of one server that may still run after a reload. Follow them with `Tasks` of `mcp-embed/tasks`. Never throws.
 */
export class RunningTasks {
  readonly #partition: Partition;
  readonly #known = new Set<string>();

  /** @param partition where to store; it changes with the identity */
  constructor(partition: Partition) {
    this.#partition = partition;
  }

  /** For a call’s `onTask`: stores a task when it is first reported, and removes it when it has ended. */
  async note(tool: string, { taskId, status }: Pick<Task, 'taskId' | 'status'>): Promise<void> {
    if (ENDED_STATUSES.has(status)) return this.forget(taskId);
    if (this.#known.has(taskId)) return;
    this.#known.add(taskId);
    const { storage, server } = this.#partition.resolvePlace();
    const record = { server, id: taskId, at: Date.now(), method: 'tools/call', name: tool };
    await storage.put('task', [record]).catch(() => {});
  }

  /** The tasks of one tool, newest first. */
  async list(tool: string): Promise<readonly RunningTask[]> {
    const { storage, server } = this.#partition.resolvePlace();
    const all = await storage.list('task', { server }).catch(() => []);
    return all.filter(({ name }) => name === tool).map(({ id, at }) => ({ taskId: id, tool, at }));
  }

  async forget(taskId: string): Promise<void> {
    this.#known.delete(taskId);
    const { storage, server } = this.#partition.resolvePlace();
    await storage.remove('task', [{ server, id: taskId }]).catch(() => {});
  }
}

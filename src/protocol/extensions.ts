import type { ServerCapabilities, ServerProfile } from './model.js';

/**
 * Calls that go on at the server after they were answered.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 */
export const TASKS: string = 'io.modelcontextprotocol/tasks';

/** Whether a server said that it keeps tasks, in one of the two forms there are. */
export function keepsTasks({ tasks, extensions }: ServerCapabilities): boolean {
  return tasks !== undefined || extensions?.[TASKS] !== undefined;
}

/** Which of the two forms a server means: that of the extension, or the one that a revision had built in. */
export function hasTasksAsExtension({ era }: Pick<ServerProfile, 'era'>): boolean {
  return era === 'modern';
}

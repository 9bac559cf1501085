import { McpError } from '../errors.js';
import { asObject } from '../protocol/check/object.js';
import type { Tool } from '../protocol/model.js';
import type { Requester } from './requester.js';

/**
 * Refuses a tool that its server runs as a task only, where the caller would have to ask for one: this client follows
 * such tasks, and makes none. In later revisions the server makes them by itself, and no tool is refused.
 * @throws McpError `unsupported-method`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export async function refuseTaskOnly({ name, execution }: Tool, requester: Requester): Promise<void> {
  if (execution?.taskSupport !== 'required') return;
  const { tasks } = await requester.capabilities();
  // Where the server makes no tasks of calls, what it says of its tools about them counts for nothing.
  if (!asObject(asObject(tasks?.['requests'])?.['tools'])?.['call']) return;
  throw new McpError('unsupported-method', `The tool ${name} runs as a task only, and this client starts none here.`, {
    remedy:
      'Use another tool, or a server of a newer revision: there the server itself makes a task where it needs one.',
  });
}

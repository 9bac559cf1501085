import type { Tool, ToolResult } from '../protocol/model.js';
import type { Requester } from './requester.js';
import { refuseTaskOnly } from './task-only.js';

/**
 * A call of a tool that promises something of its results, or demands something of its callers.
 * @throws McpError `unsupported-method` for one that runs as a task only; whatever `call` throws
 */
export async function demandingCall(
  tool: Tool,
  requester: Requester,
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  await refuseTaskOnly(tool, requester);
  const result = await call();
  if (tool.outputSchema === undefined || result.isError) return result;
  // A result is never lost for want of a check.
  return import('./output/check-output.js').then(
    ({ checkOutput }) => checkOutput(result, tool),
    () => result,
  );
}

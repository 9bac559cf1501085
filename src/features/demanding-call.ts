import { asMcpError } from '../errors.js';
import type { Tool, ToolResult } from '../protocol/model.js';
import { loadSchemaEngine } from '../util/json-schema/load-engine.js';
import { checkOutput } from './output/check-output.js';
import { WAIT_FOR_CHECK_MS } from './output/limits.js';
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
  const isPromised = tool.outputSchema !== undefined;
  // It loads while the server works.
  if (isPromised) loadSchemaEngine().catch(() => {});
  const result = await call();
  if (!isPromised || result.isError) return result;
  // A result is never lost for want of a check, and does not wait long for what makes it.
  try {
    return checkOutput(result, tool, await loadSchemaEngine(WAIT_FOR_CHECK_MS));
  } catch (error) {
    return unchecked(result, error);
  }
}

function unchecked(result: ToolResult, error: unknown): ToolResult {
  const { message, remedy = '' } = asMcpError(error, 'internal');
  const issue = `Could not be checked against the tool’s own output schema. ${message} ${remedy}`.trim();
  return { ...result, outputIssues: [issue] };
}

import { asMcpError, McpError, type ProtocolError } from '../errors.js';
import { offersTaskCalls } from '../protocol/capabilities.js';
import { readToolResult } from '../protocol/decode/content.js';
import type { JsonObject, Tool, ToolResult } from '../protocol/model.js';
import { headerMismatch } from '../protocol/revisions.js';
import type { CatalogCache } from './caching.js';
import { itemsOf } from './list-state.js';
import { Catalog, toolsKind } from './lists.js';
import { checkOutput, loadValidator, OUTPUT_CHECK_WAIT_MS } from './output-validation.js';
import type { CallOptions, Requester } from './requester.js';
import { errorText } from './error-texts.js';

/**
 * Refuses a tool that its server runs as a task only, where the caller would have to ask for one: this client follows
 * such tasks, and makes none. In later revisions the server makes them by itself, and no tool is refused.
 * @throws McpError `unsupported-method`
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export async function refuseTaskOnly({ name, execution }: Tool, requester: Requester): Promise<void> {
  if (execution?.taskSupport !== 'required') return;
  if (!offersTaskCalls(await requester.capabilities())) return;
  throw new McpError('unsupported-method', errorText('session.taskOnly', { tool: name }), {
    remedy: errorText('session.useOtherTool'),
  });
}

/**
 * A call of a tool that promises something of its results, or demands something of its callers.
 * @throws McpError `unsupported-method` for one that runs as a task only; whatever `call` throws
 */
async function demandingCall(tool: Tool, requester: Requester, call: () => Promise<ToolResult>): Promise<ToolResult> {
  await refuseTaskOnly(tool, requester);
  const isPromised = tool.outputSchema !== undefined;
  // It loads while the server works.
  if (isPromised) loadValidator().catch(() => {});
  const result = await call();
  if (!isPromised || result.isError) return result;
  // A result is never lost for want of a check, and does not wait long for what makes it.
  try {
    return checkOutput(result, tool, await loadValidator(OUTPUT_CHECK_WAIT_MS));
  } catch (error) {
    return unchecked(result, error);
  }
}

function unchecked(result: ToolResult, error: unknown): ToolResult {
  const { message, remedy = '' } = asMcpError(error, 'internal');
  const issue = `Could not be checked against the tool’s own output schema. ${message} ${remedy}`.trim();
  return { ...result, outputIssues: [issue] };
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools */
export class Tools extends Catalog<Tool> {
  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    super(toolsKind, requester, cache);
  }

  /**
   * Calls a tool. A result with `isError` is a result: the tool ran and says it failed.
   * @throws ProtocolError when the server refuses the call; McpError `timeout`, `cancelled`, `stream-ended`, `closed`;
   * `declined` when the page's rules or the person do not let it be made
   */
  call(name: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    const send = async (args: JsonObject, mayGoOn?: () => Promise<boolean>): Promise<ToolResult> => {
      const tool = itemsOf(this.state.get()).find((known) => known.name === name);
      const plain = async (): Promise<ToolResult> =>
        readToolResult(
          await this.requester.request(
            'tools/call',
            { name, arguments: args },
            { ...options, tool, ...(mayGoOn && { mayGoOn }) },
          ),
        );
      return tool?.outputSchema !== undefined || tool?.execution?.taskSupport === 'required'
        ? demandingCall(tool, this.requester, plain)
        : plain();
    };
    return this.requester.authorizeCall(name, args, options, (args, mayGoOn) =>
      send(args, mayGoOn).catch(async (error: Partial<ProtocolError>) => {
        // Refused unread: headers must repeat arguments by a schema that we never saw, or that changed since.
        if (error.rpcCode !== headerMismatch) throw error;
        await this.refresh();
        // Whoever let the call be made may have to see first what the tool is now.
        if (mayGoOn && !(await mayGoOn())) throw error;
        return send(args, mayGoOn);
      }),
    );
  }
}

import { asMcpError } from '../errors.js';
import { CallClock } from '../jsonrpc/call-clock.js';
import { offersTaskCalls } from '../protocol/capabilities.js';
import { readToolResult } from '../protocol/decode/content.js';
import type { JsonObject, Tool, ToolResult } from '../protocol/model.js';
import type { CatalogCache } from './caching.js';
import { itemsOf } from './list-state.js';
import { Catalog, toolsKind } from './lists.js';
import { loadValidator } from '../util/json-schema/load-validator.js';
import { checkOutput, OUTPUT_CHECK_WAIT_MS, uncheckedOutput } from './output-validation.js';
import type { CallOptions, Requester } from './requester.js';
import { isRefusedForHeaders } from './sending-again.js';

/**
 * Calls a tool that has an output schema, or runs as a task only. In later revisions the server decides what is a task.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
async function demandingCall(
  tool: Tool,
  requester: Requester,
  call: (asTask: boolean) => Promise<ToolResult>,
): Promise<ToolResult> {
  const asTask = needsTask(tool) && offersTaskCalls(await requester.capabilities());
  const isPromised = tool.outputSchema !== undefined;
  // Loads the validator while the server works.
  if (isPromised) loadValidator().catch(() => {});
  const result = await call(asTask);
  if (!isPromised || result.isError) return result;
  // A result is never lost because it cannot be validated, and waits only {@link OUTPUT_CHECK_WAIT_MS} for the
  // validator.
  try {
    return checkOutput(result, tool, await loadValidator(OUTPUT_CHECK_WAIT_MS));
  } catch (error) {
    return uncheckedOutput(result, asMcpError(error, 'internal'));
  }
}

function needsTask({ execution }: Tool): boolean {
  return execution?.taskSupport === 'required';
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools */
export class Tools extends Catalog<Tool> {
  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    super(toolsKind, requester, cache);
  }

  /**
   * Calls a tool. A result with `isError` is a normal result: the tool ran and reported a failure.
   * @throws ProtocolError when the server refuses the call; McpError `timeout`, `cancelled`, `stream-ended`, `closed`;
   * `declined` when the policy or the person does not allow the call
   */
  call(name: string, args: JsonObject = {}, given: CallOptions = {}): Promise<ToolResult> {
    const options = { ...given, clock: given.clock ?? new CallClock() };
    const send = async (args: JsonObject, mayResend?: () => Promise<boolean>): Promise<ToolResult> => {
      const tool = itemsOf(this.state.get()).find((known) => known.name === name);
      const call = async (asTask = false): Promise<ToolResult> =>
        readToolResult(
          await this.requester.request(
            'tools/call',
            { name, arguments: args },
            { ...options, tool, ...(asTask && { asTask }), ...(mayResend && { mayResend }) },
          ),
        );
      return tool && (tool.outputSchema !== undefined || needsTask(tool))
        ? demandingCall(tool, this.requester, call)
        : call();
    };
    return this.requester.authorizeCall(name, args, options, (args, mayResend) =>
      send(args, mayResend).catch(async (error: unknown) => {
        // The headers of a call repeat arguments, by a schema that is unknown here or has changed.
        if (!isRefusedForHeaders(error) || !(await this.requester.hasParamHeaders())) throw error;
        await this.refresh();
        // Whoever allowed the call may have to see the new definition first.
        if (mayResend && !(await mayResend())) throw error;
        return send(args, mayResend);
      }),
    );
  }
}

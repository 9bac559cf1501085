import { CallClock } from '../jsonrpc/call-clock.js';
import type { JsonObject, Tool, ToolResult } from '../protocol/model.js';
import type { CatalogCache } from './caching.js';
import { Catalog, toolsKind } from './lists.js';
import type { CallOptions, Requester } from './requester.js';
import { callTool } from './tool-call.js';

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
  async call(name: string, args: JsonObject = {}, options: CallOptions = {}): Promise<ToolResult> {
    return callTool(this, this.requester, { ...options, name, args, clock: options.clock ?? new CallClock() });
  }
}

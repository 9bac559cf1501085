import type { ProtocolError } from '../errors.js';
import { headerMismatch } from '../protocol/codes.js';
import { readToolResult } from '../protocol/check/tool-result.js';
import type { JsonObject, Tool, ToolResult } from '../protocol/model.js';
import { Catalog, type CatalogCache } from './catalog.js';
import { itemsOf } from './catalog-state.js';
import { toolsKind } from './catalogs.js';
import { demandingCall } from './demanding-call.js';
import type { CallOptions, Requester } from './requester.js';

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
    return this.requester.admit(name, args, options, (args, mayGoOn) =>
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

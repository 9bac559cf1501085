import type { JsonObject } from '../../src/index.js';

/** The person wants to run a tool. Prevented, nothing is sent: the page runs it, or does not. */
export class McpToolCallRequestEvent extends Event {
  /** The tool's name. */
  readonly name: string;
  /** What it would be called with, as the person saw it. */
  readonly arguments: JsonObject;

  constructor(name: string, args: JsonObject) {
    super('mcp-tool-call-request', { bubbles: true, composed: true, cancelable: true });
    this.name = name;
    this.arguments = args;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-call-request': McpToolCallRequestEvent;
  }
}

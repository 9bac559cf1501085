import type { JsonObject } from '../../src/index.js';

/** The person wants to do again what a transcript has. Prevented, the page does it, or does not. */
export class McpRunAgainEvent extends Event {
  /** The method that was asked: `tools/call`, `resources/read`. */
  readonly method: string;
  /** Its parameters, as they were sent; in the place of what was secret stands that it was. */
  readonly params: JsonObject;
  /** The tool, where one was called. */
  readonly tool: string | undefined;
  /** What it was called with. */
  readonly arguments: JsonObject | undefined;
  /** They want to change something first: the arguments go into the form of the tool. */
  readonly isEdit: boolean;

  constructor(method: string, params: JsonObject, isEdit: boolean) {
    super('mcp-run-again', { bubbles: true, composed: true, cancelable: true });
    const { name, arguments: args } = params;
    const isCall = method === 'tools/call' && typeof name === 'string';
    this.method = method;
    this.params = params;
    this.tool = isCall ? name : undefined;
    this.arguments = isCall ? ((args ?? {}) as JsonObject) : undefined;
    this.isEdit = isEdit;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-run-again': McpRunAgainEvent;
  }
}

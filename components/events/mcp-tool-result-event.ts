import type { JsonObject, ToolResult } from '../../src/index.js';

/** A tool answered. With `result.isError` it ran and says that it failed. */
export class McpToolResultEvent extends Event {
  /** The tool's name. */
  readonly name: string;
  /** What it was called with. */
  readonly arguments: JsonObject;
  readonly result: ToolResult;
  /** Milliseconds from the call to the answer. */
  readonly durationMs: number;

  constructor(name: string, args: JsonObject, result: ToolResult, durationMs: number) {
    super('mcp-tool-result', { bubbles: true, composed: true });
    this.name = name;
    this.arguments = args;
    this.result = result;
    this.durationMs = durationMs;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-result': McpToolResultEvent;
  }
}

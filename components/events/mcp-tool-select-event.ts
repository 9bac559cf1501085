import type { Tool } from '../../src/index.js';

/** The person chose a tool in a list. */
export class McpToolSelectEvent extends Event {
  readonly tool: Tool;

  constructor(tool: Tool) {
    super('mcp-tool-select', { bubbles: true, composed: true });
    this.tool = tool;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-select': McpToolSelectEvent;
  }
}

import type { McpError } from '../../src/index.js';

/** Something went wrong. The element shows it already; this is for pages that also want to know. */
export class McpErrorEvent extends Event {
  readonly error: McpError;

  constructor(error: McpError) {
    super('mcp-error', { bubbles: true, composed: true });
    this.error = error;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-error': McpErrorEvent;
  }
}

import type { JsonObject, StartedBy } from '../../src/index.js';

/** Somebody wants to run a tool. Prevented, nothing is sent: the page runs it, or does not. */
export class McpToolCallRequestEvent extends Event {
  /** The tool's name. */
  readonly name: string;
  /** What it would be called with, as the person saw it. */
  readonly arguments: JsonObject;
  /** A person by a button of an element here, a model, or an app. Of the page's own calls it is not told. */
  readonly startedBy: StartedBy;

  constructor(name: string, args: JsonObject, startedBy: StartedBy = 'person') {
    super('mcp-tool-call-request', { bubbles: true, composed: true, cancelable: true });
    this.name = name;
    this.arguments = args;
    this.startedBy = startedBy;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-tool-call-request': McpToolCallRequestEvent;
  }
}

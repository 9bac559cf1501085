/** The person wants to read a resource that a server named. Prevent it to show the resource somewhere else. */
export class McpResourceOpenRequestEvent extends Event {
  /** As the server gave it. */
  readonly uri: string;

  constructor(uri: string) {
    super('mcp-resource-open-request', { bubbles: true, composed: true, cancelable: true });
    this.uri = uri;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-resource-open-request': McpResourceOpenRequestEvent;
  }
}

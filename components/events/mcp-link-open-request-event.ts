/** The person wants to open a web address that came from a server. Prevent it to open it another way, or not at all. */
export class McpLinkOpenRequestEvent extends Event {
  /** Always `http:`, `https:` or `mailto:`. */
  readonly url: string;

  constructor(url: string) {
    super('mcp-link-open-request', { bubbles: true, composed: true, cancelable: true });
    this.url = url;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-link-open-request': McpLinkOpenRequestEvent;
  }
}

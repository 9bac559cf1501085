/**
 * The person wants to open an address of a server that is not on the web: `ui:`, `file:`, a scheme of some application. This
 * library never opens one. Prevent the event to say that the page did something with it; otherwise the person is told that
 * nothing happened.
 */
export class McpSchemeOpenRequestEvent extends Event {
  /** As the server wrote it: never http or https, never one that runs script. Hostile all the same. */
  readonly url: string;
  /** Without the colon, in lower case: `vscode`. */
  readonly scheme: string;

  constructor(url: string, scheme: string) {
    super('mcp-scheme-open-request', { bubbles: true, composed: true, cancelable: true });
    this.url = url;
    this.scheme = scheme;
  }
}

declare global {
  interface HTMLElementEventMap {
    'mcp-scheme-open-request': McpSchemeOpenRequestEvent;
  }
}

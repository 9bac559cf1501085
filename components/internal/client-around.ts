import type { McpClientElement } from '../client/client.js';

/** The client around an element, across shadow roots. */
export function clientAround(element: Element): McpClientElement | undefined {
  const client = element.closest('mcp-client');
  if (client) return client;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? clientAround(root.host) : undefined;
}

/** The part of a client that the elements in it use. */
interface ClientAround extends HTMLElement {
  readonly transcript: boolean;
  readonly messages: boolean;
  readonly serverReport: boolean;
  showCall(tool: string): void;
}

/** The event at a client once a changed search or arrangement of one of its lists is shown. */
export const LIST_CHANGE = 'mcp-list-change';

/** The client around an element, across shadow roots. */
export function clientAround(element: Element): ClientAround | undefined {
  const client = element.closest<ClientAround>('mcp-client');
  if (client) return client;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? clientAround(root.host) : undefined;
}

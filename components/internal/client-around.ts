/** What the elements inside a client need of it. */
interface ClientAround extends HTMLElement {
  readonly transcript: boolean;
  showCall(tool: string): void;
}

/** The event at a client when what is sought in a list of it, or how that list is arranged, has changed and is shown. */
export const LIST_CHANGE = 'mcp-list-change';

/** The client around an element, across shadow roots. */
export function clientAround(element: Element): ClientAround | undefined {
  const client = element.closest<ClientAround>('mcp-client');
  if (client) return client;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? clientAround(root.host) : undefined;
}

// The complete client with a list of tools and the form of one of them beside it.
import '../../components/define/mcp-client.ts';

const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Connects, and opens the form of a tool in the middle of the list. */
export async function mount(url, count) {
  const client = document.createElement('mcp-client');
  client.url = url;
  client.storage = 'none';
  document.body.append(client);
  const items = () => client.session?.tools.state.get().items ?? [];
  while (items().length < count) await new Promise((resolve) => setTimeout(resolve, 20));
  const tool = items()[Math.floor(count / 2)];
  const list = await find(client, 'mcp-tool-list');
  const { McpToolSelectEvent } = await import('../../components/events.ts');
  list.dispatchEvent(new McpToolSelectEvent(tool));
  await find(client, 'mcp-tool-form');
  await frames();
}

async function find(client, name) {
  for (;;) {
    const found = client.renderRoot.querySelector(name);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export async function focusTyped() {
  const form = document.querySelector('mcp-client').renderRoot.querySelector('mcp-tool-form');
  form.renderRoot.querySelector('mcp-schema-field').focusIssue('/query');
}

export function typedValue() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.value;
}

// The least that shows and runs tools with the official client: its documentation’s lines for a page, and bare DOM.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const page = document.querySelector('main');
const client = new Client({ name: 'page', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(new URLSearchParams(location.search).get('server'))));
const { tools } = await client.listTools();
for (const { name, inputSchema } of tools) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', () => show(name, Object.keys(inputSchema.properties ?? {})));
  page.append(button);
}

function show(name, [field]) {
  const input = document.createElement('input');
  const run = document.createElement('button');
  const result = document.createElement('pre');
  run.textContent = 'Run';
  run.addEventListener('click', async () => {
    const { content } = await client.callTool({ name, arguments: { [field]: input.value } });
    result.textContent = content[0].text;
  });
  page.replaceChildren(input, run, result);
}

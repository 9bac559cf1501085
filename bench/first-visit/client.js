// The official client: its documentation’s lines for a page.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { showTools } from './bare-page.js';

export async function start() {
  const client = new Client({ name: 'page', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(new URLSearchParams(location.search).get('server'))));
  const { tools } = await client.listTools();
  showTools(tools, (name, args) => client.callTool({ name, arguments: args }));
}

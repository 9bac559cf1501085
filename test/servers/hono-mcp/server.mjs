import { StreamableHTTPTransport } from '@hono/mcp';
import { serve } from '@hono/node-server';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Hono } from 'hono';
import { z } from 'zod';

const mcp = new McpServer({ name: 'hono-mcp', version: '1.0.0' });
mcp.registerTool(
  'add',
  { description: 'Adds two numbers', inputSchema: { a: z.number(), b: z.number() } },
  async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
);
mcp.registerResource('about', 'about://this', { mimeType: 'text/plain' }, async (uri) => ({
  contents: [{ uri: uri.href, text: 'A server in Hono.' }],
}));
mcp.registerResource('item', new ResourceTemplate('item://{id}', { list: undefined }), {}, async (uri, { id }) => ({
  contents: [{ uri: uri.href, text: `Item ${id}` }],
}));
mcp.registerPrompt('hello', { description: 'Says hello' }, () => ({
  messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }],
}));

const transport = new StreamableHTTPTransport();
const app = new Hono();
app.all('/mcp', async (context) => {
  if (!mcp.isConnected()) await mcp.connect(transport);
  return transport.handleRequest(context);
});
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });

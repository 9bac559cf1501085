import { serve } from '@hono/node-server';
import { ValibotJsonSchemaAdapter } from '@tmcp/adapter-valibot';
import { SseTransport } from '@tmcp/transport-sse';
import { McpServer } from 'tmcp';
import * as v from 'valibot';

const server = new McpServer(
  { name: 'tmcp', version: '1.0.0' },
  { adapter: new ValibotJsonSchemaAdapter(), capabilities: { tools: {}, prompts: {}, resources: {} } },
);
server.tool(
  {
    name: 'calculate',
    description: 'Calculates',
    schema: v.object({ operation: v.picklist(['add', 'subtract']), a: v.number(), b: v.number() }),
  },
  async ({ operation, a, b }) => ({
    content: [{ type: 'text', text: String(operation === 'add' ? a + b : a - b) }],
  }),
);
server.resource({ name: 'about', uri: 'about://this' }, async (uri) => ({
  contents: [{ uri, text: 'A server of tmcp.' }],
}));
server.prompt({ name: 'hello', description: 'Says hello' }, async () => ({
  messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }],
}));

const transport = new SseTransport(server);
serve({
  fetch: async (request) => (await transport.respond(request)) ?? new Response(undefined, { status: 404 }),
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
});

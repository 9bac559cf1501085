// An HTTP+SSE server as the SDK of its year was used: with the list and call handlers written by hand.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import express from 'express';

const tool = {
  name: 'add',
  description: 'Adds two numbers',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
};

function createServer() {
  const server = new Server(
    { name: 'old', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [tool] }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => ({
    content: [{ type: 'text', text: String(params.arguments.a + params.arguments.b) }],
  }));
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: [{ uri: 'memo://one', name: 'One memo', mimeType: 'text/plain' }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => ({
    contents: [{ uri: params.uri, mimeType: 'text/plain', text: 'A memo.' }],
  }));
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: [{ name: 'greet' }] }));
  server.setRequestHandler(GetPromptRequestSchema, async () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Greet me.' } }],
  }));
  return server;
}

const transports = new Map();
const app = express();
app.get('/sse', async (_request, response) => {
  const transport = new SSEServerTransport('/messages', response);
  transports.set(transport.sessionId, transport);
  response.on('close', () => transports.delete(transport.sessionId));
  await createServer().connect(transport);
});
app.post('/messages', async (request, response) => {
  const transport = transports.get(request.query.sessionId);
  if (transport) await transport.handlePostMessage(request, response);
  else response.status(400).send('There is no such session.');
});
app.listen(Number(process.env.PORT), '127.0.0.1');

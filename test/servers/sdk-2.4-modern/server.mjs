import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

function create() {
  const server = new McpServer({ name: 'greeter', version: '1.0.0' });
  server.registerTool(
    'greet',
    { description: 'Greets somebody', inputSchema: z.object({ name: z.string() }) },
    ({ name }) => ({ content: [{ type: 'text', text: `Hello, ${name}!` }] }),
  );
  return server;
}

createServer(toNodeHandler(createMcpHandler(create, { legacy: 'reject' }))).listen(
  Number(process.env.PORT),
  '127.0.0.1',
);

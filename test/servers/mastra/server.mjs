import { createServer } from 'node:http';
import { createTool } from '@mastra/core/tools';
import { MCPServer } from '@mastra/mcp';
import { z } from 'zod';

const server = new MCPServer({
  name: 'mastra',
  version: '1.0.0',
  tools: {
    add: createTool({
      id: 'add',
      description: 'Adds two numbers',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
      execute: async ({ a, b }) => ({ sum: a + b }),
    }),
  },
  resources: {
    listResources: async () => [{ uri: 'about://this', name: 'about', mimeType: 'text/plain' }],
    getResourceContent: async () => ({ text: 'A server of Mastra.' }),
  },
});
createServer((request, response) => {
  const url = new URL(request.url, `http://127.0.0.1:${process.env.PORT}`);
  void server.startHTTP({ url, httpPath: '/mcp', req: request, res: response });
}).listen(Number(process.env.PORT), '127.0.0.1');

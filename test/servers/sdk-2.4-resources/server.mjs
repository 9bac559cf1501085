import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';

function create() {
  const server = new McpServer({ name: 'library', version: '1.0.0' });
  const text = (uri, words) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: words }] });
  server.registerResource('opening hours', 'library://hours', { mimeType: 'text/plain' }, (uri) => text(uri, '9 to 5'));
  server.registerResource(
    'book',
    new ResourceTemplate('library://books/{title}', { list: undefined }),
    { mimeType: 'text/plain' },
    (uri, { title }) => text(uri, `A book: ${title}`),
  );
  server.registerPrompt(
    'review',
    { description: 'Reviews a book', argsSchema: z.object({ title: z.string() }) },
    ({ title }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Review ${title}.` } }] }),
  );
  server.registerTool(
    'borrow',
    {
      description: 'Lends a book',
      inputSchema: z.object({ title: z.string() }),
      outputSchema: z.object({ days: z.int() }),
    },
    ({ title }) => ({ content: [{ type: 'text', text: `${title}: 28 days` }], structuredContent: { days: 28 } }),
  );
  return server;
}

createServer(toNodeHandler(createMcpHandler(create))).listen(Number(process.env.PORT), '127.0.0.1');

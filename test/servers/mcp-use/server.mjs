import { MCPServer } from 'mcp-use';
import { z } from 'zod';

const server = new MCPServer({ name: 'mcp-use', version: '1.0.0' });
server.tool(
  { name: 'greet', description: 'Greets somebody', inputSchema: z.object({ name: z.string() }) },
  async ({ name }) => ({ content: [{ type: 'text', text: `Hello, ${name}!` }] }),
);
await server.listen(Number(process.env.PORT));

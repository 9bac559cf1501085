import { MCPServer } from 'mcp-framework';

const server = new MCPServer({
  name: 'mcp-framework',
  version: '1.0.0',
  basePath: import.meta.dirname,
  transport: {
    type: 'http-stream',
    options: { port: Number(process.env.PORT), cors: { allowOrigin: '*' } },
  },
});
await server.start();

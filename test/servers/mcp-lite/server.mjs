import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { McpServer, StreamableHttpTransport } from 'mcp-lite';
import { z } from 'zod';

const mcp = new McpServer({ name: 'mcp-lite', version: '1.0.0', schemaAdapter: (schema) => z.toJSONSchema(schema) });
mcp.tool('getWeather', {
  description: 'Tells the weather of a place',
  inputSchema: z.object({ location: z.string() }),
  outputSchema: z.object({ temperature: z.number() }),
  handler: ({ location }) => ({
    content: [{ type: 'text', text: `Weather in ${location}: 22 °C` }],
    structuredContent: { temperature: 22 },
  }),
});

const handle = new StreamableHttpTransport().bind(mcp);
const app = new Hono();
app.all('/mcp', (context) => handle(context.req.raw));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });

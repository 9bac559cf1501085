import { serve } from '@hono/node-server';
import { createMcpHandler } from 'mcp-handler';
import { z } from 'zod';

const handler = createMcpHandler((server) => {
  server.registerTool(
    'roll_dice',
    { title: 'Roll Dice', description: 'Rolls a die', inputSchema: z.object({ sides: z.number().int().min(2) }) },
    async ({ sides }) => ({
      content: [{ type: 'text', text: `You rolled ${1 + Math.floor(Math.random() * sides)}.` }],
    }),
  );
  server.registerPrompt('luck', { description: 'Asks for luck' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Wish me luck.' } }],
  }));
});
serve({ fetch: handler, port: Number(process.env.PORT), hostname: '127.0.0.1' });

import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

function create() {
  const server = new McpServer({ name: 'countdown', version: '1.0.0' }, { capabilities: { logging: {} } });
  server.registerTool(
    'countdown',
    { description: 'Counts down', inputSchema: z.object({ from: z.int().max(10) }) },
    async ({ from }, context) => {
      const progressToken = context.mcpReq._meta?.progressToken;
      for (let step = 1; step <= from; step++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (progressToken !== undefined)
          await context.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress: step, total: from },
          });
        await context.mcpReq.log('info', `${from - step} left`);
      }
      return { content: [{ type: 'text', text: 'Lift-off.' }] };
    },
  );
  return server;
}

createServer(toNodeHandler(createMcpHandler(create))).listen(Number(process.env.PORT), '127.0.0.1');

import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { z } from 'zod';

const guest = z.object({ name: z.string().describe('Your name') });

function create() {
  const server = new McpServer({ name: 'guests', version: '1.0.0' });
  server.registerTool('register', { description: 'Asks who you are', inputSchema: z.object({}) }, (_, context) => {
    const reply = inputResponse(context.mcpReq.inputResponses, 'guest');
    if (reply.kind === 'elicit')
      return { content: [{ type: 'text', text: `${reply.action}: ${reply.content?.name}` }] };
    return inputRequired({
      inputRequests: { guest: inputRequired.elicit({ message: 'Who are you?', requestedSchema: guest }) },
    });
  });
  return server;
}

createServer(toNodeHandler(createMcpHandler(create))).listen(Number(process.env.PORT), '127.0.0.1');

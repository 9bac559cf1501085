import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { z } from 'zod';

function create() {
  const server = new McpServer({ name: 'summaries', version: '1.0.0' });
  server.registerTool(
    'summarize',
    { description: 'Has a text summarized by your model', inputSchema: z.object({ text: z.string() }) },
    ({ text }, context) => {
      const reply = inputResponse(context.mcpReq.inputResponses, 'summary');
      if (reply.kind === 'sampling')
        return {
          content: [
            {
              type: 'text',
              text: [reply.result.content]
                .flat()
                .map((block) => block.text)
                .join(' '),
            },
          ],
        };
      return inputRequired({
        inputRequests: {
          summary: inputRequired.createMessage({
            messages: [{ role: 'user', content: { type: 'text', text } }],
            maxTokens: 100,
          }),
        },
      });
    },
  );
  return server;
}

createServer(toNodeHandler(createMcpHandler(create))).listen(Number(process.env.PORT), '127.0.0.1');

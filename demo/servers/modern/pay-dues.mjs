// A tool that needs the person somewhere else first: on a page where they pay, out of sight of the client.
import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { z } from 'zod';

const text = (words) => ({ content: [{ type: 'text', text: words }] });

export function registerPayDues(server) {
  server.registerTool(
    'pay-dues',
    {
      title: 'Pay harbour dues',
      description: 'Asks you to visit a page outside of this client (elicitation in URL mode).',
      inputSchema: z.object({ berth: z.int().min(1).max(40).default(7).describe('The berth you lie at') }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    },
    ({ berth }, context) => {
      const reply = inputResponse(context.mcpReq.inputResponses, 'payment');
      // It means that the page was opened, not that the payment was made. A real server would ask its cashier now.
      if (reply.kind === 'elicit')
        return text(reply.action === 'accept' ? `Dues for berth ${berth} are settled.` : `Not paid: ${reply.action}.`);
      return inputRequired({
        inputRequests: {
          payment: inputRequired.elicitUrl({
            message: `Pay the dues for berth ${berth} at the harbour office. Nothing is charged: this is a demo.`,
            url: `https://example.com/harbour/dues?berth=${berth}`,
          }),
        },
      });
    },
  );
}

// A resource that changes, and a tool that changes it: subscribers get a notification, and the change is logged.
import { z } from 'zod';

export const TIDE = 'harbour://tide';
let high = true;

/** Notifies the subscribers; the server that holds them sets `notify`. */
export const followers = { notify: undefined };

export function registerTide(server) {
  server.registerResource(
    'tide',
    TIDE,
    { title: 'The tide', description: 'Changes when somebody turns it.', mimeType: 'text/plain' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: high ? 'High water.' : 'Low water.' }] }),
  );

  server.registerTool(
    'turn-the-tide',
    {
      title: 'Turn the tide',
      description: 'Changes the resource harbour://tide, tells those who follow it, and writes to the log.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    async (_, context) => {
      high = !high;
      await context.mcpReq.log('info', `The tide turns: ${high ? 'high' : 'low'} water.`, 'harbour');
      await context.mcpReq.log('debug', { high }, 'harbour');
      followers.notify?.resourceUpdated(TIDE);
      return { content: [{ type: 'text', text: high ? 'High water.' : 'Low water.' }] };
    },
  );
}

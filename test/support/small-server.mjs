// A small real server that runs anywhere, also in a worker: made with the official SDK, in both eras.
import { McpServer, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const text = (words) => ({ content: [{ type: 'text', text: words }] });

function createServer() {
  const server = new McpServer({ name: 'small', version: '1.0.0' });
  server.registerTool('echo', { inputSchema: z.object({ message: z.string() }) }, ({ message }) =>
    text(`Echo: ${message}`),
  );
  server.registerTool(
    'slow',
    { inputSchema: z.object({ steps: z.number() }) },
    async ({ steps }, { mcpReq: { signal, notify, _meta } }) => {
      for (let step = 1; step <= steps && !signal.aborted; step++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (_meta?.progressToken === undefined) continue;
        await notify({
          method: 'notifications/progress',
          params: { progressToken: _meta.progressToken, progress: step, total: steps },
        });
      }
      cancelled += signal.aborted ? 1 : 0;
      return text('done');
    },
  );
  let cancelled = 0;
  server.registerTool('how-many-cancelled', { inputSchema: z.object({}) }, () => text(String(cancelled)));
  server.registerTool('ask-name', { inputSchema: z.object({}) }, (_, context) => {
    const reply = inputResponse(context.mcpReq.inputResponses, 'name');
    if (reply.kind === 'elicit') return text(`Hello, ${JSON.stringify(reply.content?.name)}`);
    const requestedSchema = z.object({ name: z.string() });
    return inputRequired({ inputRequests: { name: inputRequired.elicit({ message: 'Who?', requestedSchema }) } });
  });
  server.registerResource('notice', 'small://notice', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'Mind the step.' }],
  }));
  return server;
}

/**
 * Serves whoever is at the other end of a channel.
 * @param {{ send(message: object): void, onMessage(receive: (message: object) => void): void }} channel
 * @param {'serve' | 'reject'} legacy whether the older era is spoken too
 */
export function serveOn(channel, legacy = 'serve') {
  const transport = {
    async start() {
      channel.onMessage((message) => transport.onmessage?.(message));
    },
    async send(message) {
      channel.send(message);
    },
    async close() {
      transport.onclose?.();
    },
  };
  return serveStdio(createServer, { transport, legacy });
}

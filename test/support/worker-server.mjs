// The small server in a worker. It serves on the worker itself.
import { serveOn } from './small-server.mjs';

serveOn({
  send: (message) => postMessage(message),
  onMessage: (receive) =>
    addEventListener('message', async ({ data }) => {
      // Held against the official schemas, as everything that a test sends. First, so that none is missed at the end.
      await fetch('/__heard__', { method: 'POST', body: JSON.stringify(data) });
      receive(data);
    }),
});

// The small server in a worker. It serves on the worker itself.
import { serveOn } from './small-server.mjs';

serveOn({
  send: (message) => postMessage(message),
  onMessage: (receive) => addEventListener('message', ({ data }) => receive(data)),
});

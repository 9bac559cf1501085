import { McpError } from '../errors.js';
import type { Channel } from './channel.js';

/** Where messages are posted to and come from: a port, or a worker itself. */
export type Postable = MessagePort | Worker;

/**
 * A server in a worker, a frame or another window. Messages travel as objects, or as JSON text if that is what comes.
 * The port belongs to the session from then on: nobody else may listen to it.
 */
export function postableChannel(target: Postable): Channel {
  const life = new AbortController();
  const { signal } = life;
  return {
    // A port has one other end, so there is no origin to name; the options say that nothing is handed over.
    send: (message) => target.postMessage(message, {}),
    async open(receive, end) {
      target.addEventListener('message', (event) => receive((event as MessageEvent).data), { signal });
      const broken = (what: string): McpError =>
        new McpError('stream-ended', `The server in this page ${what}.`, {
          remedy: 'Start it again and connect anew.',
        });
      target.addEventListener('messageerror', () => end(broken('sent something that cannot be read')), { signal });
      // A worker that fails says so here; a port is only ever silent.
      target.addEventListener('error', () => end(broken('failed')), { signal });
      target.addEventListener('close', () => end(broken('closed its port')), { signal });
      if ('start' in target) target.start();
    },
    close() {
      life.abort();
      // The worker is the page's own: it may serve others, or be asked again.
      if ('close' in target) target.close();
    },
  };
}

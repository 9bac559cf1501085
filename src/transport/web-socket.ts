import { McpError } from '../errors.js';
import type { Channel } from './channel.js';
import { tooLarge } from './limits.js';
import { MAX_MESSAGE_SIZE } from './read-body.js';

/** Name under which servers speak MCP on a socket. */
const SUBPROTOCOL = 'mcp';

/**
 * A server behind a WebSocket: one JSON text per message. A browser cannot send headers with it, so a page's own headers,
 * a token for one, do not travel here.
 */
export function webSocketChannel(url: string): Channel {
  const { host } = new URL(url);
  let socket: WebSocket | undefined;
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN)
        throw new McpError('stream-ended', `The connection to ${host} is closed.`, { remedy: 'Connect again.' });
      socket.send(JSON.stringify(message));
    },
    open: (receive, end) =>
      new Promise((resolve, reject) => {
        const refused = (cause?: unknown): McpError =>
          new McpError('network', `No connection to ${host}: it is not running there, or it refuses this page.`, {
            cause,
            remedy: 'Check the address and that the server speaks WebSocket.',
          });
        let opened: WebSocket;
        try {
          opened = socket = new WebSocket(url, SUBPROTOCOL);
        } catch (error) {
          // A blocked port, or an https page that would speak in the clear.
          return reject(refused(error));
        }
        opened.addEventListener('open', () => resolve());
        opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (typeof data === 'string' && data.length > MAX_MESSAGE_SIZE) end(tooLarge());
          else if (typeof data === 'string') receive(data);
        });
        opened.addEventListener('close', ({ code, wasClean }) => {
          const error = new McpError('stream-ended', `${host} closed the connection (${code}).`, {
            remedy: 'What was running may have been carried out. Connect again.',
          });
          end(error);
          // Before it opened, this is all a browser tells of why it did not.
          reject(wasClean ? error : refused());
        });
      }),
    close: () => socket?.close(),
  };
}

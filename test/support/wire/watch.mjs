// Stands before a real server, hands everything on as it is, and looks at every message on its way in.
import { request as requestTo } from 'node:http';
import { createServer } from '../http-server.mjs';

/**
 * @param {string} url of the real server's endpoint
 * @param {(message: unknown, request: import('node:http').IncomingMessage) => void} onMessage
 * @returns {Promise<{ url: string, stop(): void }>} the same endpoint, on an origin of its own
 */
export async function watch(url, onMessage) {
  const { hostname, port, pathname } = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path } = incoming;
    const onward = requestTo({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    onward.once('error', () => outgoing.destroy());
    // Who hangs up here hangs up there.
    outgoing.once('close', () => onward.destroy());
    const chunks = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.once('end', () => {
      if (method === 'POST') onMessage(readJson(Buffer.concat(chunks).toString('utf8')), incoming);
    });
    incoming.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${pathname}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

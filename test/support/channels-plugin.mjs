// WTR plugin: servers that are not reached over HTTP. `socketUrl` is the small server behind a WebSocket; the same server
// as a worker is at /__worker-server__.js.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { WebSocketServer } from 'ws';
import { serveOn } from './small-server.mjs';
import { theLedger } from './wire/the-ledger.mjs';

export function channelsPlugin() {
  let sockets;
  let worker;
  return {
    name: 'mcp-channels',
    async serverStart() {
      sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'mcp' });
      sockets.on('connection', serveSocket);
      await new Promise((resolve) => sockets.once('listening', resolve));
      worker = await bundleWorker();
    },
    serverStop() {
      for (const client of sockets?.clients ?? []) client.terminate();
      sockets?.close();
    },
    serve({ path }) {
      if (path === '/__worker-server__.js') return { body: worker, type: 'js' };
      if (path !== '/__channels__.js') return undefined;
      const url = `ws://127.0.0.1:${sockets.address().port}/`;
      return { body: `export const socketUrl = ${JSON.stringify(url)};`, type: 'js' };
    },
  };
}

/** What came without headers is in the revision that it names, or in the newest that has a handshake. */
const note = (message) => theLedger().note('real', message, { spoken: '2025-11-25' });

/** A worker is in the page, the official schemas are not: it says here what it heard. */
export async function noteWhatWorkersHeard(context, next) {
  if (context.path !== '/__heard__') return next();
  let body = '';
  for await (const chunk of context.req.setEncoding('utf8')) body += chunk;
  note(JSON.parse(body));
  context.status = 204;
}

function serveSocket(socket) {
  const server = serveOn({
    send: (message) => socket.send(JSON.stringify(message)),
    onMessage: (receive) =>
      socket.on('message', (data) => {
        const message = JSON.parse(data.toString());
        note(message);
        receive(message);
      }),
  });
  socket.once('close', () => void server.close());
}

/** The server and the SDK as one script for a worker. */
async function bundleWorker() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./worker-server.mjs', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['browser'],
    logLevel: 'silent',
  });
  return outputFiles[0].text;
}

// WTR plugin: servers that are not reached over HTTP. `socketUrl` is the small server behind a WebSocket; the same server
// as a worker is at /__worker-server__.js.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { WebSocketServer } from 'ws';
import { serveOn } from './small-server.mjs';

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

function serveSocket(socket) {
  const server = serveOn({
    send: (message) => socket.send(JSON.stringify(message)),
    onMessage: (receive) => socket.on('message', (data) => receive(JSON.parse(data.toString()))),
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

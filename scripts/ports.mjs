// Ports of this machine: finds a free one, and checks whether a server listens at one.
import net from 'node:net';

const HOST = '127.0.0.1';

/** A port that is free now. Another process may take it before it is used. */
export function freePort() {
  const server = net.createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** True if a server accepts connections there. */
export function listens(port, host = HOST) {
  return new Promise((resolve) => {
    const socket = net.connect(port, host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

// Serves a built application: its files, or the server that its framework brings.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { freePort, listens } from '../ports.mjs';

const HOST = '127.0.0.1';
/** Milliseconds for the server of a framework to listen. */
const LISTEN_MS = 60_000;
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * @param {import('./application.mjs').Application} application
 * @returns {Promise<{ address: string, words(): string, stop(): void }>} `words`: what its server wrote
 */
export function serve(application) {
  const { serve: how, base = '/' } = application.fixture;
  return 'static' in how
    ? serveFiles(path.join(application.folder, how.static), base)
    : serveCommand(application, how.command, base);
}

async function serveFiles(folder, base) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, `http://${HOST}`);
    // Browsers ask for it unasked, and report it missing as an error of the page.
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    const missing = () => response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.');
    if (!pathname.startsWith(base)) return missing();
    const file = path.join(folder, decodeURIComponent(pathname.slice(base.length)));
    if (path.relative(folder, file).startsWith('..')) return missing();
    return fileAt(file).then(({ body, type }) => response.writeHead(200, { 'content-type': type }).end(body), missing);
  });
  await new Promise((resolve) => server.listen(0, HOST, resolve));
  return {
    address: `http://${HOST}:${server.address().port}${base}`,
    words: () => '',
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function fileAt(file) {
  const found = (await stat(file)).isDirectory() ? path.join(file, 'index.html') : file;
  return { body: await readFile(found), type: TYPES[path.extname(found)] ?? 'application/octet-stream' };
}

async function serveCommand(application, command, base) {
  const port = await freePort();
  // A group of its own: a shell, its framework and their children end together.
  const child = spawn(command, {
    cwd: application.folder,
    env: { ...application.environment, PORT: String(port), HOST, NITRO_PORT: String(port), NITRO_HOST: HOST },
    shell: true,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  let ended;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (words = (words + chunk).slice(-6000)));
  child.once('close', (code) => (ended = `ended with code ${code}`));
  child.once('error', (error) => (ended = error.message));
  const stop = () => {
    process.off('exit', stop);
    try {
      if (process.platform === 'win32') child.kill();
      else process.kill(-Number(child.pid), 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  process.on('exit', stop);
  const until = Date.now() + LISTEN_MS;
  while (!(await listens(port))) {
    if (ended || Date.now() > until) {
      stop();
      throw new Error(`${command} ${ended ?? `did not listen within ${LISTEN_MS / 1000} s`}.\n${words}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { address: `http://${HOST}:${port}${base}`, words: () => words, stop };
}

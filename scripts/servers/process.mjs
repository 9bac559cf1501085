// A server of a set-up, or the command of this package before it, as a process that ends together with all that it started.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, listens } from '../ports.mjs';
import { kill, lastWordsOf } from './install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = path.join(root, 'dist/cli/mcp-embed.js');
const FREE_PORT = fileURLToPath(new URL('free-port.cjs', import.meta.url));
const HOST = '127.0.0.1';
/** Milliseconds for a server to listen. */
const LISTEN_MS = 90_000;
/** Milliseconds for a process to end by itself after a signal. The relay gives its servers 4 s. */
const END_MS = 6000;

/** @typedef {{ words(): string, stop(): Promise<void> }} Running `words`: what it wrote */

/**
 * Starts a server that listens.
 * @param {import('./setups.mjs').Setup} setup
 * @param {import('./install.mjs').Installed} installed
 * @param {Record<string, string>} values of placeholders
 * @returns {Promise<Running & { url: string }>} @throws with one sentence where it does not listen
 */
export async function startServer(setup, installed, values) {
  const port = await freePort();
  const fill = filler({ ...values, port, here: installed.here });
  const running = start(setup.start.map(fill), {
    cwd: installed.folder,
    env: { ...installed.environment, ...environmentOf(setup, fill), ...(setup.port && replacing(setup.port, port)) },
  });
  const until = Date.now() + LISTEN_MS;
  while (!(await listensLocally(port))) {
    const ended = running.ended();
    if (ended || Date.now() > until) {
      await running.stop();
      throw new Error(
        `The server ${ended ?? `did not listen within ${LISTEN_MS / 1000} s`}: ${lastWordsOf(running.words())}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { ...running, url: fill(setup.url) };
}

/** The page sends each request to the relay of the command, which asks the server at an address. */
export const startRelay = (url, origin) => startCommand(['--relay', 'always', url], origin);

/** The relay of the command starts the server of a set-up. */
export function startStdioRelay(setup, installed, values, origin) {
  const fill = filler({ ...values, here: installed.here });
  const variables = Object.entries({ PATH: installed.environment.PATH, ...environmentOf(setup, fill) });
  return startCommand(
    [
      ...variables.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      '--cwd',
      installed.folder,
      '--',
      ...setup.start.map(fill),
    ],
    origin,
  );
}

/** @returns {Promise<Running & { url: string, headers: Record<string, string> }>} */
async function startCommand(args, origin) {
  const port = await freePort();
  const line = [process.execPath, COMMAND, '--serve-only', '--port', String(port), '--allow-origin', origin, ...args];
  const running = start(line, { cwd: root, env: process.env });
  const until = Date.now() + LISTEN_MS;
  for (;;) {
    const words = running.words();
    const secret = /mcp-relay-secret: (\S+)/.exec(words)?.[1];
    const url = /: (http:\S+\/mcp)\b/.exec(words)?.[1];
    if (secret && url) return { ...running, url, headers: { 'mcp-relay-secret': secret } };
    if (running.ended() || Date.now() > until) {
      await running.stop();
      throw new Error(`The command of this package did not start: ${lastWordsOf(words)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const environmentOf = ({ environment = {} }, fill) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));

/** Fills in placeholders of a text. */
export const filler = (values) => (text) =>
  text.replace(/\{(port|here|files|browser)\}/g, (whole, name) =>
    values[name] === undefined ? whole : String(values[name]),
  );

/** Examples have their port in their code; a free one is taken instead (free-port.cjs). */
const replacing = (written, port) => ({
  NODE_OPTIONS: `--require ${JSON.stringify(FREE_PORT)}`,
  SETUP_PORT: `${written}:${port}`,
});

function start([command, ...args], options) {
  // A group of its own: a wrapper and its children end together.
  const child = spawn(command, args, {
    ...options,
    shell: process.platform === 'win32',
    detached: process.platform !== 'win32',
    // Some servers end when their input does.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let words = '';
  let ended;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (words = (words + chunk).slice(-20_000)));
  const end = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve((ended = `ended with ${signal ?? `code ${code}`}`)));
    child.once('error', (error) => resolve((ended = `could not be started (${error.message})`)));
  });
  const killNow = () => kill(child);
  process.on('exit', killNow);
  return {
    words: () => words,
    ended: () => ended,
    async stop() {
      if (!ended) {
        kill(child, 'SIGTERM');
        await Promise.race([end, new Promise((resolve) => setTimeout(resolve, END_MS))]);
      }
      // Also the processes that the server left behind in its group.
      killNow();
      process.off('exit', killNow);
    },
  };
}

/** On either loopback address: `localhost` is ::1 for some servers. */
async function listensLocally(port) {
  const results = await Promise.all([HOST, '::1'].map((host) => listens(port, host)));
  return results.includes(true);
}

// What the tests of the relay share: the relay itself, compiled once for each run, a client that speaks plain HTTP to it, and
// looks at processes.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'relay-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The file, for programs of their own. */
export const RELAY = path.join(folder, 'relay.mjs');
await build({
  entryPoints: {
    relay: path.join(root, 'cli/relay/index.ts'),
    events: path.join(root, 'cli/relay/event-stream.ts'),
    frames: path.join(root, 'cli/relay/stdio-frames.ts'),
    process: path.join(root, 'cli/relay/server-process.ts'),
    client: path.join(root, 'src/index.ts'),
  },
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  chunkNames: 'chunk-[hash]',
  platform: 'node',
  format: 'esm',
  // Packages of CommonJS ask for a `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  sourcemap: 'inline',
  logLevel: 'error',
});
const load = (name) => import(pathToFileURL(path.join(folder, `${name}.mjs`)).href);
export const {
  createCorsRelay,
  createSecret,
  createSignInRelay,
  createStdioRelay,
  ERROR_HEADER,
  guard,
  SECRET_HEADER,
  serve,
} = await load('relay');
export const { EventStream } = await load('events');
export const { frame, FrameReader } = await load('frames');
/** Our own client. */
export const { connect } = await load('client');
export const { serverEnvironment, taskkill } = await load('process');

export const fixture = (name) => path.join(root, 'test/relay/fixtures', name);
export const SESSIONS = '2025-11-25';
export const SESSIONLESS = '2026-07-28';

/** A server of a test listens on this machine until the test ends. */
export async function listenFor(t, server) {
  let connected = 0;
  server.on('connection', () => connected++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: server.address().port, connections: () => connected };
}

/** A stdio relay of a program of `fixtures`, on a port of its own. Everything ends with the test. */
export async function relayOf(t, script, { args = [], ...options } = {}) {
  const log = [];
  const relay = createStdioRelay({
    command: process.execPath,
    args: [script.includes('/') ? script : fixture(script), ...args],
    onLog: (line) => log.push(line),
    ...options,
  });
  const serving = await serve(() => relay.fetch);
  t.after(async () => {
    await relay.close();
    await serving.close();
  });
  return { ...serving, relay, log };
}

/** POSTs one message as a client of a revision with sessions. */
export function post(url, message, { session, signal, headers } = {}) {
  return fetch(url, {
    method: 'POST',
    signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': SESSIONS,
      ...(session && { 'mcp-session-id': session }),
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
}

/** The same of a revision without: what the body says is repeated in headers. */
export function postSessionless(url, { id = 1, method, params = {} }, { signal, headers } = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': SESSIONLESS,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  const name = params.name ?? params.uri;
  return post(
    url,
    { id, method, params: { ...params, _meta: { ...params._meta, ...meta } } },
    {
      signal,
      headers: {
        'mcp-protocol-version': SESSIONLESS,
        'mcp-method': method,
        ...(name && { 'mcp-name': name }),
        ...headers,
      },
    },
  );
}

/** Opens a session. @returns its id, and the answer */
export async function initialize(url, capabilities = {}) {
  const params = { protocolVersion: SESSIONS, capabilities, clientInfo: { name: 'test', version: '1' } };
  const response = await post(url, { id: 'init', method: 'initialize', params });
  const session = response.headers.get('mcp-session-id');
  const [answer] = await messages(response, 1);
  if (session) await post(url, { method: 'notifications/initialized' }, { session });
  return { response, session, answer };
}

/** The messages of an answer, JSON or stream: all, or the first ones, after which the client hangs up. */
export async function messages(response, count = Infinity) {
  if (response.headers.get('content-type') === 'application/json') return [await response.json()];
  return (await events(response, count)).map(({ message }) => message);
}

/** The same with the id of each event. */
export async function events(response, count = Infinity) {
  const found = [];
  for await (const event of eventsOf(response)) {
    if (event.message !== undefined) found.push(event);
    if (found.length >= count) break;
  }
  return found;
}

export async function* eventsOf(response) {
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const whole = text.split('\n\n');
    text = whole.pop();
    for (const block of whole) {
      const lines = block.split('\n');
      const data = lines.flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : [])).join('\n');
      const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
      yield { id, message: data ? JSON.parse(data) : undefined };
    }
  }
}

/** Sends bytes as they are, for what no HTTP client would send. They ask the server to close. @returns all that comes back */
export function raw(port, text) {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connectTo(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

/** True while the process runs; one that has ended and that nobody has collected yet does not. */
export function runs(pid) {
  try {
    return !/^\S+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Processes with that word in their command line. The word is one that no other test uses. */
export const processesWith = (word) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && runs(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word);
      } catch {
        return false;
      }
    });

/** Waits until it holds. @throws when it does not within the time */
export async function until(holds, ms = 10_000) {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${ms} ms: ${holds}`);
    await pause(20);
  }
}

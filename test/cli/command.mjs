// The command as a person runs it: the file of the package, in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const COMMAND = path.join(root, 'dist/cli/mcp-embed.js');
export const EVERYTHING = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
/** The program that the tests of the relay have for faults. */
export const FIXTURE = path.join(root, 'test/relay/fixtures/server.mjs');
const START_MS = 20_000;

/** Runs the command to its end. */
export async function run(args, options) {
  const child = start(args, options);
  const [code] = await once(child, 'close');
  return { code, out: child.out(), err: child.err() };
}

/**
 * Starts the command and waits until it serves. It ends with the test.
 * @param {{ env?: object, cwd?: string, opensPage?: boolean }} [options] by default it opens no page
 * @returns the address of the page, the secret in it, `ask(path, init)` with the secret, the servers as the page is told of
 *   them, and the process
 */
export async function launch(t, args, options) {
  const child = start(options?.opensPage ? args : ['--no-open', ...args], options);
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const deadline = Date.now() + START_MS;
  while (!/Ctrl\+C|mcp-relay-secret: \S+\n/.test(child.out())) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The command did not start.\n${child.out()}\n${child.err()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const page = /http:\S+#\S+/.exec(child.out())?.[0];
  const secret = page ? page.split('#')[1] : /mcp-relay-secret: (\S+)/.exec(child.out())[1];
  const { origin } = new URL(/http:\/\/\S+/.exec(child.out())[0]);
  const ask = (at, { headers, ...init } = {}) =>
    fetch(origin + at, { ...init, headers: { 'mcp-relay-secret': secret, ...headers } });
  const { servers } = await (await ask('/launch')).json();
  return { child, page, origin, secret, ask, servers, port: Number(new URL(origin).port) };
}

function start(args, { env, cwd = root } = {}) {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env: { ...process.env, ...env } });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  return Object.assign(child, { out: () => out, err: () => err });
}

/** A file that is there for one test. */
export function fileFor(t, name, content) {
  const folder = mkdtempSync(path.join(tmpdir(), 'command-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

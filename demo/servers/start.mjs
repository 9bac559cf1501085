// Starts the real MCP servers that the demo and the tests talk to.
import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const START_TIMEOUT_MS = 20_000;
const everything = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);
const loopback = new URL('../loopback.mjs', import.meta.url).href;

/** The servers. `revisionHint` names the revision for a visitor; the client finds it out by itself. */
const servers = [
  {
    id: 'everything',
    label: 'Everything (Streamable HTTP)',
    revisionHint: '2025-11-25',
    description: 'The reference server of the MCP project: a tool of every kind, resources, prompts, questions.',
    run: [everything, 'streamableHttp'],
    path: '/mcp',
  },
  {
    id: 'everything-sse',
    label: 'Everything (HTTP+SSE)',
    revisionHint: '2024-11-05 transport',
    description: 'The same server over the first, two-endpoint HTTP transport.',
    run: [everything, 'sse'],
    path: '/sse',
  },
  {
    id: 'modern',
    label: 'Harbour (2026-07-28)',
    revisionHint: '2026-07-28',
    description: 'A stateless server of the newest revision only: questions arrive as answers, nothing is remembered.',
    run: [fileURLToPath(new URL('./modern.mjs', import.meta.url))],
    path: '/mcp',
  },
];

/** For the demo only: tests bring their own. */
const withSignIn = {
  id: 'library',
  label: 'Library (sign in)',
  revisionHint: '2026-07-28',
  description: 'Wants you to sign in at its authorization server, and again when you change something.',
  run: [fileURLToPath(new URL('./library.mjs', import.meta.url))],
  path: '/mcp',
};

/**
 * Starts every server on a free port of 127.0.0.1 and resolves once all listen.
 * @param {{ signIn?: boolean, preload?: Record<string, string> }} [options] `signIn`: the one as well that people sign in
 *   at; `preload`: by the id of a server, the address of a module that it loads first
 * @returns {Promise<{ list: { id: string, label: string, url: string, revisionHint: string, description: string }[],
 *   url(id: string): string, stop(): void }>}
 */
export async function startServers({ signIn = false, preload = {} } = {}) {
  const children = [];
  const stop = () => {
    process.off('exit', stop);
    for (const child of children) child.kill();
  };
  process.on('exit', stop);
  try {
    const list = await Promise.all(
      [...servers, ...(signIn ? [withSignIn] : [])].map(async ({ run, path: endpoint, ...about }) => {
        const child = startChild(run, preload[about.id]);
        children.push(child);
        return { ...about, url: `http://127.0.0.1:${await portOf(child, about.label)}${endpoint}` };
      }),
    );
    return { list, url: (id) => list.find((server) => server.id === id).url, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

function startChild([script, ...args], preload) {
  return fork(script, args, {
    execArgv: ['--import', loopback, ...(preload ? ['--import', preload] : [])],
    // One of their tools shows the environment to every caller, so the environment has nothing else.
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function portOf(child, label) {
  let words = '';
  child.stderr.on('data', (chunk) => {
    words = (words + chunk).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    const fail = (what) => reject(new Error(`The MCP server "${label}" ${what}.\n${words}`));
    const timer = setTimeout(() => fail(`did not listen within ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS);
    child.once('error', (error) => fail(`did not start: ${error.message}`));
    child.once('exit', (code) => fail(`ended with code ${code}`));
    child.on('message', (message) => {
      if (typeof message?.listening !== 'number') return;
      clearTimeout(timer);
      resolve(message.listening);
    });
  });
}

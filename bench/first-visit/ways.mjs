// The ways to have a client in a page that are measured: ours in five, the official client, and use-mcp.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildIfStale } from '../../scripts/build.mjs';
import { buildApplication } from '../../scripts/visits/application.mjs';
import { press } from './visit.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** Not a dependency of this project: nothing else needs it, and it brings a second copy of the SDK. */
const USE_MCP = { 'use-mcp': '0.0.21', react: '19.3.1', 'react-dom': '19.3.1' };

const CLIENT = '<mcp-client id="client"></mcp-client>';
const WITH_URL = `document.querySelector('#client').setAttribute('url', new URLSearchParams(location.search).get('server'));`;

/**
 * A module of this folder where it stands, with what it imports beside itself. Its function is called, because bundlers
 * leave out a module of this package that is only imported: `sideEffects` in package.json.
 */
const starting = (name) =>
  `import { start } from ${JSON.stringify(path.join(root, 'bench/first-visit', name))}; await start();`;
const source = (name) => readFileSync(path.join(root, 'bench/first-visit', name), 'utf8');

/** A person with a mouse and a keyboard, who does each step as soon as they can. */
const runsEcho = (tool, field, button, run) => async (page, message) => {
  await press(page, tool, 'echo');
  await press(page, field);
  await page.keyboard.insertText(message);
  await press(page, button, run);
};

const WAYS = [
  {
    id: 'tag',
    name: 'mcp-embed, script tag',
    make: async () => ({
      folder: path.join(root, 'dist'),
      // As a page has it: the address stands in the tag. The server of this page is made anew for each run.
      html: (server) =>
        `<script type="module" src="mcp-embed.js"></script><mcp-client id="client" url="${server}"></mcp-client>`,
    }),
    ...asOurs(),
  },
  {
    id: 'vite',
    name: 'mcp-embed/define, Vite',
    make: () => buildApplication(root, { code: `import 'mcp-embed/define'; ${WITH_URL}`, html: CLIENT }),
    ...asOurs(),
  },
  {
    id: 'vite-one-file',
    name: 'the same, with what loads at once in one file (docs/frameworks.md)',
    make: () =>
      buildApplication(root, {
        code: `import 'mcp-embed/define'; ${WITH_URL}`,
        html: CLIENT,
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
      }),
    ...asOurs(),
  },
  {
    id: 'react',
    name: 'mcp-embed/define, Vite and React 19',
    make: () => buildApplication(root, { code: source('react.js'), html: '<div id="root"></div>' }),
    ...asOurs(),
  },
  {
    id: 'core',
    name: 'mcp-embed without elements, bare DOM',
    make: () => buildApplication(root, { code: starting('core.js'), html: '<main></main>' }),
    ...asBare(),
  },
  {
    id: 'client',
    name: '@modelcontextprotocol/client 2.4.0, bare DOM',
    make: () => buildApplication(root, { code: starting('client.js'), html: '<main></main>' }),
    ...asBare(),
  },
  {
    id: 'use-mcp',
    name: 'use-mcp 0.0.21, React, bare DOM',
    make: () => buildApplication(installUseMcp(), { code: source('use-mcp.js'), html: '<div id="root"></div>' }),
    ...asBare(),
  },
];

/** @param {readonly string[]} wanted ids; none for all of them */
export async function createWays(wanted) {
  await buildIfStale(wanted.length > 0 && wanted.every((id) => id.startsWith('tag')) ? 'bundles' : 'all');
  const list = [];
  const missing = [];
  for (const { id, name, make, ...way } of WAYS.filter((one) => wanted.length === 0 || wanted.includes(one.id)))
    try {
      const { loadersOf, ...files } = await make();
      list.push({ id, name, loadersOf, site: await serve(files), ...way });
    } catch (error) {
      // Only modules of other projects may be missing.
      if (id !== 'use-mcp') throw error;
      missing.push(`${name}: not measured, as it could not be installed or built (${String(error).split('\n')[0]}).`);
    }
  return { list, missing, stop: () => list.forEach(({ site }) => site.stop()) };
}

function asOurs() {
  return {
    listed: '[role="option"]',
    answeredIn: 'mcp-tool-result',
    act: runsEcho('[role="option"]', '#control', '[part~="submit-button"]', 'Run'),
  };
}

function asBare() {
  return { listed: 'button', act: runsEcho('button', 'input', 'button', 'Run') };
}

function installUseMcp() {
  const folder = path.join(root, 'node_modules/.cache/mcp-embed/use-mcp');
  if (existsSync(path.join(folder, 'node_modules/use-mcp/package.json'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'use-mcp-page', private: true, dependencies: USE_MCP }),
  );
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  return folder;
}

/** Serves a folder as a site does: compressed, by name only. */
async function serve({ folder, html }) {
  const ready = new Map();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://site');
    const file = pathname.slice(1);
    const type = TYPES[path.extname(file)];
    try {
      if (file === 'index.html' && html)
        ready.set(
          file,
          gzipSync(
            `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><body>${html(searchParams.get('server'))}`,
          ),
        );
      if (!ready.has(file)) ready.set(file, gzipSync(readFileSync(path.join(folder, file)), { level: 9 }));
    } catch {
      return response.writeHead(404).end();
    }
    return response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(ready.get(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    page: 'index.html',
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

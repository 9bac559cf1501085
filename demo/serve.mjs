// `npm run demo`: the demo pages, the script-tag files they load, and real MCP servers, all on this machine only.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildIfStale } from '../scripts/build.mjs';
import { startServers } from './servers/start.mjs';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 5173;
const PARENT_CHECK_MS = 1000;
const pages = fileURLToPath(new URL('.', import.meta.url));
const themes = fileURLToPath(new URL('../components/themes/', import.meta.url));
const dist = fileURLToPath(new URL('../dist/', import.meta.url));

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};
/** The policy of a careful site. Only `connect-src` is open: here a visitor may type any server's address. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src data: blob:',
  // A page from a server is shown in a frame without any permission.
  'frame-src blob:',
  'connect-src *',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html mcp-embed mcp-embed-lit',
].join('; ');

/** The first build of a fresh clone takes half a minute. */
const NOT_READY = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>The demo is being built</title>
<p role="status">The demo is being built. This page loads itself when it is ready.</p>
`;

const port = portFromEnvironment();
const http = createServer((request, response) => {
  handle(request, response).catch((error) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(error.message);
  });
});
await listen();
endWithParent();

let isReady = false;
const servers = start();
try {
  await servers;
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
isReady = true;
for (const { label, url } of (await servers).list) console.log(`  ${label.padEnd(30)} ${url}`);
console.log(`\nThe demo is at http://${HOST}:${http.address().port}/`);

async function start() {
  if (await buildIfStale('bundles')) console.log('Built the script-tag files.');
  const started = await startServers({ signIn: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      started.stop();
      process.exit(0);
    });
  }
  return started;
}

async function handle(request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return response.writeHead(405, { allow: 'GET, HEAD' }).end();
  const { pathname } = new URL(request.url, `http://${HOST}`);
  const send = (type, body) => {
    response.writeHead(200, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': CSP,
      'referrer-policy': 'no-referrer',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  if (pathname === '/servers.json') return send(TYPES['.json'], JSON.stringify((await servers).list));
  // Browsers ask for it unasked, and report it missing as an error of the page.
  if (pathname === '/favicon.ico') return response.writeHead(204).end();
  if (pathname === '/client-document.js') return send(TYPES['.js'], await clientDocumentModule());
  const file = fileOf(decodeURIComponent(pathname));
  if (file?.endsWith('.html') && !isReady) return send(TYPES['.html'], NOT_READY);
  if (file?.startsWith(dist)) await rebuild();
  try {
    if (file) return send(TYPES[path.extname(file)], await readFile(file));
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EISDIR') throw error;
  }
  return response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is no such page.\n');
}

/** The file for an address, or undefined: script-tag files come from dist, themes from their source, all else from this folder. */
function fileOf(pathname) {
  if (/^\/(mcp-embed[\w.-]*\.js(\.map)?|oauth-callback\.(html|js))$/.test(pathname)) return path.join(dist, pathname);
  if (/^\/themes\/[a-z-]+\.css$/.test(pathname)) return path.join(themes, pathname.slice('/themes/'.length));
  const file = path.join(pages, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  // `servers/` and everything else that Node runs is none of a visitor's business.
  return file.startsWith(pages) && path.extname(file) in TYPES ? file : undefined;
}

/** It is in no file of the script tag: only this page and the command make such a document. */
async function clientDocumentModule() {
  const source = fileURLToPath(new URL('../src/auth/client-document.ts', import.meta.url));
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, format: 'esm', write: false });
  return outputFiles[0].text;
}

/** Whoever edits a source and reloads sees the edit. */
let building;
function rebuild() {
  building ??= buildIfStale('bundles')
    .catch((error) => console.error(`${error.message}\nThe page gets the last build that worked.`))
    .finally(() => (building = undefined));
  return building;
}

function portFromEnvironment() {
  const given = process.env.PORT ?? String(DEFAULT_PORT);
  const number = Number(given);
  if (/^\d+$/.test(given) && number <= 65_535) return number;
  console.error(`PORT is "${given}": it must be a number from 0 to 65535.`);
  return process.exit(1);
}

function listen() {
  return new Promise((resolve) => {
    http.once('error', (error) => {
      if (error.code === 'EADDRINUSE') {
        console.error(`Port ${port} is taken. End what uses it, or choose another port: PORT=${port + 1} npm run demo`);
      } else console.error(`Cannot listen on port ${port}: ${error.message}`);
      process.exit(1);
    });
    http.listen(port, HOST, resolve);
  });
}

/** A killed npm notifies neither us nor the shell that it put in between. */
function endWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const line = ancestry();
  setInterval(() => {
    if (ancestry() !== line) process.exit(0);
  }, PARENT_CHECK_MS).unref();
}

/** Parent and, if the system reports it, grandparent. */
function ancestry() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8');
    return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`;
  } catch {
    return String(process.ppid);
  }
}

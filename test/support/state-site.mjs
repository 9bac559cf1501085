// A site with a page that has one client, from the files for script tags, and a server that can be slow, gone, and back.
// For tests that need real tabs and real reloads.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../../scripts/build.mjs';
import { createRawServer } from '../../bench/raw-server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>state</title>
<link rel="icon" href="data:,">
<style>body { margin: 0; block-size: 100vh } mcp-client { block-size: 100% }</style>
<body><script type="module" src="/page.js"></script><script type="module" src="/mcp-embed.js"></script></body></html>`;

/** @param dist the folder with the built script-tag files */
export async function createStateSite(dist = path.join(root, 'dist')) {
  await buildIfStale('bundles');
  const server = await createRawServer();
  const files = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://page');
    if (pathname === '/' || pathname === '/elsewhere')
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(pathname === '/' ? PAGE : '<!doctype html><title>elsewhere</title>elsewhere');
    if (!/^\/[\w.-]+\.js$/.test(pathname)) return response.writeHead(404).end();
    const file = pathname === '/page.js' ? path.join(root, 'test/support/state-page.js') : path.join(dist, pathname);
    // As a site keeps them: a visit again reads them from the browser’s cache.
    return response
      .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' })
      .end(readFileSync(file));
  });
  await new Promise((resolve) => files.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${files.address().port}`;
  return {
    origin,
    server,
    /** The page, for a server of ours. */
    page: ({ storage = 'local', server: at = server.url('legacy', '1000') } = {}) =>
      `${origin}/?${new URLSearchParams({ storage, server: at })}`,
    stop() {
      files.closeAllConnections();
      files.close();
      server.stop();
    },
  };
}

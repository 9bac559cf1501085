// Two origins that serve the built files in the ways in which sites and CDNs do, and the pages that a test writes.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { buildIfStale } from '../../scripts/build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { unpkg } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Milliseconds for anything to appear. */
export const PATIENCE = 15_000;

/** The policy of docs/host-pages.md, for a page that also has scripts of its own. */
export const strictPolicy = (url, scripts = "'self'", policies = 'lit-html mcp-embed mcp-embed-lit') =>
  `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src data: blob:; media-src blob:; frame-src blob:; connect-src ${new URL(url).origin}; require-trusted-types-for 'script'; trusted-types ${policies}`;

/** What an element says that is not registered. */
export const FALLBACK = 'The client shows here. It needs JavaScript and a browser of 2024 or later.';

const CORS = { 'access-control-allow-origin': '*' };
const SCRIPT = { 'content-type': 'text/javascript; charset=utf-8' };

/**
 * Routes of both origins:
 * - `/dist/…` the built files, with CORS; `/no-cors/…` the same without; `/late/…` after a pause
 * - `/single/…` a site to which only the first file was copied
 * - `/renamed/widget.js` the classic script by another name
 * - `/npm/mcp-embed` what a CDN answers to a bare name: the file that `unpkg` in package.json names
 * - `/npm/mcp-embed@0/…` which redirects to the exact version, `/npm/mcp-embed@0.2.0/…`
 * - `/page/…` a page of the test
 */
function answer(request, response, pages, asked) {
  const { pathname } = new URL(request.url, 'http://site');
  const [, way, ...rest] = pathname.split('/');
  asked.push(pathname);
  const file = (name, headers) => {
    try {
      const body = readFileSync(path.join(root, 'dist', name));
      response.writeHead(200, { ...(name.endsWith('.js') ? SCRIPT : {}), ...headers }).end(body);
    } catch {
      response.writeHead(404, CORS).end();
    }
  };
  const name = rest.join('/');
  switch (way) {
    case 'dist':
      return file(name, CORS);
    case 'no-cors':
      return file(name, {});
    case 'single':
      return /^mcp-embed(?:\.iife)?\.js$/.test(name) ? file(name, CORS) : response.writeHead(404, CORS).end();
    case 'renamed':
      return file('mcp-embed.iife.js', CORS);
    case 'npm':
      if (name === 'mcp-embed') return file(path.basename(unpkg), CORS);
      if (name.startsWith('mcp-embed@0/'))
        return response
          .writeHead(302, { ...CORS, location: pathname.replace('mcp-embed@0/', 'mcp-embed@0.2.0/') })
          .end();
      return file(name.replace('mcp-embed@0.2.0/dist/', ''), CORS);
    default: {
      const page = pages.get(pathname);
      if (!page) return response.writeHead(404, CORS).end();
      return response
        .writeHead(page.status ?? 200, {
          'content-type': page.type ?? 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          ...page.headers,
        })
        .end(typeof page.body === 'function' ? page.body() : page.body);
    }
  }
}

async function serve() {
  const pages = new Map();
  const asked = [];
  const server = createServer((request, response) => answer(request, response, pages, asked));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    pages,
    asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {import('playwright-core').LaunchOptions} [launch] */
export async function openTagSite({ args = [], ...launch } = {}) {
  await buildIfStale('bundles');
  const [servers, here, there, browser] = await Promise.all([
    startServers(),
    serve(),
    serve(),
    chromium.launch({ executablePath: await chromePath(), args: [...chromeArgs, ...args], ...launch }),
  ]);
  const server = servers.url('everything');
  let last = 0;
  return {
    servers,
    browser,
    here,
    there,
    server,
    client: `<mcp-client url="${server}" storage="none">${FALLBACK}</mcp-client>`,
    /** Adds a page. @returns its address */
    page(body, { at = here, name = `/page/${++last}`, ...more } = {}) {
      at.pages.set(name, { body, ...more });
      return at.origin + name;
    },
    /** Opens an address in a context of its own. `complaints` is what the page threw and wrote into the console. */
    async visit(address, options = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const complaints = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !/status of 4\d\d \(Bad Request/.test(message.text()))
          complaints.push(message.text());
      });
      await page.goto(address, { waitUntil: 'commit' });
      return { page, context, complaints };
    },
    async close() {
      await browser.close();
      servers.stop();
      here.stop();
      there.stop();
    },
  };
}

/** A page around what stands in its head and body. */
export const html = (head, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

/** Lists, chooses a tool, fills its form, runs it and reads the result: in a page or a frame. */
export async function runsTool(where) {
  await where.getByRole('option', { name: /get-sum/ }).click();
  await where.getByRole('textbox', { name: /^a\b/ }).fill('2');
  await where.getByRole('textbox', { name: /^b\b/ }).fill('3');
  await where.getByRole('button', { name: 'Run get-sum' }).click();
  await where.getByText('The sum of 2 and 3 is 5.').first().waitFor();
}

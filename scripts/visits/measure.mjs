// The wait of a visitor: a page with a client, in a real browser against a real server, until the list and a result are
// shown, and on until no request follows. Counted are the scripts of this library and its dependencies.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../browser.mjs';
import { phasesOf } from '../phases.mjs';
import { buildApplication } from './application.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds after the last request in which nothing more may be asked for. */
const QUIET_MS = 2000;
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const CLIENT = '<mcp-client id="client"></mcp-client>';
const CORE = `import { Session } from 'mcp-embed';
  const session = new Session(new URLSearchParams(location.search).get('server'));
  await session.connect();
  await session.tools.list();
  document.body.append('listed ');
  const { content } = await session.tools.call('get-sum', { a: 2, b: 3 });
  document.body.append(content[0].text);`;

/** Wants `dist` built. */
export async function measureVisits() {
  const [servers, browser] = await Promise.all([
    startServers(),
    chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
  ]);
  const url = servers.url('everything');
  const results = {};
  try {
    const folder = path.join(root, 'dist');
    const html = `<script type="module" src="mcp-embed.js"></script><mcp-client url="${url}"></mcp-client>`;
    const later = phasesOf(folder)
      .slice(2)
      .flatMap(({ files }) => files);
    results['script tag'] = await visit(browser, { folder, html, later }, url, asPerson);
    const core = await buildApplication(root, { code: CORE, html: CLIENT });
    results.core = await visit(browser, core, url, asProgram);
  } finally {
    await browser.close();
    servers.stop();
  }
  return results;
}

async function asPerson(page, note) {
  const tool = page.getByRole('option', { name: /get-sum/ });
  await tool.waitFor();
  note('list');
  await tool.click();
  const first = page.getByRole('textbox', { name: /^a\b/ });
  await first.waitFor();
  await first.fill('2');
  await page.getByRole('textbox', { name: /^b\b/ }).fill('3');
  await page.getByRole('button', { name: 'Run get-sum' }).click();
  await page.getByText('The sum of 2 and 3 is 5.').first().waitFor();
}

async function asProgram(page, note) {
  await page.getByText('listed').waitFor();
  note('list');
  await page.getByText('The sum of 2 and 3 is 5.').waitFor();
}

/** @param {{ folder: string, html: string, later?: string[] }} page `later` are the files that must not be needed for a list */
async function visit(browser, { folder, html, later = [] }, server, act) {
  const site = await serve(folder, html);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(holdWhatComesLater);
    let release;
    const isListed = new Promise((resolve) => (release = resolve));
    const isLater = ({ pathname }) => later.includes(path.basename(pathname));
    await page.route(isLater, async (route) => {
      await isListed;
      await route.continue();
    });
    await page.goto(`${site.address}/index.html?server=${encodeURIComponent(server)}`);
    const shown = {};
    await act(page, (what) => {
      shown[what] = site.count();
      release();
    });
    // A result needs code that may come a moment later: its element, and the storage.
    shown.result = await countWhenQuiet(page, site);
    await page.evaluate(() => globalThis.releaseWhatComesLater());
    return { ...shown, idle: await countWhenQuiet(page, site) };
  } finally {
    await context.close();
    site.close();
  }
}

async function countWhenQuiet(page, site) {
  for (let last = -1; last !== site.count().requests;) {
    last = site.count().requests;
    // oxlint-disable-next-line no-await-in-loop -- until nothing more comes
    await page.waitForTimeout(QUIET_MS);
  }
  return site.count();
}

/**
 * Runs in the page. Code that loads ahead waits for an idle callback or for a timer of a second or more. A slow machine runs these before
 * the list, a fast one after it. They are held until the result is shown, so that each moment counts the same files on any machine.
 */
function holdWhatComesLater() {
  const held = [];
  const { requestIdleCallback, setTimeout } = globalThis;
  globalThis.requestIdleCallback = (...args) => held.push(() => requestIdleCallback(...args));
  globalThis.setTimeout = (run, ms = 0, ...args) =>
    ms < 1000 ? setTimeout(run, ms, ...args) : -held.push(() => setTimeout(run, ms, ...args));
  globalThis.releaseWhatComesLater = () => {
    Object.assign(globalThis, { requestIdleCallback, setTimeout });
    for (const start of held) start();
  };
}

/** Serves a folder, and counts the scripts and styles that are asked for, and their bytes as gzip has them. */
async function serve(folder, html) {
  const asked = [];
  const server = createServer((request, response) => {
    const file = new URL(request.url, 'http://site').pathname.slice(1);
    const type = TYPES[path.extname(file)];
    let body;
    try {
      body = file === 'index.html' && html ? `<!doctype html><body>${html}` : readFileSync(path.join(folder, file));
    } catch {
      return response.writeHead(404).end();
    }
    if (type !== TYPES['.html']) asked.push(gzipSync(body, { level: 9 }).length);
    return response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = {
    address: `http://127.0.0.1:${server.address().port}`,
    count: () => ({
      requests: asked.length,
      bytes: asked.reduce((sum, one) => sum + one, 0),
    }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return site;
}

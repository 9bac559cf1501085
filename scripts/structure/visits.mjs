// What a visitor waits for: a page with a client, in a real browser against a real server, until the list, a form and a result
// are shown, and on until nothing is asked for any more. Counted are the scripts of this library and what it depends on.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../browser.mjs';

/** Visits of each page. What loads by itself some time later may come before or after: the most of them counts. */
const VISITS = 3;
/** Milliseconds after the last request in which nothing more may be asked for. */
const IDLE_MS = 2000;
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const CLIENT = '<mcp-client id="client"></mcp-client>';
const WITH_URL = `document.querySelector('#client').setAttribute('url', new URLSearchParams(location.search).get('server'));`;
const CORE = `import { Session } from 'mcp-embed';
  const session = new Session(new URLSearchParams(location.search).get('server'));
  await (session.connect ?? session.open).call(session);
  await (session.tools.list ?? session.tools.all).call(session.tools);
  document.body.append('listed ');
  const { content } = await session.tools.call('get-sum', { a: 2, b: 3 });
  document.body.append(content[0].text);`;

/** @param {string} folder a checkout whose `dist` is built */
export async function measureVisits(folder) {
  const [servers, browser] = await Promise.all([
    startServers(),
    chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
  ]);
  const url = servers.url('everything');
  const results = {};
  try {
    const page = `<script type="module" src="mcp-embed.js"></script>${CLIENT}<script type="module">${WITH_URL}</script>`;
    results['script tag'] = await visitOften(browser, { folder: path.join(folder, 'dist'), html: page }, url, asPerson);
    await withApplication(folder, `import 'mcp-embed/define'; ${WITH_URL}`, async (application) => {
      results['Vite, elements'] = await visitOften(browser, application, url, asPerson);
    });
    await withApplication(folder, CORE, async (application) => {
      results['Vite, core alone'] = await visitOften(browser, application, url, asProgram);
    });
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
  note('form');
  await first.fill('2');
  await page.getByRole('textbox', { name: /^b\b/ }).fill('3');
  await page.getByRole('button', { name: 'Run get-sum' }).click();
  await page.getByText('The sum of 2 and 3 is 5.').first().waitFor();
  note('result');
}

async function asProgram(page, note) {
  await page.getByText('listed').waitFor();
  note('list');
  await page.getByText('The sum of 2 and 3 is 5.').waitFor();
  note('result');
}

async function visitOften(...page) {
  const visits = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other, as they would disturb each other
  while (visits.length < VISITS) visits.push(await visit(...page));
  const most = (what, figure) => Math.max(...visits.map((one) => one[what][figure]));
  return Object.fromEntries(
    Object.keys(visits[0]).map((what) => [
      what,
      { requests: most(what, 'requests'), bytes: most(what, 'bytes'), hops: most(what, 'hops') },
    ]),
  );
}

async function visit(browser, { folder, html, loadersOf = () => [] }, server, act) {
  const site = await serve(folder, html);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await countHops(await context.newCDPSession(page), site, loadersOf);
    await page.goto(`${site.address}/index.html?server=${encodeURIComponent(server)}`);
    const shown = {};
    await act(page, (what) => (shown[what] = site.count()));
    for (let last = -1; last !== site.count().requests;) {
      last = site.count().requests;
      // oxlint-disable-next-line no-await-in-loop -- until nothing more comes
      await page.waitForTimeout(IDLE_MS);
    }
    return { ...shown, idle: site.count() };
  } finally {
    await context.close();
    site.close();
  }
}

/** An application as somebody builds it: the entries of the package, all else as Vite has it. */
async function withApplication(folder, code, use) {
  const source = mkdtempSync(path.join(folder, 'node_modules/.structure-'));
  try {
    writeFileSync(path.join(source, 'main.js'), code);
    writeFileSync(
      path.join(source, 'index.html'),
      `<!doctype html><body>${CLIENT}<script type="module" src="./main.js"></script>`,
    );
    const { name, exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const alias = Object.keys(exports)
      .filter((entry) => exports[entry].types && !entry.includes('*'))
      .map((entry) => ({
        find: new RegExp(`^${name}${entry.slice(1)}$`),
        replacement: path.join(folder, exports[entry].default),
      }));
    const out = path.join(source, 'out');
    const { output } = await build({
      root: source,
      base: './',
      configFile: false,
      logLevel: 'error',
      resolve: { alias },
      build: { outDir: out },
    });
    const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((one) => [one.fileName, one]));
    const closureOf = (file, seen = new Set()) => {
      if (!seen.has(file) && chunks.has(seen.add(file) && file))
        chunks.get(file).imports.forEach((one) => closureOf(one, seen));
      return seen;
    };
    /** The chunks that load this one late, alone or with others. */
    const loadersOf = (file) =>
      [...chunks.values()]
        .filter(({ dynamicImports }) => dynamicImports.some((one) => closureOf(one).has(file)))
        .map(({ fileName }) => fileName);
    await use({ folder: out, loadersOf });
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
}

/** How far a script is from the page: what asks for it had to come first. */
async function countHops(devtools, site, loadersOf) {
  const hops = new Map();
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const frames = [];
    for (let stack = initiator.stack; stack; stack = stack.parent) frames.push(...stack.callFrames);
    const known = [initiator.url, ...frames.map(({ url }) => url)].map((url) => hops.get(url) ?? 0);
    // What Vite preloads has nobody who asked for it.
    const loaders = loadersOf(new URL(request.url).pathname.slice(1)).flatMap(
      (file) => hops.get(`${site.address}/${file}`) ?? [],
    );
    const before = Math.max(...known, loaders.length > 0 ? Math.min(...loaders) : 0);
    if (!request.url.startsWith(site.address) || hops.has(request.url)) return;
    // The page itself is no script.
    hops.set(request.url, new URL(request.url).pathname.endsWith('.html') ? 0 : 1 + before);
    site.hops = Math.max(site.hops, hops.get(request.url));
  });
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
    hops: 0,
    count: () => ({
      requests: asked.length,
      bytes: asked.reduce((sum, one) => sum + one, 0),
      hops: site.hops,
    }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return site;
}

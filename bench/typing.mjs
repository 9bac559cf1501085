// `npm run bench:typing -- <commit>`: what one key costs in a client with 5,000 tools, in an argument and in the search: CPU time
// of the page's main thread per key, in real Chromium. This checkout and another commit in turns, and MCP Inspector in the
// same run, where npm can install it.
//   npm run bench:typing -- 07c7262
//   npm run bench:typing -- 07c7262 --no-inspector
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../scripts/browser.mjs';
import { buildOther } from './check-out.mjs';
import { createRawServer } from './raw-server.mjs';
import { markdownTable, measuredOn, table, writeSection } from './report.mjs';
import { intervalOf, medianOf } from './speed.mjs';
import { threadMs } from './subjects/page-subject.mjs';

const TOOLS = 5000;
const PAIRS = 15;
/** Typed at 12 keys a second, as a quick person does. Its last letters stand in one name only. */
const WORDS = 'number 4321';
const KEY_MS = 80;
/** Milliseconds in which a page does next to nothing before somebody types. */
const QUIET_MS = 1000;
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = path.join(root, 'node_modules/.cache/mcp-embed');

const [commit, ...rest] = process.argv.slice(2);
if (!/^[0-9a-f]{7,40}$/.test(commit ?? '')) throw new Error('Say which commit: npm run bench:typing -- 07c7262');
const started = Date.now();
const mcp = await createRawServer();
const folders = { now: path.join(root, 'dist'), before: path.join(buildOther(commit), 'dist') };
const site = await serve(folders);
const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
const costs = { now: [], before: [], inspector: [] };
for (let pair = 0; pair < PAIRS; pair++)
  for (const which of pair % 2 === 0 ? ['before', 'now'] : ['now', 'before'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    costs[which].push(await measureOurs(which));
if (!rest.includes('--no-inspector')) costs.inspector = await measureInspector().catch(leftOut);
const version = browser.version();
await browser.close();
site.close();
mcp.stop();

const columns = ['argument', 'search'];
const ms = (which, column) =>
  costs[which].length === 0 ? '–' : `${medianOf(costs[which].map((one) => one[column])).toFixed(1)} ms`;
const ratios = (column) => costs.now.map((one, at) => one[column] / costs.before[at][column]);
// Once: it draws at random, and the table and the end of the command must say the same.
const intervals = Object.fromEntries(columns.map((column) => [column, intervalOf(ratios(column))]));
const isSlower = (column) => intervals[column].low > 1;
const cells = [
  ['CPU time for one key', 'this', commit, 'this over it, median of the pairs', '95 % interval', '', 'Inspector 2.12'],
  ...columns.map((column) => [
    `in ${column === 'search' ? 'the search' : 'an argument'}`,
    ms('now', column),
    ms('before', column),
    `×${medianOf(ratios(column)).toFixed(2)}`,
    `×${intervals[column].low.toFixed(2)} to ×${intervals[column].high.toFixed(2)}`,
    isSlower(column) ? 'slower' : '',
    ms('inspector', column),
  ]),
];
console.log(`\n${table(cells)}`);
await writeSection(
  'bench.md',
  'Typing',
  [
    `Written by \`npm run bench:typing -- ${commit}\` (${measuredOn(version)}); do not edit. ${TOOLS} tools, ${WORDS.length} keys, ${PAIRS} pairs in turns; a row is slower where the lower end of the interval is over 1.`,
    markdownTable(cells),
  ].join('\n\n'),
);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
process.exit(columns.some(isSlower) ? 1 : 0);

async function serve(named) {
  const server = createServer(async (request, response) => {
    const [, which, ...file] = new URL(request.url, 'http://localhost').pathname.split('/');
    if (file.join('/') === 'page')
      return response.writeHead(200, { 'content-type': 'text/html' }).end(
        `<!doctype html><meta charset=utf-8><title>typing</title><style>mcp-client{display:block;height:90vh}</style>
        <script type=module src="/${which}/mcp-embed.js"></script>
        <mcp-client url="${mcp.url('legacy', String(TOOLS))}" connect="load" storage="none"></mcp-client>`,
      );
    const body = await readFile(path.join(named[which] ?? root, ...file)).catch(() => undefined);
    if (!body) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function measureOurs(which) {
  const page = await newPage(`${site.origin}/${which}/page`);
  const client = page.locator('mcp-client');
  const search = client.locator('mcp-tool-list input[type=search]').first();
  await search.waitFor({ timeout: 60_000 });
  const inSearch = await costOfKeys(page, search);
  await search.fill('');
  await client.locator('mcp-tool-list [role=option], mcp-tool-list button[part~=item]').first().click();
  const argument = client.locator('mcp-tool-form :is(input[type=text], input:not([type]), textarea)').first();
  await argument.waitFor({ timeout: 60_000 });
  const inArgument = await costOfKeys(page, argument);
  await page.context().close();
  return { argument: inArgument, search: inSearch };
}

async function newPage(address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Milliseconds of the main thread for one key. What the page does anyway is taken off. */
async function costOfKeys(page, field) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await field.focus();
  await untilQuiet(page, devtools);
  const idle = await spent(devtools, () => page.waitForTimeout(WORDS.length * KEY_MS));
  const typed = await spent(devtools, async () => {
    await page.keyboard.type(WORDS, { delay: KEY_MS });
    await page.waitForTimeout(500);
  });
  return Math.max(0.1, (typed - idle) / WORDS.length);
}

/** A list of 5,000 tools is written into the transcript while nothing else goes on: that is no cost of a key. */
async function untilQuiet(page, devtools) {
  const before = Date.now();
  while ((await spent(devtools, () => page.waitForTimeout(QUIET_MS))) > QUIET_MS * 0.02)
    if (Date.now() - before > 30_000) throw new Error('the page does not come to rest');
}

async function spent(devtools, act) {
  const before = await threadMs(devtools);
  await act();
  return (await threadMs(devtools)) - before;
}

/** Inspector’s own page, started as its users start it, at the same server. */
async function measureInspector() {
  const folder = path.join(cache, 'inspector');
  mkdirSync(folder, { recursive: true });
  const bin = path.join(folder, 'node_modules/.bin/mcp-inspector');
  if (!existsSync(bin))
    execFileSync('npm', ['install', '--no-save', '--prefix', folder, INSPECTOR], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const child = spawn(bin, ['--transport', 'http', '--server-url', mcp.url('legacy', String(TOOLS))], {
    env: { ...process.env, MCP_AUTO_OPEN_ENABLED: 'false' },
    detached: true,
  });
  try {
    const address = await new Promise((resolve, reject) => {
      let said = '';
      const hear = (chunk) => {
        said += chunk;
        const found = /http:\S+MCP_INSPECTOR_API_TOKEN=\w+/.exec(said);
        if (found) resolve(found[0]);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(`Inspector ended: ${said.slice(0, 500)}`)));
      setTimeout(() => reject(new Error(`Inspector says no address: ${said.slice(0, 500)}`)), 60_000);
    });
    const page = await newPage(address);
    page.setDefaultTimeout(60_000);
    await page.getByRole('switch').first().click({ force: true });
    await page.getByText('Tools', { exact: true }).first().click();
    const search = page.getByPlaceholder('Search tools...');
    const inSearch = await costOfKeys(page, search);
    await search.fill('');
    await page.getByRole('button', { name: 'Tool number 1', exact: false }).first().click();
    const inArgument = await costOfKeys(page, page.getByLabel('query').first());
    return [{ argument: inArgument, search: inSearch }];
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }
}

function leftOut(error) {
  console.error(`Inspector is left out: ${error.message.split('\n')[0]}`);
  return [];
}

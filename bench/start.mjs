// `npm run bench:start`: seconds from the start of the command until the tools of a server are listed on the screen, for our
// command and for MCP Inspector at the same stdio server, in turns, in real Chromium with an empty cache.
//   npm run bench:start
//   npm run bench:start -- --rounds 9
//   npm run bench:start -- --print       the document stays as it is
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../scripts/browser.mjs';
import { buildIfStale } from '../scripts/build.mjs';
import { markdownTable, measuredOn, table, writeSection } from './report.mjs';
import { medianOf } from './speed.mjs';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, print: { type: 'boolean', default: false } },
});
const ROUNDS = Number(options.rounds);
const PATIENCE_MS = 120_000;
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const root = fileURLToPath(new URL('..', import.meta.url));
const cache = path.join(root, 'node_modules/.cache/mcp-embed');
const EVERYTHING = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const SERVER = [process.execPath, EVERYTHING, 'stdio'];

await buildIfStale('all');
const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
const subjects = {
  'mcp-embed': {
    words: [process.execPath, path.join(root, 'dist/cli/mcp-embed.js'), '--no-open', '--', ...SERVER],
    address: /http:\S+#\S+/,
    presses: 0,
    async list() {},
  },
  'Inspector 2.12': {
    words: [inspectorCommand(), '--', ...SERVER],
    address: /http:\S+MCP_INSPECTOR_API_TOKEN=\w+/,
    presses: 2,
    // As fast as a machine presses: the time that a person needs to find the switch is not counted.
    async list(page) {
      await page.getByRole('switch').first().click({ force: true });
      await page.getByText('Tools', { exact: true }).first().click();
    },
  },
};
const found = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const name of round % 2 === 0 ? Object.keys(subjects) : Object.keys(subjects).toReversed())
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    found[name].push(await measure(subjects[name]));
const version = browser.version();
await browser.close();

const seconds = (ms) => (ms / 1000).toFixed(2);
const cells = [
  [
    'seconds from the start of the command',
    'to its address',
    'to the tools on the screen',
    'fastest – slowest',
    'presses',
  ],
  ...Object.entries(found).map(([name, rounds]) => {
    const tools = rounds.map((one) => one.tools);
    return [
      name,
      seconds(medianOf(rounds.map((one) => one.address))),
      seconds(medianOf(tools)),
      `${seconds(Math.min(...tools))} – ${seconds(Math.max(...tools))}`,
      String(subjects[name].presses),
    ];
  }),
];
console.log(`\n${table(cells)}`);
if (!options.print)
  await writeSection(
    'command.md',
    'How fast it starts',
    [
      `Written by \`npm run bench:start\` (${measuredOn(version)}); do not edit. The stdio server “everything”, started by each command; the commands run from their installed package, as \`npx\` does once it has it. Medians of ${ROUNDS} rounds in turns, each with a browser context without a cache. What has to be pressed is pressed by the machine at once. Load average of the machine at the end: ${loadavg()[0].toFixed(0)}; where that is more than its processors, other programs made both slower.`,
      markdownTable(cells),
    ].join('\n\n'),
  );

async function measure({ words: [command, ...args], address, list }) {
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, MCP_AUTO_OPEN_ENABLED: 'false' },
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const url = await saidBy(child, address);
    const addressAt = performance.now() - begun;
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    await list(page);
    await page.getByText('get-sum', { exact: true }).first().waitFor();
    return { address: addressAt, tools: performance.now() - begun };
  } finally {
    await context.close();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const group = -Number(child.pid);
    if (child.exitCode === null) process.kill(group, 'SIGTERM');
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  }
}

function saidBy(child, address) {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk) => {
      said += chunk;
      const match = address.exec(said);
      if (match) resolve(match[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`It ended: ${said.slice(0, 500)}`)));
    setTimeout(() => reject(new Error(`It says no address: ${said.slice(0, 500)}`)), PATIENCE_MS).unref();
  });
}

function inspectorCommand() {
  const folder = path.join(cache, 'inspector');
  const bin = path.join(folder, 'node_modules/.bin/mcp-inspector');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(bin))
    execFileSync('npm', ['install', '--no-save', '--prefix', folder, INSPECTOR], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  return bin;
}

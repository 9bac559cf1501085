// `npm run bench`: ours beside the floor and both SDKs, in Node and in Chromium. Prints the tables and writes docs/bench.md.
//   npm run bench -- sizes             one part (sizes, node, chromium, leaks); nothing is written
//   npm run bench -- chromium list     of a part, the operations whose id begins so
import { CLIENTS, COLUMNS, bundles } from './contenders.mjs';
import { measureLeaks } from './leaks.mjs';
import { createRawServer } from './raw-server.mjs';
import { markdownTable, measuredOn, sectionOf, table, writeDocument } from './report.mjs';
import { measureSizes } from './sizes.mjs';
import { measureSpeed } from './speed.mjs';
import { createNodeSubject } from './subjects/node-subject.mjs';
import { createPages } from './subjects/page-subject.mjs';
import { targetsOf } from './targets.mjs';

const LEAKS_NOTE =
  'Bytes in use after a collection, first after a warm-up, then after the count on top of it and half a minute of quiet; half of the count in each era. Flat: at most 10 bytes for each call, 100 for each connection that was opened and closed, and no more event listeners than before. A run that seems to grow is carried on by as much again, since a heap wavers and a leak grows each time; then the second part stands here.';

const SPEED_NOTE =
  'Where a target hangs on a row, more rounds are made. “A floor that stops at 64 MB” is the floor with the one thing that we will not leave out: it reads an answer piece by piece and stops where that is too long, because `response.text()` takes whatever a server sends. What that costs is in its row, and differs from run to run.';

const parts = process.argv.slice(2);
const PARTS = ['sizes', 'node', 'chromium', 'leaks'];
const wants = (part) => parts.length === 0 || parts.includes(part);
const only = parts.find((part) => !PARTS.includes(part));
const started = Date.now();
const server = await createRawServer();
const found = {};
let chromium = '';

const timed = async () => {
  if (wants('sizes')) tell('sizes and imports');
  if (wants('sizes')) found.sizes = await measureSizes(server);
  if (wants('chromium')) found.chromium = await inChromium();
  if (wants('node')) found.node = await inNode();
};
if (wants('leaks')) tell('10,000 calls, 1,000 connections');
if (wants('leaks')) found.leaks = await measureLeaks(server, timed);
else await timed();
server.stop();

const sections = [
  { title: 'Size and start', cells: found.sizes && sizesTable(found.sizes) },
  { title: 'Speed in Chromium', note: SPEED_NOTE, cells: found.chromium && speedTable(found.chromium) },
  { title: 'Speed in Node', cells: found.node && speedTable(found.node) },
  { title: 'What stays behind', note: LEAKS_NOTE, cells: found.leaks && leaksTable(found.leaks) },
].filter(({ cells }) => cells);
for (const { title, cells } of sections) console.log(`\n${title}\n${table(cells)}`);
const targets = targetsOf(found);
if (targets.length > 1) console.log(`\nTargets\n${table(targets)}`);
if (parts.length === 0) await writeDocument('bench.md', document());
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);

async function inChromium() {
  const made = await bundles('clients', 'browser');
  const pages = await createPages(Object.fromEntries(CLIENTS.map(({ id }) => [id, made[id].folder])));
  chromium = pages.version;
  const subjects = {};
  for (const { id } of CLIENTS) subjects[id] = await pages.createSubject(id);
  const rows = await measureSpeed(subjects, server, {
    where: 'chromium',
    only,
    tell: (what) => tell(`Chromium: ${what}`),
  });
  await pages.close();
  return rows;
}

async function inNode() {
  const made = await bundles('clients', 'node');
  const subjects = {};
  for (const { id } of CLIENTS) subjects[id] = await createNodeSubject(`${made[id].folder}/index.js`);
  const rows = await measureSpeed(subjects, server, { where: 'node', only, tell: (what) => tell(`Node: ${what}`) });
  for (const subject of Object.values(subjects)) await subject.close();
  return rows;
}

function tell(what) {
  console.error(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${what}`);
}

function speedTable(rows) {
  const cell = (one) => (one ? `${digits(one.best)} (${digits(one.median)}) ×${one.ratio.toFixed(2)}` : '–');
  return [
    ['CPU time: best (median) ×floor', ...COLUMNS.map(({ name }) => name)],
    ...rows.map(({ what, unit, cells }) => [`${what}, ${unit}`, ...cells.map(cell)]),
  ];
}

function sizesTable(rows) {
  const kb = (bytes) => (bytes === undefined ? '–' : (bytes / 1024).toFixed(1));
  const line = (what, of) => [what, ...rows.map(of)];
  return [
    line('program that connects, lists, calls', ({ name }) => name),
    line('minified, KB', ({ min }) => kb(min)),
    line('gzip, KB', ({ gzip }) => kb(gzip)),
    line('gzip with all that loads until the first result: server of 2025, KB', ({ loaded }) => kb(loaded.legacy)),
    line('the same: server of 2026, KB', ({ loaded }) => kb(loaded.modern)),
    line('requests to the first result: server of 2025', ({ requests }) => String(requests.legacy ?? '–')),
    line('the same: server of 2026', ({ requests }) => String(requests.modern ?? '–')),
    line('import in Chromium, CPU ms', ({ page }) => digits(page)),
    line('import in Node, CPU ms', ({ node }) => digits(node)),
  ];
}

function leaksTable(rows) {
  const change = (before, after, scale = 1) =>
    after === undefined ? '–' : `${Math.round(before / scale)} → ${Math.round(after / scale)}`;
  return [
    ['mcp-embed', 'heap, KB', 'listeners', 'AbortSignals', 'bytes each', ''],
    ...rows.map(({ where, kind, count, before, after, perOne, flat }) => [
      `${where}: ${count.toLocaleString('en')} ${kind}`,
      change(before.heap, after.heap, 1024),
      change(before.listeners, after.listeners),
      change(before.signals, after.signals),
      perOne.toFixed(1),
      flat ? 'flat' : 'grows',
    ]),
  ];
}

function digits(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function document() {
  return [
    '# Speed and size',
    `Written by \`npm run bench\` (${measuredOn(chromium)}); do not edit. One run, every client bundled and minified in the same way, each in a process of its own, in turns; the server is plain \`node:http\` with answers written beforehand, and a page calls it across origins. Times are CPU time, of the page's main thread in Chromium and of the whole process in Node: the best of the rounds, the median in brackets, and how many times the floor it is: the median of the ratios of the rounds. The floor is \`fetch\` and \`JSON.parse\` by hand (\`bench/clients/floor.js\`), without checks. \`client\` is \`@modelcontextprotocol/client\`, \`sdk\` is \`@modelcontextprotocol/sdk\`; 2025 and 2026 are the eras of the server (2025-11-25, 2026-07-28).`,
    '## Targets',
    markdownTable(targets),
    ...sections.map(({ title, note = '', cells }) => `## ${title}\n\n${note}\n\n${markdownTable(cells)}`),
    // Written by bench/pairs.mjs.
    `## Beside an earlier commit\n\n${sectionOf('bench.md', 'Beside an earlier commit')}`,
    // Written by bench/typing.mjs.
    `## Typing\n\n${sectionOf('bench.md', 'Typing')}`,
    // Written by bench/first-visit.mjs.
    `## First visit\n\n${sectionOf('bench.md', 'First visit')}`,
    // Written by bench/keyboard.mjs.
    `## By keyboard\n\n${sectionOf('bench.md', 'By keyboard')}`,
    '',
  ].join('\n\n');
}

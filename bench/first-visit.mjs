// `npm run bench:first-visit`: what a person waits for who opens a page for the first time, over a slow mobile connection, in
// Chromium against a real server on another origin. Prints the table and writes it into docs/bench.md.
//   npm run bench:first-visit -- tag client      only these ways; nothing is written
//   npm run bench:first-visit -- --rounds 3      another number of rounds; nothing is written
//   npm run bench:first-visit -- --waterfall     every request of the last round as well; nothing is written
import { chromium } from 'playwright-core';
import { startServers } from '../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../scripts/browser.mjs';
import { createWays } from './first-visit/ways.mjs';
import { NETWORK, visit } from './first-visit/visit.mjs';
import { markdownTable, measuredOn, table, writeSection } from './report.mjs';
import { medianOf } from './speed.mjs';

const ROUNDS = 7;

const args = process.argv.slice(2);
const rounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) : ROUNDS;
const showsWaterfall = args.includes('--waterfall');
const wanted = args.filter((arg, index) => !arg.startsWith('--') && args[index - 1] !== '--rounds');

const [servers, browser, ways] = await Promise.all([
  startServers(),
  chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
  createWays(wanted),
]);
const visits = new Map(ways.list.map(({ id }) => [id, []]));
try {
  for (let round = 0; round < rounds; round++)
    // In turns, so that other work on this machine affects all of them.
    for (const way of ways.list) {
      console.error(`round ${round + 1} of ${rounds}: ${way.name}`);
      visits.get(way.id).push(await visit(browser, way, servers.url('everything')));
    }
} finally {
  await browser.close();
  servers.stop();
  ways.stop();
}

if (showsWaterfall)
  for (const { id, name } of ways.list) console.log(`\n${name}\n${table(waterfall(visits.get(id).at(-1)))}`);
const cells = [
  [
    'median of the visits',
    'list, ms',
    'result, ms',
    'scripts: list',
    'result',
    'idle',
    'KB: list',
    'result',
    'idle',
    'hops: list',
    'idle',
    'requests to the server: list',
    'result',
    'idle',
  ],
  ...ways.list.map(({ id, name }) => rowOf(name, visits.get(id))),
];
console.log(`\n${table(cells)}`);
for (const line of ways.missing) console.log(line);
const aims = aimsOf();
if (aims.length > 0) console.log(`\n${table([['aim', 'at most', 'this run', ''], ...aims])}`);
if (args.length === 0) {
  const { latencyMs, downBitsPerSecond, upBitsPerSecond } = NETWORK;
  const how = `Written by \`npm run bench:first-visit\` (${measuredOn(browser.version())}). The median of ${rounds} visits each, in turns, every one with an empty cache: production builds served with gzip, over ${downBitsPerSecond / 1e6} Mbit/s down, ${upBitsPerSecond / 1e3} kbit/s up and ${latencyMs} ms of latency for each request, against \`server-everything\` on another origin, with the CORS headers that it sends (no \`Access-Control-Max-Age\`). \`list\` is when the tools are in the page; \`result\` is when the answer of \`echo\` is, which a script chooses, fills in and runs as soon as each control is there. The columns \`idle\` count on until nothing has been asked for in 2 s, so that nothing is moved out of the measure. Scripts are files of JavaScript, hops the longest row of them in which each is asked for by the one before. Requests to the server include preflights. Those with bare DOM show the names as buttons and one bare input: no description, no validation, no content, no storage.`;
  await writeSection(
    'bench.md',
    'First visit',
    [
      how,
      markdownTable(cells),
      ...ways.missing,
      ...(aims.length > 0 ? [markdownTable([['aim', 'at most', 'this run', ''], ...aims])] : []),
    ].join('\n\n'),
  );
}

function rowOf(name, all) {
  const at = (what, key) => medianOf(all.map((one) => one[what][key]));
  const kb = (what) => (at(what, 'bytes') / 1024).toFixed(1);
  const count = (what, key) => String(at(what, key));
  return [
    name,
    at('list', 'ms').toFixed(0),
    at('result', 'ms').toFixed(0),
    ...['list', 'result', 'idle'].map((what) => count(what, 'scripts')),
    ...['list', 'result', 'idle'].map(kb),
    ...['list', 'idle'].map((what) => count(what, 'hops')),
    ...['list', 'result', 'idle'].map((what) => count(what, 'server')),
  ];
}

/** The targets, beside the measured values. */
function aimsOf() {
  const [tag, core, client, useMcp] = ['tag', 'core', 'client', 'use-mcp'].map((id) => visits.get(id));
  const row = (what, limit, value, unit) => [
    what,
    `${limit} ${unit}`,
    `${value} ${unit}`,
    Number(value) <= Number(limit) ? 'met' : 'NOT met',
  ];
  const rows = [];
  // The ratio of each round, as the two visits of a round met the same machine.
  const over = (ours, others, what) =>
    medianOf(ours.map((one, index) => one[what].ms / others[index][what].ms)).toFixed(2);
  if (tag && client)
    rows.push(row('list by script tag, over the official client', '1.10', over(tag, client, 'list'), '×'));
  if (tag && useMcp) rows.push(row('result by script tag, over use-mcp', '1.00', over(tag, useMcp, 'result'), '×'));
  // The same screen for both, so that the clients themselves are compared.
  if (core && client)
    rows.push(row('list without elements, over the official client', '1.10', over(core, client, 'list'), '×'));
  if (tag)
    rows.push(
      row(
        'requests to the server until the list, by script tag',
        8,
        Math.max(...tag.map(({ list }) => list.server)),
        '',
      ),
    );
  return rows;
}

function waterfall({ requests, list, result }) {
  const marks = [
    { what: '— the list is shown', start: list.ms },
    { what: '— the result is shown', start: result.ms },
  ];
  const rows = [...requests, ...marks].toSorted((one, other) => one.start - other.start);
  return [
    ['request', 'from', 'to', 'bytes', 'asked for by'],
    ...rows.map(({ what, start, end, bytes, by }) => [
      what,
      start.toFixed(0),
      end?.toFixed(0) ?? '',
      bytes === undefined ? '' : String(bytes),
      by ?? '',
    ]),
  ];
}

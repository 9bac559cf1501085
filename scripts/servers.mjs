// `npm run servers`: every set-up of test/servers, a server that somebody else wrote, is installed, started, and used by the
// built script of this package in a page of another origin: connected, listed, one tool called. Where a page may not ask it, the
// relay of the command asks. The last line is the sum: "N of M connected, listed and called".
//   npm run servers -- --only mcp-lite tmcp    only these
//   npm run servers -- --write                 all of them, and the table of docs/servers.md
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromePath } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { writeTables } from './servers/document.mjs';
import { install } from './servers/install.mjs';
import { filler, startRelay, startServer, startStdioRelay } from './servers/process.mjs';
import { setups } from './servers/setups.mjs';
import { openVisits } from './servers/visit.mjs';

const { chosen, writes } = readArguments(process.argv.slice(2));
const folder = mkdtempSync(path.join(tmpdir(), 'servers-'));
const files = path.join(folder, 'files');
/** Of placeholders. */
const values = { files, browser: await chromePath() };
const rows = [];
let visits;
// The processes of set-ups end on exit, which a signal alone does not bring about.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
  mkdirSync(files);
  writeFileSync(path.join(files, 'hello.txt'), 'Hello from a file.\n');
  await buildIfStale('all');
  visits = await openVisits();
  for (const one of chosen) {
    // As it stands in JSON.
    const inJson = (place) => JSON.stringify(place).slice(1, -1);
    const fill = filler({ files: inJson(files), here: inJson(path.join(folder, one.name)) });
    const setup = { ...one, call: JSON.parse(fill(JSON.stringify(one.call))) };
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each takes what the machine has
    const row = await run(setup);
    rows.push(row);
    console.log(sentenceOf(row));
  }
} finally {
  await visits?.close();
}

const sum = `${rows.filter(({ result }) => result === 'called').length} of ${rows.length} connected, listed and called`;
if (writes) {
  await writeTables(rows, { sum, browser: visits.version });
  console.log('docs/servers.md is written.');
}
console.log(sum);
// A server that is known not to work has `broken` in its setup.json, for as long as it is true.
process.exitCode = rows.every(
  ({ result, setup }) =>
    (result === 'called') !== Boolean(setup.broken) || Number.parseInt(process.versions.node, 10) < setup.node,
)
  ? 0
  : 1;

/** Never throws: a failure is the result of the row, so that one set-up never hides the others. */
async function run(setup) {
  const row = { setup, result: 'not installed' };
  const running = [];
  const started = async (starting) => {
    const one = await starting;
    running.push(one);
    return one;
  };
  try {
    const installed = await install(setup, folder);
    row.result = 'not started';
    if (setup.url) await overHttp(row, setup, installed, started);
    else {
      row.way = 'stdio relay';
      const relay = await started(startStdioRelay(setup, installed, values, visits.origin));
      row.result = 'not connected';
      Object.assign(row, await visits.visit({ url: relay.url, headers: relay.headers }, setup.call));
    }
    row.result = resultOf(row);
  } catch (error) {
    row.problem = error.message;
  } finally {
    for (const one of running.reverse())
      // oxlint-disable-next-line no-await-in-loop -- the relay before its server
      await one.stop();
  }
  return row;
}

/** First as any page would; where it may not, the person gets the verdict of the diagnosis, and uses the relay. */
async function overHttp(row, setup, installed, started) {
  const { headers, call } = setup;
  const { url } = await started(startServer(setup, installed, values));
  row.result = 'not connected';
  row.way = 'direct';
  const direct = setup.direct === 'never' ? undefined : await visits.visit({ url, headers }, call);
  if (direct && !direct.problem) return Object.assign(row, direct);
  row.way = 'CORS relay';
  row.direct = direct;
  const relay = await started(startRelay(url, visits.origin));
  return Object.assign(row, await visits.visit({ url: relay.url, headers: { ...headers, ...relay.headers } }, call));
}

function resultOf({ problem, counts, called, setup }) {
  if (problem) return 'not connected';
  if (Object.values(counts).some((count) => typeof count === 'string')) return 'not listed';
  return called.outcome === (setup.call.expect ?? 'ok') ? 'called' : 'not called';
}

function sentenceOf({ setup, result, way, direct, revision, connectMs, counts, called, problem, verdict }) {
  const parts = [
    result === 'called' ? 'ok    ' : `${result.toUpperCase()}:`,
    result === 'called' && setup.broken && '(remove "broken" from its setup.json)',
    setup.name,
    way,
    direct && `(direct: ${direct.verdict})`,
    revision,
    connectMs !== undefined && `${connectMs} ms`,
    counts &&
      `[${Object.values(counts)
        .map((count) => count ?? '–')
        .join(' ')}]`,
    called && `${setup.call.tool} ${called.outcome}: ${called.words.slice(0, 160).replaceAll(/\s+/g, ' ')}`,
    problem && `${problem}${verdict ? ` (${verdict})` : ''}`,
    direct?.problem && result !== 'called' && `\n    direct: ${direct.problem}`,
  ];
  return parts.filter(Boolean).join(' ');
}

function readArguments(args) {
  const all = setups();
  const unknown = args.find((arg) => arg.startsWith('--') && !['--only', '--write'].includes(arg));
  if (unknown) fail(`There is no option ${unknown}. There are: --only <name …>, --write`);
  const named = args.filter((arg) => !arg.startsWith('--'));
  const writes = args.includes('--write');
  if (args.includes('--only') !== named.length > 0) fail('--only takes the names of set-ups: --only mcp-lite tmcp');
  if (writes && named.length > 0) fail('--write takes all set-ups: the table is of one commit.');
  for (const name of named)
    if (!all.some((one) => one.name === name))
      fail(`There is no set-up "${name}". There are: ${all.map((one) => one.name).join(', ')}`);
  return { chosen: named.length > 0 ? all.filter(({ name }) => named.includes(name)) : all, writes };
}

function fail(words) {
  console.error(words);
  process.exit(1);
}

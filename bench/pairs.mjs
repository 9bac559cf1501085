// `npm run bench:pairs -- <commit>`: this checkout beside another commit of this repository, both in one process, in turns, so
// that what the machine does meets both. Each row is the median of the ratios of the pairs, with its 95 % interval by
// bootstrap; a row is slower where even the lower end of the interval is over 1.10.
//   npm run bench:pairs -- 1b78952              Chromium and Node
//   npm run bench:pairs -- 1b78952 list node    the operations whose id begins so, in one of them
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { bundle } from './bundle.mjs';
import { checkOut } from './check-out.mjs';
import { createSubject, operations } from './operations.js';
import { createRawServer } from './raw-server.mjs';
import { markdownTable, measuredOn, table, writeSection } from './report.mjs';
import { intervalOf, medianOf } from './speed.mjs';
import { createPages, threadMs } from './subjects/page-subject.mjs';

const PAIRS = 17;
const MAX_RATIO = 1.1;
const OPTIONS = { storage: 'none' };

const [commit, ...rest] = process.argv.slice(2);
if (!/^[0-9a-f]{7,40}$/.test(commit ?? '')) throw new Error('Say which commit: npm run bench:pairs -- 1b78952');
const where = rest.find((word) => word === 'node' || word === 'chromium');
const only = rest.find((word) => word !== where) ?? '';
const started = Date.now();

const folder = checkOut(commit, 'pairs');
const other = await import(pathToFileURL(path.join(folder, 'bench/bundle.mjs')).href);
const server = await createRawServer();
const wanted = operations.filter(({ id }) => id.startsWith(only));
const rows = [];
let version = '';
if (where !== 'node') rows.push(...(await inChromium()));
if (where !== 'chromium') rows.push(...(await inNode()));
server.stop();

const cells = [
  [`CPU time of this over ${commit}`, 'median', '95 % interval', 'before', 'now', ''],
  ...rows.map(({ name, unit, ratio, low, high, before, now }) => [
    name,
    `×${ratio.toFixed(2)}`,
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
    `${before.toPrecision(3)} ${unit}`,
    `${now.toPrecision(3)} ${unit}`,
    low > MAX_RATIO ? 'SLOWER' : 'not slower',
  ]),
];
console.log(`\n${table(cells)}`);
if (rest.length === 0)
  await writeSection(
    'bench.md',
    'Beside an earlier commit',
    [
      `Written by \`npm run bench:pairs -- ${commit}\` (${measuredOn(version)}); do not edit. ${PAIRS} pairs in one process, in turns; a row is slower where the lower end of the interval is over ${MAX_RATIO}.`,
      markdownTable(cells),
    ].join('\n\n'),
  );
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
process.exit(rows.some(({ low }) => low > MAX_RATIO) ? 1 : 0);

/** The client of the other commit, out of the way: with the packages both also share the folder for bundles. */
async function bundleOther(platform) {
  const made = (await other.bundle('clients/ours.js', platform)).folder;
  const kept = `${folder}-${platform}`;
  rmSync(kept, { recursive: true, force: true });
  renameSync(made, kept);
  process.once('exit', () => rmSync(kept, { recursive: true, force: true }));
  return kept;
}

async function inChromium() {
  const made = {
    before: await bundleOther('browser'),
    now: (await bundle('clients/ours.js', 'browser')).folder,
  };
  const pages = await createPages(made);
  version = pages.version;
  const { page, devtools } = await pages.openPage('now');
  await page.evaluate(async () => {
    const { createSubject } = await import('/bench/operations.js');
    globalThis.subjects = {
      before: createSubject(await import('/before/index.js')),
      now: createSubject(await import('/now/index.js')),
    };
  });
  const ask = (which, method, ...args) =>
    page.evaluate(([which, method, args]) => globalThis.subjects[which][method](...args), [which, method, args]);
  const found = await measure('Chromium', {
    run: (which, ...args) => ask(which, 'run', ...args),
    leave: (which) => ask(which, 'leave'),
    async cost(work) {
      await devtools.send('HeapProfiler.collectGarbage');
      const before = await threadMs(devtools);
      await work();
      return (await threadMs(devtools)) - before;
    },
  });
  await pages.close();
  return found;
}

async function inNode() {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc');
  const load = async (folder) => createSubject(await import(pathToFileURL(`${folder}/index.js`).href));
  const subjects = {
    before: await load(await bundleOther('node')),
    now: await load((await bundle('clients/ours.js', 'node')).folder),
  };
  return measure('Node', {
    run: (which, ...args) => subjects[which].run(...args),
    leave: (which) => subjects[which].leave(),
    async cost(work) {
      collect();
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    },
  });
}

async function measure(place, { run, leave, cost }) {
  const found = [];
  for (const { id, what, unit, tools, times, per, warmUp = id } of wanted)
    for (const era of ['legacy', 'modern']) {
      const name = `${place}, ${era === 'legacy' ? '2025' : '2026'}: ${what}`;
      console.error(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${name}`);
      const url = server.url(era, tools);
      for (const which of ['before', 'now']) await run(which, warmUp, url, OPTIONS, 1);
      const samples = { before: [], now: [] };
      for (let pair = 0; pair < PAIRS; pair++)
        // The first of a pair pays for what the one before it left; each is first every other time.
        for (const which of pair % 2 === 0 ? ['before', 'now'] : ['now', 'before'])
          samples[which].push(await cost(() => run(which, id, url, OPTIONS, times)));
      for (const which of ['before', 'now']) await leave(which);
      const scale = (ms) => (ms / times / per) * (unit === 'µs' ? 1000 : 1);
      const ratios = samples.now.map((value, pair) => value / samples.before[pair]);
      found.push({
        name,
        unit,
        ratio: medianOf(ratios),
        ...intervalOf(ratios),
        before: scale(medianOf(samples.before)),
        now: scale(medianOf(samples.now)),
      });
    }
  return found;
}

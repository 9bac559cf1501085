// `npm run coverage`: how much of src and components the tests of `npm test` run, in Node and in pages together. A file that no
// test loads counts with nothing covered. What runs in a worker does not count.
//   npm run coverage                    all but the slow tests
//   npm run coverage -- --slow          the slow ones, too
//   npm run coverage -- test/schema     only these
// The report: coverage/index.html; each file in coverage/coverage-summary.json.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import MCR from 'monocart-coverage-reports';
import { root } from './test/lanes.mjs';
import { BUNDLES } from './test/node-lane.mjs';

const REPORT = path.join(root, 'coverage');
const COUNTS = path.join(root, 'node_modules/.cache/mcp-embed/coverage');
/** Pages whose counts are held at once: each has thousands of functions. */
const AT_ONCE = 25;
const OURS = /^(?:src|components)\/.*\.ts$/;

const started = Date.now();
const args = process.argv.slice(2).filter((one) => one !== '--slow');
const runs = process.argv.includes('--slow') ? [args, [...args, '--slow']] : [args];
/** The coverage of each bundle, by its text: runs may make the same one. @type {Map<string, object>} */
const bundles = new Map();
let failed = false;

for (const run of runs) {
  rmSync(COUNTS, { recursive: true, force: true });
  mkdirSync(COUNTS, { recursive: true });
  failed = (await runTests(run)) !== 0 || failed;
  await readCounts();
}
const tested = Date.now();
await makeReport();
printTable();
const seconds = (from, to) => Math.round((to - from) / 1000);
console.log(`\n${seconds(started, tested)} s for the tests, ${seconds(tested, Date.now())} s for the report`);
if (failed) console.log('Tests failed: what they would have run is missing.');
process.exit(failed ? 1 : 0);

/** Without the second run of a failed test, whose bundles would replace those of the first. */
function runTests(given) {
  const child = spawn(process.execPath, [path.join(root, 'scripts/test.mjs'), ...given], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CI: '', MCP_EMBED_COVERAGE: COUNTS },
  });
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
}

/** Adds the counts of the run, while its bundles are there. */
async function readCounts() {
  const names = readdirSync(COUNTS).filter((name) => name.endsWith('.json'));
  const scripts = new Map();
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const counts = names.slice(at, at + AT_ONCE).flatMap((name) => readJson(path.join(COUNTS, name)).result);
    for (const url of new Set(counts.map((one) => one.url))) {
      if (!scripts.has(url)) scripts.set(url, readBundle(url));
      const same = counts.filter((one) => one.url === url);
      // oxlint-disable-next-line no-await-in-loop -- all at once would need the memory of all
      if (scripts.get(url)) await add(scripts.get(url), same);
    }
  }
}

async function add(script, counts) {
  const before = bundles.get(script.source);
  const merged = await MCR.Util.mergeV8Coverage([...(before ? [before] : []), ...counts]);
  bundles.set(script.source, { ...script, functions: merged.functions });
}

/** Undefined where nothing of src or components is in it. */
function readBundle(url) {
  // Made while it runs, as by `eval`.
  if (!/^(?:file|https?):/.test(url)) return undefined;
  const file = url.startsWith('file:') ? fileURLToPath(url) : path.join(COUNTS, 'bundles', new URL(url).pathname);
  // A library has a map too, and a folder `src`.
  if (![COUNTS, BUNDLES].some((folder) => file.startsWith(folder)) || !existsSync(`${file}.map`)) return undefined;
  const sourceMap = readJson(`${file}.map`);
  sourceMap.sources = sourceMap.sources.map((source) => source.replace(/^(?:\.\.\/)+/, ''));
  if (!sourceMap.sources.some((source) => OURS.test(source))) return undefined;
  return { url: path.relative(root, file), source: readFileSync(file, 'utf8'), sourceMap };
}

async function makeReport() {
  const report = MCR({
    name: 'mcp-embed',
    outputDir: REPORT,
    reports: ['html', 'json-summary'],
    logging: 'error',
    baseDir: root,
    sourceFilter: (source) => OURS.test(source),
    all: { dir: ['src', 'components'], filter: (file) => file.endsWith('.ts'), transformer: asJavaScript },
  });
  await report.add([...bundles.values()]);
  return report.generate();
}

/** A file that no test loads. */
async function asJavaScript(entry) {
  const { code, map } = await transform(entry.source, { loader: 'ts', sourcemap: true, sourcefile: entry.url });
  entry.source = code;
  entry.sourceMap = JSON.parse(map);
}

function printTable() {
  const files = readJson(path.join(REPORT, 'coverage-summary.json'));
  delete files.total;
  console.log(`\n${''.padEnd(10)}${'lines'.padStart(20)}${'branches'.padStart(20)}${'files'.padStart(8)}`);
  for (const folder of ['src', 'components', 'all']) {
    const chosen = Object.entries(files).filter(([file]) => folder === 'all' || file.startsWith(`${folder}/`));
    const cells = ['lines', 'branches'].map((key) => percent(chosen.map(([, counts]) => counts[key])).padStart(20));
    console.log(`${folder.padEnd(10)}${cells.join('')}${String(chosen.length).padStart(8)}`);
  }
}

function percent(counts) {
  const sum = (key) => counts.reduce((total, one) => total + one[key], 0);
  return `${((100 * sum('covered')) / sum('total')).toFixed(2)} % of ${sum('total')}`;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

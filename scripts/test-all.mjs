// `npm run test:all`: everything there is, whole, in parts. What has run is kept for each commit in node_modules/.cache, so a
// run that was cut off goes on where it was. The last line is the sum: "N passed, N failed".
//   npm run test:all -- --part slow --part engines    only these parts
//   npm run test:all -- --since v0.2.0                only the parts whose inputs changed since then
//   npm run test:all -- --again                       what passed before runs again too; what failed always does
//   npm run test:all -- --list                        the parts, with their steps and what is known of them
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fixtures } from './frameworks/fixtures.mjs';
import { runCounted } from './run-counted.mjs';
import { setups } from './servers/setups.mjs';
import { isSlow, listTests, root } from './test/lanes.mjs';

const KEPT = path.join(root, 'node_modules/.cache/mcp-embed/test-all.json');
/** Commits that are remembered. */
const MAX_COMMITS = 10;
/** Servers of one step: each step opens a browser and packs the package. */
const SERVERS_AT_ONCE = 6;

const CODE = ['src', 'components', 'cli', 'package-lock.json'];
const PARTS = [
  { name: 'quick', inputs: [...CODE, 'test', 'scripts', 'demo', 'docs'], steps: () => [test('npm test')] },
  { name: 'checks', inputs: ['.'], steps: () => [step('npm run check', 'scripts/check.mjs', '--no-test')] },
  { name: 'slow', inputs: [...CODE, 'test', 'scripts', 'demo'], steps: slowSteps },
  { name: 'conformance', inputs: [...CODE, 'scripts/conformance', 'test/conformance'], steps: conformanceSteps },
  { name: 'engines', inputs: ['src', 'components', 'test', 'package-lock.json'], steps: engineSteps },
  { name: 'frameworks', inputs: ['src', 'components', 'scripts/package', 'test/frameworks'], steps: frameworkSteps },
  { name: 'servers', inputs: ['src', 'components', 'cli', 'test/servers'], steps: serverSteps },
  { name: 'mutants', inputs: ['src', 'test'], steps: () => [step('npm run mutants', 'scripts/mutants.mjs')] },
];

const { values: given } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    since: { type: 'string' },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const commit = nameOfCommit();
const kept = readKept();
const known = (kept[commit] ??= {});
const parts = chooseParts();
if (given.list) list();
else await runParts();

async function runParts() {
  for (const { name, steps } of parts)
    for (const { title, args, env } of steps()) {
      const before = known[title];
      if (before?.failed === 0 && !given.again) {
        console.log(`── ${name}: ${title}: passed before (${before.passed} in ${before.seconds} s)`);
        continue;
      }
      console.log(`\n══ ${name}: ${title}`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other: each takes what the machine has
      known[title] = await run(args, env);
      keep();
    }
  report();
}

/** Ends the command where there is no such part. */
function chooseParts() {
  const unknown = given.part?.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown) {
    console.error(`There is no part ${unknown}. There are: ${PARTS.map(({ name }) => name).join(', ')}.`);
    process.exit(1);
  }
  const changed = given.since && git('diff', '--name-only', given.since).split('\n').filter(Boolean);
  const isChanged = ({ inputs }) =>
    !changed ||
    changed.some((file) => inputs.some((input) => input === '.' || file === input || file.startsWith(`${input}/`)));
  return PARTS.filter((part) => (given.part?.includes(part.name) ?? true) && isChanged(part));
}

function slowSteps() {
  const { node, plain, page } = listTests();
  return folders([...node, ...plain, ...page].filter(isSlow)).map((folder) =>
    test(`slow: ${folder}`, '--slow', '--again', folder),
  );
}

function engineSteps() {
  const { node, page } = listTests();
  return ['firefox', 'webkit'].flatMap((engine) =>
    folders([...node, ...page]).map((folder) => ({
      ...test(`${engine}: ${folder}`, '--engines', '--again', folder),
      env: { ENGINE: engine },
    })),
  );
}

function conformanceSteps() {
  return [['--auth'], ['--auth', '--redirect'], ['--relay']].map((options) =>
    step(`conformance ${options.join(' ')}`, 'scripts/conformance.mjs', ...options),
  );
}

function frameworkSteps() {
  return fixtures().map(({ name }) => step(`application: ${name}`, 'scripts/frameworks.mjs', name));
}

function serverSteps() {
  const names = setups().map(({ name }) => name);
  const groups = Array.from({ length: Math.ceil(names.length / SERVERS_AT_ONCE) }, (_, at) =>
    names.slice(at * SERVERS_AT_ONCE, (at + 1) * SERVERS_AT_ONCE),
  );
  return groups.map((group) => step(`servers: ${group.join(' ')}`, 'scripts/servers.mjs', '--only', ...group));
}

/** `test/components/press/x.test.ts` → `test/components`. A file that lies in no folder is a step by itself. */
function folders(files) {
  return [...new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))];
}

function step(title, ...args) {
  return { title, args };
}

function test(title, ...args) {
  return step(title, 'scripts/test.mjs', ...args);
}

async function run(args, env) {
  const started = Date.now();
  const { passed, failed, lines } = await runCounted(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
  });
  const seconds = Math.round((Date.now() - started) / 1000);
  return { passed, failed, seconds, flakes: lines.filter((line) => line.startsWith('flake: ')) };
}

function report() {
  const sums = { passed: 0, failed: 0 };
  console.log(`\n${'seconds'.padStart(8)}  passed  failed  part (commit ${commit})`);
  for (const { name, steps } of parts) {
    const results = steps().map(({ title }) => ({ title, ...known[title] }));
    const sum = (key) => results.reduce((total, one) => total + (one[key] ?? 0), 0);
    console.log(
      `${String(sum('seconds')).padStart(8)}${String(sum('passed')).padStart(8)}${String(sum('failed')).padStart(8)}  ${name}`,
    );
    for (const { title, flakes = [], failed } of results) {
      if (failed > 0) console.log(`          failed: ${title}`);
      for (const flake of flakes) console.log(`          ${flake}`);
    }
    sums.passed += sum('passed');
    sums.failed += sum('failed');
  }
  console.log(`${sums.passed} passed, ${sums.failed} failed`);
  process.exitCode = sums.failed > 0 ? 1 : 0;
}

function list() {
  for (const { name, steps } of parts) {
    console.log(name);
    for (const { title } of steps()) {
      const result = known[title];
      console.log(
        `  ${result ? `${result.passed} passed, ${result.failed} failed, ${result.seconds} s` : 'not run'}: ${title}`,
      );
    }
  }
}

/** With a mark for uncommitted changes, which are another state. */
function nameOfCommit() {
  const changes = git('diff', 'HEAD') + git('ls-files', '--others', '--exclude-standard');
  const mark = changes === '' ? '' : `+${createHash('sha256').update(changes).digest('hex').slice(0, 8)}`;
  return git('rev-parse', '--short', 'HEAD').trim() + mark;
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status === 0) return stdout;
  console.error(stderr);
  return process.exit(1);
}

function readKept() {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8'));
  } catch {
    return {};
  }
}

/** After each step: a run may be cut off at any time. */
function keep() {
  mkdirSync(path.dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-MAX_COMMITS)), undefined, 1));
}

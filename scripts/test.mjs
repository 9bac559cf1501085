// `npm test`: the repository's own tests (Node), then everything else in a real browser against real servers. The last
// line is the sum of both: "N passed, N failed".
//   npm test -- --files 'test/schema/*.test.ts'    only these, in the browser
//   npm run test:slow                              what takes long by itself: hostile payloads in every place of a server’s
//                                                  words, storms, tasks, decisions × scope × term × era, sign-ins
//   npm run test:slow -- --turn 1/2                the first of two shares of them
//   npm run test:engines                           the browser tests in Chromium, Firefox and WebKit (ENGINE=… chooses)
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build.mjs';
import { SLOW, SLOW_PAGES, slowShare } from './slow-tests.mjs';
import { readTurn } from './turns.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Further runs that a file with a failure gets in the other engines. */
const FURTHER_RUNS = 2;
const args = process.argv.slice(2);
const everyEngine = args[0] === '--engines';
const QUICK = ['test/**/*.test.ts', ...SLOW.map((files) => `!${files}`)];
const runsAll = args.length === 0;
const slow = args[0] === '--slow' ? slowFiles(args.slice(1)) : undefined;
const filesOf = () => {
  if (everyEngine) return args.slice(1);
  if (runsAll) return ['--files', ...QUICK];
  return slow ? ['--files', ...slow.browser] : args;
};
const forBrowser = filesOf();
const started = Date.now();

const sums = [];
try {
  // Once, here: several of the tests look at what is built.
  await buildIfStale('all');
} catch (error) {
  console.error(error.message);
  sums.push({ passed: 0, failed: 1, skipped: 0 });
}
if (runsAll || slow) sums.push(await repositoryTests(slow?.pages));
sums.push(await (everyEngine || process.env.CI ? browserTestsAgain() : browserTests(forBrowser)));

const sum = (key) => sums.reduce((total, one) => total + one[key], 0);
const skipped = sum('skipped');
// At the end, where somebody who sees only the end of a long output finds them.
const failures = sums.flatMap((one) => one.failures ?? []);
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);

/** What `npm run test:slow` runs: everything slow, or with `--turn 1/2` a share of it. */
function slowFiles(given) {
  const { turn, turns, rest } = readTurn(given);
  if (rest.length > 0) {
    console.error(`npm run test:slow takes --turn only, not ${rest.join(' ')}`);
    process.exit(1);
  }
  return slowShare(turn, turns);
}

/** @param {readonly string[]} [pages] the slow ones; without them, the quick ones */
function repositoryTests(pages) {
  const files = ['test/repo', 'test/relay', 'test/cli'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.test.mjs') && (pages ? pages.includes(name) : !SLOW_PAGES.includes(name)))
      .map((name) => path.join(root, folder, name)),
  );
  return nodeTestsAgain(files);
}

/** As {@link browserTestsAgain}, on CI: these drive browsers too. */
async function nodeTestsAgain(files) {
  let result = await nodeTests(files);
  for (let turn = 0; process.env.CI && turn < FURTHER_RUNS && result.failed > 0; turn++) {
    const again = [...result.failedFiles];
    if (again.length === 0) break;
    console.log(`\nOnce more, by themselves:\n  ${again.join('\n  ')}`);
    // oxlint-disable-next-line no-await-in-loop -- one run after the other, that is the point
    const { failed, failedFiles, failures } = await nodeTests(again);
    result = { ...result, passed: result.passed + Math.max(0, result.failed - failed), failed, failedFiles, failures };
  }
  return result;
}

function nodeTests(files) {
  const counted = { passed: 0, failed: 0, skipped: 0, failedFiles: new Set(), failures: [] };
  return new Promise((resolve, reject) => {
    const tests = run({ files, concurrency: 2 });
    const count = (key) => (event) => {
      if (key === 'failed' && event.file) counted.failedFiles.add(event.file);
      // Files and describe blocks pass and fail as well; only the tests inside are tests. But one that breaks before its
      // tests run has failed, and nothing else would say so.
      const isWhole = event.details.type === 'suite' || event.name === event.file;
      const brokeItself = key === 'failed' && event.details.error?.failureType !== 'subtestsFailed';
      if (isWhole && !brokeItself) return;
      if (key === 'failed' && event.skip === undefined) {
        const { message = 'without a message', cause } = event.details.error ?? {};
        const [line] = String(cause?.message ?? message).split('\n');
        counted.failures.push(`${path.relative(root, event.file ?? root)}: ${event.name}: ${line.slice(0, 300)}`);
      }
      counted[event.skip === undefined ? key : 'skipped']++;
    };
    tests.on('test:pass', count('passed')).on('test:fail', count('failed'));
    tests.once('error', reject);
    tests.compose(new spec()).pipe(process.stdout, { end: false });
    tests.once('end', () => resolve(counted));
  });
}

/**
 * A browser that is driven from outside loses a key or the focus now and then, and a machine with other work loses time. In
 * the other engines and on CI, files with a failure run again by themselves: what fails each time has failed.
 */
async function browserTestsAgain() {
  let result = await browserTests(forBrowser);
  for (let turn = 0; turn < FURTHER_RUNS && result.failed > 0 && result.failedFiles?.length; turn++) {
    const files = result.failedFiles.map((file) => path.relative(root, file));
    console.log(`\nOnce more, by themselves:\n  ${files.join('\n  ')}`);
    // oxlint-disable-next-line no-await-in-loop -- one run after the other, that is the point
    const again = await browserTests(['--files', ...files]);
    const passed = result.passed + Math.max(0, result.failed - again.failed);
    result = { ...result, passed, failed: again.failed, failedFiles: again.failedFiles, failures: again.failures };
  }
  return result;
}

function browserTests(args) {
  const runner = path.join(root, 'node_modules/@web/test-runner/dist/bin.js');
  const child = spawn(process.execPath, [runner, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ENGINE: process.env.ENGINE ?? (everyEngine ? 'chrome,firefox,webkit' : 'chrome') },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  let counted;
  child.on('message', (message) => (counted = message));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      // A run that ended badly without a failed test must not look like a good one.
      const result = counted ?? { passed: 0, failed: 0, skipped: 0 };
      if (code === 0 || result.failed > 0) resolve(result);
      else
        resolve({ ...result, failed: 1, failures: [`the browser tests ended with code ${code} and no failed test`] });
    });
  });
}

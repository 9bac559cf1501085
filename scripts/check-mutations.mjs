// `npm run check:mutations`: our own sign-in, and the guard of presses, with one protection taken out at a time, in a copy of the source. At least one
// test must fail each time, and none where nothing was taken out. The last line is the sum: "N passed, N failed".
//   npm run check:mutations                the whole list, about six minutes
//   npm run check:mutations -- iss lock    those whose name contains one of these words
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build.mjs';
import { browser, protocol, store } from './check-mutations/mutations.mjs';
import { presses } from './check-mutations/presses.mjs';
import { SourceCopy } from './check-mutations/source-copy.mjs';

/** Milliseconds for the tests of one mutation. Some of them wait for what never comes. */
const PATIENCE = 150_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const mutations = [...protocol, ...browser, ...store, ...presses].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);
const started = Date.now();
await buildIfStale('bundles');
const copy = new SourceCopy(root);
let running;
process.on('exit', () => copy.remove());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    running?.kill(signal);
    process.exit(1);
  });

const rows = [];
const note = (name, problem, detail) => {
  rows.push([name, problem ? 'FAILED' : 'noticed', detail]);
  console.error(`${problem ? '✗' : '✓'} ${name}: ${detail}`);
};

const all = [...new Set(mutations.flatMap(({ tests }) => tests))];
const whole = await runTests(all);
const untouched = whole.broken[0] ?? whole.failed[0];
note('nothing is taken out', untouched, untouched ?? `${whole.passed} tests pass`);

for (const { name, changes, tests } of untouched ? [] : mutations) {
  try {
    copy.change(changes);
    const { failed, broken } = await runTests(tests);
    // A source that does not even load is no proof that anybody looked.
    if (broken.length > 0) note(name, true, broken[0]);
    else if (failed.length === 0) note(name, true, `no test of ${tests.join(', ')} notices`);
    else note(name, false, failed.length === 1 ? failed[0] : `${failed[0]}, and ${failed.length - 1} more`);
  } catch (error) {
    note(name, true, error.message);
  } finally {
    copy.restore();
  }
}

const failures = rows.filter(([, outcome]) => outcome === 'FAILED').length;
const width = Math.max(...rows.map(([name]) => name.length));
const lines = rows.map(([name, outcome, detail]) => `${name.padEnd(width)}  ${outcome.padEnd(7)}  ${detail}`);
console.log(`\n${lines.join('\n')}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
process.exitCode = failures > 0 || mutations.length === 0 ? 1 : 0;
console.log(`${rows.length - failures} passed, ${failures} failed`);

/** @returns {Promise<{ passed: number, failed: string[], broken: string[] }>} */
function runTests(tests) {
  const runner = path.join(root, 'node_modules/@web/test-runner/dist/bin.js');
  const config = path.join(copy.folder, 'scripts/check-mutations/runner.config.mjs');
  const files = tests.map((name) => `test/${name}.test.ts`);
  running = spawn(process.execPath, [runner, '--config', config, '--files', ...files], {
    cwd: copy.folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [running.stdout, running.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (said = (said + chunk).slice(-2000)));
  let result;
  running.on('message', (message) => (result = message));
  const timer = setTimeout(() => running.kill(), PATIENCE);
  return new Promise((resolve) => {
    running.once('close', () => {
      clearTimeout(timer);
      resolve(result ?? { passed: 0, failed: [], broken: [`The tests did not run:\n${said}`] });
    });
  });
}

// Runs tests again and again in one browser, beside the same servers, in the folder that it is started in: a mutant then costs its
// tests, and not the start of everything.
//   process.send({ files })  →  { passed, failed: [{ file, name }] }    at the first failure the other files are left out
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestRunner } from '@web/test-runner';
import config from '../../web-test-runner.config.mjs';
import { freePort } from '../ports.mjs';
import { needsPage } from '../test/lanes.mjs';
import { runInNode } from '../test/node-lane.mjs';

// A copy of its own of the modules that the runner imports.
const { TestRunner } = createRequire(fileURLToPath(import.meta.resolve('@web/test-runner')))('@web/test-runner-core');
const FINISHED = 'FINISHED';
const SCHEDULED = 'SCHEDULED';
const bundle = config.plugins.find(({ name }) => name === 'bundle');
const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];

// It would run all tests once.
TestRunner.prototype.runTests = async () => {};
const runner = await startTestRunner({
  config: {
    ...config,
    rootDir: process.cwd(),
    reporters: [],
    // Two that start at the same moment would both find the runner's own port free.
    port: await freePort(),
    testFramework: { config: { ...config.testFramework.config, bail: true } },
  },
  readCliArgs: false,
  readFileConfig: false,
  autoExitProcess: false,
});
// As with --watch, the browser stays open when all tests have finished.
runner.config.watch = true;
const { sessions, scheduler } = runner;
for (const session of [...sessions.all()]) sessions.update({ ...session, status: FINISHED });

let testRun = 0;

/**
 * In its lane, as `npm test` does; the pages are left out where a test in Node has failed.
 * @param {readonly string[]} files relative to the folder
 * @returns {Promise<{ passed: number, failed: { file: string, name: string }[] }>}
 */
async function runTests(files) {
  const results = await runInNode(files.filter((file) => !needsPage(file)));
  const failed = results.flatMap(({ file, failures }) => failures.map(({ name }) => ({ file, name })));
  const passed = results.reduce((sum, one) => sum + one.passed, 0);
  const inPages = files.filter(needsPage);
  if (failed.length > 0 || inPages.length === 0) return { passed, failed };
  const pages = await runInPages(inPages);
  return { passed: passed + pages.passed, failed: pages.failed };
}

async function runInPages(files) {
  await bundle.rebuild(files);
  testRun++;
  const all = [...sessions.all()];
  const wanted = files.map((file) => all.find(({ testFile }) => testFile === path.resolve(file)));
  const waiting = new Set(wanted.map(({ id }) => id));
  const failed = [];
  let passed = 0;
  return new Promise((resolve) => {
    const note = (session) => {
      if (session.status !== FINISHED || !waiting.delete(session.id)) return;
      const name = failureOf(session);
      if (name === undefined) passed += testsOf(session.testResults).length;
      else failed.push({ file: path.relative(process.cwd(), session.testFile), name });
      // The others are not started any more; those that run come to their end.
      if (failed.length > 0)
        for (const other of [...sessions.all()])
          if (other.status === SCHEDULED && waiting.delete(other.id)) sessions.update({ ...other, status: FINISHED });
      if (waiting.size > 0) return;
      sessions.off('session-status-updated', note);
      resolve({ passed, failed });
    };
    sessions.on('session-status-updated', note);
    const fresh = wanted.map((one) => ({ ...one, errors: [], logs: [], testResults: undefined, passed: undefined }));
    scheduler.schedule(testRun, fresh);
  });
}

function failureOf({ testResults, errors }) {
  const tests = testsOf(testResults);
  const failed = tests.find((test) => !test.passed && !test.skipped);
  if (failed) return failed.name;
  if (errors?.length > 0 || tests.length === 0) return `does not load: ${errors?.[0]?.message ?? 'it has no tests'}`;
  return undefined;
}

process.on('message', async ({ files }) => {
  try {
    process.send(await runTests(files));
  } catch (error) {
    // A mutant that is no program for the bundler, say.
    process.send({ passed: 0, failed: [{ name: `cannot be built: ${error.message.split('\n')[0]}` }] });
  }
});
process.on('disconnect', async () => {
  await runner.stop();
  process.exit();
});
process.send({ isReady: true });

// Counts the tests. Tells the parent process (scripts/test/browser-lane.mjs) where there is one, else prints the sum as the
// last line.
import path from 'node:path';
import { straysOf } from './wtr-pages.mjs';

export function summaryReporter() {
  let outcome;
  // At exit and not in stop(): WTR's terminal moves the cursor up once more after that.
  process.on('exit', () => {
    if (outcome && !process.send) process.stdout.write(`\n${outcome.passed} passed, ${outcome.failed} failed\n`);
  });
  return {
    onTestRunFinished({ sessions }) {
      outcome = { passed: 0, failed: 0, skipped: 0, failedFiles: [], failures: [], seconds: [] };
      for (const session of sessions) count(session, outcome);
      process.send?.(outcome);
    },
  };
}

/** @param {import('./test/report.mjs').Outcome} outcome */
function count({ id, testResults, errors, testFile, browser }, outcome) {
  const file = path.relative(process.cwd(), testFile);
  const tests = testsOf(testResults);
  for (const test of tests) outcome[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
  const failures = tests.filter((test) => !test.passed && !test.skipped).map((test) => [test.name, test.error]);
  // A file that does not even load has no tests that could fail.
  if (errors?.length && failures.length === 0) {
    outcome.failed++;
    failures.push(['the file', errors[0]]);
  }
  // The test that fails with an error reports it itself.
  if (failures.length === 0)
    for (const message of straysOf(id)) {
      outcome.failed++;
      failures.push(['the file', { message: `Nobody caught or waited for: ${message}` }]);
    }
  if (failures.length > 0 && !outcome.failedFiles.includes(file)) outcome.failedFiles.push(file);
  for (const [name, error] of failures)
    outcome.failures.push({
      where: `${file}, ${browser?.name ?? 'browser'}: ${name}`,
      message: error?.message ?? 'without a message',
    });
  outcome.seconds.push([file, tests.reduce((sum, { duration = 0 }) => sum + duration / 1000, 0)]);
}

const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];

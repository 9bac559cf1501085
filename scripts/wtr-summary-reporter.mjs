// Counts the tests. Tells the parent process (scripts/test.mjs) where there is one, else prints the sum as the last line.
import path from 'node:path';

export function summaryReporter() {
  let sum;
  // At exit and not in stop(): WTR's terminal moves the cursor up once more after that.
  process.on('exit', () => {
    if (sum && !process.send) process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
  });
  return {
    onTestRunFinished({ sessions }) {
      sum = { passed: 0, failed: 0, skipped: 0, failedFiles: [], failures: [] };
      for (const { testResults, errors, testFile, browser } of sessions) {
        const tests = testsOf(testResults);
        for (const test of tests) sum[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
        const failures = tests.filter((test) => !test.passed && !test.skipped).map((test) => [test.name, test.error]);
        // A file that does not even load has no tests that could fail.
        if (errors?.length && failures.length === 0) {
          sum.failed++;
          failures.push(['the file', errors[0]]);
        }
        if (failures.length > 0 && !sum.failedFiles.includes(testFile)) sum.failedFiles.push(testFile);
        const where = `${path.relative(process.cwd(), testFile)}, ${browser?.name ?? 'browser'}`;
        sum.failures.push(...failures.map(([name, error]) => `${where}: ${name}: ${firstLine(error?.message)}`));
      }
      process.send?.(sum);
      if (sessions.length > MANY_FILES) tellSlowest(sessions);
    },
  };
}

/** A run of more files than this names its slowest: what belongs into scripts/slow-tests.mjs, so that `npm test` stays short. */
const MANY_FILES = 100;
const TOLD_FILES = 12;

function tellSlowest(sessions) {
  const seconds = new Map();
  for (const { testFile, testResults } of sessions) {
    const spent = testsOf(testResults).reduce((sum, { duration = 0 }) => sum + duration / 1000, 0);
    seconds.set(testFile, (seconds.get(testFile) ?? 0) + spent);
  }
  const slowest = [...seconds].toSorted(([, one], [, other]) => other - one).slice(0, TOLD_FILES);
  process.stdout.write(
    `\nThe slowest files, seconds of their tests:\n${slowest.map(([file, spent]) => `  ${spent.toFixed(1).padStart(6)}  ${file}`).join('\n')}\n`,
  );
}

const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];

const firstLine = (text = 'without a message') => text.split('\n')[0].slice(0, 300);

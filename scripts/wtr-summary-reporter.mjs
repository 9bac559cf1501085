// Counts the tests. Tells the parent process (scripts/test.mjs) where there is one, else prints the sum as the last line.
export function summaryReporter() {
  let sum;
  // At exit and not in stop(): WTR's terminal moves the cursor up once more after that.
  process.on('exit', () => {
    if (sum && !process.send) process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed\n`);
  });
  return {
    onTestRunFinished({ sessions }) {
      sum = { passed: 0, failed: 0, skipped: 0, failedFiles: [] };
      for (const { testResults, errors, testFile } of sessions) {
        const tests = testsOf(testResults);
        const before = sum.failed;
        for (const test of tests) sum[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
        // A file that does not even load has no tests that could fail.
        if (errors?.length && !tests.some((test) => !test.passed && !test.skipped)) sum.failed++;
        if (sum.failed > before && !sum.failedFiles.includes(testFile)) sum.failedFiles.push(testFile);
      }
      process.send?.(sum);
    },
  };
}

const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];

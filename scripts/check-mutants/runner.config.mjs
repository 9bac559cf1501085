// As web-test-runner.config.mjs; a file stops at its first failure, which the parent process is told at once.
import config from '../../web-test-runner.config.mjs';

const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];

export default {
  ...config,
  testFramework: { config: { ...config.testFramework.config, bail: true } },
  reporters: [
    {
      reportTestFileResults({ sessionsForTestFile, testFile }) {
        for (const { testResults, errors } of sessionsForTestFile) {
          const failed = testsOf(testResults).find((test) => !test.passed && !test.skipped);
          if (failed) process.send({ failed: failed.name });
          else if (errors?.length) process.send({ failed: `${testFile} does not load: ${errors[0].message}` });
        }
      },
      onTestRunFinished: ({ sessions }) =>
        process.send({ passed: sessions.flatMap(({ testResults }) => testsOf(testResults)).length }),
    },
  ],
};

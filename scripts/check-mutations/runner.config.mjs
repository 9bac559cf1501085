// As web-test-runner.config.mjs, with what these tests need and no more; it tells its parent each failed test.
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { providerPlugin } from '../../test/support/provider-plugin.mjs';
import { chromeArgs, chromePath } from '../browser.mjs';
import { bundlePlugin } from '../wtr-bundle-plugin.mjs';

const bundled = bundlePlugin();
const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];

export default {
  rootDir: '.',
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.json' }), bundled, providerPlugin()],
  middleware: [bundled.middleware],
  browsers: [
    chromeLauncher({
      launchOptions: { executablePath: await chromePath(), args: chromeArgs },
      async createPage({ browser }) {
        const page = await (await browser.createBrowserContext()).newPage();
        await page.emulateFocusedPage(true);
        return page;
      },
    }),
  ],
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000,
  testFramework: { config: { ui: 'bdd', timeout: 10_000 } },
  filterBrowserLogs: () => false,
  reporters: [
    {
      onTestRunFinished({ sessions }) {
        const tests = sessions.flatMap(({ testResults }) => testsOf(testResults));
        process.send?.({
          passed: tests.filter((test) => test.passed).length,
          failed: tests.filter((test) => !test.passed && !test.skipped).map(({ name }) => name),
          // A file that does not even load has no tests that could fail.
          broken: sessions
            .filter(({ testResults, errors }) => errors.length > 0 && testsOf(testResults).length === 0)
            .map(({ testFile, errors }) => `${testFile}: ${errors[0].message}`),
        });
      },
    },
  ],
};

import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeArgs, chromePath, firefoxPath } from './scripts/browser.mjs';
import { mediaFeaturesPlugin } from './scripts/wtr-media-plugin.mjs';
import { summaryReporter } from './scripts/wtr-summary-reporter.mjs';
import { findMiniBrowser, webkitLauncher } from './scripts/wtr-webkit-launcher.mjs';
import { channelsPlugin } from './test/support/channels-plugin.mjs';
import { serversPlugin } from './test/support/servers-plugin.mjs';

const launchers = {
  chrome: async () =>
    chromeLauncher({ launchOptions: { executablePath: await chromePath(), args: chromeArgs }, concurrency: 2 }),
  // Stock Firefox over WebDriver BiDi; one page at a time, or the focus tests fail.
  firefox: async () =>
    chromeLauncher({
      puppeteer: await import('puppeteer-core'),
      launchOptions: {
        browser: 'firefox',
        executablePath: firefoxPath(),
        // Its find bar, opened by the / of a test, would take the focus and all keys after it.
        extraPrefsFirefox: { 'accessibility.typeaheadfind.manual': false },
      },
      concurrency: 1,
    }),
  webkit: async () => webkitLauncher(),
};
const installed = { chrome: true, firefox: Boolean(firefoxPath()), webkit: Boolean(findMiniBrowser()) };
const engines = (process.env.ENGINE ?? 'chrome').split(',').filter((engine) => {
  // On a CI machine a missing engine is a failure, not something to leave out quietly.
  if (installed[engine] || process.env.CI) return true;
  console.warn(`${engine} is not installed here: left out.`);
  return false;
});

/** The strictest policy the library promises to work under. */
const STRICT_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "connect-src 'self' http://127.0.0.1:*",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html mcp-embed mcp-embed-lit',
].join('; ');

export default {
  rootDir: '.',
  files: ['test/**/*.test.ts'],
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.json' }),
    mediaFeaturesPlugin(),
    serversPlugin(),
    channelsPlugin(),
  ],
  middleware: [
    async (context, next) => {
      await next();
      if (/^\/test\/(csp|script-tag)\/.*\.html$/.test(context.path)) context.set('content-security-policy', STRICT_CSP);
    },
  ],
  browsers: await Promise.all(engines.map((engine) => launchers[engine]())),
  concurrentBrowsers: 1,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000,
  testFramework: { config: { ui: 'bdd', timeout: 10_000 } },
  reporters: [defaultReporter({ reportTestProgress: Boolean(process.stdout.isTTY) }), summaryReporter()],
  filterBrowserLogs: (log) => !log.args.some((part) => typeof part === 'string' && part.includes('Lit is in dev mode')),
  coverageConfig: {
    include: ['src/**/*.ts', 'components/**/*.ts'],
    report: true,
    reportDir: 'coverage',
    reporters: ['lcovonly', 'text-summary'],
  },
};

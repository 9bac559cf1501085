import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeArgs, chromePath, firefoxPath } from './scripts/browser.mjs';
import { isSlow } from './scripts/test/lanes.mjs';
import { bundlePlugin } from './scripts/wtr-bundle-plugin.mjs';
import { mediaFeaturesPlugin } from './scripts/wtr-media-plugin.mjs';
import { quotaPlugin } from './scripts/wtr-quota-plugin.mjs';
import { sessionsOfPages, stopInTime, watchPage } from './scripts/wtr-pages.mjs';
import { countPage, keepCounts } from './scripts/test/coverage.mjs';
import { summaryReporter } from './scripts/wtr-summary-reporter.mjs';
import { findMiniBrowser, webkitLauncher } from './scripts/wtr-webkit-launcher.mjs';
import { fuzzPlugin } from './test/support/fuzz-plugin.mjs';
import { channelsPlugin, noteWhatWorkersHeard } from './test/support/channels-plugin.mjs';
import { modelsPlugin } from './test/support/models-plugin.mjs';
import { providerPlugin } from './test/support/provider-plugin.mjs';
import { serversPlugin } from './test/support/servers-plugin.mjs';

/** Behind another tab a page draws no frames, has no focus, and its clocks run slow. */
async function inFront({ browser }) {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.emulateFocusedPage(true);
  await watchPage(page);
  await countPage(page);
  // A page that runs the same test again takes its modules from memory, whatever their headers say.
  if (process.env.BROWSER_CACHE === 'off') await page.setCacheEnabled(false);
  return page;
}

/** A Tab that led out of one test's page leaves the focus in Firefox's own bars: each page takes it anew. */
async function everInFront({ context }) {
  const other = await context.newPage();
  const page = await context.newPage();
  const { goto } = page;
  page.goto = async (...where) => {
    if (where[0].startsWith('http')) {
      await other.bringToFront();
      await page.bringToFront();
    }
    return goto.apply(page, where);
  };
  return page;
}

const launchers = {
  chrome: async () =>
    chromeLauncher({
      // WebMCP (`document.modelContext`) is behind a flag.
      launchOptions: { executablePath: await chromePath(), args: [...chromeArgs, '--enable-features=WebMCP'] },
      createPage: inFront,
      concurrency: 3,
    }),
  // Stock Firefox over WebDriver BiDi; one page at a time, or the focus tests fail.
  firefox: async () =>
    chromeLauncher({
      puppeteer: await import('puppeteer-core'),
      createPage: everInFront,
      launchOptions: {
        browser: 'firefox',
        executablePath: firefoxPath(),
        extraPrefsFirefox: {
          // Its find bar, opened by the / of a test, would take the focus and all keys after it.
          'accessibility.typeaheadfind.manual': false,
          // Where it takes its window for hidden, its clocks would tick once a second.
          'dom.min_background_timeout_value': 4,
          'dom.min_background_timeout_value_without_budget_throttling': 4,
          'dom.timeout.enable_budget_timer_throttling': false,
        },
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

/** The tests that `--files` names one by one; undefined where it has patterns. */
function namedTests(argv) {
  const start = argv.indexOf('--files') + 1;
  const rest = start > 0 ? argv.slice(start) : [];
  const end = rest.findIndex((one) => one.startsWith('--'));
  const names = end < 0 ? rest : rest.slice(0, end);
  return names.length > 0 && !/[*?!{[]/.test(names.join('')) ? names : undefined;
}

const bundled = bundlePlugin({
  // --watch wants the modules themselves.
  bundles: !process.argv.includes('--watch'),
  only: namedTests(process.argv),
});

export default {
  rootDir: '.',
  files: ['test/**/*.test.ts'],
  nodeResolve: { exportConditions: ['browser', 'development'] },
  plugins: [
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: 'tsconfig.json' }),
    mediaFeaturesPlugin(),
    quotaPlugin(),
    bundled,
    serversPlugin(),
    channelsPlugin(),
    modelsPlugin(),
    fuzzPlugin(),
    providerPlugin(),
    a11ySnapshotPlugin(),
  ],
  middleware: [
    bundled.middleware,
    noteWhatWorkersHeard,
    async (context, next) => {
      await next();
      if (/^\/test\/(csp|script-tag)\/.*\.html$/.test(context.path)) context.set('content-security-policy', STRICT_CSP);
      // A page of a server has a frame of its own.
      if (context.path === '/test/csp/content.html')
        context.set('content-security-policy', `${STRICT_CSP}; frame-src blob:`);
    },
  ],
  browsers: await Promise.all(engines.map(async (engine) => stopInTime(keepCounts(await launchers[engine]())))),
  concurrentBrowsers: 2,
  testsStartTimeout: 60_000,
  // A file of press sequences takes three minutes in Firefox and WebKit, and each slow file as long on a busy machine.
  testsFinishTimeout: namedTests(process.argv)?.some(isSlow) ? 600_000 : 240_000,
  testFramework: { config: { ui: 'bdd', timeout: 30_000 } },
  reporters: [
    defaultReporter({ reportTestProgress: Boolean(process.stdout.isTTY) }),
    sessionsOfPages,
    summaryReporter(),
  ],
  filterBrowserLogs: (log) => !log.args.some((part) => typeof part === 'string' && part.includes('Lit is in dev mode')),
};

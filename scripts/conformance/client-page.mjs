// One Chromium behind the proxy for all scenarios, a context of its own for each: nothing one server left can be seen by
// the next.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { chromeArgs, chromePath } from '../browser.mjs';
import { startCorsProxy } from './cors-proxy.mjs';
import { loadRelayHost } from './relay-host.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds a scenario may take in the page. */
const SCENARIO_TIMEOUT_MS = 30_000;
/** The redirect URI of the sign-in. */
const CALLBACK = '/oauth-callback.html';

/**
 * @param {{ relay?: boolean }} [options] `relay`: the page asks the relay of the command, and the servers have no CORS headers
 * @returns {Promise<{ version: string, run(job: object): Promise<string | undefined>, close(): Promise<void> }>}
 */
export async function openClientPage({ relay = false } = {}) {
  const [{ modules, entry }, executablePath, relayFor] = await Promise.all([
    bundlePage(),
    chromePath(),
    relay ? loadRelayHost() : undefined,
  ]);
  const proxy = await startCorsProxy(modules, entry, { addsCors: !relay });
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...chromeArgs,
      `--proxy-server=${proxy.address}`,
      // Without this it would not ask a proxy for localhost.
      '--proxy-bypass-list=<-loopback>',
      '--disable-popup-blocking',
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
  });

  async function inPage(act) {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const thrown = [];
      page.on('pageerror', (error) => thrown.push(`Uncaught in the page: ${error.message}`));
      // Loaded is when the module has run.
      await page.goto(proxy.address);
      const problem = await act(page);
      return problem ?? thrown[0];
    } catch (error) {
      return error.message;
    } finally {
      // Before the suite closes its server, which waits for open streams.
      await context.close();
    }
  }

  /** Returns the problem that a scenario's driver reports, if any. */
  async function run(job) {
    const host = relayFor && (await relayFor(job.url, proxy.address));
    const { close: _, ...through } = host ?? {};
    const problem = await inPage((page) => {
      let timer;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, SCENARIO_TIMEOUT_MS, `No end after ${SCENARIO_TIMEOUT_MS / 1000} s.`);
      });
      const ran = runInPage(page, host ? { ...job, relay: through } : job);
      ran.catch(() => {});
      return Promise.race([ran, late]).finally(() => clearTimeout(timer));
    });
    await host?.close();
    return problem;
  }

  async function close() {
    await browser.close();
    proxy.close();
  }

  // A run in a browser that enforces nothing would prove nothing.
  const unguarded = await inPage((page) =>
    page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'The browser does not enforce CORS.',
          () => undefined,
        ),
      proxy.withoutCors,
    ),
  );
  if (unguarded) {
    await close();
    throw new Error(unguarded);
  }
  return { version: browser.version(), run, close };
}

/** Starts again if the page itself was left for the sign-in and has come back. */
async function runInPage(page, job) {
  for (;;)
    try {
      return await page.evaluate((given) => globalThis.runScenario(given), job);
    } catch (error) {
      if (job.way !== 'redirect' || !/context was destroyed|navigation/i.test(error.message)) throw error;
      await page.waitForFunction(() => 'runScenario' in globalThis);
    }
}

/** The page's modules as an application's bundler makes them of the core. */
async function bundlePage() {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: {
          page: path.join(root, 'test/conformance/page.ts'),
          'oauth-callback': path.join(root, 'src/auth/callback-page.ts'),
        },
        formats: ['es'],
        fileName: (_format, name) => `${name}.js`,
      },
    },
  });
  const modules = new Map(output.map(({ fileName, code }) => [`/${fileName}`, code]));
  modules.set(CALLBACK, readFileSync(path.join(root, 'src/auth', CALLBACK), 'utf8'));
  return { modules, entry: '/page.js' };
}

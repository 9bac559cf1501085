// One page of the check: the elements, a site of its own, and everything that can be seen from outside of it: requests, windows,
// dialogs, where it and its frames go.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { openSite } from './site.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds until a page has begun. */
const OPENS_WITHIN = 60_000;

/** A new page in a browser, with observers for forbidden actions. */
export async function openCheckPage(browser, modules) {
  const seen = [];
  const note = (wrong, detail) => void seen.push({ wrong, detail: detail.slice(0, 200) });
  const site = await openSite(modules, (what) => note('requested', what));
  const context = await browser.newContext({
    viewport: { width: 700, height: 1200 },
    proxy: { server: site.proxy, bypass: site.origin.replace('http://', '') },
  });
  const page = await context.newPage();
  context.on('page', (other) => {
    note('navigated', `a window opened: ${other.url()}`);
    other.close().catch(() => {});
  });
  page.on('dialog', (dialog) => {
    note('executed', `${dialog.type()}(${dialog.message()})`);
    dialog.dismiss().catch(() => {});
  });
  page.on('download', (download) => download.cancel().catch(() => {}));
  let crash;
  const crashed = new Promise((_, reject) => (crash = () => reject(new Error('The page crashed.'))));
  crashed.catch(() => {});
  page.on('crash', () => crash());
  await Promise.race([page.goto(site.origin), crashed]);
  // The browser reports a request before the policy of a frame stops it: those do not count.
  const told = (request) => {
    const url = request.url();
    if (url.startsWith(`${site.origin}/`) || /^(?:blob|data|about):/.test(url)) return;
    if (request.failure()?.errorText !== 'csp') note('requested', `${request.resourceType()} ${url}`);
  };
  page.on('requestfinished', told);
  page.on('requestfailed', told);
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    const isOwn = frame !== page.mainFrame() && /^(?:blob:|about:|$)/.test(url);
    if (!isOwn) note('navigated', `${frame === page.mainFrame() ? 'the page' : 'a frame'} went to ${url}`);
  });
  const devtools = await context.newCDPSession(page);
  /** Evaluates an expression. Playwright's own method evaluates a string in the page, which the page counts. */
  const call = async (expression) => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await Promise.race([devtools.send('Runtime.evaluate', asked), crashed]);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const until = Date.now() + OPENS_WITHIN;
  while (!(await call('"check" in globalThis'))) {
    if (Date.now() > until) throw new Error('The page never began.');
    await delay(20);
  }
  return {
    call,
    site,
    take: () => seen.splice(0),
    async close() {
      await atMost(context.close());
      site.close();
    },
  };
}

/** A crashed page may never report that it is closed. */
export const atMost = (closing) => Promise.race([closing.catch(() => {}), delay(5000)]);

/** The page, as files by their path; the first is the entry. */
export async function bundlePage(entry) {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: path.join(root, entry), formats: ['es'], fileName: 'page' },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
  return new Map(output.map(({ fileName, code }) => [`/${fileName}`, code]));
}

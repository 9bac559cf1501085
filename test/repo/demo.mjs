// The demo as a visitor gets it, and a browser to look at it with.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_TIMEOUT_MS = 60_000;

/**
 * @param {string} [checkout] where the demo is, if it is that of another commit
 * @returns a browser, the demo’s address, and `visit(path, options)`, which opens one of its pages in a context of its own
 */
export async function openDemo(checkout = root) {
  const demo = spawn(process.execPath, ['demo/serve.mjs'], { cwd: checkout, env: { ...process.env, PORT: '0' } });
  try {
    const [address, browser] = await Promise.all([
      addressOf(demo),
      chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
    ]);
    return {
      address,
      browser,
      visit: (path, options) => visit({ address, browser }, path, options),
      async close() {
        await browser.close();
        demo.kill();
      },
    };
  } catch (error) {
    demo.kill();
    throw error;
  }
}

/**
 * A page in a context of its own, with everything it complained about.
 * @param options those of the context, and `before(page)`, which is called before the page is asked for
 */
async function visit({ address, browser }, path, { before = async () => {}, ...options } = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The probe of a server that knows only older revisions is answered with 400, which the browser puts here itself.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  await before(page);
  await page.goto(new URL(path, address).href);
  await page
    .getByText(/^(Connected|Waiting for you to sign in|The document)$/)
    .first()
    .waitFor();
  return { page, complaints, close: () => context.close() };
}

/**
 * Presses a button of a question as a person does: once it is ready. A driver that only clicks scrolls while it waits, and
 * what moves is not ready.
 */
export async function pressWhenReady(button) {
  await button.and(button.page().locator(':not([aria-disabled="true"])')).waitFor();
  await button.click();
}

function addressOf(child) {
  let words = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The demo did not start.\n${words}`)), START_TIMEOUT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        words += chunk;
        const found = /demo is at (\S+)/.exec(words);
        if (!found) return;
        clearTimeout(timer);
        resolve(found[1]);
      });
  });
}

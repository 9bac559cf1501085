// What is left of a visit that ended badly: a tab whose process crashed, and a browser that was killed in the middle.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { bundle } from '../../bench/bundle.mjs';
import { createStateSite } from '../support/state-site.mjs';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';

/** Milliseconds for anything to appear. */
const PATIENCE = 15_000;
/** The bundled crash-page.js. */
const FILE = '/index.js';
/** Writes after which the browser is killed. */
const ENOUGH = 300;

let site;
let servers;
let files;
const folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-crash-'));
before(async () => {
  [site, servers, files] = await Promise.all([createStateSite(), startServers(), serveCrashPage()]);
});
after(() => {
  servers?.stop();
  site?.stop();
  files?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const launch = async () =>
  chromium.launchPersistentContext(folder, { executablePath: await chromePath(), args: chromeArgs, headless: true });

async function open(context, settings) {
  const page = await context.newPage();
  await page.goto(site.page(settings));
  await until(page, () => globalThis.seen?.ready && globalThis.seen.list);
  return page;
}
const until = (page, what, argument) => page.waitForFunction(what, argument, { timeout: PATIENCE });

async function choose(page) {
  await page.locator('mcp-tool-list').getByRole('option', { name: 'tool_7' }).first().click();
  await until(page, () => globalThis.find('mcp-schema-field'));
}
const typed = (page) => page.evaluate(() => globalThis.find('mcp-schema-field')?.form.field('/query')?.value);

/** Ends the process of a tab, as a page does that takes too much memory. */
async function crash(page) {
  const crashed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  devtools.send('Page.crash').catch(() => {});
  await crashed;
}

/** The process of the browser and all that it started. @returns once it is gone */
async function kill(context) {
  const devtools = await context.browser().newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const { id } = processInfo.find(({ type }) => type === 'browser');
  const gone = new Promise((resolve) => context.once('close', resolve));
  process.kill(id, 'SIGKILL');
  await gone;
}

describe('a tab that crashed', { timeout: 60_000 }, () => {
  it('finds everything as it was, once it is opened again', async () => {
    const context = await launch();
    const page = await open(context);
    await choose(page);
    await page.getByLabel('query').fill('before the crash');
    await page.waitForTimeout(1000);
    await crash(page);
    const again = await open(context);
    await until(again, () => globalThis.seen.draft);
    assert.equal(await typed(again), 'before the crash');
    await context.close();
  });

  it('hands its long stream on to a tab that waited for one', async () => {
    const context = await launch();
    const { url } = servers.list.find(({ id }) => id === 'everything');
    const pages = [];
    for (let count = 0; count < 4; count++) pages.push(await open(context, { server: url }));
    const last = pages.at(-1);
    await crash(pages[0]);
    await last.waitForTimeout(1500);
    await last.evaluate(() => document.querySelector('mcp-client').session.tools.call('toggle-simulated-logging', {}));
    await until(last, () => document.querySelector('mcp-client').session.log.get().length > 0);
    await context.close();
  });
});

describe('a browser that was killed in the middle of writing', { timeout: 60_000 }, () => {
  // On the disk before the write counts as done, and handed to the system by then.
  for (const kind of ['savedArguments', 'draft'])
    it(`has kept all that it said it had: ${kind}`, async () => {
      const killed = await launch();
      let last = -1;
      let enough;
      const isEnough = new Promise((resolve) => (enough = resolve));
      await killed.exposeFunction('isKept', (number) => {
        last = number;
        if (number === ENOUGH) enough();
      });
      const writing = await blank(killed);
      const end = writing.evaluate(async ([file, kind]) => (await import(file)).write(kind, 10_000), [FILE, kind]);
      // It never comes to its end.
      await Promise.race([isEnough, end]);
      end.catch(() => {});
      await kill(killed);
      const context = await launch();
      const page = await blank(context);
      const found = await page.evaluate(async ([file, kind]) => (await import(file)).numbers(kind), [FILE, kind]);
      assert.deepEqual(
        found.slice(0, last + 1),
        Array.from({ length: last + 1 }, (_, number) => number),
      );
      // And can be written to again.
      await context.exposeFunction('isKept', () => {});
      await page.reload();
      await page.evaluate(async ([file, kind]) => (await import(file)).write(kind, 1), [FILE, kind]);
      await context.close();
    });
});

async function serveCrashPage() {
  const { folder: built } = await bundle('../test/repo/crash-page.js', 'browser');
  const server = createServer((request, response) => {
    const isScript = request.url.endsWith('.js');
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? readFileSync(path.join(built, path.basename(request.url))) : '<!doctype html>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A page of nothing, at the origin of the bundled crash-page.js. */
async function blank(context) {
  const page = await context.newPage();
  await page.goto(files.origin);
  return page;
}

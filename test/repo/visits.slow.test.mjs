// What is kept between visits, in real tabs of a real browser: real reloads, Back, a slow server, none at all, no network.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { createStateSite } from '../support/state-site.mjs';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';

/** Milliseconds for anything to appear. */
const PATIENCE = 15_000;
const SLOW_MS = 3000;

let site;
let browser;
let servers;
const contexts = [];

before(async () => {
  [site, browser, servers] = await Promise.all([
    createStateSite(),
    // Playwright turns off what Back uses.
    chromium.launch({
      executablePath: await chromePath(),
      args: chromeArgs,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
    startServers(),
  ]);
});
afterEach(async () => {
  Object.assign(site.server.weather, { delayMs: 0, isGone: false });
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  servers?.stop();
  site?.stop();
});

/** A browser of somebody’s own, with as many tabs of the page as wanted. */
async function tabs(count, settings) {
  const context = await browser.newContext();
  contexts.push(context);
  const pages = [];
  for (let index = 0; index < count; index++) {
    const page = await context.newPage();
    await page.goto(site.page(settings));
    await page.waitForFunction(() => globalThis.seen?.ready && globalThis.seen.list, null, { timeout: PATIENCE });
    pages.push(page);
  }
  return { context, pages };
}

const until = (page, what, argument) => page.waitForFunction(what, argument, { timeout: PATIENCE });
const reads = (page, words) => page.getByText(words).first().waitFor({ timeout: PATIENCE });

async function choose(page, name = 'tool_7') {
  await page.locator('mcp-tool-list').getByRole('option', { name }).first().click();
  await until(page, () => globalThis.find('mcp-schema-field'));
}

const type = (page, text) => page.getByLabel('query').fill(text);
const typed = (page) => page.evaluate(() => globalThis.find('mcp-schema-field')?.form.field('/query')?.value);

describe('a reload', () => {
  for (const { what, ...weather } of [
    { what: `before a server says a word that takes ${SLOW_MS / 1000} s`, delayMs: SLOW_MS },
    { what: 'where there is no server any more', isGone: true },
  ])
    it(`shows the lists, the last view and what was typed, ${what}`, async () => {
      const {
        pages: [page],
      } = await tabs(1);
      await choose(page);
      await type(page, 'harbour');
      await page.waitForTimeout(600);
      Object.assign(site.server.weather, weather);
      await page.reload();
      await until(page, () => globalThis.seen.list && globalThis.seen.draft);
      const seen = await page.evaluate(() => globalThis.seen);
      assert.equal(seen.ready, undefined, 'the server has said nothing yet');
      assert.equal(await typed(page), 'harbour');
      await reads(page, /Updated \d\d:\d\d/);
      await reads(page, /Draft restored from \d\d:\d\d/);
      await reads(page, /Not connected to|Connecting to/);
      // Everything that is kept can be looked at.
      await page.locator('mcp-tool-list').getByRole('option', { name: 'tool_3' }).first().click();
      await reads(page, 'Looks something up in the ledger number 3');
    });

  it('needs no file but the first for the lists: each more would be waited for', async () => {
    const {
      pages: [page],
    } = await tabs(1);
    await page.waitForTimeout(500);
    // No tool was chosen: then its form would be loaded as well.
    await page.reload();
    await until(page, () => globalThis.seen.list);
    const files = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => /[^/]+[.]js$/.exec(name) ?? []),
    );
    const names = files.map((file) => file.replace(/-[\w-]{8}\.js$/, ''));
    const first = ['page.js', 'mcp-embed.js'];
    assert.deepEqual(names.slice(0, first.length).toSorted(), first.toSorted());
  });

  it('keeps what was typed in the moment before', async () => {
    const {
      pages: [page],
    } = await tabs(1);
    await choose(page);
    await type(page, 'last words');
    await page.reload();
    await until(page, () => globalThis.seen.draft);
    assert.equal(await typed(page), 'last words');
  });
});

describe('without a network', () => {
  it('says so in words, and goes on by itself when there is one', async () => {
    const {
      context,
      pages: [page],
    } = await tabs(1);
    await choose(page);
    await type(page, 'harbour');
    // What it takes to say so has been loaded in the meantime.
    await page.waitForTimeout(3000);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Run tool_7' }).click();
    await page
      .locator('mcp-tool-result')
      .getByText(/stopped responding/)
      .first()
      .waitFor({ timeout: PATIENCE });
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Run tool_7' }).click();
    await page.locator('mcp-tool-result').getByText('done').first().waitFor({ timeout: PATIENCE });
  });

  it('a page that found no server connects once there is a network', async () => {
    const {
      context,
      pages: [page],
    } = await tabs(1);
    await page.waitForTimeout(400);
    site.server.weather.isGone = true;
    await page.reload();
    await until(page, () => document.querySelector('mcp-client').status === 'failed');
    site.server.weather.isGone = false;
    await context.setOffline(true);
    await context.setOffline(false);
    await until(page, () => document.querySelector('mcp-client').status === 'ready');
  });
});

describe('tabs', () => {
  it('two: arguments used in one can be chosen in the other at once', async () => {
    const {
      pages: [one, other],
    } = await tabs(2);
    await choose(one);
    await choose(other);
    await other.getByRole('button', { name: /^History/ }).click();
    await type(one, 'from the one');
    await one.getByRole('button', { name: 'Run tool_7' }).click();
    await other
      .getByRole('button', { name: /query: from the one/ })
      .first()
      .waitFor({ timeout: PATIENCE });
    assert.notEqual(await typed(other), 'from the one', 'nothing is typed for anybody');
  });

  it('five: each keeps what is on its screen, none loses a set of arguments, and all show the same', async () => {
    const { pages } = await tabs(5);
    await Promise.all(pages.map((page) => choose(page)));
    await Promise.all(pages.map((page, index) => type(page, `of tab ${index}`)));
    assert.deepEqual(
      await Promise.all(pages.map(typed)),
      [0, 1, 2, 3, 4].map((index) => `of tab ${index}`),
    );
    await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Run tool_7' }).click()));
    for (const page of pages) {
      await page.getByRole('button', { name: /^History/ }).click();
      for (let index = 0; index < 5; index++)
        await page
          .getByRole('button', { name: new RegExp(`query: of tab ${index}`) })
          .first()
          .waitFor({ timeout: PATIENCE });
    }
  });

  for (const id of ['everything', 'modern'])
    it(`eight, over the six connections that a browser has: each connects and calls (${id})`, async () => {
      const { url } = servers.list.find((server) => server.id === id);
      const { pages } = await tabs(8, { server: url });
      for (const page of pages) {
        const answer = page.evaluate(async () => {
          const { session } = document.querySelector('mcp-client');
          return JSON.stringify(await session.tools.call('echo', { message: 'from a tab' }));
        });
        const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, 'no answer'));
        assert.match(await Promise.race([answer, late]), /from a tab/);
      }
    });

  it('a tab that waits for the news of its server gets them once another one is closed', async () => {
    const { url } = servers.list.find((server) => server.id === 'everything');
    const { pages } = await tabs(4, { server: url });
    const last = pages.at(-1);
    const toggle = () =>
      last.evaluate(() => document.querySelector('mcp-client').session.tools.call('toggle-simulated-logging', {}));
    await pages[0].close({ runBeforeUnload: false });
    await last.waitForTimeout(1000);
    await toggle();
    await until(last, () => document.querySelector('mcp-client').session.log.get().length > 0);
  });

  it('what one erases is gone in the other', async () => {
    const {
      pages: [one, other],
    } = await tabs(2);
    await choose(one);
    await choose(other);
    await type(one, 'to be erased');
    await one.getByRole('button', { name: 'Run tool_7' }).click();
    await other.getByRole('button', { name: /^History/ }).click();
    await other
      .getByRole('button', { name: /query: to be erased/ })
      .first()
      .waitFor({ timeout: PATIENCE });
    await one.getByRole('button', { name: /About this server/ }).click();
    await one.getByText(/^Stored in this browser/).click();
    await one.getByRole('button', { name: /^Erase all: everything about/ }).click();
    await one.getByRole('button', { name: 'Erase', exact: true }).click();
    await reads(other, 'Nothing yet.');
  });
});

/** Whether the browser keeps any page to go back to: that of a headless shell keeps none. */
async function keepsPages() {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(`${site.origin}/elsewhere`);
  await page.evaluate(() => (globalThis.isTheSame = true));
  await page.goto(`${site.origin}/elsewhere?further`);
  await page.goBack({ waitUntil: 'commit' });
  return page.evaluate(() => globalThis.isTheSame === true);
}

describe('Back', () => {
  for (const name of ['raw', 'everything', 'everything-sse', 'modern'])
    it(`finds the page as it was, with a session that works: ${name}`, async (t) => {
      if (!(await keepsPages())) return t.skip('This browser keeps no page at all.');
      const server = servers.list.find(({ id }) => id === name)?.url ?? site.server.url('legacy', '5');
      const {
        pages: [page],
      } = await tabs(1, { server });
      await page.evaluate(() => {
        globalThis.isTheSame = true;
        addEventListener('pageshow', ({ persisted }) => (globalThis.wasKept = persisted));
      });
      await page.waitForTimeout(1000);
      await page.goto(`${site.origin}/elsewhere`);
      await page.waitForTimeout(1000);
      await page.goBack({ waitUntil: 'commit' });
      await until(page, () => document.querySelector('mcp-client')?.status === 'ready');
      const why = await page.evaluate(() =>
        JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons),
      );
      assert.equal(await page.evaluate(() => globalThis.isTheSame && globalThis.wasKept), true, why);
      const text = await page.evaluate(async () => {
        const { session } = document.querySelector('mcp-client');
        const result = await session.tools.call('echo', { message: 'still here' });
        return JSON.stringify(result.content);
      });
      assert.match(text, /still here/);
    });
});

// What a first visit by script tag asks for, in a real browser against real servers: until the list is shown, and after it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { visit } from '../../bench/first-visit/visit.mjs';
import { createWays } from '../../bench/first-visit/ways.mjs';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';

/** Requests to a server until its tools are shown, preflights counted. The official client needs 6. */
const MAX_REQUESTS = 8;
/** Slow enough that what is asked for later comes later, and fast enough for a test. */
const network = { latencyMs: 50, downBitsPerSecond: 10_000_000, upBitsPerSecond: 10_000_000 };

let ways;
let browser;
let servers;

before(async () => {
  [ways, browser, servers] = await Promise.all([
    createWays(['tag']),
    chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
    startServers(),
  ]);
});
after(async () => {
  await browser?.close();
  servers?.stop();
  ways?.stop();
});

/** Somebody who only reads the list. */
async function read(server, prepare) {
  const [{ act: _act, ...way }] = ways.list;
  const { list, requests } = await visit(browser, way, servers.url(server), { network, prepare });
  return {
    before: requests.filter(({ start }) => start <= list.ms),
    after: requests.filter(({ start }) => start > list.ms),
  };
}

const toServer = (requests) => requests.filter(({ isServer }) => isServer).map(({ what }) => what.trim());
const scripts = (requests) =>
  requests
    .filter(({ isScript }) => isScript)
    .map(({ what }) => what.replace(/^\/(?:mcp-embed-)?|(?:-[\w-]{8})?\.js$/g, ''));

const OTHER_LISTS = ['prompts/list', 'resources/list', 'resources/templates/list'];

for (const server of ['everything', 'modern'])
  describe(`a first visit to ${server}`, () => {
    let seen;
    before(async () => (seen = await read(server)));

    it(`asks it at most ${MAX_REQUESTS} times until the list is shown, preflights counted`, () => {
      const asked = toServer(seen.before);
      assert.ok(asked.length <= MAX_REQUESTS, asked.join(', '));
    });

    it('asks for what is not shown only after that', () => {
      assert.deepEqual(
        toServer(seen.before).filter((what) => what.endsWith('/list')),
        ['POST tools/list'],
      );
      const later = toServer(seen.after);
      assert.deepEqual(
        OTHER_LISTS.filter((list) => !later.includes(`POST ${list}`)),
        [],
      );
    });

    it('loads what connects first; then, while the list is fetched and read, only what shows a form and a result', () => {
      const loaded = scripts([...seen.before, ...seen.after]);
      assert.equal(loaded[0], 'mcp-embed');
      assert.deepEqual(loaded.slice(1).sort(), [
        'content',
        'content-model',
        'elements',
        'forms',
        'library',
        'lists',
        'more-elements',
        'queue',
        'stored-transcripts',
        'transcript',
      ]);
      // A connection that is slow has room while the server answers.
      for (const part of ['lists', 'forms']) assert.ok(scripts(seen.before).includes(part), part);
    });
  });

describe('a first visit over which the file of the lists comes late', () => {
  it('moves nothing when it comes', async () => {
    const [way] = ways.list;
    const heights = [];
    const noteHeader = async (page) =>
      heights.push(
        await page.evaluate(
          () => document.querySelector('mcp-client').shadowRoot.querySelector('.header').getBoundingClientRect().height,
        ),
      );
    let send;
    const isHeld = new Promise((resolve) => (send = resolve));
    const act = async (page) => {
      await page.waitForFunction(() => document.querySelector('mcp-client')?.shadowRoot?.querySelector('.header'));
      // The base styles show an element without its code after 150 ms.
      await page.waitForTimeout(300);
      await noteHeader(page);
      send();
      await page.waitForFunction(() => globalThis.seen.list);
      await noteHeader(page);
      await page.evaluate(() => (globalThis.seen.result = performance.now()));
    };
    const prepare = (page) => page.route(/mcp-embed-lists-/, (route) => isHeld.then(() => route.continue()));
    await visit(browser, { ...way, act }, servers.url('everything'), { network, prepare });
    assert.equal(heights[0], heights[1]);
  });
});

describe('a first visit with a browser that saves data', () => {
  it('loads nothing ahead', async () => {
    const { after: later } = await read('everything', (page) =>
      page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
    );
    assert.deepEqual(
      scripts(later).filter((part) => ['forms', 'content'].includes(part)),
      [],
    );
  });
});

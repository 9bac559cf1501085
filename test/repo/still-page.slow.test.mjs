// What stands on a page stays where it is while a client loads, connects and lists: the demo, a page with the lines of the
// README, and one with a workspace and the rule of docs/workspace.md. Measured by Chromium, in its own measure: the
// cumulative layout shift.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { openDemo } from './demo.mjs';
import { textOf } from './sources.mjs';

/** Up to 0.1 counts as good. */
const MOST_SHIFT = 0.05;
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

/** The lines of the README, without the address of the script. */
const [, README] = /```html\n([^]*?)```/.exec(textOf('README.md'));
const [, RULE] = /```css\n(mcp-workspace:not[^]*?)```/.exec(textOf('docs/workspace.md'));

let demo;
let servers;
let site;
before(async () => {
  demo = await openDemo();
  servers = await (await fetch(new URL('servers.json', demo.address))).json();
  const pages = { '/readme.html': readmePage(), '/workspace.html': workspacePage() };
  site = createServer(async ({ url }, response) => {
    const html = pages[url];
    if (html) return response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${html}`);
    const file = await fetch(new URL(url, demo.address));
    response
      .writeHead(file.status, { 'content-type': file.headers.get('content-type') })
      .end(Buffer.from(await file.arrayBuffer()));
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  await demo?.close();
  site?.closeAllConnections();
  site?.close();
});

const readmePage = () =>
  README.replace(/src="[^"]*"/, 'src="/mcp-embed.js"').replace('https://example.com/mcp', servers[0].url);
const workspacePage = () =>
  `<style>body { font-family: system-ui } ${RULE}</style><script type="module" src="/mcp-embed.js"></script>
  <h1>Our servers</h1><mcp-workspace></mcp-workspace><p>That is all.</p>
  <script>document.querySelector('mcp-workspace').servers = ${JSON.stringify(servers.map(({ url, label }) => ({ url, name: label })))}</script>`;

const pageAt = (name) => `http://127.0.0.1:${site.address().port}/${name}`;

/** Opens a page, waits until the list is there and nothing is drawn any more, and returns what moved by itself. */
async function shiftOf(address, viewport, act = async () => {}) {
  const { page, close } = await demo.visit(address, {
    viewport,
    before: async (tab) => {
      await tab.addInitScript(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) globalThis.shift += value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
    },
  });
  try {
    await listed(page);
    await act(page);
    return await page.evaluate(() => globalThis.shift);
  } finally {
    await close();
  }
}

async function listed(page) {
  await page.locator('mcp-client:not([hidden])').getByRole('option').first().waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  });
}

for (const viewport of SIZES)
  describe(`what stands on the page stays, at ${viewport.width} px`, () => {
    it('in the demo', async () => {
      const shift = await shiftOf('', viewport);
      assert.ok(shift < MOST_SHIFT, `${shift}`);
    });

    it('in the demo, when a second server is connected to', async () => {
      const shift = await shiftOf('', viewport, async (page) => {
        const place = () =>
          page.locator('mcp-client:not([hidden])').evaluate((client) => client.getBoundingClientRect().top + scrollY);
        const lastTab = () =>
          page
            .locator('[part~="tab"]')
            .last()
            .evaluate((tab) => tab.getBoundingClientRect().left);
        const before = [await place(), await lastTab()];
        await page.locator('[part~="tab"]').nth(2).click();
        await listed(page);
        assert.deepEqual([await place(), await lastTab()], before);
      });
      assert.ok(shift < MOST_SHIFT, `${shift}`);
    });

    it('in a page with the lines of the README', async () => {
      const shift = await shiftOf(pageAt('readme.html'), viewport);
      assert.ok(shift < MOST_SHIFT, `${shift}`);
    });

    it('in a page with a workspace', async () => {
      const shift = await shiftOf(pageAt('workspace.html'), viewport);
      assert.ok(shift < MOST_SHIFT, `${shift}`);
    });
  });

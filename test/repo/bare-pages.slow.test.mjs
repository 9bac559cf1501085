// Pages to which a browser gives less: a frame of opaque origin, and plain http. The built script tag, a real browser, real
// servers with a standing stream.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { buildIfStale } from '../../scripts/build.mjs';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
/** A name that is not of this machine, so that its plain http is not secure. */
const PLAIN = 'plain.test';
/** Milliseconds for anything to appear. */
const PATIENCE = 15_000;
/** Milliseconds that a page is left alone. One that spins without a turn never comes to their end. */
const IDLE_MS = 3000;
/** Turns that it may take meanwhile. A loop that gives the page its turn takes thousands. */
const MOST_TURNS = 100;
/** Bytes that it may take meanwhile. The loop that once spun took 250 MB a second. */
const MOST_BYTES = 50_000_000;

let site;
let servers;
let browser;
before(async () => {
  await buildIfStale('bundles');
  [servers, site, browser] = await Promise.all([
    startServers(),
    serveSite(),
    chromium.launch({
      executablePath: await chromePath(),
      args: [...chromeArgs, `--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`, '--enable-precise-memory-info'],
    }),
  ]);
});
after(async () => {
  await browser?.close();
  servers?.stop();
  site?.stop();
});

async function serveSite() {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://site');
    if (pathname.endsWith('.js'))
      return response
        .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
        .end(readFileSync(path.join(dist, path.basename(pathname))));
    // In the frame of another origin, questions can be allowed only where the page opts in.
    const optIn = pathname === '/bare' ? ' allow-framed-approval' : '';
    const client = `<script src="/mcp-embed.iife.js"></script>
      <mcp-client url="${new URLSearchParams(search).get('url')}" capabilities="sampling elicitation"${optIn}></mcp-client>`;
    const frame = `<iframe sandbox="allow-scripts" width="1000" height="700" src="/bare${search}"></iframe>`;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">${pathname === '/framed' ? frame : client}`,
      );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const pages = {
  'a sandboxed frame of opaque origin': {
    ids: ['everything', 'modern'],
    open: (page, url) => page.goto(`http://127.0.0.1:${site.port}/framed?${new URLSearchParams({ url })}`),
    within: (page) => page.frames().at(-1),
    isBare: () => origin === 'null',
  },
  'a page of plain http': {
    // The other one refuses pages of sites that it does not know, as the SDK has it.
    ids: ['everything'],
    open: (page, url) => page.goto(`http://${PLAIN}:${site.port}/?${new URLSearchParams({ url })}`),
    within: (page) => page.mainFrame(),
    isBare: () => !isSecureContext && crypto.subtle === undefined && navigator.locks === undefined,
  },
};

for (const [what, { ids, open, within, isBare }] of Object.entries(pages))
  for (const id of ids)
    describe(`${what}, with the server ${id}`, { timeout: 90_000 }, () => {
      it('connects, lists, calls, has its questions answered, and stays responsive', async () => {
        const page = await (await browser.newContext()).newPage();
        page.setDefaultTimeout(PATIENCE);
        const mistakes = [];
        page.on('pageerror', (error) => mistakes.push(error.message));
        await open(page, servers.url(id));
        const bare = within(page);
        assert.equal(await bare.evaluate(isBare), true);
        await bare
          .getByText(/^Connected$/)
          .first()
          .waitFor();
        await bare.getByRole('option', { name: /\becho\b/ }).click();
        await bare.getByRole('textbox', { name: /^message/ }).fill('hello from here');
        await bare.getByRole('button', { name: /^Run Echo/i }).click();
        await bare.getByText('Echo: hello from here').first().waitFor();
        const asking = id === 'modern' ? 'ask-model' : 'trigger-sampling-request';
        await bare.getByRole('option', { name: new RegExp(`\\b${asking}\\b`) }).click();
        await bare.getByRole('textbox', { name: /^prompt/ }).fill('What is the capital of Portugal?');
        await bare.getByRole('button', { name: /^Run / }).click();
        await bare.getByRole('textbox', { name: 'Your reply' }).fill('Lisbon');
        await bare.getByRole('button', { name: /^Send/ }).click();
        await bare
          .getByText(/Lisbon/)
          .nth(1)
          .waitFor();
        const seen = await bare.evaluate(async (idle) => {
          const took = performance.memory.usedJSHeapSize;
          let turns = 0;
          const Channel = globalThis.MessageChannel;
          globalThis.MessageChannel = class extends Channel {
            constructor() {
              super();
              turns++;
            }
          };
          await new Promise((resolve) => setTimeout(resolve, idle));
          const { session } = document.querySelector('mcp-client');
          const told = session.problems.get().filter(({ code }) => code === 'storage');
          return { turns, grew: performance.memory.usedJSHeapSize - took, told: told.map(({ message }) => message) };
        }, IDLE_MS);
        assert.ok(seen.turns < MOST_TURNS, `it took ${seen.turns} turns`);
        assert.ok(seen.grew < MOST_BYTES, `it took ${Math.round(seen.grew / 1e6)} MB more`);
        assert.ok(seen.told.length > 0, 'nothing is said of what is missing');
        assert.equal(new Set(seen.told).size, seen.told.length, seen.told.join('\n'));
        assert.deepEqual(mistakes, []);
        await page.context().close();
      });
    });

// A page that a server rendered with React, hydrated in a real browser, with a real MCP server. What docs/server-rendering.md
// says of it: what shows before the code arrives, what moves, and which request has the headers.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { startServers } from '../../demo/servers/start.mjs';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { buildIfStale } from '../../scripts/build.mjs';
import { createCorsGate } from '../support/cors-gate.mjs';
import { root, textOf } from './sources.mjs';

const CORS = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: *',
  'Access-Control-Allow-Methods: *',
  'Access-Control-Expose-Headers: *',
];
/** Milliseconds after which nothing moves any more. */
const SETTLED_MS = 300;
/** Cumulative layout shift; up to 0.1 counts as good. */
const MOST_SHIFT = 0.005;

let servers;
let gates;
let site;
let browser;
let App;
let script;
/** The script waits for the test, which looks at the page before. By visit. */
const scriptMayCome = new Map();
/** The rule that the document gives. */
const [, RULE] = /```css\n(mcp-client:not\(:defined\).*?)```/s.exec(textOf('docs/server-rendering.md'));

before(async () => {
  await buildIfStale('all');
  // Node imports the elements here, as a server that renders does.
  ({ App } = await import('./hydrated-app.js'));
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'test/repo/hydrated-page.js')],
    bundle: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
  });
  script = outputFiles[0].contents;
  [servers, browser] = await Promise.all([
    startServers(),
    chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
  ]);
  gates = await createCorsGate((id) => servers.url(id));
  site = createServer(async ({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://site');
    if (pathname === '/page.js') {
      await scriptMayCome.get(searchParams.get('visit'));
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    }
    const props = JSON.parse(searchParams.get('props'));
    return response.writeHead(200, { 'content-type': 'text/html' }).end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">
        <style>${searchParams.has('bare-css') ? '' : RULE}</style>
        <div id="root">${renderToString(createElement(App, props))}</div>
        <script type="application/json" id="props">${JSON.stringify(props)}</script>
        <script type="module" src="/page.js?visit=${searchParams.get('visit')}"></script>`,
    );
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  await browser?.close();
  gates?.stop();
  servers?.stop();
  site?.closeAllConnections();
  site?.close();
});

/** Opens a page with a gate of its own before the server, which logs what comes. */
async function visit(show, { query = {}, waits = false, ...options } = {}) {
  const answer = await fetch(`${gates.base}/gates`, {
    method: 'POST',
    body: JSON.stringify({ server: 'everything', lines: CORS }),
  });
  const { url } = await answer.json();
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on('console', (message) => {
    // The probe of a server that knows only older revisions is answered with 400, which the browser puts here itself.
    if (/error|warning/.test(message.type()) && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const props = JSON.stringify({ show, url });
  const number = String(scriptMayCome.size);
  let bringScript;
  scriptMayCome.set(number, new Promise((resolve) => (bringScript = resolve)));
  if (!waits) bringScript();
  const address = `http://127.0.0.1:${site.address().port}/?${new URLSearchParams({ props, visit: number, ...query })}`;
  await page.goto(address, { waitUntil: 'commit' });
  return {
    page,
    complaints,
    bringScript,
    requests: async () => {
      const log = await (await fetch(`${gates.base}/log/${new URL(url).pathname.split('/')[1]}`)).json();
      return log.filter(({ method }) => method !== 'OPTIONS');
    },
    close: () => context.close(),
  };
}

const listShown = (page) => page.getByRole('option', { name: /get-sum/ }).waitFor();

describe('React, when it hydrates an element that is not ours', () => {
  const found = (page) =>
    page.evaluate(() => {
      const element = document.querySelector('bare-element');
      element.dispatchEvent(new Event('bare-event'));
      return [element.headers, globalThis.heard];
    });

  it('sets neither its properties nor its handlers: the cause of the recipe', async () => {
    const { page, close } = await visit('bare');
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('bare-element')).some((key) => key.startsWith('__react')),
    );
    assert.deepEqual(await found(page), [undefined, undefined], 'React does it now: the recipe may go');
    await close();
  });

  it('sets both with the recipe', async () => {
    const { page, close } = await visit('bare-live');
    await page.waitForFunction(() => document.querySelector('bare-element').headers);
    assert.deepEqual(await found(page), [{ 'X-Fixture': 'hydrated' }, [['bare-event', true]]]);
    await close();
  });
});

describe('a client in a page that a server rendered', () => {
  it('sends its headers with every request, the first one too, and tells its first event', async () => {
    const { page, complaints, requests, close } = await visit('client');
    await listShown(page);
    const sent = await requests();
    assert.ok(sent.length > 2);
    assert.deepEqual(
      sent.map(({ headers }) => headers['x-fixture']).filter((name) => name !== 'hydrated'),
      [],
    );
    const heard = await page.evaluate(() => globalThis.heard);
    assert.deepEqual(
      [heard[0], heard.at(-1)],
      [
        ['mcp-state-change', 'connecting'],
        ['mcp-state-change', 'ready'],
      ],
    );
    assert.deepEqual(complaints, []);
    await close();
  });

  it('shows what the page put into it until its code arrives, and then never', async () => {
    const { page, bringScript, close } = await visit('client', { waits: true });
    const fallback = page.getByText('The tools show here.');
    await fallback.waitFor();
    bringScript();
    await listShown(page);
    assert.equal(await fallback.isVisible(), false);
    assert.equal(await page.getByText('No server yet').count(), 0);
    await close();
  });

  it('shows that where JavaScript is off', async () => {
    const { page, close } = await visit('client', { javaScriptEnabled: false });
    await page.waitForLoadState();
    assert.equal(await page.getByText('The tools show here.').isVisible(), true);
    await close();
  });

  it('moves nothing with the rule of the document; without it, it would', async () => {
    const below = async (page) => (await page.getByText('What stands below').boundingBox()).y;
    const visitWith = async (query) => {
      const { page, bringScript, close } = await visit('client', { query, waits: true });
      await page.getByText('The tools show here.').waitFor();
      await wait(SETTLED_MS);
      const start = await below(page);
      bringScript();
      await listShown(page);
      await wait(SETTLED_MS);
      const [shift, moved] = [await page.evaluate(() => globalThis.shift), (await below(page)) - start];
      await close();
      return { shift, moved };
    };
    const { shift, moved } = await visitWith({});
    assert.equal(moved, 0);
    // What is left are the words of the connection status, at the end of their line.
    assert.ok(shift < MOST_SHIFT, String(shift));
    const control = await visitWith({ 'bare-css': '' });
    assert.ok(control.moved > 100 && control.shift > 2 * MOST_SHIFT, JSON.stringify(control));
    console.log(`Layout shift: ${shift.toFixed(4)} with the rule, ${control.shift.toFixed(4)} without it.`);
  });
});

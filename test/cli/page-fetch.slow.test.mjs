// The `fetch` of `mcp-embed check` beside that of a browser: the same requests to the same server, from a page of the same
// origin, must come to the same.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { serve } from './check-servers.mjs';
import { PageFetch } from './modules.mjs';

const ALL = 'access-control-allow-origin';
const METHODS = 'access-control-allow-methods';
const HEADERS = 'access-control-allow-headers';
const EXPOSE = 'access-control-expose-headers';
const POST = { method: 'POST', headers: { 'Content-Type': 'application/json', 'Mcp-Method': 'x' } };
const TOKEN = { method: 'POST', headers: { Authorization: 'Bearer x' } };
const open = { [ALL]: '*', [METHODS]: '*', [HEADERS]: '*', [EXPOSE]: '*' };

/** What is sent, and how the server answers the preflight and the request. */
const ROWS = {
  'a GET without any header': [{}, {}, {}],
  'a GET with the star': [{}, {}, { [ALL]: '*' }],
  'a GET with the star, and names of headers to read': [{}, {}, { [ALL]: '*', [EXPOSE]: 'X-One, x-two' }],
  'a GET with the star for headers to read': [{}, {}, { [ALL]: '*', [EXPOSE]: '*' }],
  'a GET for another origin': [{}, {}, { [ALL]: 'https://other.example' }],
  'a GET for two origins': [{}, {}, { [ALL]: ['*', '*'] }],
  'a GET that wants no preflight': [{ headers: { Accept: 'text/event-stream' } }, { status: 500 }, open],
  'a POST that wants no preflight': [
    { method: 'POST', headers: { 'Content-Type': 'text/plain' } },
    { status: 500 },
    open,
  ],
  'a POST with everything allowed': [POST, open, open],
  'a POST with its headers named': [POST, { ...open, [HEADERS]: 'CONTENT-TYPE, mcp-method' }, open],
  'a POST with one header missing': [POST, { ...open, [HEADERS]: 'content-type' }, open],
  'a POST that no method allows': [POST, { ...open, [METHODS]: 'GET' }, open],
  'a POST whose preflight has a status': [POST, { ...open, status: 401 }, open],
  'a POST whose preflight redirects': [POST, { ...open, status: 302, location: '/elsewhere' }, open],
  'a POST whose preflight has no CORS': [POST, {}, open],
  'a POST whose answer has no CORS': [POST, open, {}],
  'a token, named': [TOKEN, { ...open, [HEADERS]: 'authorization' }, open],
  // By the star alone, Chromium still lets a token pass; the standard, Firefox and Safari do not, and the check goes with them.
  'a DELETE that is allowed': [{ method: 'DELETE' }, { ...open, [METHODS]: 'POST, DELETE' }, open],
  'a DELETE that is not': [{ method: 'DELETE' }, { ...open, [METHODS]: 'POST, delete' }, open],
  'a redirect': [{}, {}, { ...open, status: 307, location: '/elsewhere' }],
  'a redirect without CORS': [{}, {}, { status: 307, location: '/elsewhere' }],
  'an answer without a body': [{}, {}, { ...open, status: 204 }],
  'an error': [{}, {}, { ...open, status: 404 }],
  'a request without CORS': [{ mode: 'no-cors' }, {}, {}],
};

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
});
after(() => browser?.close());

/** Runs in the page and here. */
async function outcomeOf(fetchIt, url, init) {
  try {
    const response = await fetchIt(url, {
      credentials: 'omit',
      cache: 'no-store',
      redirect: init.mode ? 'follow' : 'manual',
      ...init,
    });
    const { type, status } = response;
    const seen = ['x-one', 'x-two', 'content-type', 'set-cookie'].filter((name) => response.headers.has(name));
    return { type, status, seen, body: await response.text() };
  } catch (error) {
    return { error: error.constructor.name === 'PageFetchError' ? 'TypeError' : error.constructor.name };
  }
}

describe('the fetch of a page in Node', () => {
  it('does what the one of a browser does', async (t) => {
    const { origin } = await serve(t, (request, response) => {
      const row = ROWS[decodeURIComponent(request.url.slice(1))];
      const [, preflight, answer] = row ?? [{}, {}, {}];
      const { status = 200, ...headers } = request.method === 'OPTIONS' ? preflight : answer;
      response.writeHead(status, {
        'access-control-max-age': '0',
        'x-one': '1',
        'x-two': '2',
        'content-type': 'text/plain',
        'set-cookie': 'a=b',
        ...headers,
      });
      response.end('said');
    });
    const page = await (await browser.newContext()).newPage();
    await page.goto(
      (
        await serve(t, (_, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('<title>.</title>'),
        )
      ).origin,
    );
    const inNode = new PageFetch(new URL(page.url()).origin);
    for (const [what, [init]] of Object.entries(ROWS)) {
      const url = `${origin}/${encodeURIComponent(what)}`;
      const expected = await page.evaluate(`(${outcomeOf.toString()})(fetch, ...${JSON.stringify([url, init])})`);
      assert.deepEqual(await outcomeOf(inNode.fetch, url, init), expected, what);
    }
  });
});

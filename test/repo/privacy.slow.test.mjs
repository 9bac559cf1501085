// What docs/privacy.md says is sent, in a real browser: every request of a page, preflights too, with its real headers.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { openDemo } from './demo.mjs';
import { filesIn, sourceOf } from './sources.mjs';

/** What a page may send besides: nothing that names the visitor or the page. */
const FORBIDDEN_HEADERS = ['cookie', 'referer', 'dnt', 'x-client-data'];
/** What may be in a request to an MCP server; docs/privacy.md lists the first two lines. */
const SERVER_HEADERS = new Set([
  ...['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id', 'last-event-id', 'mcp-method', 'mcp-name'],
  ...['origin', 'user-agent', 'accept-language', 'accept-encoding'],
  ...['access-control-request-method', 'access-control-request-headers', 'access-control-request-private-network'],
  ...[
    'host',
    'connection',
    'content-length',
    'cache-control',
    'pragma',
    'priority',
    'access-control-request-local-network',
  ],
]);

let demo;
let pictures;
let picturesAsked;

before(async () => {
  demo = await openDemo();
  picturesAsked = [];
  pictures = createServer((request, response) => {
    picturesAsked.push(request);
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' });
    response.end(
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    );
  });
  await new Promise((resolve) => pictures.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  pictures?.close();
  await demo?.close();
});

/** Records what the network of a page carries. Playwright tells of no preflight, and not of the headers that are added last. */
async function record(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const requests = new Map();
  const of = (id) => requests.get(id) ?? requests.set(id, { headers: {} }).get(id);
  client.on('Network.requestWillBeSent', ({ requestId, request }) =>
    Object.assign(of(requestId), {
      url: new URL(request.url),
      method: request.method,
      body: request.postData,
      headers: { ...of(requestId).headers, ...lowered(request.headers) },
    }),
  );
  client.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    Object.assign(of(requestId).headers, lowered(headers));
  });
  return () => [...requests.values()].filter(({ url }) => url && /^https?:$/.test(url.protocol));
}

const lowered = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Each kind of request once: to whom, how, and which method of the protocol. */
function kindsOf(requests, names) {
  const kinds = requests.map(({ url, method, body }) => {
    const to = names.get(url.origin) ?? url.origin;
    const says = body ? ` ${JSON.parse(body).method ?? 'an answer'}` : '';
    return `${to}: ${method}${to === 'server' ? says : ''}`;
  });
  return [...new Set(kinds)].sort();
}

/** A page of the demo’s own site with one element and nothing else, after everything that a page may have was put there. */
async function pageOf() {
  const context = await demo.browser.newContext();
  // Cookies do not look at ports: what is sent with credentials would carry this one to every server here.
  await context.addCookies([{ name: 'visitor', value: 'somebody', domain: '127.0.0.1', path: '/' }]);
  const page = await context.newPage();
  const requests = await record(page);
  return { page, requests, close: () => context.close() };
}

describe('what a page sends', () => {
  it('goes to its own site and to the server that it names, and is what the page on privacy says', async () => {
    const { page, requests, close } = await pageOf();
    await page.goto(`${new URL('/', demo.address).href}?secret-of-the-page=1`);
    const server = await (
      await page.waitForFunction(() => document.querySelector('mcp-workspace').client?.url)
    ).jsonValue();
    await page.getByRole('option', { name: /get-sum/ }).click();
    await page.getByRole('textbox', { name: /^a\b/ }).fill('2');
    await page.getByRole('textbox', { name: /^b\b/ }).fill('3');
    await page.getByRole('button', { name: 'Run get-sum' }).click();
    await page.getByText('The sum of 2 and 3 is 5.').first().waitFor();
    await page.getByRole('button', { name: /^Resources/ }).click();
    await page.getByRole('option', { name: /architecture/ }).click();
    await page
      .getByText(/Everything Server/)
      .first()
      .waitFor();
    const names = new Map([
      [new URL(demo.address).origin, 'own site'],
      [new URL(server).origin, 'server'],
    ]);
    // The server asks for folders once, a while after the handshake; whoever does not listen by then is not asked. So another visit
    // gives it another chance.
    const isAsked = () => kindsOf(requests(), names).includes('server: POST an answer');
    for (let looks = 1; looks < 500 && !isAsked(); looks++) {
      if (looks % 100 === 0) await page.reload();
      await page.waitForTimeout(100);
    }
    // After a visit again, the client comes a moment later.
    await page.waitForFunction(() => document.querySelector('mcp-workspace').client?.status === 'ready');
    await page.evaluate(() => document.querySelector('mcp-workspace').client.disconnect());
    await page.waitForTimeout(2000);
    const all = requests();
    assert.deepEqual(kindsOf(all, names), [
      'own site: GET',
      'server: DELETE',
      'server: GET',
      'server: OPTIONS',
      // It asks for folders, and gets none.
      'server: POST an answer',
      'server: POST initialize',
      'server: POST notifications/initialized',
      'server: POST prompts/list',
      'server: POST resources/list',
      'server: POST resources/read',
      'server: POST resources/templates/list',
      'server: POST server/discover',
      'server: POST tools/call',
      'server: POST tools/list',
    ]);
    const toServer = all.filter(({ url }) => names.get(url.origin) === 'server');
    for (const { headers, url, body = '' } of toServer) {
      // Empty: it was not sent.
      for (const name of FORBIDDEN_HEADERS) assert.ok(!headers[name], `${name} to ${url.href}`);
      const unknown = Object.keys(headers).filter(
        (name) => headers[name] && !SERVER_HEADERS.has(name) && !/^(?:sec-|:)/.test(name),
      );
      assert.deepEqual(unknown, []);
      assert.ok(!`${url.href} ${body} ${JSON.stringify(headers)}`.includes('secret-of-the-page'));
    }
    await close();
  });

  it('asks nothing of a host that a server names for an image, before the person presses the button', async () => {
    const { page, requests, close } = await pageOf();
    await page.goto(demo.address);
    await page.getByRole('option', { name: /get-sum/ }).waitFor();
    const address = `http://127.0.0.1:${pictures.address().port}/picture.png`;
    await page.evaluate((src) => {
      const media = document.createElement('mcp-remote-media');
      Object.assign(media, { src, alt: 'A picture' });
      document.querySelector('main').prepend(media);
      const icon = document.createElement('mcp-icon');
      Object.assign(icon, { icons: [{ src }], name: 'A picture' });
      document.querySelector('main').prepend(icon);
    }, address);
    await page.getByRole('button', { name: 'Load once' }).waitFor();
    await page.waitForTimeout(500);
    assert.equal(picturesAsked.length, 0);
    assert.ok(!requests().some(({ url }) => url.href === address));
    await page.getByRole('button', { name: 'Load once' }).click();
    await page.locator('mcp-remote-media').locator('img').waitFor();
    assert.equal(picturesAsked.length, 1);
    for (const name of FORBIDDEN_HEADERS) assert.equal(picturesAsked[0].headers[name], undefined, name);
    await close();
  });

  it('stores nothing in cookies and in localStorage', async () => {
    const { page, close } = await pageOf();
    await page.goto(demo.address);
    await page.getByRole('option', { name: /get-sum/ }).waitFor();
    await page.waitForTimeout(500);
    const [cookie, stored, databases] = await page.evaluate(async () => [
      document.cookie,
      Object.keys(localStorage),
      (await indexedDB.databases()).map(({ name }) => name),
    ]);
    assert.equal(cookie, 'visitor=somebody');
    assert.deepEqual(stored, []);
    const unknown = databases.filter((name) => !['mcp-embed-storage-1', 'mcp-embed-sign-ins-1'].includes(name));
    assert.deepEqual(unknown, []);
    await close();
  });
});

describe('the code', () => {
  it('names no host that it could contact: addresses in it are examples and links to documents', () => {
    const names = /\b(?:https?|wss?):\/\/([\w.-]+)/g;
    /** Written for a reader, or a name in a namespace, and contacted by nobody. */
    const READ_ONLY = /(?:^|\.)(?:example(?:\.(?:com|org|net))?|w3\.org|json-schema\.org|modelcontextprotocol\.io)$/;
    /** A page’s own code chooses these by calling the function for them, and may give another address. */
    const CHOSEN = { 'src/samplers/openai.ts': ['api.openai.com'], 'src/samplers/anthropic.ts': ['api.anthropic.com'] };
    const found = ['src', 'components']
      .flatMap((folder) => filesIn(folder, '.ts'))
      .map(sourceOf)
      .flatMap(({ file, strings, templates }) =>
        [...strings.map(({ value }) => value), ...templates.map(({ text }) => text)]
          .flatMap((text) => [...text.matchAll(names)].map(([, host]) => host))
          .filter((host) => !READ_ONLY.test(host) && !CHOSEN[file]?.includes(host))
          .map((host) => `${file} ${host}`),
      );
    assert.deepEqual(found, []);
  });

  it('has no other way to send something than those that the page on privacy describes', () => {
    const ways = /\b(?:sendBeacon|XMLHttpRequest|EventSource|RTCPeerConnection|WebTransport|importScripts)\b/;
    const found = ['src', 'components']
      .flatMap((folder) => filesIn(folder, '.ts'))
      .map(sourceOf)
      .flatMap(({ file, names }) => names.filter(({ name }) => ways.test(name)).map(({ name }) => `${file} ${name}`));
    assert.deepEqual(found, []);
  });
});

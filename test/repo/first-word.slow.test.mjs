// The file of the script tag connects while the rest still loads: in a real browser, from the built files, to a real server.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { html, openTagSite, PATIENCE, runsTool } from './tag-site.mjs';

const TAG = '<script type="module" src="/dist/mcp-embed.js"></script>';
const LIBRARY = /\/mcp-embed-library-/;

let site;
let context;
before(async () => (site = await openTagSite()));
afterEach(() => context?.close());
after(() => site?.close());

const client = (attributes = '') => `<mcp-client url="${site.server}" storage="none" ${attributes}></mcp-client>`;

/**
 * Opens a page in which the elements do not load before `release()`. `asked` is what the server was asked: the methods of its messages, and
 * of HTTP where there is none.
 */
async function open(body, { head = '', again = false } = {}) {
  if (!again) context = await site.browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const asked = [];
  const headers = [];
  page.on('request', (request) => {
    if (request.url() !== site.server) return;
    asked.push(JSON.parse(request.postData() ?? '{}').method ?? request.method());
    headers.push(request.headers());
  });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(LIBRARY, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(site.page(html(head, body)), { waitUntil: 'commit' });
  await page.waitForRequest(LIBRARY);
  return { page, asked, headers, release };
}

const count = (asked, method) => asked.filter((one) => one === method).length;
/** Until what could be asked early has been asked. */
const settle = (page) => page.waitForTimeout(700);

describe('the first word', () => {
  it('is said before the elements are there, and they take the connection over with its list', async () => {
    const { page, asked, release } = await open(TAG + client());
    await page.waitForRequest((request) => request.postData()?.includes('tools/list') === true);
    assert.equal(await page.evaluate(() => customElements.get('mcp-client') === undefined), true);
    release();
    await runsTool(page);
    for (const method of ['server/discover', 'initialize', 'tools/list', 'tools/call'])
      assert.equal(count(asked, method), 1, method);
  });

  it('gives the recording its messages too', async () => {
    const { page, release } = await open(TAG + client());
    await page.waitForRequest((request) => request.postData()?.includes('tools/list') === true);
    release();
    await page.getByRole('option', { name: /get-sum/ }).waitFor();
    const recorded = await page.evaluate(async () => {
      const transcript = await document.querySelector('mcp-client').session.transcript.load();
      await transcript.flush();
      return transcript.entries.get().map(({ method }) => method);
    });
    assert.ok(
      ['server/discover', 'initialize'].every((method) => recorded.includes(method)),
      recorded.join(),
    );
  });

  const NOT_SAID = {
    'for another element': () => TAG + client().replaceAll('mcp-client', 'mcp-workspace'),
    'where the page asks for it later': () => TAG + client('connect="press"'),
    'with other capabilities': () => TAG + client('capabilities=""'),
    'where people sign in': () => TAG + client('redirect-uri="/callback.html"'),
    'where the page has set properties': () =>
      `${client()}<script>document.querySelector('mcp-client').headers = { 'X-Page': '1' };</script>${TAG}`,
    'under a site policy': () =>
      `<script type="application/json" id="mcp-embed-policy">{ "storage": "none" }</script>${TAG}${client()}`,
  };
  for (const [when, body] of Object.entries(NOT_SAID))
    it(`is not said ${when}`, async () => {
      const { page, asked } = await open(body());
      await settle(page);
      assert.deepEqual(asked, []);
    });

  it('is not said to a server that the site does not allow, also where its policy comes late', async () => {
    const { page, asked } = await open(
      `<script>globalThis.mcpEmbedPolicy = { servers: ['https://mcp.example.com'] };</script>${TAG}${client()}`,
    );
    await settle(page);
    assert.deepEqual(asked, []);
    await context.close();

    const late = await open(
      `${TAG}${client()}<script type="module">try { globalThis.mcpEmbedPolicy = { disabled: true } } catch (error) { globalThis.refused = error.message }</script>`,
    );
    await settle(late.page);
    assert.match(await late.page.evaluate(() => globalThis.refused), /set too late/);
  });

  it('is not said on a later visit, which begins with what worked', async () => {
    const stored = `<mcp-client url="${site.server}"></mcp-client>`;
    const first = await open(TAG + stored);
    first.release();
    await first.page.getByRole('option', { name: /get-sum/ }).waitFor();
    await first.page.waitForFunction(async () =>
      (await indexedDB.databases()).some(({ name }) => name.startsWith('mcp-embed-storage')),
    );
    await first.page.close();
    const { page, asked, release } = await open(TAG + stored, { again: true });
    await settle(page);
    assert.deepEqual(asked, []);
    release();
    await runsTool(page);
  });

  it('is taken back where the page gives other settings after the tag', async () => {
    const { page, asked, headers, release } = await open(
      `${TAG}${client()}<script type="module">document.querySelector('mcp-client').headers = { 'X-Page': '1' };</script>`,
    );
    await page.waitForRequest((request) => request.postData()?.includes('tools/list') === true);
    release();
    await runsTool(page);
    assert.equal(count(asked, 'initialize'), 2);
    assert.equal(count(asked, 'DELETE'), 1);
    assert.equal(headers[asked.indexOf('tools/call')]['x-page'], '1');
  });

  it('is taken back where the element has left the page', async () => {
    const { page, asked, release } = await open(TAG + client());
    await page.waitForRequest((request) => request.postData()?.includes('tools/list') === true);
    await page.evaluate(() => document.querySelector('mcp-client').remove());
    const ended = page.waitForRequest((request) => request.method() === 'DELETE');
    release();
    await ended;
    assert.equal(count(asked, 'initialize'), 1);
  });

  it('is said once where the tag stands twice', async () => {
    const { page, asked, release } = await open(`${TAG}${TAG.replace('.js', '.js?v=2')}${client()}`);
    await page.waitForRequest((request) => request.postData()?.includes('tools/list') === true);
    release();
    await runsTool(page);
    assert.equal(count(asked, 'initialize'), 1);
  });

  it('fails with the words of every failure', async () => {
    const nowhere = 'http://127.0.0.1:9/mcp';
    const { page, release } = await open(TAG + client().replace(site.server, nowhere));
    release();
    await page.waitForFunction(() => document.querySelector('mcp-client').status === 'failed');
    await page.locator('mcp-client').getByText('127.0.0.1:9').first().waitFor();
  });
});

describe('the elements, where their file does not come', () => {
  it('are told of in their places; the button loads them', async () => {
    context = await site.browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    let isThere = false;
    await page.route(LIBRARY, (route) => (isThere ? route.continue() : route.fulfill({ status: 503 })));
    await page.goto(site.page(html('', `${TAG}${client()}<mcp-client url="/none" storage="none">Ours</mcp-client>`)));
    const told = page.locator('mcp-client').first();
    await told.getByText('The part of mcp-embed that shows servers did not load.').waitFor();
    assert.equal(await page.locator('mcp-client').nth(1).textContent(), 'Ours');
    isThere = true;
    await told.getByRole('button', { name: 'Try again' }).click();
    await told.getByRole('option', { name: /get-sum/ }).waitFor();
  });
});

describe('the file whose exports a page takes', () => {
  it('has them, and registers the elements too', async () => {
    context = await site.browser.newContext();
    const page = await context.newPage();
    await page.goto(
      site.page(
        html(
          '',
          `${client()}<script type="module">import { connect, isMcpError, McpError } from '/dist/mcp-embed.esm.js';
            globalThis.found = [typeof connect, isMcpError(new McpError('internal', { key: 'verbatim', params: {}, text: 'x' }))];</script>`,
        ),
      ),
    );
    await runsTool(page);
    assert.deepEqual(await page.evaluate(() => globalThis.found), ['function', true]);
  });
});

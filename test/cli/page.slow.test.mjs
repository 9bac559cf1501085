// The page of the command, in Chromium: with a server that it starts, with one that no page may read, and what it says where the
// command is gone.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { EVERYTHING, fileFor, FIXTURE, launch, root } from './command.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
});
after(() => browser.close());

/** A page of the command, with everything that it loaded and complained about. */
async function visit(t, address, options) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  const requested = [];
  const problems = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of [45]\d\d|net::ERR|blocked by CORS/.test(message.text()))
      problems.push(message.text());
  });
  await page.goto(address);
  return { page, requested, problems };
}

const connected = (page) => page.getByText('Connected', { exact: true }).first().waitFor();

/** A real server over HTTP, which lets pages in. */
async function serverWithCors(t, transport = 'streamableHttp') {
  const child = spawn(process.execPath, ['--import', `${root}demo/loopback.mjs`, EVERYTHING, transport], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  t.after(() => child.kill());
  const [{ listening }] = await once(child, 'message');
  return `http://127.0.0.1:${listening}/${transport === 'sse' ? 'sse' : 'mcp'}`;
}

/** The same, and before it what takes its CORS headers away. */
async function serverWithoutCors(t, transport, at) {
  const { port: listening, pathname } = new URL(await serverWithCors(t, transport));
  const gate = createServer((message, response) => {
    if (message.method === 'OPTIONS') return response.writeHead(405).end();
    const { method, headers } = message;
    const path = message.url === at ? pathname : message.url;
    const out = ask({ port: listening, host: '127.0.0.1', path, method, headers, agent: false }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control-'));
      response.writeHead(answer.statusCode, Object.fromEntries(kept));
      answer.pipe(response);
    });
    out.on('error', () => response.destroy());
    response.on('close', () => out.destroy());
    return message.pipe(out);
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  t.after(() => {
    gate.closeAllConnections();
    gate.close();
  });
  return `http://127.0.0.1:${gate.address().port}${pathname}`;
}

describe('the page of the command', () => {
  it('shows a server that it starts, runs a tool, and has what the program writes', async (t) => {
    const launched = await launch(t, ['--', process.execPath, EVERYTHING, 'stdio']);
    const { page, problems, requested } = await visit(t, launched.page);
    await connected(page);
    await page.getByText('echo', { exact: true }).click();
    await page
      .locator('mcp-tool-form')
      .getByLabel(/message/i)
      .first()
      .fill('from a page');
    await page.locator('[part~="submit-button"]').first().click();
    await page.getByText('Echo: from a page').first().waitFor();
    await page.getByText('Output of the program').click();
    await page.getByText('Starting default (STDIO) server...').first().waitFor();
    assert.match(await page.title(), /^server-everything · mcp-embed$/);
    assert.deepEqual(problems, []);
    // It works without internet: nothing comes from elsewhere.
    assert.deepEqual(
      requested.filter((url) => !url.startsWith(launched.origin)),
      [],
    );
  });

  it('stores nothing where it is to forget: whoever has this port tomorrow finds nothing', async (t) => {
    const databases = async (...options) => {
      const launched = await launch(t, [...options, '--', process.execPath, EVERYTHING, 'stdio']);
      const { page } = await visit(t, launched.page);
      await connected(page);
      await page.getByText('echo', { exact: true }).waitFor();
      return page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    };
    assert.notDeepEqual(await databases(), []);
    assert.deepEqual(await databases('--forget'), []);
  });

  it('shows why a server ended that dies at the start: its exit code, and what it wrote', async (t) => {
    const launched = await launch(t, ['--', process.execPath, FIXTURE, 'dies']);
    const { page } = await visit(t, launched.page);
    await page
      .getByText(/exit code 3\. Its last lines: Error: no API key\./)
      .first()
      .waitFor();
  });

  it('asks a server by itself that lets pages in, and says nothing of a relay', async (t) => {
    const launched = await launch(t, [await serverWithCors(t)]);
    const { page, requested } = await visit(t, launched.page);
    await connected(page);
    assert.equal(await page.locator('#way').isVisible(), false);
    assert.ok(!requested.some((url) => /\/servers\/[^/]+\/mcp/.test(url)));
  });

  it('takes the secret out of the address at once, and keeps it over a reload', async (t) => {
    const launched = await launch(t, ['--', process.execPath, EVERYTHING, 'stdio']);
    const { page, requested } = await visit(t, launched.page);
    await connected(page);
    assert.match(page.url(), new RegExp(`^${launched.origin}/(?:\\?[^#]*)?$`));
    assert.ok(!requested.some((url) => url.includes(launched.secret)));
    await page.reload();
    await connected(page);
    assert.ok(!(await page.content()).includes(launched.secret));
  });

  it('asks by itself where it may, and goes through the relay where it may not, and says so', async (t) => {
    const launched = await launch(t, [await serverWithoutCors(t)]);
    const { page, problems } = await visit(t, launched.page);
    await connected(page);
    await page.getByText('This server lets no web page read its answers (CORS).').waitFor();
    await page.getByText('get-sum', { exact: true }).click();
    await page.getByLabel(/^a\b/i).first().fill('2');
    await page.getByLabel(/^b\b/i).first().fill('3');
    await page.locator('[part~="submit-button"]').first().click();
    await page.getByText('The sum of 2 and 3 is 5.').first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('knows a server of a file also where its address is written without the slash', async (t) => {
    const bare = new URL(await serverWithoutCors(t, 'streamableHttp', '/')).origin;
    const launched = await launch(t, ['--config', fileFor(t, 'mcp.json', { mcpServers: { bare: { url: bare } } })]);
    const { page } = await visit(t, launched.page);
    await connected(page);
    await page.getByText('This server lets no web page read its answers (CORS).').waitFor();
  });

  it('reaches a server of HTTP+SSE (2024-11-05) through the relay too', async (t) => {
    const launched = await launch(t, [await serverWithoutCors(t, 'sse')]);
    const { page, problems } = await visit(t, launched.page);
    await connected(page);
    await page.getByText('This server lets no web page read its answers (CORS).').waitFor();
    await page.getByText('echo', { exact: true }).click();
    await page
      .locator('mcp-tool-form')
      .getByLabel(/message/i)
      .first()
      .fill('over two addresses');
    await page.locator('[part~="submit-button"]').first().click();
    await page.getByText('Echo: over two addresses').first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('does not go through the relay where that was forbidden, and says why there is no connection', async (t) => {
    const launched = await launch(t, ['--relay', 'never', await serverWithoutCors(t)]);
    const { page } = await visit(t, launched.page);
    await page
      .getByText(/^No connection to/)
      .first()
      .waitFor();
    // The diagnosis starts by itself.
    await page
      .locator('mcp-diagnosis')
      .getByText(/Access-Control-Allow-Origin/)
      .first()
      .waitFor();
    assert.equal(await page.locator('#way').isVisible(), false);
  });

  it('has the servers of a file to choose from, and starts none before', async (t) => {
    const file = fileFor(t, 'mcp.json', {
      mcpServers: {
        everything: { command: process.execPath, args: [EVERYTHING, 'stdio'] },
        gone: { command: 'no-such-command-at-all' },
        token: { url: 'https://mcp.example/', headers: { Authorization: 'Bearer ${NOT_SET}' } },
      },
    });
    const launched = await launch(t, ['--config', file]);
    const { page } = await visit(t, launched.page);
    const choose = (name) => page.getByRole('button', { name, exact: false }).first().click();
    await page.getByRole('button', { name: /^everything/ }).waitFor();
    assert.equal(await page.locator('mcp-client').count(), 0);
    assert.doesNotMatch(launched.child.out(), /^\[/m);
    await choose(/^gone/);
    await page
      .getByText(/there is no command no-such-command-at-all\. Is it installed/)
      .first()
      .waitFor();
    await choose(/^token/);
    await page.getByText('“token” cannot be used yet. Not set: NOT_SET.').first().waitFor();
    await choose(/^everything/);
    await connected(page);
  });

  it('says what to do where it has no key, an old one, or where the command has ended', async (t) => {
    const launched = await launch(t, ['--', process.execPath, EVERYTHING, 'stdio']);
    const without = await visit(t, `${launched.origin}/`);
    await without.page.getByRole('alert').filter({ hasText: 'This address has no key.' }).waitFor();
    const old = await visit(t, `${launched.origin}/#an-old-one`);
    await old.page.getByRole('alert').filter({ hasText: 'Open the address that it printed last.' }).waitFor();
    const { page } = await visit(t, launched.page);
    await connected(page);
    launched.child.kill('SIGINT');
    await page.getByRole('alert').filter({ hasText: 'The command has ended.' }).waitFor();
  });

  for (const width of [360, 1280])
    it(`is no wider than a screen of ${width} px`, async (t) => {
      const file = fileFor(t, 'mcp.json', {
        mcpServers: { [`a-${'long-'.repeat(30)}name`]: { command: 'x', args: ['y'.repeat(400)] }, b: { command: 'z' } },
      });
      const launched = await launch(t, ['--config', file]);
      const { page } = await visit(t, launched.page, { viewport: { width, height: 800 } });
      await page
        .getByRole('button', { name: /^a-long-/ })
        .first()
        .click();
      await page
        .getByText(/^No connection to/)
        .first()
        .waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    });
});

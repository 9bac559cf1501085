// How the command opens its page. Every user of a computer can read the command lines of all programs, so the secret is in none.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { until } from '../relay/relay.mjs';
import { fileFor, FIXTURE, launch } from './command.mjs';

const skip = process.platform === 'linux' ? false : 'Has programs of Linux in their places.';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
});
after(() => browser.close());

/** Starts the command where the default browser has this entry. @returns the launch, and what the browser was started with */
async function opened(t, entry) {
  const program = (name, text) => {
    const file = fileFor(t, name, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return path.dirname(file);
  };
  const log = fileFor(t, 'started-with', '');
  const folders = [program('xdg-open', `printf %s "$1" > '${log}'`), program('xdg-settings', `echo '${entry}'`)];
  const env = { PATH: [...folders, process.env.PATH].join(':') };
  const launched = await launch(t, ['--', process.execPath, FIXTURE], { opensPage: true, env });
  await until(() => readFileSync(log, 'utf8') !== '');
  return { ...launched, address: readFileSync(log, 'utf8') };
}

async function visit(t, address) {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const shows = (page) => page.getByText('Connected', { exact: true }).first().waitFor();

describe('the page is opened', { skip }, () => {
  it('by a file that only this user can read; it is gone with the command', async (t) => {
    const { address, secret, child } = await opened(t, 'chromium.desktop');
    assert.match(address, /^file:\/\//);
    assert.ok(!address.includes(secret));
    const file = fileURLToPath(address);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    await shows(await visit(t, address));
    child.kill('SIGTERM');
    await once(child, 'exit');
    assert.ok(!existsSync(path.dirname(file)));
  });

  it('by a code where the browser may not read that file: it leads to the page once', async (t) => {
    const { address, secret, child } = await opened(t, 'firefox_firefox.desktop');
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/#code-[\w-]+$/);
    assert.ok(!address.includes(secret));
    const page = await visit(t, address);
    await shows(page);
    assert.ok(!page.url().includes('code-'));
    await page.reload();
    await shows(page);
    const ended = once(child, 'exit');
    const other = await visit(t, address);
    await other.getByText('This address has no key').waitFor();
    assert.deepEqual(await ended, [0, null]);
    assert.match(child.err(), /The link to the page was used twice/);
  });

  it('by no other code, and for no other site', async (t) => {
    const { address, origin } = await opened(t, 'firefox_firefox.desktop');
    const code = address.split('#code-')[1];
    const ask = (body, headers) =>
      fetch(`${origin}/code`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    for (const body of ['', '[]', '{"code":null}', JSON.stringify({ code: `${code}x` }), 'x'.repeat(5000)])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await ask(body)).status, 403, body.slice(0, 40));
    assert.equal((await ask(JSON.stringify({ code }), { origin: 'https://evil.example' })).status, 403);
    assert.equal((await ask(JSON.stringify({ code }), { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await ask(JSON.stringify({ code }))).status, 200);
  });
});

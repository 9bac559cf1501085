// Signing in through the page of the command, at real servers that let no web page in: an MCP server, and an authorization server
// (npm oidc-provider) on another origin.
import './without-cors.mjs';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { pressWhenReady } from '../repo/demo.mjs';
import { startAuthorizationServer } from '../support/provider/authorization-server.mjs';
import { startProtectedServer } from '../support/provider/protected-server.mjs';
import { launch } from './command.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
let authorizationServer;
let mcp;
before(async () => {
  browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
  authorizationServer = await startAuthorizationServer();
  mcp = await startProtectedServer(authorizationServer);
});
after(async () => {
  await browser?.close();
  authorizationServer?.stop();
  mcp?.stop();
});

const connected = (page) => page.getByText('Connected', { exact: true }).first().waitFor();

/** The person answers the pages of the authorization server until their window closes. */
async function answerIn(window) {
  const closed = window.waitForEvent('close');
  while (!window.isClosed()) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await window
      .getByRole('button', { name: 'Yes' })
      .click({ timeout: 2000 })
      .catch(() => {});
  }
  await closed;
}

async function signInBy(context, button) {
  const [window] = await Promise.all([context.waitForEvent('page'), pressWhenReady(button)]);
  await answerIn(window);
}

async function visit(t, address) {
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(address);
  return { context, page };
}

describe('a sign-in where no server lets a page in', () => {
  it('goes through the relay, says so, and a tool is called', async (t) => {
    const launched = await launch(t, [mcp.url]);
    const { context, page } = await visit(t, launched.page);
    await signInBy(context, page.getByRole('button', { name: /^Sign in at/ }));
    await connected(page);
    const { host } = new URL(authorizationServer.issuer);
    await page.getByText(`For the sign-in, ${host} lets no web page read its answers (CORS).`).waitFor();
    await page.getByText('echo', { exact: true }).first().click();
    await page.locator('[part~="submit-button"]').first().click();
    // The server wants another right for that: the tokens are asked for a second time.
    await signInBy(context, page.getByRole('button', { name: /^Give more rights at/ }));
    await page.getByText('done', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'About this server' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // Revoked: the last endpoint.
    await page.getByText(/Signed out\. .* took the access back/).waitFor();
  });

  it('is not relayed where that was forbidden', async (t) => {
    const launched = await launch(t, ['--relay', 'never', mcp.url]);
    const { page } = await visit(t, launched.page);
    await page
      .getByText(/^No connection to/)
      .first()
      .waitFor();
  });
});

describe('the addresses of a sign-in', () => {
  const ask = async (launched, body) => {
    const [{ id }] = launched.servers;
    return launched.ask(`/servers/${id}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  };

  it('are those that the metadata names, and no other can be asked', async (t) => {
    const launched = await launch(t, [mcp.url]);
    const [{ id }] = launched.servers;
    const { endpoints } = await (await launched.ask(`/servers/${id}/sign-in`)).json();
    const { issuer } = authorizationServer;
    const { origin } = new URL(mcp.url);
    assert.deepEqual(
      endpoints.map(({ method, url }) => `${method} ${url}`).toSorted(),
      [
        `GET ${origin}/.well-known/oauth-protected-resource/mcp`,
        `GET ${issuer}/.well-known/oauth-authorization-server`,
        `GET ${issuer}/.well-known/openid-configuration`,
        `POST ${issuer}/reg`,
        `POST ${issuer}/token`,
        `POST ${issuer}/token/revocation`,
      ]
        .filter(
          (one) =>
            endpoints.some(({ method, url }) => `${method} ${url}` === one) || !/openid|authorization-server/.test(one),
        )
        .toSorted(),
    );
    for (const endpoint of [`${issuer}/me`, 'http://169.254.169.254/', `${issuer}/token`, '', null, {}, ['x']])
      assert.equal((await ask(launched, { endpoint })).status, 404, JSON.stringify(endpoint));
  });

  it('are for who has the secret, as JSON', async (t) => {
    const launched = await launch(t, [mcp.url]);
    const address = `${launched.origin}/servers/${launched.servers[0].id}/sign-in`;
    assert.equal((await fetch(address)).status, 403);
    const form = await launched.ask(new URL(address).pathname, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    });
    assert.equal(form.status, 415);
  });

  it('are none of a server that a command starts', async (t) => {
    const launched = await launch(t, ['--', 'no-such-command']);
    assert.equal((await launched.ask(`/servers/${launched.servers[0].id}/sign-in`)).status, 404);
  });
});

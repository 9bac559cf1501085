// Signing in through the page of the command, at real servers that let no web page in: an MCP server, and an authorization server
// (npm oidc-provider) on another origin.
import { portsWithCors } from './without-cors.mjs';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
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
    await signInBy(context, page.getByRole('button', { name: /^Allow at/ }));
    await page.getByText('done', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: /About this server/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // Revoked: the last endpoint.
    await page.getByText(/Signed out\. .* ended the access/).waitFor();
  });

  it('is not relayed where that was forbidden: the page reads the server, and not its authorization server', async (t) => {
    const open = await startProtectedServer(authorizationServer);
    t.after(() => open.stop());
    portsWithCors.add(Number(new URL(open.url).port));
    const { host } = new URL(authorizationServer.issuer);
    const shown = async (choice) => {
      const launched = await launch(t, ['--relay', choice, open.url]);
      const { page } = await visit(t, launched.page);
      const asked = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      return { page, isRelayed: () => asked.some((one) => one.endsWith('/sign-in')) };
    };
    const never = await shown('never');
    await never.page
      .getByText(`The authorization server ${host} does not let this page read its metadata.`)
      .first()
      .waitFor();
    assert.equal(await never.page.getByRole('button', { name: /^Sign in at/ }).count(), 0);
    assert.equal(never.isRelayed(), false);
    // The same two servers, where it is allowed.
    const auto = await shown('auto');
    await auto.page.getByText(`For the sign-in, ${host} lets no web page read its answers (CORS).`).waitFor();
    await auto.page.getByRole('button', { name: /^Sign in at/ }).waitFor();
    assert.equal(auto.isRelayed(), true);
  });
});

describe('a token endpoint that is asked with a proof (DPoP), for which browsers send a preflight', () => {
  /** @returns the endpoint as its metadata writes it, what came there, and `send` of the page */
  async function signInAt(t, answerToken) {
    const asked = [];
    const server = createServer(async (request, response) => {
      const { origin } = new URL(`http://${request.headers.host}`);
      let body = '';
      for await (const part of request.setEncoding('utf8')) body += part;
      response.setHeader('access-control-allow-origin', '*');
      const json = (value) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (request.url === '/.well-known/oauth-protected-resource/mcp')
        return json({ resource: `${origin}/mcp`, authorization_servers: [origin] });
      if (request.url === '/.well-known/oauth-authorization-server')
        return json({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin.replace('http', 'HTTP')}/old/../token`,
          code_challenge_methods_supported: ['S256'],
        });
      if (request.url !== '/token') return response.writeHead(404).end();
      if (request.method === 'POST') asked.push({ body, dpop: request.headers.dpop, origin: request.headers.origin });
      return answerToken(request, response, body, json);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const { port } = server.address();
    portsWithCors.add(port);
    const launched = await launch(t, [`http://127.0.0.1:${port}/mcp`]);
    const { page } = await visit(t, launched.page);
    const send = () =>
      page.evaluate(
        async ([description, url]) => {
          const { reachedServer, serverFetch } = await import(new URL('/server-fetch.js', location.href).href);
          const ask = (place, init = {}) => {
            const headers = { ...init.headers, 'mcp-relay-secret': sessionStorage.getItem('mcp-embed-secret') };
            return fetch(place, { ...init, headers });
          };
          const one = serverFetch(reachedServer(description, { ask, tell() {}, failure: (_, words) => Error(words) }));
          const init = { method: 'POST', headers: { DPoP: 'a-proof' }, body: new URLSearchParams({ code: 'once' }) };
          return one(url, init).then(
            (response) => response.json(),
            (error) => error.name,
          );
        },
        [launched.servers[0], `HTTP://127.0.0.1:${port}/old/../token`],
      );
    return { asked, send };
  }

  it('is asked through the relay where it answers no preflight', async (t) => {
    const { asked, send } = await signInAt(t, (request, response, body, json) =>
      request.method === 'OPTIONS' ? response.writeHead(405).end() : json({ access_token: body }),
    );
    assert.deepEqual(await send(), { access_token: 'code=once' });
    assert.deepEqual(asked, [{ body: 'code=once', dpop: 'a-proof', origin: undefined }]);
  });

  it('is not asked a second time where the answer to the code was lost', async (t) => {
    const { asked, send } = await signInAt(t, (request, response, body, json) => {
      response.setHeader('access-control-allow-headers', 'dpop');
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
      if (body === '') return json({ error: 'invalid_request' });
      response.removeHeader('access-control-allow-origin');
      return json({ access_token: 'unread' });
    });
    assert.equal(await send(), 'TypeError');
    assert.deepEqual(
      asked.map(({ body, dpop }) => [body, dpop]),
      [
        ['', 'none'],
        ['code=once', 'a-proof'],
      ],
    );
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

// The requests of a sign-in: which addresses the relay finds, and that nothing else can be reached. Scripted servers, for what no
// real one does.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { createSignInRelay, ERROR_HEADER, listenFor } from './relay.mjs';

const METADATA = '/.well-known/oauth-protected-resource';
const OAUTH = '/.well-known/oauth-authorization-server';

/** A server that answers each path with the JSON given for it, a status and headers, or 404. */
async function site(t, answersFor) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    asked.push({ method: request.method, url: request.url, headers: request.headers, body });
    const answer = answers[request.url];
    const { status = answer ? 200 : 404, headers = {}, json = answer } = answer?.headers ? answer : {};
    response.writeHead(answer ? status : 404, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(json ?? {}));
  });
  const { port, connections } = await listenFor(t, server);
  const origin = `http://127.0.0.1:${port}`;
  const answers = answersFor(origin);
  return { origin, asked, connections };
}

const resourceOf = (origin, ...issuers) => ({ resource: `${origin}/mcp`, authorization_servers: issuers });
const issuerOf = (origin, changes = {}) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  code_challenge_methods_supported: ['S256'],
  ...changes,
});

const endpointsOf = async ({ fetch }) => (await (await fetch(new Request('http://relay/'))).json()).endpoints;
const listed = async (relay) => (await endpointsOf(relay)).map(({ method, url }) => `${method} ${url}`);
const send = ({ fetch }, body) =>
  fetch(new Request('http://relay/', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }));
const askOf = async (relay, url, more = {}) => {
  const endpoint = (await endpointsOf(relay)).find((one) => one.url === url);
  assert.ok(endpoint, `${url} is not listed`);
  return send(relay, { endpoint: endpoint.id, ...more });
};

describe('a sign-in through the relay', () => {
  it('sends form and headers of the client to the endpoint, and the headers of the launch to the server alone', async (t) => {
    const issuer = await site(t, (origin) => ({ [OAUTH]: issuerOf(origin), '/token': { access_token: 'a' } }));
    const server = await site(t, (origin) => ({ [`${METADATA}/mcp`]: resourceOf(origin, issuer.origin) }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp`, headers: { 'X-Gate': 'ours' } });
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'Basic x',
      dpop: 'proof',
      cookie: 'a=b',
      origin: 'http://127.0.0.1:6280',
      'x-own': '1',
    };
    const answer = await askOf(relay, `${issuer.origin}/token`, { headers, body: 'grant_type=x' });
    assert.deepEqual(await answer.json(), { access_token: 'a' });
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const { headers: sent, body, method } = issuer.asked.at(-1);
    assert.deepEqual([method, body, sent.authorization, sent.dpop], ['POST', 'grant_type=x', 'Basic x', 'proof']);
    for (const name of ['cookie', 'origin', 'x-own', 'x-gate']) assert.equal(sent[name], undefined, name);
    assert.equal(server.asked[0].headers['x-gate'], 'ours');
  });

  it('finds metadata where a refusal of the server says, on its own origin only', async (t) => {
    const elsewhere = await site(t, () => ({}));
    const issuer = await site(t, (origin) => ({ [OAUTH]: issuerOf(origin) }));
    const server = await site(t, (origin) => ({ '/here': resourceOf(origin, issuer.origin) }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp` });
    const refused = (url) =>
      new Response('', { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${url}"` } });
    assert.ok(!(await listed(relay)).includes(`POST ${issuer.origin}/token`));
    relay.note(refused(`${elsewhere.origin}/here`));
    assert.ok(!(await listed(relay)).some((one) => one.includes(elsewhere.origin)));
    assert.equal(elsewhere.connections(), 0);
    relay.note(refused(`${server.origin}/here`));
    assert.ok((await listed(relay)).includes(`POST ${issuer.origin}/token`));
  });

  it('asks the server itself where it heard no refusal: the page got it directly', async (t) => {
    const issuer = await site(t, (origin) => ({ [OAUTH]: issuerOf(origin) }));
    const server = await site(t, (origin) => ({
      '/mcp': { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${origin}/here"` } },
      '/here': resourceOf(origin, issuer.origin),
    }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp`, headers: { 'X-Gate': 'ours' } });
    assert.ok((await listed(relay)).includes(`POST ${issuer.origin}/token`));
    await listed(relay);
    const own = server.asked.filter(({ url }) => url === '/mcp');
    assert.deepEqual(
      own.map(({ method, body, headers }) => [method, JSON.parse(body).method, headers['x-gate']]),
      [['POST', 'ping', 'ours']],
    );
  });

  it('lists addresses as a browser writes them', async (t) => {
    const issuer = await site(t, (origin) => ({
      [OAUTH]: issuerOf(origin, { token_endpoint: `${origin.replace('http', 'HTTP')}/old/../token` }),
      '/token': { access_token: 'a' },
    }));
    const server = await site(t, (origin) => ({ [`${METADATA}/mcp`]: resourceOf(origin, issuer.origin) }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp` });
    assert.deepEqual(await (await askOf(relay, `${issuer.origin}/token`)).json(), { access_token: 'a' });
  });

  it('takes no token endpoint of metadata that is another issuer’s, or not encrypted', async (t) => {
    const issuer = await site(t, (origin) => ({
      [OAUTH]: issuerOf('https://other.example', { token_endpoint: `${origin}/token` }),
    }));
    const open = await site(t, (origin) => ({
      [OAUTH]: issuerOf(origin, {
        revocation_endpoint: 'http://169.254.169.254/latest',
        registration_endpoint: 'file:///etc/passwd',
      }),
    }));
    const server = await site(t, (origin) => ({ [`${METADATA}/mcp`]: resourceOf(origin, issuer.origin, open.origin) }));
    const all = await listed(createSignInRelay({ upstream: `${server.origin}/mcp` }));
    assert.deepEqual(
      all.filter((one) => one.startsWith('POST')),
      [`POST ${open.origin}/token`],
    );
  });

  it('follows no redirect, also not to read metadata', async (t) => {
    const inside = await site(t, (origin) => ({ [OAUTH]: issuerOf(origin) }));
    const issuer = await site(t, () => ({
      [OAUTH]: { status: 307, headers: { location: `${inside.origin}${OAUTH}` } },
    }));
    const server = await site(t, (origin) => ({ [`${METADATA}/mcp`]: resourceOf(origin, issuer.origin) }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp` });
    const answer = await askOf(relay, `${issuer.origin}${OAUTH}`);
    assert.deepEqual([answer.status, answer.headers.get('location')], [307, null]);
    assert.equal(inside.connections(), 0);
  });

  it('a name that leads into the local network is refused, also one that a document names; nothing is connected', async (t) => {
    const resolve = async (name) => [{ address: name === '127.0.0.1' ? name : '169.254.169.254', family: 4 }];
    const server = await site(t, (origin) => ({ [`${METADATA}/mcp`]: resourceOf(origin, 'https://public.example') }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp`, resolve });
    const answer = await askOf(relay, `https://public.example${OAUTH}`);
    assert.equal(answer.status, 403);
    assert.equal(answer.headers.get(ERROR_HEADER), 'relay.upstreamPrivate');
    // A public server names none in the local network at all.
    const other = createSignInRelay({ upstream: 'https://public.example/mcp', resolve });
    assert.deepEqual(
      (await listed(other)).filter((one) => !one.startsWith('GET https://public.example/')),
      [],
    );
  });

  it('allowPrivate is for the server: another name may lead inside only while that of the server does', async (t) => {
    const server = await site(t, (origin) => ({
      [`${METADATA}/mcp`]: {
        resource: `${origin.replace('127.0.0.1', 'own.localhost')}/mcp`,
        authorization_servers: ['https://other.example'],
      },
    }));
    let own = '127.0.0.1';
    const resolve = async (name) => [{ address: name === 'own.localhost' ? own : '127.0.0.9', family: 4 }];
    const upstream = `http://own.localhost:${new URL(server.origin).port}/mcp`;
    const relay = createSignInRelay({ upstream, allowPrivate: true, resolve });
    const { id } = (await endpointsOf(relay)).find(({ url }) => url === `https://other.example${OAUTH}`);
    const errorOf = async () => (await send(relay, { endpoint: id })).headers.get(ERROR_HEADER);
    // Nobody listens there; but it was tried.
    assert.equal(await errorOf(), 'relay.upstreamUnreachable');
    own = '93.184.216.34';
    assert.equal(await errorOf(), 'relay.upstreamPrivate');
  });

  it('takes no address, no method and nothing else of a request', async (t) => {
    const issuer = await site(t, (origin) => ({ [OAUTH]: issuerOf(origin) }));
    const server = await site(t, (origin) => ({ [`${METADATA}/mcp`]: resourceOf(origin, issuer.origin) }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp` });
    const inside = await site(t, () => ({}));
    for (const endpoint of [inside.origin, `${issuer.origin}/token`, '__proto__', 0, null, [], {}])
      assert.equal((await send(relay, { endpoint, url: inside.origin, target: inside.origin })).status, 404);
    await askOf(relay, `${issuer.origin}/token`, { method: 'DELETE', url: inside.origin });
    assert.equal(issuer.asked.at(-1).method, 'POST');
    assert.equal(inside.connections(), 0);
    assert.equal((await send(relay, 'not JSON')).status, 400);
    assert.equal((await send(relay, '[]')).status, 404);
    assert.equal((await send(relay, { body: 'x'.repeat(200_000) })).status, 413);
    assert.equal((await relay.fetch(new Request('http://relay/', { method: 'DELETE' }))).status, 405);
  });

  it('looks again when it is asked again: a server may move to another authorization server', async (t) => {
    const [one, other] = [
      await site(t, (origin) => ({ [OAUTH]: issuerOf(origin) })),
      await site(t, (origin) => ({ [OAUTH]: issuerOf(origin) })),
    ];
    let now = one;
    const server = await site(t, (origin) => ({
      get [`${METADATA}/mcp`]() {
        return resourceOf(origin, now.origin);
      },
    }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp` });
    assert.ok((await listed(relay)).includes(`POST ${one.origin}/token`));
    now = other;
    const all = await listed(relay);
    assert.ok(all.includes(`POST ${other.origin}/token`) && !all.includes(`POST ${one.origin}/token`));
  });

  it('looks again where an authorization server had not answered', async (t) => {
    let isUp = false;
    const issuer = await site(t, (origin) => ({
      get [OAUTH]() {
        return isUp ? issuerOf(origin) : undefined;
      },
    }));
    const server = await site(t, (origin) => ({ [`${METADATA}/mcp`]: resourceOf(origin, issuer.origin) }));
    const relay = createSignInRelay({ upstream: `${server.origin}/mcp` });
    assert.ok(!(await listed(relay)).includes(`POST ${issuer.origin}/token`));
    isUp = true;
    assert.ok((await listed(relay)).includes(`POST ${issuer.origin}/token`));
  });
});

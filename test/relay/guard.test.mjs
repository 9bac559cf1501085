// Who may use the relay. What happened to peers is told with the number that it got; relay.md of the project has the list.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import {
  createSecret,
  createStdioRelay,
  ERROR_HEADER,
  fixture,
  guard,
  processesWith,
  raw,
  SECRET_HEADER,
  serve,
} from './relay.mjs';

const ALLOWED = 'https://page.example';
const MESSAGE = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}';

/** A guarded handler that tells what reached it. */
async function guarded(t, { origins = [], hasSecret = true, handle } = {}) {
  const secret = hasSecret ? createSecret() : undefined;
  const reached = [];
  const serving = await serve(({ hosts }) =>
    guard(
      async (asked) => {
        reached.push(asked);
        return (await handle?.(asked)) ?? new Response('{}', { headers: { 'access-control-allow-origin': '*' } });
      },
      { hosts, origins, secret },
    ),
  );
  t.after(() => serving.close());
  return { ...serving, secret, reached, own: `http://127.0.0.1:${serving.port}` };
}

/** One request, with any headers: `fetch` lets nobody choose `Host`. */
function ask({ port }, { method = 'POST', path = '/', headers = {}, body = MESSAGE } = {}) {
  return new Promise((resolve, reject) => {
    const out = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { 'content-type': 'application/json', ...headers },
    });
    out.on('error', reject).on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    out.end(method === 'POST' ? body : undefined);
  });
}

describe('the guard', () => {
  it('lets through who knows the secret: without an origin, from its own page, under each loopback name', async (t) => {
    const relay = await guarded(t);
    const { port, secret } = relay;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`])
      for (const origin of [undefined, `http://${host.toLowerCase()}`]) {
        const headers = { host, [SECRET_HEADER]: secret, ...(origin && { origin }) };
        assert.equal((await ask(relay, { headers })).status, 200, `${host} ${origin}`);
      }
  });

  it('refuses without the secret, with a wrong one, and with one that is nearly right: 403 and a sentence', async (t) => {
    const relay = await guarded(t);
    const { secret } = relay;
    for (const [given, words] of [
      [undefined, /lacks the secret/],
      ['', /is not that of this launch/],
      [`${secret}x`, /is not that/],
      [secret.slice(0, -1), /is not that/],
      [secret.toUpperCase(), /is not that/],
    ]) {
      const answer = await ask(relay, { headers: given === undefined ? {} : { [SECRET_HEADER]: given } });
      assert.equal(answer.status, 403);
      assert.match(JSON.parse(answer.text).error.message, words);
      assert.match(answer.headers[ERROR_HEADER], /^relay\.secret/);
    }
    assert.deepEqual(relay.reached, []);
  });

  it('does not take the secret from the query or from a cookie', async (t) => {
    const relay = await guarded(t);
    const { secret } = relay;
    assert.equal(
      (await ask(relay, { path: `/?${SECRET_HEADER}=${secret}`, headers: { cookie: `${SECRET_HEADER}=${secret}` } }))
        .status,
      403,
    );
  });

  it('refuses other hosts, whoever asks', async (t) => {
    const relay = await guarded(t);
    const { port, secret } = relay;
    for (const host of [
      'evil.test',
      `evil.test:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1:${port}.evil.test`,
      `0.0.0.0:${port}`,
      `localhost.:${port}`,
    ])
      assert.equal((await ask(relay, { headers: { host, [SECRET_HEADER]: secret } })).status, 403, host);
    const rest = `${SECRET_HEADER}: ${secret}\r\nConnection: close\r\n\r\n`;
    for (const start of [
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.test\r\n`,
      'GET / HTTP/1.1\r\nHost:\r\n',
      'GET / HTTP/1.1\r\n',
      'GET / HTTP/1.0\r\n',
      `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: evil.test\r\n`,
    ])
      assert.match(await raw(port, start + rest), /^HTTP\/1\.1 40[03]/, start);
    assert.deepEqual(relay.reached, []);
  });

  it('refuses other origins, also of the same machine on another port, and those that hide who they are', async (t) => {
    const relay = await guarded(t);
    const { port, secret } = relay;
    for (const origin of [
      'https://evil.test',
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`,
      'null',
      'file://',
      `http://127.0.0.1:${port}.evil.test`,
    ]) {
      const answer = await ask(relay, { headers: { origin, [SECRET_HEADER]: secret } });
      assert.equal(answer.status, 403, origin);
      assert.match(JSON.parse(answer.text).error.message, /may not use this relay/);
    }
    assert.deepEqual(relay.reached, []);
  });

  it('takes messages as JSON only, which a foreign page cannot send without asking: 415', async (t) => {
    const relay = await guarded(t);
    const { secret } = relay;
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain; application/json',
    ])
      assert.equal(
        (await ask(relay, { headers: { 'content-type': type, [SECRET_HEADER]: secret } })).status,
        415,
        type,
      );
    const headers = { 'content-type': 'Application/JSON; charset=utf-8', [SECRET_HEADER]: secret };
    assert.equal((await ask(relay, { headers })).status, 200);
  });

  it('answers the preflight of a page that is allowed, with names that it knows', async (t) => {
    const relay = await guarded(t, { origins: [ALLOWED] });
    const asked = `content-type, ${SECRET_HEADER}, mcp-param-region, mcp-session-id, x-evil, cookie`;
    const answer = await ask(relay, {
      method: 'OPTIONS',
      headers: { origin: ALLOWED, 'access-control-request-method': 'POST', 'access-control-request-headers': asked },
    });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers['access-control-allow-origin'], ALLOWED);
    assert.equal(
      answer.headers['access-control-allow-headers'],
      `content-type, ${SECRET_HEADER}, mcp-param-region, mcp-session-id`,
    );
    assert.deepEqual(relay.reached, []);
  });

  it('gives an allowed page the CORS headers, once, on refusals too', async (t) => {
    const relay = await guarded(t, { origins: [ALLOWED] });
    const { secret } = relay;
    const let1 = await ask(relay, { headers: { origin: ALLOWED, [SECRET_HEADER]: secret } });
    const refused = await ask(relay, { headers: { origin: ALLOWED } });
    assert.deepEqual([let1.status, refused.status], [200, 403]);
    for (const { headers } of [let1, refused]) {
      // The handler had set `*`: two of them, and browsers refuse the answer.
      assert.equal(headers['access-control-allow-origin'], ALLOWED);
      assert.match(headers['access-control-expose-headers'], /mcp-session-id.*www-authenticate/);
      assert.equal(headers['access-control-allow-credentials'], undefined);
    }
  });

  it('gives them to its own page under another loopback name too, which is another origin', async (t) => {
    const relay = await guarded(t);
    const origin = `http://localhost:${relay.port}`;
    const answer = await ask(relay, { headers: { origin, [SECRET_HEADER]: relay.secret } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['access-control-allow-origin'], origin);
  });

  it('without a secret, for the files of a page, still checks host and origin', async (t) => {
    const relay = await guarded(t, { hasSecret: false });
    assert.equal((await ask(relay, { method: 'GET' })).status, 200);
    assert.equal((await ask(relay, { method: 'GET', headers: { host: `evil.test:${relay.port}` } })).status, 403);
    assert.equal((await ask(relay, { method: 'GET', headers: { origin: 'https://evil.test' } })).status, 403);
  });

  it('makes another secret each time, of 256 bits', () => {
    const secrets = Array.from({ length: 100 }, createSecret);
    assert.equal(new Set(secrets).size, 100);
    for (const secret of secrets) assert.equal(Buffer.from(secret, 'base64url').length, 32);
  });
});

describe('serving', () => {
  it('is for this machine alone', async () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'example.com'])
      await assert.rejects(
        serve(() => async () => new Response(), { host }),
        { code: 'invalid-input' },
      );
  });
  it('says that a port is taken', async (t) => {
    const { port } = await guarded(t);
    await assert.rejects(
      serve(() => async () => new Response(), { port }),
      /Port \d+ is in use/,
    );
  });
  it('tells the handler when a client hangs up', async (t) => {
    let aborted;
    const gone = new Promise((resolve) => (aborted = resolve));
    const handle = (asked) => {
      asked.signal.addEventListener('abort', aborted);
      return new Promise(() => {});
    };
    const { own, secret } = await guarded(t, { handle });
    const stop = new AbortController();
    const pending = fetch(own, { headers: { [SECRET_HEADER]: secret }, signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await assert.rejects(pending);
    await gone;
  });
});

describe('what happened to peers, tried here', () => {
  const word = `word-${process.pid}-of-guard-test`;
  /** A guarded stdio relay, and what a web page could send it. */
  const attacked = async (t) => {
    const relay = createStdioRelay({ command: process.execPath, args: [fixture('server.mjs'), '', word] });
    t.after(() => relay.close());
    return guarded(t, { handle: relay.fetch });
  };

  it('CVE-2025-49596 (Inspector): a GET with a command in it, from any page, starts nothing', async (t) => {
    const relay = await attacked(t);
    const path = '/sse?transportType=stdio&command=touch&args=%2Ftmp%2Fowned';
    for (const headers of [{}, { origin: 'https://evil.test' }, { host: `0.0.0.0:${relay.port}` }])
      assert.equal((await ask(relay, { method: 'GET', path, headers })).status, 403);
    // Whoever knows the secret does not choose a command either.
    assert.equal((await ask(relay, { method: 'GET', path, headers: { [SECRET_HEADER]: relay.secret } })).status, 405);
    assert.deepEqual(processesWith(word), []);
  });

  it('CVE-2026-23744 (MCPJam): a POST with a command in its body starts the server of the launch, or nothing', async (t) => {
    const relay = await attacked(t);
    const body = JSON.stringify({ serverConfig: { command: 'touch', args: ['/tmp/owned'] }, serverId: 'x' });
    assert.equal((await ask(relay, { path: '/api/mcp/connect', body })).status, 403);
    const known = await ask(relay, { path: '/api/mcp/connect', body, headers: { [SECRET_HEADER]: relay.secret } });
    assert.equal(known.status, 400);
    assert.match(JSON.parse(known.text).error.message, /not a JSON-RPC/);
    assert.deepEqual(processesWith(word), []);
  });

  it('CVE-2025-66414, CVE-2025-66416, CVE-2026-42559 (SDKs): a rebound name has no origin, and is refused by its host', async (t) => {
    const relay = await attacked(t);
    for (const method of ['GET', 'POST', 'DELETE'])
      assert.equal((await ask(relay, { method, headers: { host: `rebound.evil.test:${relay.port}` } })).status, 403);
    assert.deepEqual(processesWith(word), []);
  });

  it('CVE-2026-59950 (a WebSocket without these checks): an upgrade is not answered', async (t) => {
    const relay = await attacked(t);
    const text = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${relay.port}\r\nOrigin: https://evil.test\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;
    assert.doesNotMatch(await raw(relay.port, text), /^HTTP\/1\.1 101/);
    assert.deepEqual(processesWith(word), []);
  });

  it('mcp-use: a page of any origin gets no CORS headers', async (t) => {
    const relay = await attacked(t);
    const headers = {
      origin: 'https://evil.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': SECRET_HEADER,
    };
    const answer = await ask(relay, { method: 'OPTIONS', headers });
    assert.equal(answer.status, 403);
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  });
});

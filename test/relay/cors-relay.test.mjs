// One server behind the relay: what reaches it, what comes back, and that nothing else can be reached.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createCorsRelay, ERROR_HEADER, listenFor, raw, root, SECRET_HEADER, serve, until } from './relay.mjs';

const EVERYTHING = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const LIMIT = 10 * 1024 * 1024;

/** A server of the test, and what it was asked. */
async function upstream(t, answer = (_request, response) => response.end('{}')) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  const { port, connections } = await listenFor(t, server);
  return { asked, port, url: `http://127.0.0.1:${port}/mcp?tenant=1`, connections };
}

async function relayTo(t, upstream, options = {}) {
  const serving = await serve(() => createCorsRelay({ upstream, ...options }));
  t.after(() => serving.close());
  return serving.url;
}

const sentence = async (response) => (await response.json()).error.message;
const post = (url, init = {}) =>
  fetch(url, { method: 'POST', body: '{}', ...init, headers: { 'content-type': 'application/json', ...init.headers } });

describe('the CORS relay', () => {
  it('brings the official client to the official server “everything”, with its session', async (t) => {
    const probe = await upstream(t);
    const port = probe.port + 1;
    const server = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: 'ignore',
    });
    t.after(() => server.kill('SIGKILL'));
    await until(
      () =>
        fetch(`http://127.0.0.1:${port}/mcp`).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    const url = await relayTo(t, `http://127.0.0.1:${port}/mcp`);
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url));
    await client.connect(transport);
    assert.ok(transport.sessionId);
    const { content } = await client.callTool({ name: 'echo', arguments: { message: 'größer €' } });
    assert.match(content[0].text, /größer €/);
    await client.close();
  });

  it('sends every request to the one address, whatever it says', async (t) => {
    const { asked, url: target } = await upstream(t);
    const url = await relayTo(t, target);
    for (const place of ['/', '/other?url=http://169.254.169.254/', '//evil.test/x', '/%2e%2e/admin?target=x'])
      assert.equal((await post(url + place)).status, 200);
    assert.deepEqual(new Set(asked.map((request) => request.url)), new Set(['/mcp?tenant=1']));
  });

  it('sends what is for the server, and not what is of a browser, of a connection or of the relay', async (t) => {
    const { asked, url: target, port } = await upstream(t);
    const url = await relayTo(t, target, { headers: { 'X-Api-Key': 'ours' } });
    const mine = {
      authorization: 'Bearer token',
      'mcp-session-id': 's',
      'mcp-protocol-version': '2025-11-25',
      'mcp-method': 'tools/call',
      'mcp-param-region': 'eu',
      'last-event-id': '1',
      'x-own': 'kept',
    };
    const dropped = {
      [SECRET_HEADER]: 'secret',
      origin: 'http://127.0.0.1:6280',
      referer: 'http://127.0.0.1:6280/#secret',
      cookie: 'a=b',
      'x-forwarded-for': '10.0.0.1',
      'x-real-ip': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      'proxy-authorization': 'Basic x',
      'cf-connecting-ip': '10.0.0.1',
      'sec-fetch-site': 'same-origin',
      te: 'trailers',
    };
    await post(url, { headers: { ...mine, ...dropped, 'x-api-key': 'theirs' } });
    const [{ headers, method }] = asked;
    assert.equal(method, 'POST');
    for (const [name, value] of Object.entries(mine)) assert.equal(headers[name], value, name);
    for (const name of Object.keys(dropped)) assert.equal(headers[name], undefined, name);
    assert.equal(headers['x-api-key'], 'ours');
    assert.equal(headers.host, `127.0.0.1:${port}`);
    assert.equal(headers['accept-encoding'], 'identity');
  });

  it('passes on of an answer what a page may know, and nothing that a browser acts on', async (t) => {
    const { url: target } = await upstream(t, (_, response) => {
      response.writeHead(401, [
        ...['Mcp-Session-Id', 's', 'Retry-After', '5', 'Content-Type', 'text/html'],
        // Words of the relay, which a server must not say.
        ...['Mcp-Relay-Error', 'relay.upstreamUnreachable', 'Mcp-Relay-Secret', 'x'],
        ...['WWW-Authenticate', 'Bearer resource_metadata="https://x/y"', 'WWW-Authenticate', 'Basic realm="x"'],
        ...[
          'Set-Cookie',
          'a=b',
          'Access-Control-Allow-Origin',
          '*',
          'Clear-Site-Data',
          '"*"',
          'Refresh',
          '0;url=http://x',
        ],
        ...[
          'Service-Worker-Allowed',
          '/',
          'Alt-Svc',
          'h3=":1"',
          'Strict-Transport-Security',
          'max-age=1',
          'Keep-Alive',
          'timeout=1',
        ],
      ]);
      response.end('<script>1</script>');
    });
    const { status, headers } = await post(await relayTo(t, target));
    assert.equal(status, 401);
    assert.equal(headers.get('mcp-session-id'), 's');
    assert.equal(headers.get('retry-after'), '5');
    assert.equal(headers.get('www-authenticate'), 'Bearer resource_metadata="https://x/y"');
    for (const name of [
      'set-cookie',
      'access-control-allow-origin',
      'clear-site-data',
      'refresh',
      'service-worker-allowed',
      'alt-svc',
      'strict-transport-security',
      ERROR_HEADER,
      SECRET_HEADER,
    ])
      assert.equal(headers.get(name), null, name);
    assert.match(headers.get('content-security-policy'), /sandbox/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  it('streams in both directions: the answer begins before the message has ended', async (t) => {
    const { url: target } = await upstream(t, (request, response) => request.pipe(response));
    const url = await relayTo(t, target);
    let controller;
    const body = new ReadableStream({ start: (given) => void (controller = given) });
    const encoder = new TextEncoder();
    controller.enqueue(encoder.encode('one'));
    const response = await post(url, { body, duplex: 'half' });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    assert.equal((await reader.read()).value, 'one');
    controller.enqueue(encoder.encode('two'));
    assert.equal((await reader.read()).value, 'two');
    controller.close();
    assert.equal((await reader.read()).done, true);
  });

  it('makes the server wait for a page that reads slowly', async (t) => {
    let written = 0;
    const { url: target } = await upstream(t, async (_, response) => {
      const part = Buffer.alloc(1024 * 1024);
      for (let n = 0; n < 200 && !response.destroyed; n++) {
        written += part.length;
        if (!response.write(part)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
      response.end();
    });
    const response = await post(await relayTo(t, target));
    await pause(1000);
    assert.ok(written < 50e6, `${written} bytes`);
    await response.body.cancel();
  });

  it('hangs up on the server when the page does', async (t) => {
    let closed;
    const gone = new Promise((resolve) => (closed = resolve));
    const { url: target, asked } = await upstream(t, (_, response) => response.on('close', closed).write(': \n\n'));
    const stop = new AbortController();
    const response = await post(await relayTo(t, target), { signal: stop.signal });
    assert.equal(response.status, 200);
    stop.abort();
    await gone;
    assert.equal(asked.length, 1);
  });

  it('hangs up on the server also before it has answered', async (t) => {
    let closed;
    const gone = new Promise((resolve) => (closed = resolve));
    const { url: target } = await upstream(t, (_, response) => response.on('close', closed));
    const stop = new AbortController();
    const pending = post(await relayTo(t, target), { signal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    await assert.rejects(pending);
    await gone;
  });

  it('does not send the headers that belong to the connection of the page, by whatever name', async (t) => {
    const { asked, url: target } = await upstream(t);
    const { port } = new URL(await relayTo(t, target));
    await raw(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nX-End: 1\r\n\r\n');
    const [{ headers }] = asked;
    assert.deepEqual([headers['x-hop'], headers['x-end']], [undefined, '1']);
  });

  it('refuses a message over 10 MB', async (t) => {
    const { url: target } = await upstream(t, (request, response) => request.resume().on('end', () => response.end()));
    const url = await relayTo(t, target);
    assert.equal((await post(url, { body: Buffer.alloc(LIMIT) })).status, 200);
    const refused = await post(url, { body: Buffer.alloc(LIMIT + 1) });
    assert.equal(refused.status, 413);
    assert.match(await sentence(refused), /larger than 10 MB/);
  });

  it('says what is wrong with the server, and that the relay says it', async (t) => {
    const tcp = createTcpServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await once(tcp, 'listening');
    t.after(() => tcp.close());
    for (const [target, words, options] of [
      ['http://127.0.0.1:9/mcp', /^No connection to 127\.0\.0\.1:9\. .*ECONNREFUSED/],
      [`http://127.0.0.1:${tcp.address().port}/`, /answered with something that is not HTTP/],
      ['https://no.such.name.invalid/', /was not found/],
      ['https://public.example/', /was not found/, { resolve: async () => [] }],
    ]) {
      const response = await post(await relayTo(t, target, options));
      assert.equal(response.status, 502);
      assert.match(response.headers.get(ERROR_HEADER), /^relay\.upstream/);
      assert.match(await sentence(response), words);
    }
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD'])
      assert.equal((await fetch(await relayTo(t, 'http://127.0.0.1:9/'), { method })).status, 405);
  });
});

describe('the address of the server', () => {
  it('is http or https, without credentials, and encrypted unless it is local', () => {
    for (const address of [
      '',
      'mcp',
      'file:///etc/passwd',
      'ftp://x/',
      'javascript:1',
      'https://me:secret@host.example/',
      'http://public.example/mcp',
    ])
      assert.throws(() => createCorsRelay({ upstream: address }), { code: 'invalid-input' }, address);
    for (const address of [
      'https://public.example/mcp',
      'http://localhost:3000/mcp',
      'http://10.0.0.5/mcp',
      'http://printer.local/mcp',
      'http://[::1]:1/',
    ])
      createCorsRelay({ upstream: address });
  });

  for (const addresses of [
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...[
      '::1',
      '::',
      '::ffff:10.0.0.1',
      '::ffff:169.254.169.254',
      '64:ff9b::a00:1',
      'fd00::1',
      'fe80::1',
      'fe80::1%eth0',
    ],
    ['93.184.216.34', '10.0.0.1'],
    'not an address',
  ])
    it(`a public name that leads to ${[addresses].flat().join(', ')} is refused, and nothing is connected`, async (t) => {
      const all = [addresses].flat().map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const { connections, port } = await upstream(t);
      const response = await post(await relayTo(t, `https://public.example:${port}/`, { resolve: async () => all }));
      assert.equal(response.status, 403);
      assert.match(await sentence(response), /which is in a local network/);
      assert.equal(connections(), 0);
    });

  it('a public name that leads there is asked where whoever started the relay allows it', async (t) => {
    const { connections, port } = await upstream(t);
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const url = await relayTo(t, `https://public.example:${port}/`, { resolve, allowPrivate: true });
    // The connection was made; that this server speaks no TLS is another matter.
    assert.doesNotMatch(await sentence(await post(url)), /local network/);
    assert.equal(connections(), 1);
  });

  it('localhost that leads elsewhere is refused', async (t) => {
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
    const response = await post(await relayTo(t, 'http://localhost:9/', { resolve }));
    assert.equal(response.status, 403);
    assert.match(await sentence(response), /not on this machine/);
  });

  it('is looked up once for each connection, which goes to what was checked (DNS rebinding)', async (t) => {
    const { port, connections } = await upstream(t);
    // The system does not know this name: the connection can only come from the answer here.
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    const url = await relayTo(t, `http://rebound.local:${port}/`, { resolve });
    assert.equal((await post(url)).status, 200);
    assert.deepEqual([asked, connections()], [1, 1]);
    // The next connection takes the next answer, which is checked again, and where nobody listens.
    assert.equal((await post(url)).status, 502);
    assert.deepEqual([asked, connections()], [2, 1]);
  });
});

describe('redirects', () => {
  it('within the server are followed, with the message and its headers', async (t) => {
    const bodies = [];
    const { asked, url: target } = await upstream(t, async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      bodies.push(body);
      if (request.url === '/mcp?tenant=1') response.writeHead(307, { location: '/v2' }).end();
      else response.end('{}');
    });
    const response = await post(await relayTo(t, target), { body: '{"a":1}', headers: { authorization: 'Bearer x' } });
    assert.equal(response.status, 200);
    assert.deepEqual(bodies, ['{"a":1}', '{"a":1}']);
    assert.equal(asked[1].headers.authorization, 'Bearer x');
  });

  it('to an origin that was allowed get no token, and no header of the relay', async (t) => {
    const other = await upstream(t);
    const { url: target } = await upstream(t, (_, response) =>
      response.writeHead(308, { location: `http://127.0.0.1:${other.port}/` }).end(),
    );
    const url = await relayTo(t, target, {
      allowRedirectsTo: [`http://127.0.0.1:${other.port}`],
      headers: { 'x-api-key': 'ours' },
    });
    assert.equal((await post(url, { headers: { authorization: 'Bearer x', dpop: 'y', 'x-own': 'z' } })).status, 200);
    const [{ headers }] = other.asked;
    assert.deepEqual(
      [headers.authorization, headers.dpop, headers['x-api-key'], headers['x-own']],
      [undefined, undefined, undefined, 'z'],
    );
  });

  it('elsewhere are refused, in whatever form the address is written, and nothing is connected', async (t) => {
    const other = await upstream(t);
    let location;
    const { url: target } = await upstream(t, (_, response) => response.writeHead(307, { location }).end());
    const url = await relayTo(t, target);
    for (const to of [
      ...[
        '127.0.0.1',
        'localhost',
        '127.1',
        '0x7f000001',
        '0177.0.0.1',
        '2130706433',
        '0.0.0.0',
        '[::1]',
        '[::ffff:127.0.0.1]',
      ].map((host) => `http://${host}:${other.port}/`),
      ...[
        'http://169.254.169.254/latest/meta-data/',
        'http://0xa9fea9fe/',
        'http://0251.0376.0251.0376/',
        'http://[::ffff:a9fe:a9fe]/',
      ],
      ...[
        '//evil.test/',
        'https://evil.test/',
        'file:///etc/passwd',
        'data:text/plain,x',
        'javascript:1',
        'gopher://x/',
        'http://:0',
      ],
    ]) {
      location = to;
      const response = await post(url);
      assert.equal(response.status, 403, to);
      assert.match(response.headers.get(ERROR_HEADER), /^relay\.redirect/);
      assert.equal(response.headers.get('location'), null);
    }
    assert.equal(other.connections(), 0);
  });

  it('that would lose the message, or that go round, fail', async (t) => {
    let status = 302;
    const { asked, url: target } = await upstream(t, (_, response) =>
      response.writeHead(status, { location: '/mcp?tenant=1' }).end(),
    );
    const url = await relayTo(t, target);
    const lost = await post(url);
    assert.equal(lost.status, 502);
    assert.match(await sentence(lost), /would lose the message \(302\)/);
    status = 307;
    asked.length = 0;
    assert.match(await sentence(await post(url)), /redirects more than 5 times/);
    assert.equal(asked.length, 6);
  });
});

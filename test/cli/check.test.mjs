// `mcp-embed check`: whether a server works from a page, on real HTTP servers, each with one fault.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createScriptedServer } from '../support/scripted-server.mjs';
import { allowing, mcpServer, RIGHT, serve, without } from './check-servers.mjs';
import { checkLines, checkReport, checkServer, readCheckArguments, runCheck } from './modules.mjs';
import { fileFor } from './command.mjs';

const ORIGIN = 'http://localhost:8080';
const check = (url, options) => checkServer(url, { origin: ORIGIN, timeoutMs: 2000, ...options });
const ids = ({ findings }) => findings.map(({ id }) => id);
const allowed = (list) => list.filter((one) => one.allowed).map(({ name }) => name);
const eras = ({ handshakes }) => handshakes.map(({ works }) => works);

describe('a server that works', () => {
  it('in both eras, with every method and header allowed', async (t) => {
    const { url, log } = await mcpServer(t);
    const result = await check(url);
    assert.deepEqual([result.works, result.verdict, result.reach], [true, 'works', 'readable']);
    assert.deepEqual(allowed(result.cors.methods), ['GET', 'POST', 'DELETE']);
    assert.equal(result.cors.requestHeaders.length, 7);
    assert.ok(result.cors.requestHeaders.every((one) => one.allowed));
    assert.deepEqual(
      result.handshakes.map(({ method, works, agreed }) => [method, works, agreed]),
      [
        ['server/discover', true, '2026-07-28'],
        ['initialize', true, '2025-11-25'],
      ],
    );
    assert.equal(result.handshakes[0].server.version, '3.2.1');
    assert.deepEqual(ids(result), []);
    assert.equal(result.requests, log.length);
    assert.ok(log.every(({ headers }) => headers.origin === ORIGIN));
  });

  it('only in the new era', async (t) => {
    const { url } = await mcpServer(t, { legacy: 'reject' });
    const result = await check(url);
    assert.deepEqual([result.works, eras(result)], [true, [true, false]]);
    assert.match(result.handshakes[1].problem, /^The server said: “Unsupported protocol version/);
  });

  it('only in the old era, with a session that is closed again', async () => {
    const scripted = await createScriptedServer();
    try {
      const url = scripted.url('rev-2025-11-25');
      const result = await check(url);
      assert.deepEqual([result.works, eras(result)], [true, [false, true]]);
      assert.deepEqual(result.cors.responseHeaders[0], { name: 'Mcp-Session-Id', state: 'readable' });
      const log = await (await fetch(url.replace(scripted.base, `${scripted.base}/log`))).json();
      const sent = (method) => log.filter((one) => one.method === method).length;
      assert.equal(log.filter(({ body }) => body?.method === 'initialize').length, sent('DELETE'));
    } finally {
      scripted.stop();
    }
  });

  it('for the origin that it names, and for no other', async (t) => {
    const { url } = await mcpServer(t, { cors: { ...RIGHT, 'access-control-allow-origin': ORIGIN } });
    assert.equal((await check(url)).works, true);
    const other = await check(url, { origin: 'http://localhost:8081' });
    assert.deepEqual([other.works, other.verdict, other.reach], [false, 'cors-missing', 'unreadable']);
    assert.equal(other.cors.methods[1].fault, 'origin-other');
  });

  it('on its own origin, without any CORS', async (t) => {
    const { url } = await mcpServer(t, { cors: {} });
    const result = await check(url, { origin: new URL(url).origin });
    assert.deepEqual([result.works, result.cors.applies], [true, false]);
  });

  it('from the internet, where the browser asks the person first', async (t) => {
    const { url } = await mcpServer(t);
    const result = await check(url, { origin: 'https://site.example' });
    assert.deepEqual([result.works, result.asksForLocalNetwork], [true, true]);
    assert.match(checkLines(result).join('\n'), /browsers ask the person first/);
    assert.equal((await check(url)).asksForLocalNetwork, false);
  });
});

describe('a fault of CORS', () => {
  it('all headers are missing', async (t) => {
    const { url } = await mcpServer(t, { cors: {} });
    const result = await check(url);
    assert.deepEqual([result.works, result.verdict, result.reach], [false, 'cors-missing', 'unreadable']);
    assert.deepEqual(
      result.handshakes.map(({ fault }) => fault),
      ['origin-missing', 'origin-missing'],
    );
    assert.ok(result.findings[0].headerLines.includes(`Access-Control-Allow-Origin: ${ORIGIN}`));
  });

  it('there are two of the header for the origin', async (t) => {
    const { url } = await mcpServer(t, { cors: { ...RIGHT, 'access-control-allow-origin': [ORIGIN, ORIGIN] } });
    const result = await check(url);
    assert.deepEqual([result.verdict, result.cors.methods[0].fault], ['cors-missing', 'origin-other']);
  });

  it('one header is not allowed: the newer era fails, and the old one works', async (t) => {
    const { url } = await mcpServer(t, {
      cors: allowing('content-type, mcp-protocol-version, mcp-session-id, last-event-id, mcp-name'),
    });
    const result = await check(url);
    assert.deepEqual([result.works, eras(result), result.handshakes[0].fault], [true, [false, true], 'headers']);
    assert.deepEqual(
      result.cors.requestHeaders.filter((one) => !one.allowed).map(({ name, fault }) => [name, fault]),
      [
        ['Mcp-Method', 'headers'],
        ['Authorization', 'headers'],
      ],
    );
    assert.deepEqual(ids(result), ['newer-headers-refused']);
  });

  it('one header is refused with a status, as strict servers do: nothing works without it', async (t) => {
    const { url } = await mcpServer(t, {
      legacy: 'reject',
      preflight: (response, request) =>
        response
          .writeHead(/mcp-method/.test(request.headers['access-control-request-headers'] ?? '') ? 400 : 204)
          .end(),
    });
    const result = await check(url);
    assert.deepEqual([result.works, result.verdict], [false, 'cors-header-refused']);
    assert.match(result.findings[0].remedy, /Mcp-Method/);
    const refused = result.cors.requestHeaders.find(({ name }) => name === 'Mcp-Method');
    assert.deepEqual([refused.fault, refused.status], ['preflight-status', 400]);
  });

  it('a header of the page itself is not allowed', async (t) => {
    const { url } = await mcpServer(t, {
      cors: allowing(RIGHT['access-control-allow-headers'].replace('x-own', 'x-other')),
    });
    const result = await check(url, { headers: { 'X-Own': 'a-value-of-mine' } });
    assert.deepEqual([result.works, result.verdict], [false, 'cors-header-refused']);
    assert.match(result.findings[0].what, /x-own/);
  });

  it('the star does not stand for the header of a token', async (t) => {
    const { url } = await mcpServer(t, { cors: allowing('*') });
    const { cors, works } = await check(url);
    assert.deepEqual(
      [works, cors.requestHeaders.filter((one) => !one.allowed).map(({ name }) => name)],
      [true, ['Authorization']],
    );
    assert.equal((await check(url, { headers: { Authorization: 'Bearer a-token-of-mine' } })).works, false);
  });

  it('preflights are answered by the sign-in', async (t) => {
    const { url } = await mcpServer(t, { preflight: (response) => response.writeHead(401).end() });
    const result = await check(url);
    assert.deepEqual([result.works, result.verdict], [false, 'preflight-refused']);
    assert.match(checkLines(result).join('\n'), /the preflight is answered with 401/);
  });

  for (const [scenario, works, finding, state] of [
    ['session-id-hidden', false, 'session-id-hidden', 'hidden'],
    ['delete-refused', true, 'delete-refused', 'readable'],
  ])
    it(scenario, async () => {
      const scripted = await createScriptedServer();
      try {
        const result = await check(scripted.url(scenario));
        assert.deepEqual([result.works, ids(result)], [works, [finding]]);
        assert.equal(result.cors.responseHeaders[0].state, state);
        assert.deepEqual(allowed(result.cors.methods).includes('DELETE'), scenario !== 'delete-refused');
      } finally {
        scripted.stop();
      }
    });
});

describe('a sign-in', () => {
  const token = 'the-right-token-1';
  const all = { challenge: true, resource: { cors: RIGHT }, server: { cors: RIGHT }, registers: { cors: RIGHT } };

  it('works where everything can be read, and nobody is registered by looking', async (t) => {
    const { url, log } = await mcpServer(t, { token, signIn: { ...all, takesDocuments: true } });
    const result = await check(url);
    assert.deepEqual([result.works, result.verdict], [true, 'works-after-sign-in']);
    const [server] = result.signIn.authorizationServers;
    assert.deepEqual(
      [server.metadata, server.clientIdMetadataDocument, server.dynamicRegistration, server.tokenEndpoint],
      [true, true, true, true],
    );
    assert.deepEqual([result.signIn.challenge, result.signIn.resourceMetadata], [true, 'read']);
    assert.deepEqual(
      log.filter(({ path }) => path === '/register').map(({ method }) => method),
      ['OPTIONS'],
    );
    assert.match(checkLines(result).join('\n'), /client ID metadata document, dynamic registration/);
  });

  it('works where a preflight refuses another header than that of the token', async (t) => {
    const cors = allowing('content-type, mcp-protocol-version, mcp-session-id, last-event-id, authorization');
    const { url } = await mcpServer(t, { token, signIn: all, cors });
    const result = await check(url);
    assert.deepEqual([result.works, result.signIn.tokenAllowed], [true, true]);
    assert.ok(ids(result).includes('cors-header-refused'));
  });

  it('works by hand where a page cannot register itself', async (t) => {
    const { url } = await mcpServer(t, { token, signIn: { ...all, registers: undefined } });
    const result = await check(url);
    assert.equal(result.works, true);
    assert.match(checkLines(result).join('\n'), /! Sign-in[^]*not by itself/);
  });

  /** @type {[what: string, signIn: object, pattern: RegExp, options?: object][]} */
  const faults = [
    ['has no metadata', {}, /protected resource metadata: none/],
    [
      'has metadata that CORS keeps from the page',
      { ...all, resource: { cors: {} } },
      /answered with 200, unreadable \(no Access-Control-Allow-Origin\)/,
    ],
    [
      'has an authorization server whose metadata CORS keeps from the page',
      { ...all, server: { cors: {} } },
      /does not let this page read its metadata/,
    ],
    [
      'has a token endpoint that CORS keeps from the page',
      { ...all, tokens: { cors: {} } },
      /token endpoint: the page may not read/,
    ],
    [
      'allows no token in its preflights',
      all,
      /The preflight does not allow Authorization/,
      { cors: allowing('content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id') },
    ],
  ];
  for (const [what, signIn, pattern, options = {}] of faults)
    it(`does not work where it ${what}`, async (t) => {
      const { url } = await mcpServer(t, { token, signIn, ...options });
      const result = await check(url);
      assert.deepEqual([result.works, result.verdict, result.signIn.isPossible], [false, 'unauthorized', false]);
      assert.match(checkLines(result).join('\n'), pattern);
    });

  it('is found without WWW-Authenticate, which is a warning', async (t) => {
    const { url } = await mcpServer(t, { token, signIn: all, cors: without('expose-headers') });
    const result = await check(url);
    assert.deepEqual([result.works, result.signIn.challenge], [true, false]);
    assert.deepEqual(result.cors.responseHeaders[1], { name: 'WWW-Authenticate', state: 'hidden' });
    assert.ok(ids(result).includes('www-authenticate-hidden'));
  });

  it('is not needed with the token, and a wrong one is refused', async (t) => {
    const { url } = await mcpServer(t, { token, signIn: all });
    const right = await check(url, { headers: { Authorization: `Bearer ${token}` } });
    assert.deepEqual([right.works, right.signIn, eras(right)], [true, undefined, [true, true]]);
    const wrong = await check(url, { headers: { Authorization: 'Bearer a-wrong-token' } });
    assert.deepEqual([wrong.works, wrong.verdict], [false, 'unauthorized']);
    assert.match(wrong.findings[0].what, /refused the Authorization header/);
  });
});

describe('no server at all', () => {
  it('a closed port', async () => {
    const scripted = await createScriptedServer();
    scripted.stop();
    const result = await check(scripted.deadUrl);
    assert.deepEqual([result.verdict, result.reach, result.networkError], ['unreachable', 'none', 'ECONNREFUSED']);
    assert.deepEqual([result.cors, result.signIn, result.handshakes], [undefined, undefined, undefined]);
  });

  it('one that never answers', async (t) => {
    const { origin } = await serve(t, () => {});
    assert.equal((await check(`${origin}/mcp`, { timeoutMs: 200 })).verdict, 'timeout');
  });

  it('a page of HTML', async (t) => {
    const { origin } = await serve(t, (_, response) =>
      response.writeHead(200, { ...RIGHT, 'content-type': 'text/html' }).end('<!doctype html><title>It works</title>'),
    );
    const result = await check(`${origin}/mcp`);
    assert.deepEqual([result.works, result.verdict], [false, 'html']);
    assert.match(checkLines(result).join('\n'), /The server said \(200\): “<!doctype html>/);
  });

  it('what browsers do not ask is not asked here either: plain http from an https page', async () => {
    const asked = [];
    const fetch = async (url) => asked.push(url);
    const result = await check('http://mcp.example/mcp', { origin: 'https://site.example', fetch });
    assert.deepEqual([result.works, result.verdict, asked], [false, 'mixed-content', []]);
    const local = await check('http://10.0.0.5/mcp', { origin: 'http://site.example', fetch });
    assert.deepEqual([local.works, local.verdict, asked], [false, 'local-network', []]);
  });
});

describe('what is printed', () => {
  it('has no secret in it, whatever the server repeats', async (t) => {
    const { origin } = await serve(t, (request, response) =>
      response
        .writeHead(403, {
          ...RIGHT,
          'content-type': 'text/plain',
          'access-control-expose-headers': '*',
          'x-said': request.headers.authorization ?? '',
        })
        .end(
          `No ${request.headers.authorization} ${request.headers['x-api']} ${request.url} sk-ant-api03-Zm9vYmFyYmF6cXV4Zm9v`,
        ),
    );
    const result = await check(`${origin}/aB3dE6gH9jK2mN5pQ8sT1v/mcp?key=q-secret-77`, {
      headers: { Authorization: 'Bearer t-secret-55', 'X-Api': 'x-secret-66' },
    });
    const all = [JSON.stringify(result), ...checkLines(result), ...checkReport(result, 'mcp-embed 1')].join('\n');
    assert.doesNotMatch(all, /[txq]-secret|aB3dE6gH9jK2mN5pQ8sT1v|Zm9vYmFy/);
    assert.match(all, /Authorization/);
  });

  it('has no session id in it, also not one that CORS hides', async (t) => {
    const { origin } = await serve(t, (request, response) => {
      const isFirst =
        request.headers['mcp-method'] === undefined && request.headers['mcp-protocol-version'] === undefined;
      response.writeHead(request.method === 'POST' && !isFirst ? 400 : 200, {
        ...RIGHT,
        'access-control-expose-headers': 'x-nothing',
        'content-type': 'application/json',
        'mcp-session-id': 's-secret-88',
      });
      const result = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        serverInfo: { name: 'of s-secret-88', version: '1' },
      };
      const error = { code: -32000, message: 'No session s-secret-88' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(isFirst ? { result } : { error }) }));
    });
    const result = await check(`${origin}/mcp`);
    assert.equal(result.works, false);
    assert.doesNotMatch(JSON.stringify(result), /s-secret/);
    assert.match(JSON.stringify(result), /No session /);
  });

  it('keeps what a server says on its line, and the Markdown whole', async (t) => {
    const { origin } = await serve(t, (_, response) =>
      response.writeHead(500, { ...RIGHT, 'content-type': 'text/plain' }).end('Bad\n```\n# Not a heading\n'),
    );
    const lines = checkReport(await check(`${origin}/mcp`), 'mcp-embed 1').join('\n');
    assert.doesNotMatch(lines, /^# Not/m);
    assert.equal(lines.split('\n').filter((line) => /^`{3,}(?:text)?$/.test(line)).length % 2, 0);
  });

  it('as JSON has its documented shape, and no character that moves a cursor', async (t) => {
    const { url } = await mcpServer(t);
    const printed = [];
    const code = await runCheck([url, '--json', '--origin', ORIGIN], { print: (lines) => printed.push(...lines) }, 'x');
    const text = printed.join('\n');
    const result = JSON.parse(text);
    assert.equal(code, 0);
    assert.deepEqual([result.format, result.version, result.works], ['mcp-embed-check', 1, true]);
    assert.deepEqual(Object.keys(result), [
      'format',
      'version',
      'url',
      'origin',
      'works',
      'verdict',
      'reach',
      'asksForLocalNetwork',
      'cors',
      'handshakes',
      'findings',
      'requests',
    ]);
    assert.equal(result.handshakes[0].server.name, 'notes\u001B[31m');
    // oxlint-disable-next-line no-control-regex -- it is what must not be there
    assert.doesNotMatch(text, /\u001B/);
  });

  it('says that an origin was assumed, and ends with 1 where it does not work', async (t) => {
    const { url } = await mcpServer(t, { cors: {} });
    const printed = [];
    assert.equal(await runCheck([url], { print: (lines) => printed.push(...lines) }, 'x'), 1);
    assert.match(
      printed.join('\n'),
      /✗ It does not work from https:\/\/example\.com \(cors-missing\)\.\nNo --origin was given/,
    );
  });
});

describe('the arguments of check', () => {
  const refusal = (...args) => {
    try {
      readCheckArguments(args);
    } catch (error) {
      assert.equal(error.code, 'invalid-input', String(error));
      return `${error.message} ${error.remedy ?? ''}`.trim();
    }
    return assert.fail(`${args.join(' ')} was accepted`);
  };

  it('are an address and an origin, headers also from files', (t) => {
    const file = fileFor(t, 'headers.txt', 'X-A: from file\n');
    assert.deepEqual(
      readCheckArguments([
        'localhost:3000/mcp',
        '--origin',
        'https://site.example/',
        '--header-file',
        file,
        '--header',
        'X-B: b',
        '--report',
      ]),
      {
        url: 'http://localhost:3000/mcp',
        origin: 'https://site.example',
        isOriginGiven: true,
        headers: { 'X-A': 'from file', 'X-B': 'b' },
        output: 'report',
      },
    );
    assert.equal(readCheckArguments(['a.example', '--origin', 'null']).origin, 'null');
    assert.equal(readCheckArguments(['a.example']).origin, 'https://example.com');
    assert.equal(readCheckArguments(['--help']), 'help');
  });

  for (const [args, words] of [
    [[], /^Give the address of the server to check\. For example: mcp-embed check/],
    [['a.example', 'b.example'], /^Give one address, and run the check once/],
    [['ftp://a.example'], /^ftp:\/\/a\.example is not an http or https address/],
    [['a.example', '--orign', 'https://b.example'], /Did you mean --origin\?/],
    [['a.example', '--origin'], /needs a value: --origin https:\/\/site\.example/],
    [['a.example', '--origin', 'https://b.example/app'], /is not an origin.* Did you mean https:\/\/b\.example\?/],
    [['a.example', '--origin', 'b.example'], /Did you mean https:\/\/b\.example\?/],
    [['a.example', '--origin', 'ftp://b.example'], /is not an origin.* Write it as --origin https/],
    [['a.example', '--origin', '*'], /is not an origin/],
    [['a.example', '--json', '--report'], /^Give --json or --report, not both/],
    [['a.example', '--json=yes'], /takes no value/],
    [['a.example', '--header', 'no colon'], /cannot be sent/],
    [['a.example', '--header', 'Cookie: a=b'], /^No page can send the header Cookie/],
    [['--', 'npx', 'a-server'], /has no address that a page could ask\. .*mcp-embed -- npx a-server$/],
  ])
    it(args.join(' ') || 'nothing at all', () => assert.match(refusal(...args), words));
});

// `--record`: what is in the file, who may read it, and that it is whole however the command ends.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { messages, post, until } from '../relay/relay.mjs';
import { COMMAND, EVERYTHING, fileFor, FIXTURE, launch, root, run } from './command.mjs';
import { openRecording, Recording } from './modules.mjs';

/** A path in a folder of this test where there is no file yet. */
const newFile = (t) => path.join(path.dirname(fileFor(t, 'other', '')), 'messages.jsonl');
const linesOf = (file) => {
  const text = readFileSync(file, 'utf8');
  assert.ok(text.endsWith('\n'));
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};
const said = (lines) =>
  lines.filter(({ message }) => message).map(({ direction, message }) => [direction, message.method ?? message.id]);

/** Opens a session, lists the tools and calls one, as a client does. */
async function talk({ origin, secret, servers }, calls, headers = {}) {
  const url = origin + servers[0].path;
  const init = { headers: { 'mcp-relay-secret': secret, ...headers } };
  const opened = await post(
    url,
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    init,
  );
  const session = opened.headers.get('mcp-session-id') ?? undefined;
  await messages(opened, 1);
  await post(url, { method: 'notifications/initialized' }, { session, ...init });
  for (const [at, call] of calls.entries())
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await messages(await post(url, { id: at + 2, ...call }, { session, ...init }));
}

/** A server over HTTP that says back what it was told, in an answer of JSON. */
async function echo(t) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const { id, method, params } = JSON.parse(body || '{}');
    if (id === undefined) return response.writeHead(202).end();
    const result =
      method === 'tools/list'
        ? {
            tools: [
              {
                name: 'log-in',
                inputSchema: { type: 'object', properties: { who: { type: 'string', writeOnly: true } } },
                outputSchema: { type: 'object', properties: { ticket: { type: 'string', format: 'password' } } },
              },
            ],
          }
        : {
            told: { params, headers: { ...request.headers } },
            ...(method === 'tools/call' && { structuredContent: { ticket: 'by-output-schema', seat: '12 C' } }),
          };
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}/mcp`;
}

describe('--record', () => {
  it('writes every message of a server that is started, with its time, for nobody else to read', async (t) => {
    const file = newFile(t);
    const launched = await launch(t, ['--record', file, '--', process.execPath, EVERYTHING, 'stdio']);
    const before = Date.now();
    await talk(launched, [
      { method: 'tools/list' },
      { method: 'tools/call', params: { name: 'echo', arguments: { message: 'größer €' } } },
    ]);
    await until(() => linesOf(file).some(({ message }) => message?.id === 3 && message.result));
    const [head, ...lines] = linesOf(file);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual([head.format, head.version], ['mcp-embed-recording', 2]);
    const all = said(lines);
    for (const one of [
      ['sent', 'initialize'],
      ['received', 1],
      ['sent', 'notifications/initialized'],
      ['sent', 'tools/call'],
      ['received', 3],
    ])
      assert.ok(
        all.some((other) => other.join() === one.join()),
        one.join(),
      );
    for (const { time, server, way, session } of lines) {
      assert.ok(Date.parse(time) >= before - 1000 && Date.parse(time) <= Date.now());
      // The handshake too, whose question goes without the id of the session.
      assert.deepEqual([server, way, session], ['server-everything', 'stdio', 1]);
    }
    assert.match(JSON.stringify(lines.at(-1)), /größer €/);
  });

  it('is a recording that a page opens and plays back', async (t) => {
    const file = newFile(t);
    const launched = await launch(t, ['--record', file, '--', process.execPath, EVERYTHING, 'stdio']);
    await talk(launched, [{ method: 'tools/call', params: { name: 'echo', arguments: { message: 'again' } } }]);
    await until(() => linesOf(file).some(({ message }) => message?.id === 2 && message.result));
    const recording = await openRecording(readFileSync(file, 'utf8'));
    assert.deepEqual(recording.file.problems, []);
    const call = recording.entries.get().find(({ method }) => method === 'tools/call');
    assert.deepEqual([call.subject, call.ended, call.revision], ['echo', 'answered', '2025-11-25']);
    const answered = once(recording, 'message');
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of messages, which has no origin
    recording.postMessage({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: JSON.parse(call.params.json) });
    const [{ data }] = await answered;
    assert.match(data, /Echo: again/);
  });

  it('has no secret in it: of headers, of variables, of a sign-in, and of arguments by the schema of the tool', async (t) => {
    const file = newFile(t);
    const launched = await launch(t, ['--record', file, '--header', 'X-Api-Key: header-s3cret-1', await echo(t)]);
    await talk(
      launched,
      [
        { method: 'tools/list' },
        {
          method: 'tools/call',
          params: { name: 'log-in', arguments: { who: 'by-schema-s3cret', note: 'kept as it is' } },
        },
        {
          method: 'tools/call',
          params: { name: 'log-in', arguments: { password: 'by-name-s3cret', api_key: 'sk-ant-REDACTED' } },
        },
        { method: 'tools/call', params: { name: 'say', arguments: { message: `header-s3cret-1 ${launched.secret}` } } },
      ],
      { authorization: 'Bearer token-s3cret-2', 'x-typed': 'typed-header-3' },
    );
    await until(() => linesOf(file).some(({ message }) => message?.id === 5 && message.result));
    const text = readFileSync(file, 'utf8');
    for (const secret of [
      'header-s3cret-1',
      'token-s3cret-2',
      'typed-header-3',
      'by-output-schema',
      'by-schema-s3cret',
      'by-name-s3cret',
      'sk-ant-REDACTED',
      launched.secret,
    ])
      assert.ok(!text.includes(secret), secret);
    for (const plain of [/kept as it is/, /12 C/, /application\/json/]) assert.match(text, plain);
    assert.match(text, /\$MCP_/);
    const own = newFile(t);
    const started = await launch(t, [
      '--record',
      own,
      '-e',
      'API_TOKEN=variable-s3cret',
      '--',
      process.execPath,
      FIXTURE,
    ]);
    await talk(started, [{ method: 'tools/call', params: { name: 'environment' } }]);
    await until(() => linesOf(own).some(({ message }) => message?.id === 2 && message.result));
    assert.ok(!readFileSync(own, 'utf8').includes('variable-s3cret'));
  });

  it('has none of a variable that is passed on from the terminal', async (t) => {
    const file = newFile(t);
    const env = { SOME_API_TOKEN: 'inherited-value', SOME_PLACE: 'a plain value' };
    const launched = await launch(t, ['--record', file, '--inherit-env', '--', process.execPath, FIXTURE], { env });
    const note = 'inherited-value, where no name says that it is secret';
    await talk(launched, [{ method: 'tools/call', params: { name: 'environment', arguments: { note } } }]);
    await until(() => linesOf(file).some(({ message }) => message?.id === 2 && message.result));
    const text = readFileSync(file, 'utf8');
    assert.ok(!text.includes('inherited-value'));
    assert.match(text, /a plain value/);
  });

  it('forgets no secret of the launch, however many tokens come after it', async (t) => {
    const file = newFile(t);
    const recording = new Recording(file, {
      headers: [['X-Api-Key', 'of-the-launch']],
      env: [],
      secret: 'none',
      version: '1',
      onEnd() {},
    });
    recording.learnHeaders(Array.from({ length: 500 }, (_, at) => ['authorization', `DPoP token-number-${at}`]));
    const message = { jsonrpc: '2.0', id: 1, result: { said: 'of-the-launch' } };
    recording.add(JSON.stringify(message), { server: 'a', way: 'relay', session: '', direction: 'received' });
    assert.ok(!readFileSync(file, 'utf8').includes('of-the-launch'));
  });

  it('says which message is missing for being too long; the stream goes on, and so does the file', async (t) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const result = { text: 'x'.repeat(11 * 1024 * 1024) };
      for (const one of [
        { id: 7, result },
        { id: 8, result: {} },
      ])
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...one })}\n\n`);
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const file = newFile(t);
    const launched = await launch(t, ['--record', file, `http://127.0.0.1:${server.address().port}/mcp`]);
    const answer = await post(
      launched.origin + launched.servers[0].path,
      { id: 7, method: 'tools/call', params: { name: 'long' } },
      { headers: { 'mcp-relay-secret': launched.secret } },
    );
    assert.match((await answer.text()).slice(-60), /"id":8/);
    await until(() => linesOf(file).some(({ message }) => message?.id === 8));
    const [, sent, missing, last] = linesOf(file);
    assert.deepEqual([sent.message.method, last.message.id], ['tools/call', 8]);
    assert.deepEqual(
      [missing.direction, missing.skipped],
      ['received', 'A message is not in this file: it is longer than 10 MB.'],
    );
  });

  it('does not write over a file, and leaves none where the command cannot start', async (t) => {
    const file = fileFor(t, 'there.jsonl', 'mine');
    const { code, err } = await run(['--no-open', '--record', file, '--', 'x']);
    assert.equal(code, 1);
    assert.match(err, /there\.jsonl is there already\. Give another name, or delete it first\./);
    assert.equal(readFileSync(file, 'utf8'), 'mine');
    const other = newFile(t);
    assert.equal((await run(['--no-open', '--record', other, '--watch', '/nowhere/at/all', '--', 'x'])).code, 1);
    assert.throws(() => statSync(other), { code: 'ENOENT' });
    assert.match(
      (await run(['--no-open', '--record', '/nowhere/at/all.jsonl', '--', 'x'])).err,
      /cannot be made\. ENOENT/,
    );
  });

  for (const signal of ['SIGINT', 'SIGKILL'])
    it(`is whole after ${signal} in the middle of many messages`, async (t) => {
      const file = newFile(t);
      const launched = await launch(t, ['--record', file, '--', process.execPath, FIXTURE]);
      const talking = talk(launched, [
        { method: 'tools/call', params: { name: 'flood', arguments: { count: 1000 } } },
      ]).catch(() => {});
      await until(() => linesOf(file).length > 50);
      launched.child.kill(signal);
      await once(launched.child, 'exit');
      await talking;
      assert.ok(linesOf(file).length > 50);
    });

  it(
    'says so where the disk takes no more, and the servers go on',
    { skip: process.platform === 'win32' },
    async (t) => {
      const file = newFile(t);
      const words = [
        process.execPath,
        COMMAND,
        '--no-open',
        '--record',
        file,
        '--',
        process.execPath,
        EVERYTHING,
        'stdio',
      ];
      // 8 blocks of 512 bytes at most, for files of this process.
      const child = spawn('/bin/sh', ['-c', `trap '' XFSZ; ulimit -f 8; exec "$@"`, 'sh', ...words], { cwd: root });
      t.after(() => child.kill('SIGTERM'));
      let [out, err] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
      child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
      await until(() => /Ctrl\+C/.test(out));
      const { origin, hash } = new URL(/http:\S+#\S+/.exec(out)[0]);
      const { servers } = await (
        await fetch(`${origin}/launch`, { headers: { 'mcp-relay-secret': hash.slice(1) } })
      ).json();
      await talk({ origin, secret: hash.slice(1), servers }, [{ method: 'tools/list' }, { method: 'tools/list' }]);
      await until(() => /The recording ends here: the file cannot be written\./.test(err));
    },
  );

  it('records what the page and a server say directly', async (t) => {
    const server = spawn(process.execPath, ['--import', `${root}demo/loopback.mjs`, EVERYTHING, 'streamableHttp'], {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    t.after(() => server.kill());
    const [{ listening }] = await once(server, 'message');
    const file = newFile(t);
    const revision = '2025-06-18';
    const launched = await launch(t, ['--record', file, '--revision', revision, `http://127.0.0.1:${listening}/mcp`]);
    const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(launched.page);
    await page.getByText('echo', { exact: true }).click();
    await page
      .locator('mcp-tool-form')
      .getByLabel(/message/i)
      .first()
      .fill('straight there');
    await page.locator('[part~="submit-button"]').first().click();
    await page.getByText('Echo: straight there').first().waitFor();
    await until(() =>
      linesOf(file).some(
        ({ direction, message }) =>
          direction === 'received' && JSON.stringify(message).includes('Echo: straight there'),
      ),
    );
    const [, ...lines] = linesOf(file);
    assert.deepEqual(new Set(lines.map(({ way }) => way)), new Set(['page']));
    // --revision: the page asked for it.
    const { message } = lines.find((line) => line.message.method === 'initialize');
    assert.equal(message.params.protocolVersion, revision);
  });

  it('ends at its limit, with a line that says so', (t) => {
    const file = newFile(t);
    const told = [];
    const recording = new Recording(file, {
      headers: [],
      env: [],
      secret: 'none',
      version: '1',
      maxBytes: 2000,
      onEnd: (why) => told.push(why.text),
    });
    for (let id = 1; id < 100; id++)
      recording.add(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }), {
        server: 'a',
        way: 'relay',
        session: '',
        direction: 'sent',
      });
    assert.deepEqual(told, ['The recording has 1 MB, its limit. What is said from here on is not recorded.']);
    assert.equal(linesOf(file).at(-1).ended, told[0]);
    assert.ok(statSync(file).size < 2300);
  });
});

// The command, run as a person runs it: what it prints, what it serves and to whom, and what is left when it ends.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, it } from 'node:test';
import { eventsOf, messages, post, processesWith, raw, until } from '../relay/relay.mjs';
import { EVERYTHING, fileFor, FIXTURE, launch, run } from './command.mjs';

const skip = process.platform === 'linux' ? false : 'Looks at processes through /proc.';
let words = 0;
const newWord = () => `word-${process.pid}-${++words}-of-command-test`;

/** The same requests as those of the relay's tests, with the secret. */
const withSecret = (secret) => ({ headers: { 'mcp-relay-secret': secret } });
async function toolsOf({ origin, secret, servers }) {
  const url = origin + servers[0].path;
  const opened = await post(
    url,
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    withSecret(secret),
  );
  const session = opened.headers.get('mcp-session-id');
  await messages(opened, 1);
  await post(url, { method: 'notifications/initialized' }, { session, ...withSecret(secret) });
  const answer = await post(url, { id: 2, method: 'tools/list' }, { session, ...withSecret(secret) });
  const message = (await messages(answer)).find(({ id }) => id === 2);
  return { session, tools: message.result?.tools };
}

/** A real HTTP server that notes what it was asked, and knows no CORS. */
async function serverThatNotes(t) {
  const seen = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method, headers: request.headers });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { seen, url: `http://127.0.0.1:${server.address().port}/mcp` };
}

describe('mcp-embed', () => {
  it('--help and --version say what they are asked and end', async () => {
    const help = await run(['--help']);
    assert.equal(help.code, 0);
    for (const option of ['--port', '--relay', '--header', '--watch', '--serve-only', '--allow-origin'])
      assert.match(help.out, new RegExp(`^ +(?:-e, )?${option} `, 'm'));
    assert.match((await run(['--version'])).out, /^\d+\.\d+\.\d+/);
  });

  it('a mistake ends with code 1, the sentence, and what to do', async () => {
    const { code, out, err } = await run(['--prot', '3', 'a.example']);
    assert.deepEqual([code, out], [1, '']);
    assert.equal(err, 'mcp-embed: There is no option --prot.\nDid you mean --port? --help lists all of them.\n');
  });

  it('a file that cannot be read ends with code 1, its line and its column', async (t) => {
    const { code, err } = await run(['--config', fileFor(t, 'mcp.json', '{\n  "mcpServers": [[\n}')]);
    assert.equal(code, 1);
    assert.match(err, /mcp\.json cannot be read: line \d+, column \d+: /);
  });

  it('names the servers of a file where one is not in it', async (t) => {
    const file = fileFor(t, 'mcp.json', { mcpServers: { one: { command: 'x' }, two: { command: 'y' } } });
    const { code, err } = await run(['--config', file, 'three']);
    assert.equal(code, 1);
    assert.match(err, /There is no server three in .*mcp\.json\. It has one and two\./);
  });

  it('a port that is taken ends it where it was asked for, and is left out otherwise', async (t) => {
    const first = await launch(t, ['--', process.execPath, FIXTURE]);
    const { code, err } = await run(['--no-open', '--port', String(first.port), '--', 'x']);
    assert.equal(code, 1);
    assert.match(err, new RegExp(`Port ${first.port} is in use by another program\\.\n.*--port`));
    const second = await launch(t, ['--', process.execPath, FIXTURE]);
    assert.notEqual(second.port, first.port);
  });
});

describe('what it serves', () => {
  it('is a page without the secret in it, under a strict policy, and nothing else of the disk', async (t) => {
    const { origin, secret, port } = await launch(t, ['--', process.execPath, FIXTURE]);
    const page = await fetch(`${origin}/`);
    assert.equal(page.status, 200);
    assert.match(
      page.headers.get('content-security-policy'),
      /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/,
    );
    assert.doesNotMatch(await page.text(), new RegExp(secret));
    for (const file of ['/page.js', '/page.css', '/mcp-embed.js', '/oauth-callback.html'])
      assert.equal((await fetch(origin + file)).status, 200, file);
    for (const target of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/page/../../package.json',
      '//etc/passwd',
      '/mcp-embed.js.map',
      '/THIRD-PARTY-NOTICES.txt',

      '/page.js/',
    ])
      assert.match(
        await raw(port, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 40[34] /,
        target,
      );
  });

  it('is for this machine, for its own page, and for who has the secret', async (t) => {
    const { origin, secret, port } = await launch(t, ['--', process.execPath, FIXTURE]);
    assert.equal((await fetch(`${origin}/launch`)).status, 403);
    assert.equal((await fetch(`${origin}/launch`, { headers: { 'mcp-relay-secret': `${secret}x` } })).status, 403);
    assert.equal((await fetch(`${origin}/launch`, withSecret(secret))).status, 200);
    for (const path of ['/', '/page.js', '/launch', '/servers/server/mcp']) {
      const rebound = await raw(
        port,
        `GET ${path} HTTP/1.1\r\nHost: evil.test:${port}\r\nmcp-relay-secret: ${secret}\r\nConnection: close\r\n\r\n`,
      );
      assert.match(rebound, /^HTTP\/1\.1 403 /, path);
    }
    const foreign = await fetch(`${origin}/launch`, {
      headers: { 'mcp-relay-secret': secret, origin: 'http://localhost:9999' },
    });
    assert.equal(foreign.status, 403);
  });

  it('is each server by its id, and no other', async (t) => {
    const file = fileFor(t, 'mcp.json', {
      mcpServers: {
        'My Server!': { command: process.execPath, args: [FIXTURE] },
        'my server': { command: 'x' },
        '…': { command: 'y' },
      },
    });
    const { ask } = await launch(t, ['--config', file]);
    const { servers } = await (await ask('/launch')).json();
    const ids = servers.map(({ id }) => id);
    for (const [at, pattern] of [/^my-server-[\da-f]{8}$/, /^my-server-[\da-f]{8}$/, /^server-[\da-f]{8}$/].entries())
      assert.match(ids[at], pattern);
    assert.equal(new Set(ids).size, 3);
    for (const target of [
      '/servers/other/mcp',
      `/servers/${ids[0]}/other`,
      `/servers/${ids[0]}`,
      `/servers/${ids[0]}/mcp/x`,
    ])
      assert.equal((await ask(target)).status, 404, target);
  });

  it('has an id for each program, which is the same tomorrow: two of one name do not find what is stored of the other', async (t) => {
    const idOf = async (args, options) => {
      const { child, servers } = await launch(t, args, options);
      child.kill('SIGTERM');
      await once(child, 'exit');
      return servers[0].id;
    };
    const [good, evil] = ['good', 'evil'].map((folder) =>
      path.join(path.dirname(fileFor(t, `${folder}.txt`, '')), folder),
    );
    for (const folder of [good, evil]) mkdirSync(folder);
    for (const folder of [good, evil]) writeFileSync(path.join(folder, 'server-files.mjs'), '');
    const start = (file) => ['--', process.execPath, file];
    const first = await idOf(start(path.join(good, 'server-files.mjs')));
    assert.equal(await idOf(start(path.join(good, 'server-files.mjs'))), first);
    assert.notEqual(await idOf(start(path.join(evil, 'server-files.mjs'))), first);
    // The same words in two folders are two programs; a package is the same in each.
    const relative = await idOf(start('server-files.mjs'), { cwd: good });
    assert.notEqual(await idOf(start('server-files.mjs'), { cwd: evil }), relative);
    assert.notEqual(
      await idOf(['--', 'npx', '-y', '@good/server-files']),
      await idOf(['--', 'npx', '-y', '@evil/server-files']),
    );
    assert.equal(
      await idOf(['--', 'npx', '-y', '@good/server-files'], { cwd: good }),
      await idOf(['--', 'npx', '-y', '@good/server-files'], { cwd: evil }),
    );
  });

  it('is a real server, with what it writes to stderr', async (t) => {
    const launched = await launch(t, ['--', process.execPath, EVERYTHING, 'stdio']);
    const log = await launched.ask(`/servers/${launched.servers[0].id}/log`);
    const { tools } = await toolsOf(launched);
    assert.ok(tools.some(({ name }) => name === 'echo'));
    for await (const { message } of eventsOf(log)) {
      assert.deepEqual(
        { ...message, process: 0 },
        { process: 0, source: 'stderr', text: 'Starting default (STDIO) server...' },
      );
      break;
    }
    assert.match(launched.child.out(), /^\[server-everything\] Starting default \(STDIO\) server\.\.\.$/m);
  });

  it('keeps the values of headers from the page, and gives them to the server', async (t) => {
    const { seen, url } = await serverThatNotes(t);
    const { ask } = await launch(t, ['--header', 'Authorization: Bearer s3cret', url]);
    const described = await (await ask('/launch')).text();
    assert.doesNotMatch(described, /s3cret/);
    const [{ path: target, relay }] = JSON.parse(described).servers;
    assert.equal(relay, 'always');
    await ask(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    assert.equal(seen[0].headers.authorization, 'Bearer s3cret');
    assert.equal(seen[0].headers['mcp-relay-secret'], undefined);
  });

  it('says which variables are not set, and starts nothing', async (t) => {
    const file = fileFor(t, 'mcp.json', {
      mcpServers: {
        a: { command: '${NOT_SET_ANYWHERE}' },
        b: { command: process.execPath, args: [FIXTURE, '${WORD}'] },
      },
    });
    const { ask, child } = await launch(t, ['--config', file, '-e', 'WORD=x']);
    const { servers } = await (await ask('/launch')).json();
    assert.deepEqual(
      servers.map(({ missing }) => missing),
      [['NOT_SET_ANYWHERE'], []],
    );
    assert.match(child.out(), /^ {2}a: '\$\{NOT_SET_ANYWHERE\}' \(not set: NOT_SET_ANYWHERE\)$/m);
    const answer = await ask(servers[0].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(answer.status, 502);
    assert.match((await answer.json()).error.message, /^a is not started: NOT_SET_ANYWHERE not set\. .*-e NAME=value/);
  });

  it('without a page: the servers alone, also for a page that was allowed', async (t) => {
    const launched = await launch(t, [
      '--serve-only',
      '--allow-origin',
      'http://localhost:3000',
      '--',
      process.execPath,
      EVERYTHING,
      'stdio',
    ]);
    const { origin, ask } = launched;
    assert.equal((await fetch(`${origin}/`)).status, 403);
    assert.equal((await ask('/')).status, 404);
    assert.ok((await toolsOf(launched)).tools.length > 5);
    const allowed = await ask('/launch', { headers: { origin: 'http://localhost:3000' } });
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'http://localhost:3000');
    assert.equal((await ask('/launch', { headers: { origin: 'http://localhost:3001' } })).status, 403);
  });
});

describe('what a server writes to the terminal', () => {
  it('cannot move its cursor or rename its window', async (t) => {
    const script =
      "process.stderr.write('\\x1b]0;owned\\x07\\x1b[2Jred \\x1b[31mtext\\u202e\\x1b[0m\\r\\n'); process.stdin.resume()";
    const { ask, child, servers } = await launch(t, ['--', process.execPath, '-e', script]);
    void ask(servers[0].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
    }).catch(() => {});
    await until(() => /red text/.test(child.out()));
    // oxlint-disable-next-line no-control-regex -- that is what is looked for
    assert.doesNotMatch(child.out(), /[\x00-\x08\x0b-\x1f\x7f\u202e]/);
  });
});

describe('a server that floods its log', () => {
  it('is listed all the same, and a page that reads no log makes nothing grow', { skip }, async (t) => {
    const launched = await launch(t, ['--', process.execPath, FIXTURE, 'floods-stderr']);
    // Nobody reads the body of this one.
    const log = await launched.ask(`/servers/${launched.servers[0].id}/log`);
    for (let turn = 0; turn < 5; turn++) {
      // oxlint-disable-next-line no-await-in-loop -- one session after the other
      const { session } = await toolsOf(launched);
      assert.ok(session);
      // oxlint-disable-next-line no-await-in-loop
      await launched.ask(launched.servers[0].path, { method: 'DELETE', headers: { 'mcp-session-id': session } });
    }
    const lines = [];
    for await (const { message } of eventsOf(log)) {
      lines.push(message.text);
      if (/lines were skipped/.test(message.text)) break;
    }
    // 1 MB waits, and the sockets hold some more: far from the 20 MB that were written.
    assert.ok(lines.join('').length < 8_000_000, `${lines.join('').length} characters`);
    assert.match(lines.at(-1), /^\([\d,]+ lines were skipped: they came faster than they could be shown\.\)$/);
  });
});

describe('a change in what is watched', () => {
  it('ends the processes, tells the client, and the next session has a new one', { skip }, async (t) => {
    const file = fileFor(t, 'server.js', '// 1');
    const word = newWord();
    const launched = await launch(t, ['--watch', path.dirname(file), '--', process.execPath, FIXTURE, '', word]);
    const { session } = await toolsOf(launched);
    const [before] = processesWith(word).filter((pid) => Number(pid) !== launched.child.pid);
    writeFileSync(file, '// 2');
    await until(() => !processesWith(word).includes(before));
    const lost = await post(
      launched.origin + launched.servers[0].path,
      { id: 3, method: 'tools/list' },
      { session, ...withSecret(launched.secret) },
    );
    assert.equal(lost.status, 404);
    assert.match(
      (await lost.json()).error.message,
      /The session has ended\. The command starts it again, because server\.js has changed\./,
    );
    await toolsOf(launched);
  });
  it('that is not there is told', async () => {
    const { code, err } = await run(['--no-open', '--watch', '/nowhere/at/all', '--', 'x']);
    assert.equal(code, 1);
    assert.match(err, /\/nowhere\/at\/all cannot be watched\. ENOENT/);
  });
});

describe('when the command ends, nothing is left', { skip }, () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'])
    it(signal, async (t) => {
      const word = newWord();
      const launched = await launch(t, ['--', process.execPath, FIXTURE, 'forks', word]);
      await toolsOf(launched);
      // The server, what it forked, and the command itself.
      await until(() => processesWith(word).length === 3);
      launched.child.kill(signal);
      const [code] = await once(launched.child, 'exit');
      if (signal !== 'SIGKILL') assert.equal(code, 0);
      await until(() => processesWith(word).length === 0);
    });

  it('a second Ctrl+C kills what takes its time, and the command says that it failed', async (t) => {
    const word = newWord();
    const launched = await launch(t, ['--', process.execPath, FIXTURE, 'forks-and-ignores', word]);
    await toolsOf(launched);
    await until(() => processesWith(word).length === 3);
    const ended = once(launched.child, 'exit');
    // Two signals that a busy machine delivers together are one.
    const pressing = setInterval(() => launched.child.kill('SIGINT'), 200);
    t.after(() => clearInterval(pressing));
    // After the first one alone it waits for its servers, and ends with 0.
    assert.deepEqual(await ended, [2, null]);
    clearInterval(pressing);
    await until(() => processesWith(word).length === 0);
  });

  it('and when the page is closed, nor of its servers', async (t) => {
    const word = newWord();
    const launched = await launch(t, ['--', process.execPath, FIXTURE, 'forks', word]);
    const leave = new AbortController();
    const log = await launched.ask(`/servers/${launched.servers[0].id}/log`, { signal: leave.signal });
    await toolsOf(launched);
    await until(() => processesWith(word).length === 3);
    leave.abort();
    await log.body.cancel().catch(() => {});
    await until(() => processesWith(word).length === 1, 20_000);
    // And a page that comes back finds it.
    await toolsOf(launched);
  });
});

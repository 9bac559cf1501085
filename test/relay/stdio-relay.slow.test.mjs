// A stdio server as clients of Streamable HTTP see it, with the official servers and with one that does what it should not.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  connect,
  ERROR_HEADER,
  events,
  eventsOf,
  initialize,
  messages,
  post,
  postSessionless,
  processesWith,
  relayOf,
  root,
  runs,
  serverEnvironment,
  SESSIONLESS,
  until,
} from './relay.mjs';

const EVERYTHING = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
let words = 0;
/** By which the processes of one test are found. */
const newWord = () => `word-${process.pid}-${++words}-of-test`;
const call = (name, args = {}, id = 1, _meta) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(_meta && { _meta }) },
});
const textIn = (message) => message.result.content[0].text;
const listen = (url, session, headers = {}) =>
  fetch(url, { headers: { accept: 'text/event-stream', 'mcp-session-id': session, ...headers } });

describe('the official servers', () => {
  it('“everything”: the official client connects, lists and calls', async (t) => {
    const { url } = await relayOf(t, EVERYTHING, { args: ['stdio'] });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { tools } = await client.listTools();
    assert.ok(tools.length > 5);
    const { content } = await client.callTool({ name: 'echo', arguments: { message: 'größer €' } });
    assert.match(content[0].text, /größer €/);
    await client.close();
  });

  it('a server of 2026-07-28: discovered, listed, called', async (t) => {
    const word = newWord();
    const { url } = await relayOf(t, 'sessionless.mjs', { args: [word] });
    const [discovered] = await messages(await postSessionless(url, { method: 'server/discover' }));
    assert.deepEqual(discovered.result.supportedVersions, [SESSIONLESS]);
    const response = await postSessionless(url, { id: 'mine', method: 'tools/list' });
    const [list] = await messages(response);
    assert.equal(list.id, 'mine');
    assert.ok(list.result.tools.length > 2);
    // Its refusal of the handshake reaches the client, which then knows better.
    const { answer } = await initialize(url);
    assert.equal(answer.error.code, -32022);
    await until(() => processesWith(word).length === 1);
  });

  it('a server of 2026-07-28: what it notifies of comes under the id of the client', async (t) => {
    const { url } = await relayOf(t, 'sessionless.mjs');
    const stop = new AbortController();
    const params = { notifications: { toolsListChanged: true } };
    const response = await postSessionless(
      url,
      { id: 'mine', method: 'subscriptions/listen', params },
      { signal: stop.signal },
    );
    const [acknowledged] = await messages(response, 1);
    assert.equal(acknowledged.method, 'notifications/subscriptions/acknowledged');
    assert.equal(acknowledged.params._meta['io.modelcontextprotocol/subscriptionId'], 'mine');
    stop.abort();
  });
});

describe('our own client', () => {
  const SERVERS = {
    'the official server “everything”': [EVERYTHING, 'stdio'],
    'a server of 2026-07-28': ['sessionless.mjs'],
    'a server that does not answer what it does not know': ['server.mjs', 'silent-probe'],
    'a server that ends when it is asked what it does not know': ['server.mjs', 'dies-of-probe'],
    'a server with Content-Length': ['server.mjs', 'content-length'],
  };
  for (const [name, [script, ...args]] of Object.entries(SERVERS))
    it(`connects to ${name}; after it has closed, one process is left at most`, async (t) => {
      const word = newWord();
      const { url } = await relayOf(t, script, { args: [...args, word] });
      const session = await connect(url);
      assert.ok(session.server.name);
      await session.close();
      await until(() => processesWith(word).length <= 1);
    });

  it('says why a server did not start', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { args: ['dies'] });
    await assert.rejects(connect(url), /exit code 3. Its last lines: Error: no API key/);
  });
});

describe('a session', () => {
  it('has a process of its own, and another one has another', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const pids = [];
    for (let client = 0; client < 2; client++) {
      const { session } = await initialize(url);
      for (let n = 0; n < 2; n++) pids.push(textIn((await messages(await post(url, call('pid'), { session })))[0]));
    }
    assert.equal(pids[0], pids[1]);
    assert.equal(pids[2], pids[3]);
    assert.notEqual(pids[0], pids[2]);
  });

  it('passes ids, progress and answers as they are, each to the stream of its request', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url);
    const ask = async (id, progressToken) =>
      messages(await post(url, call('slow-progress', { count: 3 }, id, { progressToken }), { session }));
    const [first, second] = await Promise.all([ask('a', 'one'), ask(7, 2)]);
    assert.deepEqual(
      first.map(({ params, id }) => params?.progressToken ?? id),
      ['one', 'one', 'one', 'a'],
    );
    assert.deepEqual(
      second.map(({ params, id }) => params?.progressToken ?? id),
      [2, 2, 2, 7],
    );
  });

  it('brings a request of the server to the client, and its answer back', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url, { roots: {} });
    const response = await post(url, call('ask', {}, 'asked'), { session });
    const [asked] = await messages(response, 1);
    assert.equal(asked.method, 'roots/list');
    const accepted = await post(url, { id: asked.id, result: { roots: [] } }, { session });
    assert.equal(accepted.status, 202);
    const [{ result }] = await messages(await post(url, call('seen'), { session }));
    assert.deepEqual(result.seen.find(({ id }) => id === 'question').result, { roots: [] });
  });

  it('is not cancelled by a stream that breaks; the message that cancels reaches the server', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url);
    const stop = new AbortController();
    await post(url, call('never', {}, 'long'), { session, signal: stop.signal });
    stop.abort();
    await pause(50);
    const before = (await messages(await post(url, call('seen'), { session })))[0].result.seen;
    assert.ok(!before.some(({ method }) => method === 'notifications/cancelled'));
    await post(url, { method: 'notifications/cancelled', params: { requestId: 'long' } }, { session });
    const { seen } = (await messages(await post(url, call('seen', {}, 2), { session })))[0].result;
    assert.deepEqual(seen.find(({ method }) => method === 'notifications/cancelled').params, { requestId: 'long' });
  });

  it('goes on after a reload: no event is lost, and there is one process', async (t) => {
    const word = newWord();
    const { url } = await relayOf(t, 'server.mjs', { args: ['', word] });
    const { session } = await initialize(url);
    const broken = await post(url, call('slow-progress', { count: 8 }, 'long', { progressToken: 1 }), { session });
    const [, { id }] = await events(broken, 2);
    await pause(150);
    const rest = await events(await listen(url, session, { 'last-event-id': id }));
    const told = rest.map(({ message }) => message.params?.progress ?? message.id);
    assert.deepEqual(told, [3, 4, 5, 6, 7, 8, 'long']);
    assert.equal(processesWith(word).length, 1);
  });

  it('replaces the GET stream by a new one, and keeps what came while there was none', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url);
    const [old, call1] = [await listen(url, session), call('never', {}, 1)];
    await post(url, call1, { session });
    await post(url, call('never', {}, 2), { session });
    const next = await listen(url, session);
    // The old one ends, and does not take the process with it.
    for await (const event of eventsOf(old)) assert.equal(event.message, undefined);
    await post(url, call('ask', {}, 3), { session });
    const [{ message }] = await events(next, 1);
    assert.equal(message.method, 'roots/list');
  });

  it('refuses what it cannot know', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url);
    const status = async (response) => (await response).status;
    assert.equal(await status(post(url, call('pid'))), 400);
    assert.equal(await status(post(url, call('pid'), { session: 'guessed' })), 404);
    assert.equal(await status(post(url, '[]', { session })), 400);
    assert.equal(await status(post(url, '{', { session })), 400);
    assert.equal(await status(post(url, { id: {}, method: 'x' }, { session })), 400);
    assert.equal(await status(post(url, call('pid'), { session, headers: { accept: 'text/html' } })), 406);
    assert.equal(
      await status(post(url, call('pid'), { session, headers: { 'mcp-protocol-version': '1999-01-01' } })),
      400,
    );
    assert.equal(await status(fetch(url)), 405);
    assert.equal(await status(fetch(url, { method: 'PUT' })), 405);
    assert.equal(await status(listen(url, session, { 'last-event-id': 'x-9' })), 400);
    await post(url, call('never', {}, 'twice'), { session });
    assert.equal(await status(post(url, call('never', {}, 'twice'), { session })), 400);
    const large = await post(url, call('echo', { text: 'x'.repeat(11 * 1024 * 1024) }), { session });
    assert.equal(large.status, 413);
    assert.match((await large.json()).error.message, /larger than 10 MB/);
  });

  it('ends with DELETE, with its process', async (t) => {
    const word = newWord();
    const { url } = await relayOf(t, 'server.mjs', { args: ['', word] });
    const { session } = await initialize(url);
    assert.equal((await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': session } })).status, 204);
    assert.equal((await post(url, call('pid'), { session })).status, 404);
    await until(() => processesWith(word).length === 0);
  });

  it('ends where nobody uses it, and not while somebody reads', async (t) => {
    const word = newWord();
    const { url } = await relayOf(t, 'server.mjs', { args: ['', word], idleMs: 1000 });
    const { session } = await initialize(url);
    const stop = new AbortController();
    await fetch(url, { headers: { 'mcp-session-id': session }, signal: stop.signal });
    await pause(2500);
    assert.equal(processesWith(word).length, 1);
    stop.abort();
    await until(() => processesWith(word).length === 0);
    const late = await (await post(url, call('pid'), { session })).json();
    assert.match(late.error.message, /^The session has ended\. Nobody used it/);
  });

  it('ends too where its client is killed in the middle of a stream', async (t) => {
    const word = newWord();
    const { url } = await relayOf(t, 'server.mjs', { args: ['', word], idleMs: 1000 });
    const { session } = await initialize(url);
    const script = `await fetch(${JSON.stringify(url)}, { headers: { 'mcp-session-id': ${JSON.stringify(session)} } }); console.log('reads'); setInterval(() => {}, 1000);`;
    const client = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(client.stdout, 'data');
    await pause(2500);
    assert.equal(processesWith(word).length, 1);
    client.kill('SIGKILL');
    await until(() => processesWith(word).length === 0);
  });

  it('of the most that may be open, gives its place to a new one only where nobody reads it', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { maxSessions: 2 });
    const first = await initialize(url);
    const second = await initialize(url);
    const streams = [await listen(url, second.session)];
    const third = await initialize(url);
    assert.ok(third.session);
    assert.equal((await post(url, call('pid'), { session: first.session })).status, 404);
    streams.push(await listen(url, third.session));
    const fourth = await initialize(url);
    assert.equal(fourth.response.status, 503);
    assert.match(fourth.answer.error.message, /^2 sessions/);
    for (const stream of streams) await stream.body.cancel();
  });
});

describe('requests without a session', () => {
  it('share one process; ids and progress tokens of two clients may be the same', async (t) => {
    const word = newWord();
    const { url } = await relayOf(t, 'server.mjs', { args: ['sessionless', word] });
    const ask = async (count) => {
      const params = { name: 'slow-progress', arguments: { count }, _meta: { progressToken: 'p' } };
      return messages(await postSessionless(url, { id: 1, method: 'tools/call', params }));
    };
    const [two, four] = await Promise.all([ask(2), ask(4)]);
    const told = (all) => all.map(({ params, id }) => (params ? `${params.progressToken}${params.progress}` : id));
    assert.deepEqual(told(two), ['p1', 'p2', 1]);
    assert.deepEqual(told(four), ['p1', 'p2', 'p3', 'p4', 1]);
    assert.equal(processesWith(word).length, 1);
  });

  it('are cancelled by a closed stream: the server gets the message, with the id that it knows', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { args: ['sessionless'] });
    const stop = new AbortController();
    const pending = postSessionless(
      url,
      { id: 'mine', method: 'tools/call', params: { name: 'never' } },
      { signal: stop.signal },
    );
    const seen = async () =>
      (await messages(await postSessionless(url, { method: 'tools/call', params: { name: 'seen' } })))[0].result.seen;
    await until(async () => (await seen()).some(({ params }) => params?.name === 'never'));
    stop.abort();
    await assert.rejects(pending);
    await until(async () => (await seen()).some(({ method }) => method === 'notifications/cancelled'));
    const all = await seen();
    const { id } = all.find(({ params }) => params?.name === 'never');
    assert.equal(all.find(({ method }) => method === 'notifications/cancelled').params.requestId, id);
    assert.notEqual(id, 'mine');
  });

  it('must repeat in headers what they say: -32020', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { args: ['sessionless'] });
    for (const headers of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': 'other' },
      { 'mcp-protocol-version': '2025-11-25' },
    ]) {
      const response = await postSessionless(
        url,
        { id: 5, method: 'tools/call', params: { name: 'pid' } },
        { headers },
      );
      assert.equal(response.status, 400);
      const { error, id } = await response.json();
      assert.equal(error.code, -32020);
      assert.equal(id, 5);
    }
  });

  it('get 404 for an unknown method, and nothing for an answer or a GET', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { args: ['sessionless'] });
    const response = await postSessionless(url, { method: 'unheard/of' });
    assert.equal(response.status, 404);
    assert.equal((await response.json()).error.code, -32601);
    assert.equal(
      (await post(url, { id: 1, result: {} }, { headers: { 'mcp-protocol-version': SESSIONLESS } })).status,
      400,
    );
    assert.equal((await fetch(url)).status, 405);
  });

  it('start the process again where it has ended, and say why the last request failed', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { args: ['sessionless'] });
    const failed = await postSessionless(url, { id: 3, method: 'tools/call', params: { name: 'exit' } });
    assert.equal(failed.status, 502);
    const { id, error } = await failed.json();
    assert.equal(id, 3);
    assert.match(error.message, /exit code 7.*Segmentation fault/s);
    const [again] = await messages(await postSessionless(url, { method: 'tools/call', params: { name: 'pid' } }));
    assert.ok(runs(textIn(again)));
  });

  for (const fault of ['silent-probe', 'dies-of-probe', ''])
    it(`are refused where the server is older (${fault || 'refuses'}); its session is another process`, async (t) => {
      const word = newWord();
      const { url } = await relayOf(t, 'server.mjs', { args: [fault, word] });
      const response = await postSessionless(url, { method: 'server/discover' });
      assert.equal(response.status, 404);
      assert.equal((await response.json()).error.code, -32601);
      const { session } = await initialize(url);
      assert.ok(session);
      await until(() => processesWith(word).length === 1);
    });

  it('are refused at once where the server said nothing to the first one', async (t) => {
    const word = newWord();
    const { url } = await relayOf(t, 'server.mjs', { args: ['silent-probe', word] });
    assert.equal((await postSessionless(url, { method: 'server/discover' })).status, 404);
    await initialize(url);
    await until(() => processesWith(word).length === 1);
    const again = await postSessionless(url, { method: 'server/discover' });
    assert.equal(again.status, 404);
    assert.match((await again.json()).error.message, /server\/discover/);
    assert.equal(processesWith(word).length, 1, 'no process was started for it');
  });
});

describe('framing', () => {
  for (const fault of ['content-length', 'crlf', 'bom', 'noise'])
    it(`${fault}: connects, and a message arrives whole`, async (t) => {
      const { url, log } = await relayOf(t, 'server.mjs', { args: [fault] });
      const { session } = await initialize(url);
      const [answer] = await messages(await post(url, call('echo', { text: 'größer €\n' }), { session }));
      assert.equal(textIn(answer), 'größer €\n');
      if (fault === 'noise')
        assert.deepEqual(
          log.map(({ source, text }) => [source, text.slice(0, 30)]),
          [
            ['stdout', 'Server listening'],
            ['relay', 'A message from the server is n'],
          ],
        );
    });

  it('of a server that reads nothing else is given when the relay starts', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { args: ['content-length-only'], framing: 'content-length' });
    const { session } = await initialize(url);
    assert.equal(textIn((await messages(await post(url, call('echo', { text: 'a' }), { session })))[0]), 'a');
  });

  it('keeps a character whole that arrives in pieces', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url);
    assert.equal((await messages(await post(url, call('split'), { session })))[0].result.text, '€');
  });

  it('a message over 10 MB fails its request, says so, and nothing else', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url);
    const [{ error }] = await messages(await post(url, call('huge'), { session }));
    assert.match(error.message, /more than 10 MB/);
    assert.ok((await messages(await post(url, call('pid', {}, 2), { session })))[0].result);
  });

  it('a message of 200,000 levels does not harm the relay', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { args: ['sessionless'] });
    const [answer] = await messages(await postSessionless(url, { method: 'tools/call', params: { name: 'deep' } }));
    assert.match(answer.error.message, /nested too deeply/);
    const [next] = await messages(await postSessionless(url, { method: 'tools/call', params: { name: 'pid' } }));
    assert.ok(next.result);
  });
});

describe('a server that fails', () => {
  it('at the start: the answer has its exit code and what it said', async (t) => {
    const { url, log } = await relayOf(t, 'server.mjs', { args: ['dies'] });
    const { answer } = await initialize(url);
    assert.match(answer.error.message, /exit code 3. Its last lines: Error: no API key\.\n {4}at start/);
    assert.equal(log[0].source, 'stderr');
  });

  it('in a call: every open request fails, the session is over and says why', async (t) => {
    const { url } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url);
    const never = await post(url, call('never', {}, 'n'), { session });
    const [died] = await messages(await post(url, call('exit', {}, 'e'), { session }));
    assert.match(died.error.message, /exit code 7.*Segmentation fault/s);
    assert.equal((await messages(never))[0].id, 'n');
    const after = await post(url, call('pid'), { session });
    assert.equal(after.status, 404);
    assert.equal(after.headers.get(ERROR_HEADER), 'relay.sessionEnded');
    assert.match((await after.json()).error.message, /exit code 7/);
  });

  it('because there is no such command, or no such folder', async (t) => {
    for (const [options, words] of [
      [{ command: 'no-such-command-here' }, /no command no-such-command-here/],
      [{ cwd: '/no/such/folder' }, /no folder \/no\/such\/folder/],
      [{ command: '/etc/passwd' }, /may not be executed/],
    ]) {
      const { url } = await relayOf(t, 'server.mjs', options);
      const { response, answer } = await initialize(url);
      assert.equal(response.status, 502);
      assert.match(answer.error.message, words);
      assert.match((await (await postSessionless(url, { method: 'server/discover' })).json()).error.message, words);
    }
  });

  it('by a flood on stderr, which does not stop it', async (t) => {
    for (const fault of ['floods-stderr', 'stderr-without-end']) {
      const { url, log } = await relayOf(t, 'server.mjs', { args: [fault] });
      assert.ok((await initialize(url)).session);
      assert.ok(log.every(({ text }) => text.length <= 4000));
    }
  });
});

describe('a reader that stands still', () => {
  it('stops the server, so that memory is bounded; what it then reads is whole', async (t) => {
    const { url, log } = await relayOf(t, 'server.mjs');
    const { session } = await initialize(url);
    // 10 MB: of them 1 MB waits here, and a little in sockets and pipes.
    const response = await post(url, call('flood', { count: 1000 }), { session });
    await pause(2000);
    assert.deepEqual(log, []);
    const all = await messages(response);
    assert.deepEqual(
      all.slice(0, -1).map(({ params }) => params.n),
      Array.from({ length: 1000 }, (_, n) => n),
    );
    assert.equal(all.at(-1).id, 1);
    await until(() => log.some(({ text }) => text === 'All written.'));
  });
});

describe('a server that reads nothing', () => {
  it('makes the client wait, so that messages do not pile up here', async (t) => {
    const { url } = await relayOf(t, 'server.mjs', { args: ['deaf'] });
    const opening = await post(url, { id: 1, method: 'initialize', params: {} });
    const session = opening.headers.get('mcp-session-id');
    const stop = new AbortController();
    const message = { method: 'notifications/x', params: { text: 'x'.repeat(5_000_000) } };
    const accepted = post(url, message, { session, signal: stop.signal }).catch(() => 'ended');
    assert.equal(await Promise.race([accepted, pause(1500, 'waiting')]), 'waiting');
    stop.abort();
    await opening.body.cancel();
  });
});

describe('the environment of a server', () => {
  it('is a short list, and what the command gives', () => {
    const from = { PATH: '/bin', HOME: '/home/me', API_TOKEN: 'secret', TERM: '() { :; }' };
    const own = serverEnvironment({ env: { A: '1' } }, from);
    if (process.platform !== 'win32')
      assert.deepEqual(own, { PYTHONUNBUFFERED: '1', PATH: '/bin', HOME: '/home/me', A: '1' });
    assert.equal(serverEnvironment({ inheritEnv: true }, from).API_TOKEN, 'secret');
    assert.equal(serverEnvironment({ env: { PYTHONUNBUFFERED: '' } }, from).PYTHONUNBUFFERED, '');
  });

  it('reaches the server so', async (t) => {
    process.env.RELAY_TEST_SECRET = 'secret';
    const { url } = await relayOf(t, 'server.mjs', { env: { GIVEN: 'yes' } });
    const { session } = await initialize(url);
    const seen = JSON.parse(textIn((await messages(await post(url, call('environment'), { session })))[0]));
    assert.equal(seen.GIVEN, 'yes');
    assert.equal(seen.RELAY_TEST_SECRET, undefined);
  });
});

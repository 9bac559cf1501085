// HTTP+SSE (2024-11-05) through the CORS relay: the first event of the stream names another address of the server, and clients
// get one of the relay instead.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { connect, createCorsRelay, ERROR_HEADER, listenFor, root, serve, until } from './relay.mjs';

const EVERYTHING = path.join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

async function relayTo(t, upstream) {
  const serving = await serve(() => createCorsRelay({ upstream }));
  t.after(() => serving.close());
  return serving.url;
}

/** The reference server over its oldest transport. */
async function everything(t) {
  const child = spawn(process.execPath, ['--import', `${root}demo/loopback.mjs`, EVERYTHING, 'sse'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  t.after(() => child.kill());
  const [{ listening }] = await once(child, 'message');
  return `http://127.0.0.1:${listening}/sse`;
}

/** A server that writes these pieces on its stream, and notes what it is sent. */
async function scripted(t, pieces, { type = 'text/event-stream' } = {}) {
  const asked = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.method !== 'GET') return response.writeHead(202).end();
    response.writeHead(200, { 'content-type': type });
    for (const piece of pieces) {
      response.write(piece);
      // oxlint-disable-next-line no-await-in-loop -- so that each arrives by itself
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return undefined;
  });
  const { port } = await listenFor(t, server);
  return { asked, url: `http://127.0.0.1:${port}/sse?tenant=1` };
}

/** What comes on the stream until it has that. */
async function read(response, until_) {
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(until_)) break;
  }
  return text;
}

const post = (url) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });

describe('a server of HTTP+SSE behind the CORS relay', { timeout: 60_000 }, () => {
  it('is reached by the official client, which calls a tool', async (t) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new SSEClientTransport(new URL(await relayTo(t, await everything(t)))));
    const { content } = await client.callTool({ name: 'echo', arguments: { message: 'größer €' } });
    assert.match(content[0].text, /größer €/);
    await client.close();
  });

  it('is reached by our client, which finds out the transport by itself', async (t) => {
    const session = await connect(await relayTo(t, await everything(t)));
    const { content } = await session.tools.call('echo', { message: 'found' });
    assert.match(content[0].text, /found/);
    await session.close();
  });

  for (const [how, pieces] of [
    ['as it is', ['event: endpoint\ndata: /message?sessionId=1\n\n', 'data: {"a":1}\n\n']],
    [
      'in pieces, after a comment',
      [': hello\n\n', 'event: end', 'point\r\ndata: /mess', 'age?sessionId=1\r\n\r', '\ndata: {"a":1}\n\n'],
    ],
    ['with the message in the same piece', ['data: /message?sessionId=1\nevent: endpoint\n\ndata: {"a":1}\n\n']],
  ])
    it(`gets its messages where its event says: ${String(how)}`, async (t) => {
      const { asked, url: target } = await scripted(t, pieces);
      const url = await relayTo(t, target);
      const stop = new AbortController();
      const text = await read(await fetch(url, { signal: stop.signal }), '{"a":1}\n\n');
      const [, place] = /data: (\?\S+)/.exec(text);
      assert.doesNotMatch(text, /sessionId/);
      assert.match(text, /\n\n\n?data: \{"a":1\}\n\n$/);
      assert.equal((await post(new URL(place, url))).status, 202);
      assert.equal(asked.at(-1), 'POST /message?sessionId=1');
      stop.abort();
    });

  it('gets none after its stream has ended, and none by an id that was not given out', async (t) => {
    const { asked, url: target } = await scripted(t, ['event: endpoint\ndata: /message\n\n']);
    const url = await relayTo(t, target);
    const stop = new AbortController();
    const [, place] = /data: (\?\S+)/.exec(await read(await fetch(url, { signal: stop.signal }), '\n\n'));
    stop.abort();
    await until(async () => (await post(new URL(place, url))).status === 404);
    const unknown = await post(`${url}/?mcp-relay-endpoint=${encodeURIComponent(target)}`);
    assert.deepEqual([unknown.status, unknown.headers.get(ERROR_HEADER)], [404, 'relay.streamGone']);
    assert.equal((await post(`${url}/?mcp-relay-endpoint=__proto__`)).status, 404);
    const before = asked.length;
    assert.equal((await post(`${url}/?endpoint=/admin`)).status, 202);
    assert.deepEqual(asked.slice(before), ['POST /sse?tenant=1']);
  });

  for (const [what, event] of [
    ['another origin', 'event: endpoint\ndata: http://169.254.169.254/latest\n\n'],
    ['another port of this machine', 'event: endpoint\ndata: http://127.0.0.1:1/message\n\n'],
    ['no address', 'event: endpoint\ndata: http://\n\n'],
    ['one with a password', 'event: endpoint\ndata: //me:secret@127.0.0.1/message\n\n'],
    ['nothing', 'event: endpoint\n\n'],
  ])
    it(`an event that names ${what} is passed on as it is, and nothing is allowed by it`, async (t) => {
      const { url: target } = await scripted(t, [event]);
      const stop = new AbortController();
      const text = await read(await fetch(await relayTo(t, target), { signal: stop.signal }), '\n\n');
      assert.equal(text, event);
      stop.abort();
    });

  it('a stream that begins with something else, or with very much, is not touched', async (t) => {
    const long = `event: endpoint\ndata: /${'x'.repeat(20_000)}\n\n`;
    for (const pieces of [['id: 1\ndata: {"event":"endpoint"}\n\n', 'event: endpoint\ndata: /late\n\n'], [long]]) {
      const { url: target } = await scripted(t, pieces);
      const stop = new AbortController();
      const whole = pieces.join('');
      assert.equal(await read(await fetch(await relayTo(t, target), { signal: stop.signal }), whole.slice(-20)), whole);
      stop.abort();
    }
  });

  it('what begins and never ends is passed on when it stops', async (t) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: endpoint\ndata: /mess');
    });
    const { port } = await listenFor(t, server);
    const response = await fetch(await relayTo(t, `http://127.0.0.1:${port}/`));
    assert.equal(await response.text(), 'event: endpoint\ndata: /mess');
  });
});

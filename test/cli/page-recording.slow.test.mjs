// What the page tells the command of messages that it exchanges with a server directly: no secret, and nothing left out in silence.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { MAX_TEXT_LENGTH, textsOf } from '../../cli/page/event-texts.js';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { until } from '../relay/relay.mjs';
import { fileFor, launch } from './command.mjs';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
});
after(() => browser.close());

/** A server that lets pages in, and says back what it was told; some methods it answers badly. */
async function echo(t) {
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
    if (request.method !== 'POST') return response.writeHead(request.method === 'OPTIONS' ? 204 : 405).end();
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const { id, method, params } = JSON.parse(body);
    if (method === 'test/break') return request.socket.destroy();
    if (method === 'test/wait') return undefined;
    const result = { told: { params, headers: { ...request.headers } } };
    if (method === 'test/long') result.long = 'x'.repeat(MAX_TEXT_LENGTH);
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${server.address().port}/mcp`;
}

async function recordedPage(t) {
  const file = path.join(path.dirname(fileFor(t, 'other', '')), 'messages.jsonl');
  const launched = await launch(t, ['--record', file, await echo(t)]);
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(launched.page);
  const lines = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
  await until(() => lines().length >= 2);
  return { file, launched, page, lines };
}

/**
 * Sends messages from the page as its client does. @param loses how many tellings the command does not get
 * @returns when each failed, in milliseconds since 1970; undefined where it was answered
 */
const send = (page, server, messages, loses = 0) =>
  page.evaluate(
    async ([description, given, missed]) => {
      const { serverFetch } = await import(new URL('/server-fetch.js', location.href).href);
      let left = missed;
      const ask = (place, init = {}) => {
        if (left-- > 0) return Promise.reject(new TypeError('cut'));
        const headers = { ...init.headers, 'mcp-relay-secret': sessionStorage.getItem('mcp-embed-secret') };
        return fetch(place, { ...init, headers });
      };
      const send = serverFetch(
        { ...description, records: true },
        { ask, tell() {}, failure: (_, words) => Error(words) },
      );
      const ends = [];
      for (const message of given)
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          const answer = await send(description.target, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ jsonrpc: '2.0', ...message }),
            signal: AbortSignal.timeout(message.method === 'test/wait' ? 300 : 20_000),
          });
          // oxlint-disable-next-line no-await-in-loop -- and its answer
          await answer.text();
          ends.push(undefined);
        } catch {
          ends.push(Date.now());
        }
      return ends;
    },
    [server, messages, loses],
  );

describe('--record, where the page asks the server directly', () => {
  it('has no token and no other header that was typed into the page, and that the server says back', async (t) => {
    const { file, page, lines } = await recordedPage(t);
    const before = lines().length;
    await page.evaluate(() => {
      const workspace = document.querySelector('#workspace');
      const headers = { Authorization: 'Bearer typed-token-1', 'X-Typed': 'typed-header-2' };
      workspace.servers = workspace.servers.map((server) => ({ ...server, headers }));
    });
    await until(() => lines().length >= before + 2 && /"x-typed"/.test(readFileSync(file, 'utf8')));
    const text = readFileSync(file, 'utf8');
    for (const secret of ['typed-token-1', 'typed-header-2']) assert.ok(!text.includes(secret), secret);
    assert.match(text, /\$MCP_/);
  });

  it('has messages without an answer, with the time when they were sent', async (t) => {
    const { launched, page, lines } = await recordedPage(t);
    const [, brokeAt, endedAt] = await send(page, launched.servers[0], [
      { id: 1, method: 'ping' },
      { id: 2, method: 'test/break' },
      { id: 3, method: 'test/wait' },
    ]);
    assert.ok(brokeAt && endedAt);
    const named = (method) => lines().find(({ message }) => message?.method === method);
    await until(() => named('test/wait'));
    assert.equal(named('test/break').direction, 'sent');
    // It waited 300 ms.
    assert.ok(Date.parse(named('test/wait').time) <= endedAt - 250);
  });

  it('says what is missing: a message that is too long, and those that the command did not get', async (t) => {
    const { launched, page, lines } = await recordedPage(t);
    await send(
      page,
      launched.servers[0],
      [
        { id: 1, method: 'test/long' },
        { id: 2, method: 'ping' },
      ],
      1,
    );
    await until(() => lines().some(({ skipped }) => /longer/.test(skipped)));
    assert.deepEqual(
      lines()
        .filter(({ skipped }) => skipped)
        .map(({ way, skipped }) => [way, skipped]),
      [
        ['page', '1 message is not in this file: the page could not give it to the command.'],
        ['page', 'A message is not in this file: it is longer than 10 MB.'],
      ],
    );
  });
});

describe('the texts of a stream', () => {
  const read = async (pieces) => {
    const texts = [];
    let tooLong = 0;
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    for await (const text of textsOf(new Response(body), () => tooLong++)) texts.push(text);
    return { texts, tooLong };
  };

  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])
    it(`are read with ${name} at the end of lines, in any pieces`, async () => {
      const stream = [
        ': hello',
        '',
        'id: 1',
        'data: a',
        'data:b',
        '',
        'event: other',
        'data: c',
        '',
        'data: d',
        '',
        '',
      ];
      const text = stream.join(end);
      for (const pieces of [[text], [...text]]) assert.deepEqual((await read(pieces)).texts, ['a\nb', 'd']);
    });

  it('end where they are 9 MB in pieces of 64 characters', { timeout: 60_000 }, async () => {
    const piece = 'x'.repeat(64);
    const { texts } = await read(['data: ', ...Array.from({ length: 9 * 16_384 }, () => piece), '\n\n']);
    assert.equal(texts[0].length, 9 * 1024 * 1024);
  });

  it('are left out where they are too long, in one line or in many; those after them are there', async () => {
    const long = Array.from({ length: 11 }, () => 'x'.repeat(1024 * 1024));
    const lines = long.map((line) => `data: ${line}\n`);
    const { texts, tooLong } = await read(['data: ', ...long, '\n', '\n', ...lines, '\n', 'data: after\n\n']);
    assert.deepEqual([texts, tooLong], [['after'], 2]);
  });
});

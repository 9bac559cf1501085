// What the page tells the command of messages that it exchanges with a server directly: no secret, and nothing left out in silence.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
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
    if (method === 'test/long') result.long = 'x'.repeat(10 * 1024 * 1024);
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
      const { reachedServer, serverFetch } = await import(new URL('/server-fetch.js', location.href).href);
      let left = missed;
      const ask = (place, init = {}) => {
        if (left-- > 0) return Promise.reject(new TypeError('cut'));
        const headers = { ...init.headers, 'mcp-relay-secret': sessionStorage.getItem('mcp-embed-secret') };
        return fetch(place, { ...init, headers });
      };
      const helpers = { ask, tell() {}, failure: (_, words) => Error(words) };
      const send = serverFetch(reachedServer({ ...description, records: true }, helpers));
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

// The table of docs/sending-again.md over the relay: what it passes on must not make a request come twice, nor hide a sign.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { casesOf, ROWS } from '../support/sending-again.mjs';
import { createScriptedServer } from '../support/scripted-server.mjs';
import { serverFetch } from '../../cli/page/server-fetch.js';
import { connect, createCorsRelay, serve } from './relay.mjs';

const server = await createScriptedServer();
after(() => server.stop());

async function scripted(scenario) {
  const answer = await fetch(`${server.base}/scenarios`, { method: 'POST', body: JSON.stringify(scenario) });
  return (await answer.json()).url;
}

async function timesOf(url, method) {
  const log = await (await fetch(url.replace(server.base, `${server.base}/log`))).json();
  return log.filter(({ body }) => body?.method === method).length;
}

async function act(url, method, { client }) {
  const session = await connect(url, { storage: 'none' });
  try {
    if (client === 'task') await session.tools.list();
    if (method === 'tools/list') await session.tools.list();
    if (method === 'tools/call')
      await session.tools.call('echo', { message: 'x' }, client === 'impatient' ? { timeoutMs: 50 } : {});
  } finally {
    await session.close();
  }
}

/** Who answers and signs in is the page, not the relay. */
const IN_THE_PAGE = new Set(['answers', 'visits', 'signs-in']);

describe('over the relay, a request is sent again only where the answer proves that it was not carried out', () => {
  for (const row of ROWS) {
    if (IN_THE_PAGE.has(row.client)) continue;
    for (const { era, method, status } of casesOf(row))
      it(`${row.sign}, ${[era, method, status ?? ''].join(' ')}`, async (t) => {
        const { capabilities, relayed = row } = row;
        const url = await scripted({ revision: era, replies: row.replies(method, status), capabilities });
        const serving = await serve(() => createCorsRelay({ upstream: url }));
        t.after(() => serving.close());
        const error = await act(serving.url, method, row).then(
          () => undefined,
          (thrown) => thrown,
        );
        assert.equal(await timesOf(url, method), relayed.sent ?? row.sent);
        assert.equal(error?.code, relayed.error, error?.message);
        if (error)
          assert.equal(
            /may have (?:run|been carried out)/.test(error.remedy ?? ''),
            relayed.warns ?? row.warns,
            error.remedy,
          );
      });
  }
});

describe('in the page of the command, the words of the relay itself', () => {
  for (const [status, method, code] of [
    [502, 'tools/call', 'network'],
    [504, 'tools/call', 'network'],
    [403, 'tools/call', 'load'],
    [502, 'initialize', 'load'],
  ])
    it(`${status} to ${method}: “${code}”, which ${code === 'network' ? 'warns' : 'does not warn'}`, async () => {
      let asked = 0;
      const ask = async () => {
        asked++;
        const error = { code: -32000, message: 'It ended.' };
        return Response.json(
          { jsonrpc: '2.0', id: null, error },
          { status, headers: { 'mcp-relay-error': 'relay.ended' } },
        );
      };
      const server = {
        name: 's',
        kind: 'http',
        relay: 'always',
        path: '/s',
        target: 'http://127.0.0.1/s',
        missing: [],
      };
      const relayed = serverFetch(server, {
        ask,
        tell() {},
        failure: (name, words) => Object.assign(new Error(words), { code: name }),
      });
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
      await assert.rejects(relayed('http://127.0.0.1/s', { method: 'POST', body }), { code, message: 'It ended.' });
      assert.equal(asked, 1);
    });
});

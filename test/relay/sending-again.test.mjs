// The table of docs/sending-again.md over the relay: what it passes on must not make a request come twice, nor hide a sign.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { casesOf, ROWS } from '../support/sending-again.mjs';
import { createScriptedServer } from '../support/scripted-server.mjs';
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
            /may have (?:gone through|been carried out)/.test(error.remedy ?? ''),
            relayed.warns ?? row.warns,
            error.remedy,
          );
      });
  }
});

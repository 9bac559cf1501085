import { expect } from '@open-wc/testing';
import { script } from '/__servers__.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';

const MODERN = '2026-07-28';

/** Places of that origin that somebody holds. */
async function placesOf(url: string): Promise<number> {
  const { held = [] } = await navigator.locks.query();
  const mark = `mcp-embed stream ${new URL(url).origin} `;
  return held.filter(({ name }) => name?.startsWith(mark)).length;
}

describe('the place of a session among the long streams of an origin', () => {
  const { open } = sessions();

  it('2026-07-28: is given back where the server does not open the stream', async () => {
    const url = await script({
      revision: MODERN,
      capabilities: { tools: { listChanged: true } },
      replies: { 'subscriptions/listen': { error: { code: -32603, message: 'No news here.' } } },
    });
    const session = await open(url);
    await eventually(() => session.problems.get().some(({ message }) => message.includes('No news here')));
    await eventually(async () => (await placesOf(url)) === 0);
  });

  it('2026-07-28: is given back when nothing is followed any more, and taken again when something is', async () => {
    const acknowledged = {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        _meta: { 'io.modelcontextprotocol/subscriptionId': '1' },
        notifications: { resourceSubscriptions: ['test://one'] },
      },
    };
    const url = await script({
      revision: MODERN,
      capabilities: { resources: { subscribe: true } },
      replies: { 'subscriptions/listen': { sse: [acknowledged], end: false } },
    });
    const session = await open(url);
    const visit = async (): Promise<void> => {
      const stop = await session.resources.subscribe('test://one', () => {});
      expect(await placesOf(url)).to.equal(1);
      stop();
      await eventually(async () => (await placesOf(url)) === 0);
    };
    await visit();
    await visit();
  });
});

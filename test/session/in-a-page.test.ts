import { expect } from '@open-wc/testing';
import { script } from '/__servers__.js';
import '../../components/define/mcp-session.js';
import type { McpSessionElement } from '../../components/index.js';
import { readEndpoint } from '../../src/session/options.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';

describe('the address of a server, seen from the page', () => {
  for (const [given, read] of [
    ['/mcp', `${location.origin}/mcp`],
    ['mcp', new URL('mcp', location.href).href],
    ['//mcp.example/x', `${location.protocol}//mcp.example/x`],
  ] as const)
    it(`${JSON.stringify(given)} is ${read.replace(location.origin, '')}`, () =>
      expect(readEndpoint(given)).to.equal(read));
});

describe('rules of the page for resources and prompts, at an element', () => {
  it('are its attributes, together with its policy', async () => {
    const url = await script({
      revision: '2026-07-28',
      capabilities: { tools: {}, resources: {}, prompts: {} },
      replies: {
        'resources/read': { result: { contents: [{ uri: 'file:///docs/a', text: 'hello' }] } },
        'prompts/get': { result: { messages: [] } },
      },
    });
    const element = document.createElement('mcp-session') as McpSessionElement;
    element.setAttribute('url', url);
    element.setAttribute('storage', 'none');
    element.setAttribute('allow-resources', 'file:///docs/* note:*');
    element.setAttribute('deny-resources', '*/b');
    element.setAttribute('deny-prompts', 'write');
    element.sessionOptions = { policy: { prompts: { allow: ['write', 'read'] } } };
    document.body.append(element);
    try {
      await eventually(() => element.status === 'ready');
      const session = element.session!;
      for (const uri of ['file:///docs/b', 'file:///x'])
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect((await failureOf(session.resources.read(uri))).code).to.equal('declined');
      await session.resources
        .read('file:///docs/a')
        .catch((error: { code: string }) => expect(error.code).not.to.equal('declined'));
      expect((await failureOf(session.prompts.get('write'))).code).to.equal('declined');
      expect((await failureOf(session.prompts.get('other'))).code).to.equal('declined');
      const before = element.session;
      element.setAttribute('deny-resources', '*');
      await element.updateComplete;
      await pause(0);
      expect(element.session).not.to.equal(before);
    } finally {
      element.remove();
    }
  });
});

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

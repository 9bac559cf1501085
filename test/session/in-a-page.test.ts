import { expect } from '@open-wc/testing';
import { everythingUrl, changeGate, gate, modernUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import '../../components/define/mcp-session.js';
import type { McpSessionElement } from '../../components/index.js';
import { readEndpoint } from '../../src/session/options.js';
import { AWAY_MS } from '../../src/session/page-lifecycle.js';
import { Correlation } from '../../src/wire/correlation.js';
import { relatedEvent, type WireEvent } from '../../src/wire/tap.js';
import { Transcript } from '../../src/transcript/transcript.js';
import { untilOnline } from '../../src/util/async.js';
import { ManualClock } from '../fixtures/clock.js';
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

const LIST = { 'tools/list': { result: { tools: [] } } };

describe('a session whose page wakes', () => {
  const { create, open } = sessions();
  const lists = async (url: string): Promise<number> =>
    (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/list').length;
  const wakes: [string, () => void][] = [
    ['there is a network again', () => window.dispatchEvent(new Event('online'))],
    [
      'Back brought it out of the cache',
      () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    ],
  ];

  for (const [what, wake] of wakes) {
    it(`${what}: what somebody looks at is looked at anew`, async () => {
      const url = await script({ capabilities: { tools: {} }, replies: LIST });
      const session = await open(url);
      session.tools.state.subscribe(() => {});
      await session.tools.list();
      expect(await lists(url)).to.equal(1);
      wake();
      await eventually(async () => (await lists(url)) === 2);
    });

    it(`${what}: one that failed for want of a network is opened again`, async () => {
      let isThere = false;
      const url = await script({ capabilities: { tools: {} }, replies: LIST });
      const session = create(url, {
        fetch: (...args) => (isThere ? fetch(...args) : Promise.reject(new TypeError('Failed to fetch'))),
      });
      await session.connect().catch(() => {});
      expect(session.state.get().phase).to.equal('failed');
      wake();
      await pause(50);
      await eventually(() => session.state.get().phase === 'failed');
      isThere = true;
      wake();
      await eventually(() => session.state.get().phase === 'ready');
    });
  }

  it('is left alone once it was closed', async () => {
    const url = await script({ capabilities: { tools: {} }, replies: LIST });
    const session = await open(url);
    await session.close();
    window.dispatchEvent(new Event('online'));
    await pause(50);
    expect(session.state.get().phase).to.equal('closed');
  });

  it('that no server of MCP answered is not asked again and again', async () => {
    const url = await script({ replies: { '*': { text: '<!doctype html>', type: 'text/html' } } });
    const session = create(url);
    await session.connect().catch(() => {});
    const state = session.state.get();
    expect(state.phase).to.equal('failed');
    window.dispatchEvent(new Event('online'));
    await pause(50);
    expect(session.state.get()).to.equal(state);
  });

  it('a page that is shown for the first time wakes nobody', async () => {
    const session = create(scriptedUrl('dead'));
    await session.connect().catch(() => {});
    const state = session.state.get();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    await pause(50);
    expect(session.state.get()).to.equal(state);
    expect(session.options).not.to.equal(undefined);
  });
});

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: Content-Type, Mcp-Method, Mcp-Name, MCP-Protocol-Version',
];
const noSuchMethod = ({ id }: { id: number }): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });

describe('a connection that was lost while nobody looked at the page', () => {
  const clock = new ManualClock();
  const { open } = sessions();

  it('is noticed by whoever comes back, where no stream tells of it, and asked once', async () => {
    const url = await gate('modern', LINES);
    let asked = 0;
    // As a server without streams: a stream that breaks would tell of it first.
    const session = await open(url, {
      reconnect: true,
      fetch: (input, init) => {
        asked++;
        return typeof init?.body === 'string' && init.body.includes('"subscriptions/listen"')
          ? Promise.resolve(noSuchMethod(JSON.parse(init.body) as { id: number }))
          : fetch(input, init);
      },
    });
    await session.tools.list();
    await changeGate(url, { down: true });
    asked = 0;
    await clock.advance(AWAY_MS - 1000);
    globalThis.dispatchEvent(new Event('focus'));
    await pause(20);
    expect(asked, 'a short look away').to.equal(0);
    expect(session.state.get().phase).to.equal('ready');
    await clock.advance(AWAY_MS + 1000);
    globalThis.dispatchEvent(new Event('focus'));
    await eventually(() => session.state.get().phase === 'lost');
  });
});

/** What the browser says of the network. */
function says(onLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
}

describe('untilOnline', () => {
  afterEach(() => delete (navigator as { onLine?: boolean }).onLine);

  it('does not wait where there is a network', async () => {
    says(true);
    expect(await untilOnline(new AbortController().signal)).to.equal(false);
  });

  it('waits until there is one again', async () => {
    says(false);
    let waited: boolean | undefined;
    const waiting = untilOnline(new AbortController().signal).then((was) => (waited = was));
    await pause(30);
    expect(waited).to.equal(undefined);
    window.dispatchEvent(new Event('online'));
    await waiting;
    expect(waited).to.equal(true);
  });

  it('ends with its signal', async () => {
    says(false);
    const end = new AbortController();
    const waiting = untilOnline(end.signal);
    end.abort();
    expect(await waiting).to.equal(true);
  });
});

describe('a transcript, when the page goes', () => {
  it('is written down at once, and once only', async () => {
    const transcript = new Transcript({ server: 'https://example.org/mcp' });
    const facts: WireEvent[] = [];
    transcript.setEvents(facts);
    const correlation = new Correlation();
    for (const name of ['one', 'two', 'three']) {
      const message = { jsonrpc: '2.0', id: name, method: 'tools/call', params: { name } } as const;
      facts.push(relatedEvent(correlation, { what: 'sent', message }, performance.now()));
    }
    transcript.wake('when quiet');
    globalThis.dispatchEvent(new Event('pagehide'));
    expect(transcript.entries.get().map(({ subject }) => subject)).to.deep.equal(['one', 'two', 'three']);
    await transcript.flush();
    expect(transcript.entries.get()).to.have.length(3);
  });
});

/** Has a module worker connect, list, call and fail, and tells what came of it. */
function inWorker(urls: object): Promise<unknown> {
  const worker = new Worker(new URL('../fixtures/core-worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker.postMessage(urls);
  }).finally(() => worker.terminate());
}

describe('the core in a worker', () => {
  it('connects, lists, calls, asks, remembers and explains failures, without a document', async () => {
    expect(await inWorker({ legacy: everythingUrl, modern: modernUrl, broken: scriptedUrl('html') })).to.deep.equal({
      legacy: 'Echo: from a worker',
      modern: 'The model (worker) says: Hello from a worker',
      broken: 'not-mcp',
      remembered: 'stale',
      hasDocument: false,
    });
  });
});

import { expect } from '@open-wc/testing';
import { everythingSseUrl, everythingUrl, modernUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import { replaced } from '../fixtures/broken-apis.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { STREAM_WAIT_MS } from '../../src/session/notifications.js';

const MODERN = '2026-07-28';

describe('following a resource', () => {
  const { open } = sessions();

  it('2026-07-28: tells of a change, until it is ended', async () => {
    const session = await open(modernUrl);
    const changed: string[] = [];
    const end = await session.resources.subscribe('harbour://tide', (uri) => changed.push(uri));
    await session.tools.call('turn-the-tide');
    // Others turn it too: the server is everybody's.
    await eventually(() => changed.length >= 1);
    end();
    const heard = changed.length;
    expect(new Set(changed)).to.deep.equal(new Set(['harbour://tide']));
    // News of the one and the answer of the other travel on different roads; another follower says when they are there.
    let other = 0;
    await session.resources.subscribe('harbour://tide', () => other++);
    await session.tools.call('turn-the-tide');
    await eventually(() => other >= 1);
    expect(changed).to.have.length(heard);
    expect(session.problems.get()).to.be.empty;
  });

  it('2026-07-28: several resources, one after the other, on one stream at last', async () => {
    const session = await open(modernUrl);
    const changed: string[] = [];
    const abort = new AbortController();
    await Promise.all([
      session.resources.subscribe('harbour://notice', () => changed.push('notice')),
      session.resources.subscribe('harbour://tide', () => changed.push('tide'), { signal: abort.signal }),
    ]);
    await session.tools.call('turn-the-tide');
    await eventually(() => changed.length >= 1);
    expect(new Set(changed)).to.deep.equal(new Set(['tide']));
    abort.abort();
  });

  for (const [name, url] of [
    ['Streamable HTTP', everythingUrl],
    ['HTTP+SSE', everythingSseUrl],
  ] as const)
    it(`2025-11-25 over ${name}: tells of a change`, async () => {
      const session = await open(url);
      const changed: string[] = [];
      const [resource] = await session.resources.list();
      await session.resources.subscribe(resource!.uri, (uri) => changed.push(uri));
      await session.tools.call('toggle-subscriber-updates');
      await eventually(() => changed.length > 0);
      expect(changed[0]).to.equal(resource!.uri);
      await session.tools.call('toggle-subscriber-updates');
    });

  it('asks once for many listeners, and takes it back with the last', async () => {
    const url = await script({
      capabilities: { resources: { subscribe: true } },
      replies: { 'resources/subscribe': { result: {} }, 'resources/unsubscribe': { result: {} } },
    });
    const session = await open(url);
    const listener = (): void => {};
    const ends = await Promise.all([
      session.resources.subscribe('test://one', listener),
      session.resources.subscribe('test://one', listener),
    ]);
    const said = async (method: string): Promise<number> =>
      (await scriptedLog(url)).filter(({ body }) => (body as { method?: string })?.method === method).length;
    expect(await said('resources/subscribe')).to.equal(1);
    ends[0]!();
    ends[0]!();
    ends[1]!();
    await eventually(async () => (await said('resources/unsubscribe')) === 1);
  });

  it('is refused in words by a server that does not tell', async () => {
    const session = await open(await script({ capabilities: { resources: {} } }));
    const error = await failureOf(session.resources.subscribe('test://one', () => {}));
    expect(error).to.include({ code: 'unsupported-method' });
    expect(error.remedy).to.match(/read/i);
  });

  it('a server that refuses this one resource says so, and is not asked again', async () => {
    const url = await script({
      capabilities: { resources: { subscribe: true } },
      replies: { 'resources/subscribe': { error: { code: -32002, message: 'Resource not found: test://gone' } } },
    });
    const session = await open(url);
    const error = await failureOf(session.resources.subscribe('test://gone', () => {}));
    expect(error).to.include({ code: 'server-error', rpcCode: -32002, message: 'Resource not found: test://gone' });
  });

  it('2026-07-28: a resource the server does not grant is refused; the others go on', async () => {
    const url = await script({
      revision: MODERN,
      capabilities: { resources: { subscribe: true, listChanged: true } },
      replies: {
        'subscriptions/listen': { sse: [acknowledged({ resourcesListChanged: true })], end: false },
      },
    });
    const session = await open(url);
    const error = await failureOf(session.resources.subscribe('test://one', () => {}));
    expect(error).to.include({ code: 'unsupported-method' });
    expect(error.message).to.contain('test://one');
  });

  it('goes on in the next session when the old one is lost, and counts the time between as a change', async () => {
    const lost = { status: 404, error: { code: -32001, message: 'Session not found' } };
    const url = await script({
      capabilities: { tools: {}, resources: { subscribe: true } },
      replies: {
        'resources/subscribe': { result: {} },
        'tools/call': [lost, { result: { content: [] } }],
      },
    });
    const session = await open(url);
    const changed: string[] = [];
    await session.resources.subscribe('test://one', (uri) => changed.push(uri));
    await session.tools.call('echo');
    await eventually(() => changed.length === 1);
    const subscriptions = await eventually(
      async () =>
        (await scriptedLog(url)).filter(({ body }) => (body as { method?: string })?.method === 'resources/subscribe'),
      (all) => all.length === 2,
    );
    expect(subscriptions[0]!.headers['mcp-session-id']).not.to.equal(subscriptions[1]!.headers['mcp-session-id']);
  });
});

describe('the stream on which a server of 2025-11-25 asks', () => {
  const { open } = sessions();

  it('stands before the first call, also where the browser takes its time over a lock', async () => {
    const { request } = LockManager.prototype;
    const late = async (...asked: Parameters<typeof request>): Promise<unknown> => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return request.apply(navigator.locks, asked);
    };
    const restore = replaced(navigator.locks, 'request', { value: late });
    try {
      const url = await script({
        capabilities: { tools: {} },
        replies: { GET: { sse: [], end: false }, 'tools/call': { result: { content: [] } } },
      });
      const session = await open(url, { roots: () => [] });
      await session.tools.call('echo');
      const said = (await scriptedLog(url)).map(({ method, body }) => body?.method ?? method);
      expect(said.indexOf('GET')).to.be.within(0, said.indexOf('tools/call') - 1);
    } finally {
      restore();
    }
  });
});

describe('the stream of news, 2026-07-28', () => {
  const { open } = sessions();
  const listening = async (replies: Reply | readonly Reply[]): Promise<string> =>
    script({
      revision: MODERN,
      capabilities: { tools: { listChanged: true } },
      replies: { 'subscriptions/listen': replies },
    });
  const listens = async (url: string): Promise<number> =>
    (await scriptedLog(url)).filter(({ body }) => (body as { method?: string })?.method === 'subscriptions/listen')
      .length;

  it('a list is fetched again when the server says that it changed', async () => {
    const url = await listening({
      sse: [acknowledged({ toolsListChanged: true }), { wait: 100 }, changedTools()],
      end: false,
    });
    const session = await open(url);
    session.tools.state.subscribe(() => {});
    const lists = async (): Promise<number> =>
      (await scriptedLog(url)).filter(({ body }) => (body as { method?: string })?.method === 'tools/list').length;
    await eventually(async () => (await lists()) === 2);
  });

  it('is opened again when it breaks, and what may have been missed is fetched', async () => {
    const url = await listening([
      { sse: [acknowledged({ toolsListChanged: true }), changedTools(), { wait: 50 }], reset: true },
      { sse: [acknowledged({ toolsListChanged: true })], end: false },
    ]);
    const session = await open(url);
    await session.tools.list();
    await eventually(async () => (await listens(url)) === 2);
    await eventually(() => session.tools.state.get().phase === 'stale');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await listens(url)).to.equal(2);
  });

  it('a server that ends it at once, again and again, is left alone', async () => {
    const url = await listening({ sse: [acknowledged({ toolsListChanged: true })] });
    const session = await open(url);
    await eventually(
      () => session.problems.get().some(({ message }) => /not opened again/.test(message)),
      Boolean,
      20_000,
    );
    expect(await listens(url)).to.equal(4);
  }).timeout(30_000);

  it('a server that says no is not asked again, and the session goes on', async () => {
    const url = await listening({ status: 404, error: { code: -32601, message: 'Method not found' } });
    const session = await open(url);
    await eventually(() => session.problems.get().length === 1);
    expect(session.state.get().phase).to.equal('ready');
    expect(await listens(url)).to.equal(1);
  });

  it('less than was asked for is noted', async () => {
    const url = await listening({ sse: [acknowledged({})], end: false });
    const session = await open(url);
    await eventually(() => session.problems.get().length === 1);
    expect(session.problems.get()[0]!.message).to.contain('toolsListChanged');
  });
});

describe('the log', () => {
  const { open } = sessions();

  it('2026-07-28: the level goes with each request, and what is logged comes with its answer', async () => {
    const session = await open(modernUrl);
    await session.tools.call('turn-the-tide');
    expect(session.log.get()).to.be.empty;
    await session.setLogLevel('info');
    await session.tools.call('turn-the-tide');
    await eventually(() => session.log.get().length === 1);
    const [line] = session.log.get();
    expect(line).to.include({ level: 'info', logger: 'harbour' });
    expect(line!.data).to.match(/^The tide turns/);
    expect(line!.at).to.be.closeTo(Date.now(), 5000);
    await session.setLogLevel(undefined);
    await session.tools.call('turn-the-tide');
    await session.tools.call('turn-the-tide');
    expect(session.log.get()).to.have.length(1);
  });

  it('2025-11-25: the level is set once', async () => {
    const session = await open(everythingUrl);
    await session.setLogLevel('debug');
    await session.tools.call('toggle-simulated-logging');
    await eventually(() => session.log.get().length > 0, Boolean, 10_000);
    expect(session.log.get()[0]!.level).to.be.a('string');
    await session.tools.call('toggle-simulated-logging');
  }).timeout(15_000);

  it('the level holds when the session is opened again', async () => {
    const url = await script({ capabilities: { tools: {}, logging: {} } });
    const session = await open(url);
    await session.setLogLevel('warning');
    await session.close();
    await session.connect();
    const levels = async (): Promise<unknown[]> =>
      (await scriptedLog(url))
        .map(({ body }) => body as { method?: string; params?: { level?: string } } | undefined)
        .filter((body) => body?.method === 'logging/setLevel')
        .map((body) => body?.params?.level);
    await eventually(async () => (await levels()).length === 2);
    expect(await levels()).to.deep.equal(['warning', 'warning']);
  });

  it('a server without one says so', async () => {
    const session = await open(await script({}));
    expect(await failureOf(session.setLogLevel('info'))).to.include({ code: 'unsupported-method' });
  });

  it('a storm of lines keeps the last thousand', async () => {
    const line = (data: number): object => ({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data },
    });
    const sse = [...Array.from({ length: 3000 }, (_, n) => line(n)), { response: { content: [] } }];
    const session = await open(await script({ replies: { 'tools/call': { sse } } }));
    await session.tools.call('echo');
    await eventually(() => session.log.get().at(-1)?.data === 2999);
    expect(session.log.get()).to.have.length(1000);
  });
});

describe('servers written after older tutorials', () => {
  const { open } = sessions();
  const note = (method: string, params?: object): object => ({ jsonrpc: '2.0', method, ...(params && { params }) });

  it('are read tolerantly, and what was read so is noted once', async () => {
    const url = await script({
      replies: {
        'tools/call': {
          sse: [
            note('notifications/logging/message', { level: 'warning', data: 'old' }),
            note('notifications/logging/message', { level: 'loud', data: 'older' }),
            note('initialized'),
            note('exit'),
            { response: { content: [] } },
          ],
        },
      },
    });
    const session = await open(url);
    await session.tools.call('echo');
    await eventually(() => session.log.get().length === 2);
    expect(session.log.get().map(({ level, data }) => `${level} ${String(data)}`)).to.deep.equal([
      'warning old',
      'info older',
    ]);
    await eventually(() => session.problems.get().length === 3);
    const words = session.problems.get().map(({ message }) => message);
    expect(words[0]).to.contain('notifications/logging/message').and.to.contain('notifications/message');
    expect(words[1]).to.contain('initialized');
    expect(words[2]).to.contain('exit');
    expect(session.state.get().phase).to.equal('ready');
  });

  it('progress with `token` and `value` reaches whoever waits for it', async () => {
    const url = await script({
      replies: {
        'tools/call': {
          sse: [
            note('notifications/progress', { token: '$progressToken', value: 3, total: 9 }),
            { wait: 50 },
            { response: { content: [] } },
          ],
        },
      },
    });
    const session = await open(url);
    const steps: object[] = [];
    await session.tools.call('echo', {}, { onProgress: (step) => steps.push(step) });
    expect(steps).to.deep.equal([{ progress: 3, total: 9 }]);
  });

  it('codes of their own keep the server’s code and words, and are given no meaning', async () => {
    for (const code of [-32000, -32001, -32002, -32003, -32004, -32005]) {
      const session = await open(
        await script({ replies: { 'tools/call': { error: { code, message: `Local trouble ${code}` } } } }),
      );
      const error = await failureOf(session.tools.call('echo'));
      expect(error).to.include({ code: 'server-error', rpcCode: code, message: `Local trouble ${code}` });
    }
  });
});

function acknowledged(notifications: object): object {
  return {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': '$id' }, notifications },
  };
}

function changedTools(): object {
  return {
    jsonrpc: '2.0',
    method: 'notifications/tools/list_changed',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': '$id' } },
  };
}

describe('a call that the server may ask something during', () => {
  const { open } = sessions();
  const said = { response: { content: [{ type: 'text', text: 'fine' }] } };
  const atWork = { elicitor: async () => ({ action: 'decline' as const }) };
  const order = async (url: string): Promise<readonly string[]> =>
    (await scriptedLog(url)).map(({ method, body }) => (method === 'GET' ? method : (body?.method ?? method)));

  it('is made once the standing stream is open: the server would lose its question', async () => {
    const url = await script({ replies: { GET: { sse: [], end: false }, 'tools/call': { sse: [said] } } });
    const session = await open(url, atWork);
    await session.tools.call('x');
    expect((await order(url)).filter((what) => what === 'GET' || what === 'tools/call')).to.deep.equal([
      'GET',
      'tools/call',
    ]);
  });

  for (const [what, reply] of [
    ['is silent until it has something to say', { hang: true }],
    ['has no such stream', { status: 405, text: '' }],
    ['breaks it', { reset: true }],
  ] as const)
    it(`is made all the same where the server ${what}`, async () => {
      const url = await script({ replies: { GET: reply as Reply, 'tools/call': { sse: [said] } } });
      const session = await open(url, atWork);
      expect(textOf(await session.tools.call('x'))).to.equal('fine');
    });

  it('ends at once when it is cancelled while it waits for the stream', async () => {
    const url = await script({ replies: { GET: { hang: true }, 'tools/call': { sse: [said] } } });
    const session = await open(url, atWork);
    const abort = new AbortController();
    const call = failureOf(session.tools.call('x', {}, { signal: abort.signal }));
    abort.abort();
    expect(await call).to.include({ code: 'cancelled' });
    expect(await order(url)).not.to.include('tools/call');
  });

  it('of a page that answers nothing waits for no stream', async () => {
    const url = await script({ replies: { GET: { hang: true }, 'tools/call': { sse: [said] } } });
    const session = await open(url);
    const began = performance.now();
    await session.tools.call('x');
    expect(performance.now() - began).to.be.below(STREAM_WAIT_MS);
  });
});

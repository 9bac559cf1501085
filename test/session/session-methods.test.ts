import { expect } from '@esm-bundle/chai';
import { everythingUrl, modernUrl, script, scriptedLog } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

describe('any request', () => {
  const { open } = sessions();

  it('of the specification goes out and its result comes back as sent', async () => {
    const session = await open(everythingUrl);
    expect(await session.request('ping')).to.deep.equal({});
    const { tools } = await session.request('tools/list');
    expect(tools).to.be.an('array').that.is.not.empty;
  });

  it('of an extension goes out, although nobody here knows it', async () => {
    const url = await script({ replies: { 'com.example/greet': { result: { hello: 'you' } } } });
    const session = await open(url, { extensions: { 'com.example/greetings': { loud: true } } });
    expect(await session.request('com.example/greet', { who: 'me' })).to.deep.equal({ hello: 'you' });
    const bodies = (await scriptedLog(url)).map(({ body }) => body);
    expect(JSON.stringify(bodies)).to.contain('com.example/greetings');
  });

  it('2026-07-28: the extensions of the page are told with each request, beside our own', async () => {
    const url = await script({ revision: '2026-07-28' });
    const session = await open(url, { extensions: { 'com.example/greetings': {} } });
    await session.tools.list();
    const last = (await scriptedLog(url)).at(-1)!.body as { params: { _meta: Record<string, object> } };
    expect(last.params._meta['io.modelcontextprotocol/clientCapabilities']).to.deep.equal({
      extensions: { 'io.modelcontextprotocol/tasks': {}, 'com.example/greetings': {} },
    });
  });

  for (const revision of ['2025-03-26', '2025-11-25', '2026-07-28'])
    it(`${revision}: nothing experimental is told to a server, and nothing experimental of a server is used`, async () => {
      const url = await script({
        revision,
        capabilities: { tools: {}, experimental: { tasks: {}, 'x.example/fast': {}, prompts: {} } },
      });
      const session = await open(url, {
        approvals: new ApprovalQueue(),
        capabilities: ['sampling', 'elicitation', 'roots'],
        sampler: async () => 'x',
      });
      await session.tools.list();
      for (const method of ['tasks/list', 'tasks/get', 'prompts/list'])
        expect((await failureOf(session.request(method))).code).to.equal('unsupported-method');
      const told = (await scriptedLog(url)).flatMap(({ body }): object[] => {
        const params = (body as { params?: Record<string, unknown> } | undefined)?.params ?? {};
        const meta = (params['_meta'] ?? {}) as Record<string, object>;
        return [params['capabilities'], meta['io.modelcontextprotocol/clientCapabilities']].filter(
          (one) => one !== undefined,
        ) as object[];
      });
      expect(told).not.to.have.length(0);
      for (const capabilities of told)
        expect(Object.keys(capabilities).filter((name) => name !== 'extensions')).to.have.members([
          'sampling',
          'elicitation',
          'roots',
        ]);
      expect((await scriptedLog(url)).map(({ body }) => JSON.stringify(body)).join('')).not.to.contain('experimental');
    });

  it('without options nothing is told but the tasks that this library follows, where the revision has them', async () => {
    const legacy = await script({ revision: '2025-11-25' });
    await open(legacy);
    const initialize = (await scriptedLog(legacy)).find(({ body }) => body?.method === 'initialize');
    expect(initialize!.body.params.capabilities).to.deep.equal({});
  });

  it('a notification of an extension is told as it came', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/com.example/rain', params: { mm: 3 } };
    const session = await open(
      await script({ replies: { 'tools/call': { sse: [note, { response: { content: [] } }] } } }),
    );
    const heard: unknown[] = [];
    session.notifications.subscribe((news) => heard.push(news));
    await session.tools.call('echo');
    expect(heard).to.deep.equal([{ method: note.method, params: note.params }]);
  });

  it('a method that this revision does not have is refused here', async () => {
    verifies('removed-methods-stay-unsaid');
    const session = await open(modernUrl);
    for (const method of ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']) {
      const error = await failureOf(session.request(method, {}));
      expect(error, method).to.include({ code: 'unsupported-method' });
      expect(error.message).to.contain('2026-07-28').and.to.contain(method);
    }
  });

  it('what the server did not say that it has is not asked for', async () => {
    verifies('only-lists-the-server-offers', 'completion-only-where-offered');
    const url = await script({ capabilities: { tools: {} } });
    const session = await open(url);
    const asks = [
      () => session.prompts.get('greet'),
      () => session.resources.read('test://one'),
      () => session.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'who', value: '' }),
      () => session.request('logging/setLevel', { level: 'info' }),
    ];
    for (const ask of asks) expect(await failureOf(ask())).to.include({ code: 'unsupported-method' });
    const asked = (await scriptedLog(url)).map(({ body }) => (body as { method?: string } | undefined)?.method);
    expect(asked).not.to.include.members(['prompts/get', 'completion/complete']);
  });

  it('2024-11-05 did not say whether it completes: there it is tried', async () => {
    const session = await open(await script({ revision: '2024-11-05', capabilities: { prompts: {} } }));
    const { values } = await session.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'who', value: '' });
    expect(values).to.deep.equal(['one', 'two']);
  });

  it('what opens and follows a session is this library’s own to say', async () => {
    const session = await open(everythingUrl);
    for (const method of ['initialize', 'server/discover', 'subscriptions/listen'])
      expect(await failureOf(session.request(method, {}))).to.include({ code: 'invalid-input' });
  });
});

const PAUSE_MS = 40;

describe('signs of life', () => {
  const { open } = sessions();
  const clock = new ManualClock();
  const pings = async (url: string): Promise<number> =>
    (await scriptedLog(url)).filter(({ body }) => (body as { method?: string } | undefined)?.method === 'ping').length;
  /** Lets the pause before each ping pass until the server has heard so many. */
  const pinged = async (url: string, count: number): Promise<void> => {
    const heard = eventually(async () => (await pings(url)) >= count);
    await clock.skipWaits(heard, PAUSE_MS);
  };

  it('are asked for when the page wants it', async () => {
    verifies('server-pinged');
    const url = await script({});
    const session = await open(url, { pingIntervalMs: PAUSE_MS });
    await pinged(url, 3);
    await session.close();
    const before = await pings(url);
    await clock.advance(10 * PAUSE_MS);
    expect(await pings(url)).to.equal(before);
  });

  it('when none comes the session fails, and says why', async () => {
    const session = await open(await script({ replies: { ping: { hang: true } } }), {
      pingIntervalMs: PAUSE_MS,
      timeoutMs: PAUSE_MS,
    });
    const state = await clock.skipWaits(
      eventually(
        () => session.state.get(),
        ({ phase }) => phase === 'failed',
      ),
      PAUSE_MS,
    );
    expect(state).to.have.nested.property('error.code', 'timeout');
    expect(state).to.have.nested.property('error.message').that.contains('no longer answers pings');
  });

  it('a server that refuses to answer is alive', async () => {
    const url = await script({ replies: { ping: { error: { code: -32601, message: 'No' } } } });
    const session = await open(url, { pingIntervalMs: PAUSE_MS });
    await pinged(url, 3);
    expect(session.state.get().phase).to.equal('ready');
  });
});

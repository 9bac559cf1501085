import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { type ApprovalPolicy, ApprovalQueue } from '../../src/approvals/index.js';
import { Session, isMcpError, type SessionOptions } from '../../src/index.js';
import { capabilitiesOf } from '../../src/session/capabilities.js';
import { readEndpoint } from '../../src/session/options.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, waitUntil } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

describe('the address of a server', () => {
  for (const [given, read] of [
    ['https://mcp.example/mcp', 'https://mcp.example/mcp'],
    ['HTTP://MCP.example:80/mcp?a=1', 'http://mcp.example/mcp?a=1'],
    [' https://mcp.example/ ', 'https://mcp.example/'],
  ] as const)
    it(`${JSON.stringify(given)} is ${read}`, () => expect(readEndpoint(given)).to.equal(read));

  for (const given of [
    '',
    '  ',
    'https://',
    'ftp://mcp.example/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'file:///etc/passwd',
    'blob:https://mcp.example/1',
    'https://me@mcp.example/',
    'https://me:secret@mcp.example/',
    'https://:secret@mcp.example/',
  ])
    it(`${JSON.stringify(given)} is refused at once, with what to do`, () => {
      let error: unknown;
      try {
        void new Session(given);
      } catch (thrown) {
        error = thrown;
      }
      expect(isMcpError(error) && error.code).to.equal('invalid-input');
      expect((error as { remedy: string }).remedy).to.match(/\.$/);
      expect((error as Error).message).not.to.contain('secret');
    });
});

describe('what a session offers to answer', () => {
  const answer = (): never => {
    throw new Error('never asked');
  };
  const approvals = new ApprovalQueue();
  const withSampler = new ApprovalQueue();
  withSampler.sampler = answer;
  for (const [what, options, offered] of [
    ['nothing', {}, {}],
    ['a sampler', { sampler: answer }, { sampling: { tools: {} } }],
    ['an elicitor', { elicitor: answer }, { elicitation: { form: {} } }],
    ['roots of page code', { roots: () => [] }, { roots: { listChanged: undefined } }],
    ['roots of page code beside a queue', { approvals, roots: () => [] }, { roots: { listChanged: false } }],
    ['roots that a person keeps', { approvals, capabilities: ['roots'] }, { roots: { listChanged: true } }],
    ['a queue with nobody named for it', { approvals }, {}],
    ['a queue with a sampler', { approvals: withSampler }, { sampling: { tools: {} } }],
    [
      'a queue whose person answers for a model',
      { approvals, capabilities: ['sampling'] },
      { sampling: { tools: {} } },
    ],
    [
      'a queue whose page shows questions',
      { approvals, capabilities: ['elicitation'] },
      { elicitation: { form: {}, url: {} } },
    ],
    ['an elicitor beside a queue', { approvals, elicitor: answer }, { elicitation: { form: {} } }],
    [
      'a queue whose page shows everything',
      { approvals, capabilities: ['sampling', 'elicitation', 'roots'] },
      { sampling: { tools: {} }, elicitation: { form: {}, url: {} }, roots: { listChanged: true } },
    ],
    ['answers without a queue', { capabilities: ['sampling', 'elicitation', 'roots'] }, {}],
  ] as readonly [string, SessionOptions, object][])
    it(`with ${what}: ${JSON.stringify(offered)}`, () => {
      verifies('forms-offered-where-answered', 'roots-news-as-promised');
      expect(capabilitiesOf(options)).to.deep.equal(offered);
    });
});

describe('the options of a session', () => {
  const { create, open } = sessions();

  it('headers go with every request, a function’s anew each time', async () => {
    for (const revision of ['2025-11-25', '2026-07-28']) {
      const url = scriptedUrl(`rev-${revision}`);
      let turn = 0;
      // oxlint-disable-next-line no-await-in-loop
      const session = await open(url, { headers: async () => ({ Authorization: `Bearer ${++turn}` }) });
      // oxlint-disable-next-line no-await-in-loop
      await session.tools.list();
      // oxlint-disable-next-line no-await-in-loop
      await session.close();
      // oxlint-disable-next-line no-await-in-loop
      const log = (await scriptedLog(url)).filter(({ method }) => method !== 'OPTIONS');
      const tokens = log.map(({ headers }) => headers['authorization']);
      for (const token of tokens) expect(token).to.match(/^Bearer \d+$/);
      expect(new Set(tokens).size).to.equal(log.length);
    }
  });

  it('a policy that is a function is refused: it would be ignored', async () => {
    const policy = (() => 'deny') as SessionOptions['policy'];
    const error = await failureOf((async () => create(scriptedUrl('rev-2025-11-25'), { policy }))());
    expect(error).to.include({ code: 'invalid-input', key: 'session.policyIsFunction' });
    expect(error.remedy).to.contain('serverRequests');
  });

  for (const [policy, isAsked] of [
    [{ serverRequests: () => 'allow' }, true],
    [{ calls: () => 'allow' }, false],
  ] as readonly [ApprovalPolicy, boolean][])
    it(`a policy with ${Object.keys(policy)[0]!}: a call of a model is ${isAsked ? 'asked about' : 'made'}`, async () => {
      const approvals = new ApprovalQueue();
      approvals.pending.subscribe(() => {});
      const session = await open(scriptedUrl('rev-2025-11-25'), { approvals, policy });
      const [tool] = await session.tools.list();
      const made = session.tools.call(tool!.name, {}, { initiator: 'model' }).then(
        () => false,
        () => false,
      );
      const asked = waitUntil(() => approvals.pending.get().length > 0).then(
        () => true,
        () => false,
      );
      expect(await Promise.race([made, asked])).to.equal(isAsked);
    });

  it('headers that cannot be had are said to be the page’s', async () => {
    const session = create(scriptedUrl('rev-2025-11-25'), { headers: () => Promise.reject(new Error('signed out')) });
    const error = await failureOf(session.connect());
    expect(error.code).to.equal('invalid-input');
    expect(error.message).to.contain('signed out');
  });

  it('fetch may be replaced, for every request', async () => {
    const seen: string[] = [];
    const session = await open(scriptedUrl('rev-2025-11-25'), {
      fetch: (input, init) => (seen.push(init!.method!), fetch(input, init)),
    });
    // Its news are followed once everything else is there.
    await eventually(() => seen.includes('GET'));
    await session.close();
    expect(seen).to.include.members(['POST', 'GET', 'DELETE']);
  });

  it('clientInfo is what servers of both eras are told', async () => {
    const clientInfo = { name: 'my-page', version: '7', title: 'My page' };
    for (const revision of ['2025-11-25', '2026-07-28']) {
      const url = scriptedUrl(`rev-${revision}`);
      // oxlint-disable-next-line no-await-in-loop
      await open(url, { clientInfo });
      // oxlint-disable-next-line no-await-in-loop
      const { params } = (await scriptedLog(url)).findLast(({ body }) => body?.id !== undefined)!.body;
      expect(params.clientInfo ?? params._meta['io.modelcontextprotocol/clientInfo']).to.deep.equal(clientInfo);
    }
  });

  describe('time', () => {
    const clock = new ManualClock();

    it('connectTimeoutMs for each step of connecting', async () => {
      verifies('every-request-has-a-time-limit');
      const session = create(scriptedUrl('never-answers-at-all'), { connectTimeoutMs: 50 });
      expect((await clock.skipWaits(failureOf(session.connect()), 50)).code).to.equal('timeout');
    });
    it('timeoutMs for calls, and a call’s own before it', async () => {
      verifies('every-request-has-a-time-limit', 'tool-calls-have-a-time-limit');
      const session = await open(scriptedUrl('never-answers'), { timeoutMs: 50 });
      const timesOut = async (ms: number, options?: { timeoutMs?: number | undefined }): Promise<void> => {
        const start = clock.now();
        const error = await clock.skipWaits(failureOf(session.tools.call('x', {}, options)), ms);
        expect(error.code).to.equal('timeout');
        // A limit is looked at in steps of a quarter, and what an earlier call left may pass before it begins.
        expect(clock.now() - start).to.be.within(ms, 2 * ms);
      };
      await timesOut(50);
      await timesOut(50, { timeoutMs: undefined });
      await timesOut(150, { timeoutMs: 150 });
    });
    it('maxTimeoutMs for calls in all', async () => {
      verifies('absolute-time-limit');
      const session = await open(scriptedUrl('never-answers'), { maxTimeoutMs: 50 });
      expect((await clock.skipWaits(failureOf(session.tools.call('x')), 50)).code).to.equal('timeout');
    });
  });

  it('a call may be cancelled before it is sent: then it never is', async () => {
    const url = scriptedUrl('rev-2025-11-25');
    const session = await open(url);
    const before = (await scriptedLog(url)).filter(({ method }) => method === 'POST').length;
    expect((await failureOf(session.tools.call('x', {}, { signal: AbortSignal.abort() }))).code).to.equal('cancelled');
    expect((await scriptedLog(url)).filter(({ method }) => method === 'POST')).to.have.length(before);
  });

  it('nor does cancelling wait for a connection', async () => {
    const session = create(scriptedUrl('never-answers-at-all'));
    const opening = failureOf(session.connect());
    const abort = new AbortController();
    const call = failureOf(session.tools.call('x', {}, { signal: abort.signal }));
    abort.abort();
    expect((await call).code).to.equal('cancelled');
    await session.close();
    await opening;
  });

  it('a method the revision does not have is refused here, not sent', async () => {
    verifies('only-methods-of-the-revision');
    const { modernEra } = await import('../../src/protocol/modern.js');
    const { sendRequest } = await import('../../src/session/request.js');
    const server = { capabilities: {} };
    const connection = { era: modernEra, protocol: { revision: { id: '2026-07-28' } }, server } as never;
    const error = await failureOf(sendRequest(connection, { method: 'ping' }, {}, async () => () => undefined));
    expect(error.code).to.equal('unsupported-method');
    expect(error.message).to.contain('ping').and.to.contain('2026-07-28');
  });
  it('`Mcp-Param-*` repeats what the tool wants repeated', async () => {
    verifies('annotated-arguments-in-headers', 'tools-with-bad-headers-left-out');
    const inputSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
    const bad = { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'A' } } };
    const url = await script({
      revision: '2026-07-28',
      replies: {
        'tools/list': {
          result: {
            tools: [
              { name: 'route', inputSchema },
              { name: 'bad', inputSchema: bad },
            ],
          },
        },
      },
    });
    const session = await open(url);
    // Before the tools were listed nobody knows what to repeat.
    await session.tools.call('route', { region: 'EU' });
    expect((await session.tools.list()).map(({ name }) => name)).to.deep.equal(['route']);
    const state = session.tools.state.get();
    expect(state.phase === 'ready' && state.problems[0]!.message)
      .to.contain('“bad”')
      .and.to.contain('x-mcp-header');
    await session.tools.call('route', { region: 'Süd' });
    const calls = (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call');
    expect(calls.map(({ headers }) => headers['mcp-param-region'])).to.deep.equal([undefined, '=?base64?U8O8ZA==?=']);
  });
});

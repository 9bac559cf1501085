import { SamplingBudget } from '../../src/approvals/budget.js';
import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, type Reply } from '/__servers__.js';
import { ApprovalQueue, type ElicitationApproval } from '../../src/approvals/index.js';
import type { SamplingResult, Session, ToolResult } from '../../src/index.js';
import { MAX_SAMPLING_PER_CALL } from '../../src/session/sampling-requests.js';
import { MAX_INPUT_ROUNDS } from '../../src/session/request.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const PAGE = 'https://pay.example/confirm';
const page = (elicitationId: string): object => ({ mode: 'url', message: 'Sign in.', url: PAGE, elicitationId });
const first = (...ids: string[]): Reply => ({
  error: { code: -32042, message: 'Sign in first.', data: { elicitations: ids.map(page) } },
});
const done: Reply = { result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] } };
const asks = (method: string, params: object): Reply => ({
  sse: [{ jsonrpc: '2.0', id: 'q', method, params }, { heard: 'response' }, { response: { content: [] } }],
});

describe('pages that a server wants visited', () => {
  const { open } = sessions();
  let queue: ApprovalQueue;
  let session: Session;
  let url: string;
  beforeEach(() => {
    queue = new ApprovalQueue();
  });

  async function serve(revision: string, ...replies: Reply[]): Promise<void> {
    url = await script({ revision, replies: { 'tools/call': replies } });
    session = await open(url, { approvals: queue, capabilities: ['elicitation'] });
  }
  const call = (signal?: AbortSignal): Promise<ToolResult> => {
    const outcome = session.tools.call('x', { a: 1 }, { signal });
    outcome.catch(() => {});
    return outcome;
  };
  /** What was sent: calls, or answers to questions of the server. */
  const sent = async (what: 'calls' | 'answers'): Promise<any[]> =>
    (await scriptedLog(url))
      .map(({ body }) => body)
      .filter((body) => body && (what === 'calls' ? body.method === 'tools/call' : !('method' in body)));
  const waiting = (): ElicitationApproval => queue.pending.get()[0] as ElicitationApproval;
  const asked = (): Promise<unknown> => eventually(() => queue.pending.get().length > 0);
  /** What a person does: agrees to open the page, and comes back. */
  const visit = async (): Promise<void> => {
    await asked();
    queue.accept(waiting().id);
    queue.resume(waiting().id);
  };

  describe('before a call can be carried out (−32042)', () => {
    it('send it again, as it was, once the person says that they are done there', async () => {
      verifies('call-repeated-after-the-page');
      await serve('2025-11-25', first('1'), done);
      const outcome = call();
      await asked();
      expect(waiting().asked).to.deep.include({ mode: 'url', message: 'Sign in.', url: PAGE, elicitationId: '1' });
      expect(waiting().during).to.deep.equal({ method: 'tools/call', name: 'x' });
      queue.accept(waiting().id);
      await pause(50);
      expect(await sent('calls'), 'opening is not the end').to.have.length(1);
      queue.resume(waiting().id);
      expect(textOf(await outcome)).to.equal('done');
      const [before, after] = await sent('calls');
      expect(after.params).to.deep.equal(before.params);
      expect(after.id).not.to.equal(before.id);
    });

    it('send it again by themselves when the server says that they are done', async () => {
      verifies('call-repeated-after-the-page');
      const news = { jsonrpc: '2.0', method: 'notifications/elicitation/complete' };
      const tellsOf = (elicitationId: string): Reply => ({
        sse: [{ ...news, params: { elicitationId } }, { response: { content: [] } }],
      });
      await serve('2025-11-25', first('1'), tellsOf('other'), tellsOf('1'), done);
      const outcome = call();
      await asked();
      queue.accept(waiting().id);
      await session.tools.call('something-else');
      await pause(30);
      expect(waiting().step, 'another page').to.equal('opened');
      await session.tools.call('something-else');
      expect(textOf(await outcome)).to.equal('done');
      expect(queue.ended.get()?.how).to.equal('completed');
    });

    it('are all visited, one after the other', async () => {
      await serve('2025-11-25', first('1', '2'), done);
      const outcome = call();
      await visit();
      await pause(30);
      expect(await sent('calls')).to.have.length(1);
      await visit();
      expect(textOf(await outcome)).to.equal('done');
    });

    for (const action of ['decline', 'cancel'] as const)
      it(`end it where the person says ${action}, and with it the other pages`, async () => {
        await serve('2025-11-25', first('1', '2'), done);
        const outcome = call();
        await asked();
        queue[action](waiting().id);
        const error = await failureOf(outcome);
        expect(error.code).to.equal('declined');
        await eventually(() => queue.pending.get().length === 0);
        expect(await sent('calls')).to.have.length(1);
      });

    it('leave the screen when the call is cancelled', async () => {
      await serve('2025-11-25', first('1'), done);
      const abort = new AbortController();
      const outcome = call(abort.signal);
      await asked();
      queue.accept(waiting().id);
      abort.abort();
      expect((await failureOf(outcome)).code).to.equal('cancelled');
      expect(queue.pending.get()).to.be.empty;
    });

    it('are an error like any other where nobody here visits pages', async () => {
      url = await script({ replies: { 'tools/call': first('1') } });
      for (const options of [{}, { elicitor: async () => ({ action: 'accept' }) as const }]) {
        // oxlint-disable-next-line no-await-in-loop
        session = await open(url, options);
        // oxlint-disable-next-line no-await-in-loop
        const error = await failureOf(call());
        expect(error).to.include({ rpcCode: -32042, code: 'server-error', message: 'Sign in first.' });
        expect(error.data).to.deep.equal({ elicitations: [page('1')] });
      }
    });

    it('that are wanted again and again end it', async () => {
      await serve('2025-11-25', first('1'));
      queue.pending.subscribe(([approval]) => {
        if (approval?.kind !== 'elicitation') return;
        queueMicrotask(() => (approval.step === 'review' ? queue.accept(approval.id) : queue.resume(approval.id)));
      });
      expect((await failureOf(call())).code).to.equal('limit');
      expect(await sent('calls')).to.have.length(MAX_INPUT_ROUNDS);
    });
  });

  describe('in a round of questions', () => {
    const needs = (params: object): Reply => ({
      result: { resultType: 'input_required', inputRequests: { p: { method: 'elicitation/create', params } } },
    });
    const plain = { mode: 'url', message: 'Sign in.', url: PAGE };

    it('are accepted once the person is done there: the answer goes with the call', async () => {
      await serve('2026-07-28', needs(plain), done);
      const outcome = call();
      await asked();
      queue.accept(waiting().id);
      await pause(50);
      expect(await sent('calls')).to.have.length(1);
      queue.resume(waiting().id);
      await outcome;
      expect((await sent('calls'))[1].params.inputResponses).to.deep.equal({ p: { action: 'accept' } });
    });
    for (const action of ['decline', 'cancel'] as const)
      it(`${action} is an answer, and sent`, async () => {
        await serve('2026-07-28', needs(plain), done);
        const outcome = call();
        await asked();
        queue[action](waiting().id);
        await outcome;
        expect((await sent('calls'))[1].params.inputResponses).to.deep.equal({ p: { action } });
      });
    it('that are none end the call: it is the server’s mistake, and said so', async () => {
      await serve('2026-07-28', needs({ ...plain, url: 'javascript:alert(1)' }), done);
      const error = await failureOf(call());
      expect(error.code).to.equal('bad-message');
      expect(error.message).to.contain('javascript:');
      expect(error).not.to.have.property('rpcCode');
      expect(queue.pending.get()).to.be.empty;
    });
    it('are offered with each request', async () => {
      verifies('forms-offered-where-answered');
      await serve('2026-07-28', done);
      await call();
      const [{ params }] = await sent('calls');
      expect(params._meta['io.modelcontextprotocol/clientCapabilities'].elicitation).to.deep.equal({
        form: {},
        url: {},
      });
    });
  });

  describe('asked for on a stream', () => {
    it('are accepted at once when the person agrees to open them', async () => {
      await serve('2025-11-25', asks('elicitation/create', page('1')));
      const outcome = call();
      await asked();
      queue.accept(waiting().id);
      await outcome;
      expect(queue.pending.get()).to.be.empty;
      expect((await sent('answers'))[0]).to.deep.include({ id: 'q', result: { action: 'accept' } });
    });
    it('of another kind are refused in words (−32602), and nobody sees them', async () => {
      verifies('undeclared-mode-refused');
      await serve('2025-11-25', asks('elicitation/create', { ...page('1'), url: 'vscode://x' }));
      await call();
      const [{ error }] = await sent('answers');
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain('vscode:');
      expect(queue.pending.get()).to.be.empty;
    });
    it('are refused where only forms are answered (−32602)', async () => {
      verifies('undeclared-mode-refused');
      url = await script({ replies: { 'tools/call': asks('elicitation/create', page('1')) } });
      session = await open(url, { elicitor: async () => ({ action: 'accept', content: {} }) });
      await call();
      expect((await sent('answers'))[0].error.code).to.equal(-32602);
    });
    it('are offered in the handshake', async () => {
      verifies('forms-offered-where-answered');
      await serve('2025-11-25');
      const [{ body }] = (await scriptedLog(url)).filter((entry) => entry.body?.method === 'initialize') as [any];
      expect(body.params.capabilities.elicitation).to.deep.equal({ form: {}, url: {} });
    });
  });
});

describe('a model that may use tools', () => {
  const { open } = sessions();
  const tools = [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }];
  const question = { messages: [{ role: 'user', content: { type: 'text', text: 'Who?' } }], maxTokens: 5, tools };
  const use = { type: 'tool_use', id: '1', name: 'search', input: { q: 'who' }, _meta: { signature: 's' } } as const;
  const uses = (count: number): SamplingResult => ({
    role: 'assistant',
    content: Array.from({ length: count }, (_, n) => ({ ...use, id: `${n}` })),
    model: 'm',
    stopReason: 'toolUse',
  });

  for (const count of [1, 2])
    it(`says which ${count} it wants used, on a stream`, async () => {
      verifies('sampling-tool-meta-preserved');
      const url = await script({ replies: { 'tools/call': asks('sampling/createMessage', question) } });
      const session = await open(url, { sampler: async () => uses(count) });
      await session.tools.call('x');
      const { result } = (await scriptedLog(url)).find(({ body }) => body?.id === 'q')!.body;
      const { content } = uses(count);
      expect(result).to.deep.equal({ ...uses(count), content: count === 1 ? content[0] : content });
    });

  it('goes on in rounds: each with what its tools gave', async () => {
    verifies('sampling-tool-meta-preserved');
    const [used] = uses(1).content;
    const given = {
      type: 'tool_result',
      toolUseId: '0',
      content: [{ type: 'text', text: 'Ada' }],
      _meta: { cached: 1 },
    };
    const later = [...question.messages, { role: 'assistant', content: used }, { role: 'user', content: [given] }];
    const needs = (params: object): Reply => ({
      result: { resultType: 'input_required', inputRequests: { m: { method: 'sampling/createMessage', params } } },
    });
    const url = await script({
      revision: '2026-07-28',
      replies: { 'tools/call': [needs(question), needs({ ...question, messages: later }), done] },
    });
    const seen: unknown[] = [];
    const session = await open(url, {
      sampler: async ({ messages }) => (seen.push(messages), messages.length > 1 ? 'Ada.' : uses(1)),
    });
    await session.tools.call('x');
    expect(seen[1]).to.have.deep.nested.property('[1].content', [used]);
    expect(seen[1]).to.have.nested.property('[2].content[0]._meta').that.deep.equals({ cached: 1 });
    const calls = (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call');
    expect(calls[1]!.body.params.inputResponses.m).to.deep.include({ content: used, stopReason: 'toolUse' });
    expect(calls[2]!.body.params.inputResponses.m.content).to.deep.equal({ type: 'text', text: 'Ada.' });
  });

  it('is asked where a person answers for it, who can use a tool too', async () => {
    const url = await script({ replies: { 'tools/call': asks('sampling/createMessage', question) } });
    const queue = new ApprovalQueue();
    const session = await open(url, { approvals: queue, capabilities: ['sampling'] });
    const content = [{ type: 'tool_use', id: 'call-1', name: 'search', input: { q: 'tides' } }] as const;
    queue.pending.subscribe(([approval]) => {
      if (approval) queue.respond(approval.id, { role: 'assistant', content, model: 'human', stopReason: 'toolUse' });
    });
    await session.tools.call('x');
    const { result } = (await scriptedLog(url)).find(({ body }) => body?.id === 'q')!.body;
    expect(result).to.deep.include({ model: 'human', stopReason: 'toolUse' });
    expect([result.content].flat()).to.deep.equal(content);
  });

  it(`is asked ${MAX_SAMPLING_PER_CALL} times for one call, and then refused in words`, async () => {
    verifies('sampling-tool-loops-end');
    const many = (from: number, to: number): object[] =>
      Array.from({ length: to - from }, (_, n) => ({
        jsonrpc: '2.0',
        id: `q${from + n}`,
        method: 'sampling/createMessage',
        params: question,
      }));
    const half = MAX_SAMPLING_PER_CALL / 2;
    const loop: Reply = {
      // A server that asks for all at once would have too many open.
      sse: [
        ...many(0, half),
        { heard: 'response', times: half },
        ...many(half, 2 * half + 1),
        { heard: 'response', times: 2 * half + 1 },
        { response: { content: [] } },
      ],
    };
    const url = await script({ replies: { 'tools/call': loop } });
    let turns = 0;
    const session = await open(url, {
      sampler: async () => (turns++, 'Again.'),
      rateLimits: { waiting: Infinity, perMinute: Infinity },
      samplingBudget: new SamplingBudget({ requestsPerMinute: 1000, tokensPerSession: 1_000_000, toolRounds: 1000 }),
    });
    await session.tools.call('x');
    const refused = await eventually(
      async () => (await scriptedLog(url)).map(({ body }) => body).filter((body) => body?.error),
      ({ length }) => length > 0,
    );
    expect(turns).to.equal(MAX_SAMPLING_PER_CALL);
    expect(refused).to.have.length(1);
    expect(refused[0].error.message).to.contain(String(MAX_SAMPLING_PER_CALL));
  });
});

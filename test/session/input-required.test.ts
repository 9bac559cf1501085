import { expect } from '@esm-bundle/chai';
import { modernUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import { McpError, type ElicitationRequest, type SessionOptions, type ToolResult } from '../../src/index.js';
import { MAX_INPUT_REQUESTS, MAX_INPUT_ROUNDS, INPUT_REQUIRED_PAUSE_MS } from '../../src/session/request.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const needs = (inputRequests?: object, requestState?: string): Reply => ({
  result: {
    resultType: 'input_required',
    ...(inputRequests && { inputRequests }),
    ...(requestState !== undefined && { requestState }),
  },
});
const form = (message: string): object => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: {} } },
});
const model = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } };
const done: Reply = { result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] } };
const accept = async ({ message }: ElicitationRequest): Promise<{ action: 'accept'; content: { to: string } }> => ({
  action: 'accept',
  content: { to: message },
});

describe('calls that ask first (input_required)', () => {
  const { open } = sessions();

  /** A call that a modern server answers with these replies, one after the other, and what was sent each time. */
  async function call(
    replies: readonly Reply[],
    options: SessionOptions & { signal?: AbortSignal } = {},
  ): Promise<{ outcome: Promise<ToolResult>; rounds(): Promise<any[]>; url: string }> {
    const url = await script({ revision: '2026-07-28', replies: { 'tools/call': replies } });
    const { signal, ...given } = options;
    const session = await open(url, given);
    const outcome = session.tools.call('x', { a: 1 }, { signal });
    outcome.catch(() => {});
    return {
      url,
      outcome,
      rounds: async () =>
        (await scriptedLog(url)).filter(({ body }) => body?.method === 'tools/call').map(({ body }) => body),
    };
  }

  it('a real server: two rounds, whose state travels', async () => {
    const messages: string[] = [];
    const session = await open(modernUrl, {
      elicitor: async ({ message }) => {
        messages.push(message);
        return { action: 'accept', content: messages.length === 1 ? { day: '2026-12-24' } : { confirm: true } };
      },
    });
    const result = await session.tools.call('book-berth', { length: 12 });
    expect(messages).to.have.length(2);
    expect(messages[1]).to.contain('2026-12-24');
    expect(textOf(result)).to.equal('Booked a berth of 12 m for 2026-12-24.');
  });

  it('are asked again with the same words, the answers, the state as it came, and a new id', async () => {
    verifies('rounds-answered-whole-and-apart');
    const state = '  opaque "state" ü\n';
    const { outcome, rounds } = await call([needs({ q: form('A'), r: form('B') }, state), done], { elicitor: accept });
    expect(textOf(await outcome)).to.equal('done');
    const [first, second] = await rounds();
    expect(first.params).not.to.have.any.keys('inputResponses', 'requestState');
    expect(second.params).to.deep.include({
      name: 'x',
      arguments: { a: 1 },
      inputResponses: { q: { action: 'accept', content: { to: 'A' } }, r: { action: 'accept', content: { to: 'B' } } },
      requestState: state,
    });
    expect(second.id).not.to.equal(first.id);
    expect(second.params._meta).to.deep.equal(first.params._meta);
  });

  it('answers belong to their round, and a state that was not sent is not invented', async () => {
    verifies('rounds-answered-whole-and-apart');
    const { outcome, rounds } = await call([needs({ q: form('A') }, 's1'), needs({ r: form('B') }), done], {
      elicitor: accept,
    });
    await outcome;
    const third = (await rounds())[2];
    expect(Object.keys(third.params.inputResponses)).to.deep.equal(['r']);
    expect(third.params).not.to.have.property('requestState');
  });

  it('two calls at once keep their answers apart', async () => {
    verifies('rounds-answered-whole-and-apart');
    const session = await open(modernUrl, {
      elicitor: async ({ message }) => {
        await pause(Math.random() * 20);
        const length = /(\d+) m/.exec(message)![1];
        return {
          action: 'accept',
          content: message.startsWith('Book') ? { confirm: true } : { day: `2026-01-${length}` },
        };
      },
    });
    const lengths = [11, 12, 13, 14];
    const results = await Promise.all(lengths.map((length) => session.tools.call('book-berth', { length })));
    expect(results.map(textOf)).to.deep.equal(lengths.map((n) => `Booked a berth of ${n} m for 2026-01-${n}.`));
  });

  for (const action of ['decline', 'cancel'] as const)
    it(`“${action}” of a form is an answer and is sent`, async () => {
      const { outcome, rounds } = await call([needs({ q: form('A') }), done], { elicitor: async () => ({ action }) });
      await outcome;
      expect((await rounds())[1].params.inputResponses).to.deep.equal({ q: { action } });
    });

  it('a form that the page’s policy denies is declined', async () => {
    const { outcome, rounds } = await call([needs({ q: form('A') }), done], {
      elicitor: accept,
      policy: { serverRequests: () => 'deny' },
    });
    await outcome;
    expect((await rounds())[1].params.inputResponses).to.deep.equal({ q: { action: 'decline' } });
  });

  it('a refusal that has no wire form ends the call, and the other questions with it', async () => {
    verifies('modern-refusal-ends-the-call');
    let withdrawn: unknown;
    const { outcome, rounds } = await call([needs({ q: form('A'), m: model }), done], {
      sampler: async () => 'never',
      policy: { serverRequests: ({ method }) => (method === 'sampling/createMessage' ? 'deny' : 'allow') },
      elicitor: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            withdrawn = signal.reason;
            reject(signal.reason);
          });
        }),
    });
    const error = await failureOf(outcome);
    expect(error.code).to.equal('declined');
    expect(error.message).to.contain('declined');
    expect((withdrawn as McpError).message).to.contain('refused');
    await pause(30);
    expect(await rounds()).to.have.length(1);
  });

  it('page code that fails ends the call, and says that it was the page', async () => {
    const { outcome, rounds } = await call([needs({ m: model }), done], {
      sampler: () => Promise.reject(new Error('no key')),
    });
    const error = await failureOf(outcome);
    expect(error.code).to.equal('invalid-input');
    expect(error.message).to.contain('This page').and.to.contain('no key');
    expect(await rounds()).to.have.length(1);
  });

  for (const [what, ask] of [
    ['not offered', model],
    ['of no kind there is', { method: 'tasks/list', params: {} }],
  ] as const)
    it(`a question that was ${what} is the server’s mistake, and not answered`, async () => {
      const { outcome, rounds } = await call([needs({ q: form('A'), x: ask }), done], { elicitor: accept });
      const error = await failureOf(outcome);
      expect(error.code).to.equal('bad-message');
      expect(error.message).to.contain(ask.method);
      expect(await rounds()).to.have.length(1);
    });

  describe('a wish for patience (a state alone)', () => {
    const clock = new ManualClock();
    const untilPausing = (): Promise<void> => clock.untilWaiting(INPUT_REQUIRED_PAUSE_MS, INPUT_REQUIRED_PAUSE_MS - 1);

    it('is asked again after a pause', async () => {
      verifies('rounds-end');
      const { outcome, rounds } = await call([needs(undefined, 'later'), done]);
      await untilPausing();
      await clock.advance(INPUT_REQUIRED_PAUSE_MS - 1);
      expect(await rounds()).to.have.length(1);
      await clock.advance(1);
      await outcome;
      const second = (await rounds())[1];
      expect(second.params.requestState).to.equal('later');
      expect(second.params).not.to.have.property('inputResponses');
    });
    it('can be given up', async () => {
      const abort = new AbortController();
      const { outcome, rounds } = await call([needs(undefined, 'later'), done], { signal: abort.signal });
      await untilPausing();
      abort.abort('enough');
      expect((await failureOf(outcome)).code).to.equal('cancelled');
      await clock.advance(INPUT_REQUIRED_PAUSE_MS);
      expect(await rounds()).to.have.length(1);
    });
  });

  it('a server that never stops asking is stopped', async () => {
    verifies('rounds-end');
    const { outcome, rounds } = await call([needs({ q: form('again') }, 's')], { elicitor: accept });
    const error = await failureOf(outcome);
    expect(error.code).to.equal('limit');
    expect(error.message).to.contain(`${MAX_INPUT_ROUNDS}`);
    expect(await rounds()).to.have.length(MAX_INPUT_ROUNDS);
  });

  it('nor does it ask hundreds of questions at once', async () => {
    const many = Array.from({ length: MAX_INPUT_REQUESTS + 1 }, (_, n) => [`q${n}`, form('A')]);
    const { outcome } = await call([needs(Object.fromEntries(many)), done], { elicitor: accept });
    expect((await failureOf(outcome)).code).to.equal('limit');
  });

  describe('while somebody thinks', () => {
    const clock = new ManualClock();
    /** Page code that never comes back, whatever happens. */
    const deaf = (): Promise<never> => new Promise(() => {});

    it('cancelling the call ends it at once', async () => {
      const abort = new AbortController();
      const { outcome, rounds } = await call([needs({ m: model })], { sampler: deaf, signal: abort.signal });
      await eventually(async () => (await rounds()).length);
      await pause(30);
      abort.abort();
      expect((await failureOf(outcome)).code).to.equal('cancelled');
    });
    it('closing the session ends it at once, and tells whoever answers', async () => {
      let told: AbortSignal | undefined;
      const url = await script({ revision: '2026-07-28', replies: { 'tools/call': needs({ m: model }) } });
      const session = await open(url, {
        sampler: (_request, { signal }) => {
          told = signal;
          return deaf();
        },
      });
      const outcome = failureOf(session.tools.call('x'));
      await eventually(() => told);
      await session.close();
      expect((await outcome).code).to.equal('closed');
      expect(told!.aborted).to.equal(true);
    });
    it('the call does not time out', async () => {
      const { outcome } = await call([needs({ m: model }), done], {
        timeoutMs: 1000,
        sampler: async () => {
          await clock.advance(1500);
          return 'thought about it';
        },
      });
      expect(textOf(await outcome)).to.equal('done');
    });
  });

  it('resources and prompts may ask as well; nothing else may', async () => {
    const ask = [needs({ q: form('A') }), { result: { contents: [], messages: [] } }];
    const url = await script({
      revision: '2026-07-28',
      replies: { 'resources/read': ask, 'prompts/get': ask, 'tools/list': ask, 'completion/complete': ask },
    });
    const session = await open(url, { elicitor: accept });
    expect(await session.resources.read('a:b')).to.deep.equal([]);
    expect((await session.prompts.get('p')).messages).to.deep.equal([]);
    expect((await failureOf(session.tools.list())).code).to.equal('bad-message');
    const completion = session.complete({ type: 'ref/prompt', name: 'p' }, { name: 'a', value: '' });
    expect((await failureOf(completion)).code).to.equal('bad-message');
  });

  it('a request on a modern stream is ignored and said so: that era has none', async () => {
    verifies('modern-server-may-not-ask', 'removed-methods-stay-unsaid');
    const question = { jsonrpc: '2.0', id: 'q', method: 'sampling/createMessage', params: model.params };
    const { outcome, url } = await call([{ sse: [question, { response: { content: [] } }] }], { sampler: deafened });
    await outcome;
    await pause(30);
    expect((await scriptedLog(url)).filter(({ body }) => body && !('method' in body))).to.be.empty;
  });
});

const deafened = (): Promise<never> => Promise.reject(new Error('It must not be asked.'));

import { expect } from '@esm-bundle/chai';
import { McpError, ProtocolError, verbatim } from '../../src/errors.js';
import type { RpcRequest } from '../../src/jsonrpc/messages.js';
import { Peer } from '../../src/jsonrpc/peer.js';
import { type InboundContext, MAX_OPEN_SERVER_REQUESTS } from '../../src/jsonrpc/inbound-requests.js';
import { MAX_WAITING_REFUSALS } from '../../src/jsonrpc/overload-refusals.js';
import { failureOf } from '../fixtures/failure.js';
import { HandTransport } from '../fixtures/hand-transport.js';
import { eventually, pause } from '../fixtures/eventually.js';

interface Question extends InboundContext {
  readonly request: RpcRequest;
  answer(result: unknown): void;
  refuse(error: unknown): void;
}

describe('Peer: questions of the other side', () => {
  let transport: HandTransport;
  let problems: McpError[];
  let questions: Question[];
  let peer: Peer;
  const WAIT = { timeoutMs: Infinity };
  beforeEach(() => {
    transport = new HandTransport();
    problems = [];
    questions = [];
    peer = new Peer(transport, {
      headers: () => ({ 'X-Answer': 'yes' }),
      onNotification: () => {},
      onProblem: (problem) => problems.push(problem),
      onRequest: (request, context) =>
        new Promise((resolve, reject) => questions.push({ request, ...context, answer: resolve, refuse: reject })),
    });
  });
  /** A call of ours, on whose stream the other side asks. */
  const ask = async (...ids: (string | number)[]): Promise<void> => {
    void peer.request({ method: 'call', params: { name: 'x' } }, WAIT).catch(() => {});
    for (const id of ids) transport.last('call').receive({ id, method: 'ask', params: { n: id } });
    // What answers questions loads with the first one.
    await eventually(() => questions.length + problems.length >= ids.length);
  };

  it('are answered with a message of their own, under the id they came with', async () => {
    await ask('q', 0);
    questions[0]!.answer({ a: 1 });
    questions[1]!.answer({});
    await eventually(() => transport.answers.length === 2);
    expect(transport.answers).to.deep.equal([
      { jsonrpc: '2.0', id: 'q', result: { a: 1 } },
      { jsonrpc: '2.0', id: 0, result: {} },
    ]);
    expect(transport.last().headers).to.deep.equal({ 'X-Answer': 'yes' });
  });

  it('know which call of ours they came with', async () => {
    await ask('q');
    expect(questions[0]!.during).to.deep.include({ method: 'call', params: { name: 'x' } });
    void peer.listen({}, new AbortController().signal).catch(() => {});
    transport.standing!.onMessage({ jsonrpc: '2.0', id: 'r', method: 'ask' });
    await eventually(() => questions[1]);
    expect(questions[1]!.during).to.equal(undefined);
  });

  it('a refusal travels with its code and words', async () => {
    await ask('q');
    questions[0]!.refuse(new ProtocolError(-1, verbatim('User rejected sampling request')));
    await eventually(() => transport.answers.length);
    expect(transport.answers[0]).to.deep.equal({
      jsonrpc: '2.0',
      id: 'q',
      error: { code: -1, message: 'User rejected sampling request' },
    });
  });

  it('a mistake of the page is an internal error, and its words stay here', async () => {
    await ask('q');
    questions[0]!.refuse(new Error('key sk-123 is not valid'));
    await eventually(() => transport.answers.length);
    expect(transport.answers[0].error.code).to.equal(-32603);
    expect(JSON.stringify(transport.answers)).not.to.contain('sk-123');
  });

  it('an answer that cannot be delivered is a problem, not a failure', async () => {
    transport.accepts = false;
    await ask('q');
    questions[0]!.answer({});
    await eventually(() => transport.answers.length);
    transport.last().break(new McpError('session-lost', verbatim('gone')));
    await eventually(() => problems.length);
    expect(problems[0]!.code).to.equal('session-lost');
  });

  describe('taken back', () => {
    it('by the other side: aborted, and not answered', async () => {
      await ask('q');
      peer.withdraw('q');
      await eventually(() => questions[0]!.signal.aborted);
      expect((questions[0]!.signal.reason as McpError).message).to.equal('The server withdrew its question.');
      questions[0]!.answer({});
      await pause(0);
      expect(transport.answers).to.be.empty;
    });

    it('in the same breath: aborted from the start, and not answered', async () => {
      void peer.request({ method: 'call' }, WAIT).catch(() => {});
      transport.last('call').receive({ id: 'q', method: 'ask' });
      peer.withdraw('q');
      await pause(20);
      expect(questions.every(({ signal }) => signal.aborted)).to.equal(true);
      expect(transport.answers).to.be.empty;
    });

    it('ids count with their type, and unknown ones are old news', async () => {
      await ask(1);
      peer.withdraw('1');
      peer.withdraw('unknown');
      await pause(0);
      expect(questions[0]!.signal.aborted).to.equal(false);
    });

    it('by the end of the call it came with: aborted, and the other side is told', async () => {
      await ask('q');
      transport.last('call').answer({});
      await Promise.resolve();
      expect(questions[0]!.signal.aborted).to.equal(true);
      questions[0]!.refuse(questions[0]!.signal.reason);
      await eventually(() => transport.answers.length);
      expect(transport.answers[0].error.code).to.equal(-32603);
    });

    it('by a call that ended before it could be put: not put, and the other side is told', async () => {
      void peer.request({ method: 'call' }, WAIT);
      transport.last('call').receive({ id: 'q', method: 'ask' }, { id: 1, result: {} });
      await eventually(() => transport.answers.length);
      expect(questions).to.be.empty;
      expect(transport.answers[0].error.code).to.equal(-32603);
    });

    it('by cancelling the call it came with', async () => {
      const abort = new AbortController();
      const call = failureOf(peer.request({ method: 'call' }, { ...WAIT, signal: abort.signal }));
      transport.last().receive({ id: 'q', method: 'ask' });
      await eventually(() => questions.length);
      abort.abort();
      await call;
      expect(questions[0]!.signal.aborted).to.equal(true);
    });

    it('by closing: aborted, and nothing is sent any more', async () => {
      await ask('q');
      await peer.close();
      expect(questions[0]!.signal.aborted).to.equal(true);
      questions[0]!.answer({});
      await pause(0);
      expect(transport.answers).to.be.empty;
    });
  });

  it('the same question twice is put once', async () => {
    await ask('q', 'q');
    expect(questions).to.have.length(1);
    expect(problems.map(({ code }) => code)).to.deep.equal(['bad-message']);
    questions[0]!.answer({});
    await eventually(() => transport.answers.length);
    // Answered, so the id is free again.
    transport.last('call').receive({ id: 'q', method: 'ask' });
    await eventually(() => questions.length === 2);
  });

  it('more than a page could ever show are refused one by one, and said of once', async () => {
    void peer.request({ method: 'call' }, WAIT).catch(() => {});
    const ids = Array.from({ length: MAX_OPEN_SERVER_REQUESTS + 5 }, (_, index) => index);
    for (const id of ids) transport.last('call').receive({ id, method: 'ask' });
    await eventually(() => transport.answers.length === 5);
    expect(questions).to.have.length(MAX_OPEN_SERVER_REQUESTS);
    expect(problems.map(({ code }) => code)).to.deep.equal(['limit']);
    const [first] = transport.answers;
    expect(first).to.deep.equal({
      jsonrpc: '2.0',
      id: MAX_OPEN_SERVER_REQUESTS,
      error: {
        code: -32000,
        message: `${MAX_OPEN_SERVER_REQUESTS} requests of this server are open already. Ask again later.`,
      },
    });
  });

  it('of which more come than anybody listens to the answers of get none', async () => {
    void peer.request({ method: 'call' }, WAIT).catch(() => {});
    const call = transport.last('call');
    for (let id = 0; id < MAX_OPEN_SERVER_REQUESTS + MAX_WAITING_REFUSALS + 50; id++)
      call.receive({ id, method: 'ask' });
    await eventually(() => transport.answers.length >= MAX_WAITING_REFUSALS);
    await pause(50);
    expect(transport.answers).to.have.length(MAX_WAITING_REFUSALS);
  });

  it('where none are allowed they are ignored and said so', async () => {
    peer = new Peer(transport, { onNotification: () => {}, onProblem: (problem) => problems.push(problem) });
    await ask('q');
    await pause(0);
    expect(transport.answers).to.be.empty;
    expect(problems[0]!.code).to.equal('bad-message');
    expect(problems[0]!.message).to.contain('ask');
  });
});

import { expect } from '@esm-bundle/chai';
import { McpError, ProtocolError, verbatim } from '../../src/errors.js';
import { Peer } from '../../src/jsonrpc/peer.js';
import { type Outgoing, type RequestOptions } from '../../src/jsonrpc/pending-request.js';
import type { RpcNotification } from '../../src/jsonrpc/messages.js';
import { failureOf } from '../fixtures/failure.js';
import { HandTransport } from '../fixtures/hand-transport.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';

const WAIT: RequestOptions = { timeoutMs: Infinity };
const call: Outgoing = { method: 'call', params: { a: 1 }, headers: { 'X-Extra': 'yes' } };
describe('Peer: requests', () => {
  let transport: HandTransport;
  let problems: McpError[];
  let news: RpcNotification[];
  let peer: Peer;
  beforeEach(() => {
    transport = new HandTransport();
    problems = [];
    news = [];
    peer = new Peer(transport, {
      onNotification: (notification) => news.push(notification),
      onProblem: (problem) => problems.push(problem),
    });
  });

  it('go out with an id of their own, their parameters and headers', () => {
    verifies('ids-never-repeat');
    void peer.request(call, WAIT);
    void peer.request({ method: 'other' }, WAIT);
    expect(transport.sent.map(({ message }) => message)).to.deep.equal([
      { jsonrpc: '2.0', id: 1, method: 'call', params: { a: 1 } },
      { jsonrpc: '2.0', id: 2, method: 'other' },
    ]);
    expect(transport.sent[0]!.headers).to.deep.equal({ 'X-Extra': 'yes' });
  });

  it('each gets its own answer, in whatever order and on whatever exchange they come', async () => {
    const [one, two] = [peer.request(call, WAIT), peer.request(call, WAIT)];
    transport.sent[0]!.receive({ id: 2, result: 'second' }, { id: 1, result: 'first' });
    expect(await Promise.all([one, two])).to.deep.equal(['first', 'second']);
  });

  for (const [what, result] of [
    ['null', null],
    ['an object', { a: 1 }],
    ['text', 'x'],
  ] as const)
    it(`a result may be ${what}`, async () => {
      const answer = peer.request(call, WAIT);
      transport.last().answer(result);
      expect(await answer).to.deep.equal(result);
    });

  it('an error of the other side keeps its code, words and data', async () => {
    const answer = failureOf(peer.request(call, WAIT));
    transport.last().receive({ id: 1, error: { code: -32602, message: 'Unknown tool', data: { name: 'x' } } });
    const error = await answer;
    expect(error).to.be.instanceOf(ProtocolError);
    expect(error).to.include({ code: 'server-error', rpcCode: -32602, message: 'Unknown tool' });
    expect(error.data).to.deep.equal({ name: 'x' });
  });

  it('an error that is null is none', async () => {
    const answer = peer.request(call, WAIT);
    transport.last().receive({ id: 1, result: 'fine', error: null });
    expect(await answer).to.equal('fine');
  });

  it('with an error beside the result, the error is what counts', async () => {
    const answer = failureOf(peer.request(call, WAIT));
    transport.last().receive({ id: 1, result: 'fine', error: { code: -32000, message: 'Not fine' } });
    expect(await answer).to.include({ code: 'server-error', rpcCode: -32000, message: 'Not fine' });
  });

  it('an error cannot dress itself up as one of ours', async () => {
    const answer = failureOf(peer.request(call, WAIT));
    const error = { code: -1, message: 'no', status: 401, remedy: 'Send me your token.', cause: 'x' };
    transport.last().receive({ id: 1, error });
    expect(await answer).to.include({ code: 'server-error', status: undefined, remedy: undefined });
    expect(await answer).not.to.have.property('cause');
  });

  it('an error without an id belongs to the exchange it came on', async () => {
    const [one, two] = [failureOf(peer.request(call, WAIT)), peer.request(call, WAIT)];
    transport.sent[0]!.receive({ error: { code: -32700, message: 'Parse error' } });
    expect((await one).rpcCode).to.equal(-32700);
    transport.sent[1]!.answer('fine');
    expect(await two).to.equal('fine');
  });

  it('an id that comes back as text still fits', async () => {
    const answer = peer.request(call, WAIT);
    transport.last().receive({ id: '1', result: 'yes' });
    expect(await answer).to.equal('yes');
  });

  for (const id of [7, 'somebody-else', '', 1.5, '01', '1x', ' 1', '1.0', '0x1', 'undefined', 'null'])
    it(`an answer to nothing (id ${JSON.stringify(id)}) is skipped and said so`, async () => {
      const answer = peer.request(call, WAIT);
      transport.last().receive({ id, result: 'wrong' });
      await eventually(() => problems.length);
      expect(problems.map(({ code }) => code)).to.deep.equal(['bad-message']);
      expect(problems[0]!.message).to.contain('no request with its id');
      transport.last().answer('right');
      expect(await answer).to.equal('right');
    });

  it('a second answer changes nothing', async () => {
    const answer = peer.request(call, WAIT);
    transport.last().receive({ id: 1, result: 'first' }, { id: 1, result: 'second' });
    expect(await answer).to.equal('first');
    await eventually(() => problems.length);
    expect(problems).to.have.length(1);
  });

  it('an exchange that ends without the answer leaves the outcome open, and says so', async () => {
    verifies('dropped-stream-is-not-cancelled');
    const answer = failureOf(peer.request(call, WAIT));
    transport.last().end();
    const error = await answer;
    expect(error.code).to.equal('stream-ended');
    expect(error.message).to.contain('call');
    expect(error.remedy).to.contain('may have been carried out');
  });

  it('what the transport throws is what the caller sees', async () => {
    const answer = failureOf(peer.request(call, WAIT));
    const error = new McpError('http', verbatim('no'));
    transport.last().break(error);
    expect(await answer).to.equal(error);
  });

  it('an exchange that breaks after the answer breaks nothing', async () => {
    const answer = peer.request(call, WAIT);
    transport.last().receive({ id: 1, result: 'yes' });
    transport.last().break(new Error('late'));
    expect(await answer).to.equal('yes');
    await pause(0);
    expect(problems).to.be.empty;
  });

  describe('progress', () => {
    it('reaches the request with that token and no other, nor one that has ended', async () => {
      verifies('stray-progress-ignored');
      const seen: unknown[] = [];
      const watch = (progressToken: string): RequestOptions => ({
        ...WAIT,
        progressToken,
        onProgress: (value) => seen.push([progressToken, value]),
      });
      const one = peer.request(call, watch('a'));
      void peer.request(call, watch('b'));
      peer.progress('a', 1);
      peer.progress('c', 2);
      transport.sent[0]!.answer({});
      await one;
      peer.progress('a', 3);
      peer.progress('b', 4);
      expect(seen).to.deep.equal([
        ['a', 1],
        ['b', 4],
      ]);
    });
  });

  describe('the standing stream', () => {
    it('carries news, and answers to what was accepted elsewhere', async () => {
      const stop = new AbortController();
      const standing = peer.listen({ 'X-Extra': 'yes' }, stop.signal);
      const answer = peer.request(call, WAIT);
      transport.last().end('accepted');
      await pause(0);
      transport.standing!.onMessage({ jsonrpc: '2.0', method: 'news' });
      transport.standing!.onMessage({ jsonrpc: '2.0', id: 1, result: 'there' });
      expect(await answer).to.equal('there');
      expect(news.map(({ method }) => method)).to.deep.equal(['news']);
      expect(transport.standing!.headers).to.deep.equal({ 'X-Extra': 'yes' });
      transport.endStanding();
      await standing;
    });

    it('when it ends, what should have come on it has failed', async () => {
      const standing = peer.listen({}, new AbortController().signal);
      const [there, here] = [failureOf(peer.request(call, WAIT)), peer.request(call, WAIT)];
      transport.sent[0]!.end('accepted');
      await pause(0);
      transport.endStanding();
      await standing;
      expect((await there).code).to.equal('stream-ended');
      transport.sent[1]!.answer('fine');
      expect(await here).to.equal('fine');
    });

    it('ends at once where the transport has none', async () => {
      const none = { send: () => Promise.resolve('complete' as const), close: () => Promise.resolve() };
      await new Peer(none, { onNotification: () => {}, onProblem: () => {} }).listen({}, new AbortController().signal);
    });
  });

  it('what the page does with progress or news cannot break the stream', async () => {
    const errors: unknown[] = [];
    const { reportError } = globalThis;
    // What is reported fails a test run; here it is what should happen.
    globalThis.reportError = (error: Error) => errors.push(error.message);
    try {
      peer = new Peer(transport, {
        onNotification: ({ params }) => peer.progress(params?.['token'] as string, 1),
        onProblem: (problem) => problems.push(problem),
      });
      const onProgress = (): never => {
        throw new Error('a mistake of the page');
      };
      const answer = peer.request(call, { ...WAIT, progressToken: 'a', onProgress });
      transport.last().receive({ method: 'news', params: { token: 'a' } }, { id: 1, result: 'yes' });
      expect(await answer).to.equal('yes');
      expect(errors).to.deep.equal(['a mistake of the page']);
    } finally {
      globalThis.reportError = reportError;
    }
  });
});

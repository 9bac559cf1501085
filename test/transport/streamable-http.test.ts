import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, type Reply } from '/__servers__.js';
import { STREAM_LINGER_MS } from '../../src/transport/http.js';
import { Peer } from '../../src/jsonrpc/peer.js';
import { StreamableHttp } from '../../src/transport/streamable-http.js';
import { ManualClock } from '../fixtures/clock.js';
import { endpointAt, exchange, request, type Exchanged } from '../fixtures/exchange.js';
import { eventually } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';

const call = request('tools/call', { name: 'echo' });
const news = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } };
const ok = (result: unknown): object => ({ jsonrpc: '2.0', id: call.id, result });

/** What comes of a call that a server without sessions answers like this. */
async function callWith(reply: Reply): Promise<Exchanged & { problems: readonly { code: string }[] }> {
  const endpoint = endpointAt(await script({ session: false, replies: { 'tools/call': reply } }));
  return { ...(await exchange(new StreamableHttp(endpoint), call)), problems: endpoint.problems };
}

describe('StreamableHttp: one POST, one answer', () => {
  const clock = new ManualClock();

  describe('as JSON', () => {
    it('a message', async () => {
      verifies('post-accepts-json-and-events');
      expect(await callWith({ result: { a: 1 } })).to.deep.include({ received: [ok({ a: 1 })], end: 'complete' });
    });
    it('whatever the parameters of its type', async () => {
      const type = 'Application/JSON; charset=utf-8';
      expect((await callWith({ text: JSON.stringify(ok({})), type })).received).to.deep.equal([ok({})]);
    });
    it('a batch', async () => {
      expect((await callWith({ message: [news, ok({})] })).received).to.deep.equal([news, ok({})]);
    });
    it('a bad message in a batch is reported, the others come', async () => {
      const { received, problems } = await callWith({ message: [ok({}), { jsonrpc: '1.0' }] });
      expect(received).to.deep.equal([ok({})]);
      expect(problems.map(({ code }) => code)).to.deep.equal(['bad-message']);
    });
  });

  describe('as a stream of events', () => {
    it('messages in their order, the response last', async () => {
      verifies('post-accepts-json-and-events');
      const { received, end } = await callWith({ sse: [news, news, { response: { a: 1 } }] });
      expect(received).to.deep.equal([news, news, ok({ a: 1 })]);
      expect(end).to.equal('complete');
    });
    it('each as it comes, not all at the end', async () => {
      const url = await script({
        session: false,
        replies: { 'tools/call': { sse: [news, { heard: 'ping' }, { response: {} }] } },
      });
      const received: unknown[] = [];
      const { end } = await exchange(new StreamableHttp(endpointAt(url)), call, {
        onMessage: (message) => {
          if (received.push(message) === 1)
            void exchange(new StreamableHttp(endpointAt(url)), { id: 9, method: 'ping' });
        },
      });
      expect([received, end]).to.deep.equal([[news, ok({})], 'complete']);
    });
    it('comments, priming events, unknown types and bad messages do not hide what follows', async () => {
      verifies('comments-keep-alive');
      const { received, problems } = await callWith({
        sse: [': hello\n\n', 'id: 1\ndata:\n\n', 'event: other\ndata: {}\n\n', 'data: {oops\n\n', { response: {} }],
      });
      expect(received).to.deep.equal([ok({})]);
      expect(problems.map(({ code }) => code)).to.deep.equal(['bad-message']);
    });
    it('an answer that is no JSON is told by its beginning, and may have been carried out', async () => {
      const answer = '{"jsonrpc":"2.0","id":1,"result":{"value":NaN}}';
      const { error } = await callWith({ sse: [`data: ${answer}\n\n`] });
      expect(error).to.include({ code: 'bad-message' });
      expect(error!.message).to.contain(answer);
      expect(error!.remedy).to.equal('The request may have been carried out. Check before you try again.');
    });
    it('a message over several data lines, and a batch', async () => {
      verifies('batches-are-read');
      const lines = JSON.stringify([news, ok({})], null, 1).split('\n');
      const { received } = await callWith({ sse: [`${lines.map((line) => `data: ${line}`).join('\r\n')}\r\n\r\n`] });
      expect(received).to.deep.equal([news, ok({})]);
    });
  });

  describe('to what wants no answer', () => {
    const initialized = { method: 'notifications/initialized' };
    for (const [what, reply] of [
      ['202 without a body', { status: 202, text: '' }],
      ['202 that calls its empty body JSON', { status: 202, text: '', type: 'application/json' }],
      ['202 with null', { status: 202, text: 'null', type: 'application/json' }],
      ['204', { status: 204, text: '' }],
      ['200 with words', { status: 200, text: 'Accepted' }],
    ] as const)
      it(`${what} is fine`, async () => {
        const endpoint = endpointAt(await script({ session: false, replies: { '*': reply } }));
        const transport = new StreamableHttp(endpoint);
        for (const message of [initialized, { id: 'q', result: {} }])
          // oxlint-disable-next-line no-await-in-loop
          expect(await exchange(transport, message)).to.deep.equal({ received: [], end: 'complete' });
        expect(endpoint.problems).to.be.empty;
      });

    it('a refusal is a failure', async () => {
      const url = await script({
        replies: { '*': { status: 400, error: { code: -32600, message: 'No such session' } } },
      });
      const { error } = await exchange(new StreamableHttp(endpointAt(url)), initialized);
      expect(error!.message).to.equal('No such session');
    });
  });

  it('a request that is answered with nothing is said so', async () => {
    const { error } = await callWith({ status: 202, text: '', type: '' });
    expect(error!.code).to.equal('not-mcp');
    expect(error!.message).to.contain('status 202 and no message');
  });

  it('a stream that stays open after the answer is hung up on after a while, and what comes until then is heard', async () => {
    const url = await script({
      session: false,
      replies: { 'tools/call': { sse: [{ response: {} }, { wait: 20 }, news, { wait: 60_000 }], end: false } },
    });
    const life = new AbortController();
    const heard: unknown[] = [];
    const exchanged = exchange(new StreamableHttp(endpointAt(url)), call, {
      signal: life.signal,
      onMessage: (message) => heard.push(message),
    });
    await eventually(() => heard.length === 2);
    expect(heard).to.deep.equal([ok({}), news]);
    expect(clock.waits).to.deep.equal([STREAM_LINGER_MS]);
    await clock.advance(STREAM_LINGER_MS);
    const { error } = await exchanged;
    expect(error!.code).to.equal('stream-ended');
    life.abort();
    await eventually(async () => (await scriptedLog(url)).at(-1)!.aborted);
  });

  it('a call does so too, in every engine: nobody reading it closes no connection in Firefox', async () => {
    const url = await script({
      session: false,
      replies: { 'tools/call': { sse: [{ response: {} }, { wait: 60_000 }], end: false } },
    });
    const peer = new Peer(new StreamableHttp(endpointAt(url)), { onNotification: () => {}, onProblem: () => {} });
    await peer.request({ method: 'tools/call', params: { name: 'echo' } }, { timeoutMs: 5000, maxTimeoutMs: 5000 });
    await clock.advance(STREAM_LINGER_MS);
    await eventually(async () => (await scriptedLog(url)).at(-1)!.aborted);
    await peer.close();
  });

  it('has no session: an id it is given is not sent back, and leaving says nothing', async () => {
    const url = await script({ session: false, replies: { '*': { result: {}, headers: { 'mcp-session-id': 's' } } } });
    const transport = new StreamableHttp(endpointAt(url));
    await exchange(transport, request('ping'));
    await exchange(transport, request('ping'));
    await transport.close();
    const log = (await scriptedLog(url)).filter(({ method }) => method !== 'OPTIONS');
    expect(log.map(({ method }) => method)).to.deep.equal(['POST', 'POST']);
    expect(log[1]!.headers).not.to.have.property('mcp-session-id');
  });
});

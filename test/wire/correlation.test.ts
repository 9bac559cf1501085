import { expect } from '@esm-bundle/chai';
import type { RpcId, RpcMessage } from '../../src/jsonrpc/messages.js';
import { Correlation, type WireRelation } from '../../src/wire/correlation.js';

const call = (id: RpcId, progressToken?: string): RpcMessage => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'a', ...(progressToken && { _meta: { progressToken } }) },
});
const answer = (id: RpcId): RpcMessage => ({ jsonrpc: '2.0', id, result: {} });
const note = (method: string, params: object): RpcMessage => ({ jsonrpc: '2.0', method, params: { ...params } });

/** A connection, and what it finds for each message that is sent or received on it. */
function connection(): {
  sent(message: RpcMessage): WireRelation;
  received(message: RpcMessage, on?: RpcMessage): WireRelation;
  ended(message: RpcMessage): WireRelation;
  correlation: Correlation;
} {
  const correlation = new Correlation();
  return {
    correlation,
    sent: (message) => correlation.relate({ what: 'sent', message }),
    received: (message, on) => correlation.relate({ what: 'received', message, on }),
    ended: (message) => correlation.relate({ what: 'ended', message }),
  };
}

describe('a message and its request', () => {
  it('an answer has the request of its id, in both directions, once', () => {
    const { sent, received } = connection();
    const ours = sent(call(1)).request;
    const theirs = received(call(1)).request;
    expect(ours?.direction).to.equal('sent');
    expect(received(answer(1)).request).to.equal(ours);
    expect(sent(answer(1)).request).to.equal(theirs);
    expect(received(answer(1)).request).to.equal(undefined);
  });

  it('an answer to 7 may say "7", as some servers do; of a server’s own requests 1 and "1" are two', () => {
    const { sent, received } = connection();
    const ours = sent(call(7)).request;
    expect(received(answer('7')).request).to.equal(ours);
    const [one, other] = [received(call(1)).request, received(call('1')).request];
    expect(sent(answer('1')).request).to.equal(other);
    expect(sent(answer(1)).request).to.equal(one);
  });

  it('an error without an id belongs to the request on whose stream it came', () => {
    const { sent, received } = connection();
    const [one, other] = [call(1), call(2)];
    const { request } = sent(one);
    sent(other);
    const error = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } } as unknown as RpcMessage;
    expect(received(error, one).request).to.equal(request);
    expect(received(error).request).to.equal(undefined);
  });

  it('progress belongs to the request that has its token, else to the one on whose stream it came', () => {
    const { sent, received } = connection();
    const [one, other] = [call(1, 'a'), call(2, 'b')];
    const first = sent(one).request;
    const second = sent(other).request;
    expect(received(note('notifications/progress', { progressToken: 'a' }), other).about).to.equal(first);
    expect(received(note('notifications/progress', { progressToken: 'b' })).about).to.equal(second);
    expect(received(note('notifications/progress', { progressToken: 'c' }), other).about).to.equal(second);
    expect(received(note('notifications/message', {}), one).about).to.equal(first);
    expect(received(call(7), one).about).to.equal(first);
    expect(received(note('notifications/message', {})).about).to.equal(undefined);
  });

  it('who withdraws a request gets no answer to it', () => {
    const { sent, received } = connection();
    const { request } = sent(call(1));
    expect(received(note('notifications/cancelled', { requestId: 1 })).request).to.equal(undefined);
    expect(sent(note('notifications/cancelled', { requestId: 1 })).request).to.equal(request);
    expect(received(answer(1)).request).to.equal(undefined);
  });

  it('what withdraws no id is about no request', () => {
    const { sent, received } = connection();
    sent(call(1));
    for (const requestId of [null, undefined, {}, { toString: 1 }, [1], true])
      expect(received(note('notifications/cancelled', { requestId })).request).to.equal(undefined);
  });

  it('a request that ended is another than a later one of the same id', () => {
    const { sent, ended } = connection();
    const [one, again] = [call(1), call(1)];
    sent(one);
    const { request } = sent(again);
    expect(ended(one).request).to.equal(undefined);
    expect(ended(again).request).to.equal(request);
    expect(ended(again).request).to.equal(undefined);
  });

  it('when the connection is closed, every request without an answer is open, and then none', () => {
    const { correlation, sent, received } = connection();
    const requests = [sent(call(1)).request, sent(call(2)).request, received(call(1)).request];
    received(answer(1));
    expect(correlation.relate({ what: 'closed' }).open).to.deep.equal(requests.slice(1));
    expect(correlation.relate({ what: 'closed' }).open).to.deep.equal([]);
  });

  it('the revision is the one that was said last', () => {
    const { correlation, sent, received } = connection();
    sent({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } });
    expect(correlation.revision).to.equal(undefined);
    received({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } });
    expect(correlation.revision).to.equal('2025-06-18');
  });
});

import { expect } from '@esm-bundle/chai';
import { McpError, isMcpError, verbatim } from '../../src/errors.js';
import { Peer } from '../../src/jsonrpc/peer.js';
import { type Outgoing, type RequestOptions } from '../../src/jsonrpc/pending-request.js';
import type { RpcNotification } from '../../src/jsonrpc/messages.js';
import { failureOf } from '../fixtures/failure.js';
import { HandTransport } from '../fixtures/hand-transport.js';
import { pause } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';

const WAIT: RequestOptions = { timeoutMs: Infinity };
const call: Outgoing = { method: 'call', params: { a: 1 } };
const withFarewell: Outgoing = {
  method: 'call',
  cancelNotification: (id, reason) => ({ method: 'never-mind', params: { id, reason } }),
};

describe('Peer: giving up', () => {
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

  describe('cancelling', () => {
    it('ends the call at once, hangs up and says farewell', async () => {
      verifies('legacy-cancel-is-said');
      const abort = new AbortController();
      const answer = failureOf(peer.request(withFarewell, { ...WAIT, signal: abort.signal }));
      abort.abort('no longer needed');
      const error = await answer;
      expect(error.code).to.equal('cancelled');
      expect(error.cause).to.equal('no longer needed');
      expect(transport.sent[0]!.signal.aborted).to.equal(true);
      const { message } = transport.last('never-mind');
      expect(message).not.to.have.property('id');
      expect(message.params).to.deep.include({ id: 1 });
    });

    it('only hangs up where there is no farewell', async () => {
      const abort = new AbortController();
      const answer = failureOf(peer.request(call, { ...WAIT, signal: abort.signal }));
      abort.abort();
      await answer;
      expect(transport.sent).to.have.length(1);
      expect(transport.sent[0]!.signal.aborted).to.equal(true);
    });

    it('before it is sent means that it is never sent, and nothing is taken back', async () => {
      const answer = failureOf(peer.request(withFarewell, { ...WAIT, signal: AbortSignal.abort() }));
      expect((await answer).code).to.equal('cancelled');
      expect(transport.sent).to.be.empty;
    });

    it('after the answer does nothing', async () => {
      const abort = new AbortController();
      const answer = peer.request(withFarewell, { ...WAIT, signal: abort.signal });
      transport.last().answer('yes');
      await answer;
      abort.abort();
      expect(transport.sent).to.have.length(1);
    });

    it('the answer that comes all the same is no problem of the server', async () => {
      verifies('bad-news-breaks-nothing');
      const abort = new AbortController();
      const answer = failureOf(peer.request(withFarewell, { ...WAIT, signal: abort.signal }));
      abort.abort();
      await answer;
      transport.sent[0]!.receive({ id: 1, result: 'late' });
      expect(problems).to.be.empty;
    });

    it('of 1,000 cancelled calls each late answer is no problem; of more, only the oldest is forgotten', async () => {
      const abort = new AbortController();
      const calls = Array.from({ length: 1001 }, () =>
        failureOf(peer.request(withFarewell, { ...WAIT, signal: abort.signal })),
      );
      abort.abort();
      await Promise.all(calls);
      for (const id of [2, 500, 1001]) transport.sent[0]!.receive({ id, result: 'late' });
      expect(problems).to.be.empty;
      transport.sent[0]!.receive({ id: 1, result: 'late' });
      expect(problems.map(({ code }) => code)).to.deep.equal(['bad-message']);
    });

    it('with an error of ours as the reason, that is what is thrown', async () => {
      const abort = new AbortController();
      const answer = failureOf(peer.request(call, { ...WAIT, signal: abort.signal }));
      const reason = new McpError('closed', verbatim('The session was closed.'));
      abort.abort(reason);
      expect(await answer).to.equal(reason);
    });

    it('a farewell that is refused is a problem, not a failure', async () => {
      const abort = new AbortController();
      transport.accepts = false;
      const answer = failureOf(peer.request(withFarewell, { ...WAIT, signal: abort.signal }));
      abort.abort();
      transport.last('never-mind').break(new McpError('http', verbatim('no')));
      expect((await answer).code).to.equal('cancelled');
      await pause(0);
      expect(problems.map(({ message }) => message)).to.deep.equal(['no']);
    });
  });

  describe('closing', () => {
    it('ends every call with `closed`, hangs up and says goodbye', async () => {
      const answers = [failureOf(peer.request(withFarewell, WAIT)), failureOf(peer.request(call, WAIT))];
      await peer.close({ 'X-Extra': 'bye' });
      for (const error of await Promise.all(answers)) {
        expect(isMcpError(error)).to.equal(true);
        expect(error.code).to.equal('closed');
      }
      expect(transport.sent).to.have.length(2);
      for (const { signal } of transport.sent) expect(signal.aborted).to.equal(true);
      expect(transport.goodbye).to.deep.equal({ 'X-Extra': 'bye' });
    });

    it('twice says goodbye once', async () => {
      await peer.close({ first: '1' });
      await peer.close({ second: '2' });
      expect(transport.goodbye).to.deep.equal({ first: '1' });
    });

    it('nothing is sent and nothing is heard after it', async () => {
      void failureOf(peer.request(call, WAIT));
      await peer.close();
      transport.sent[0]!.receive({ method: 'news' });
      expect(news).to.be.empty;
      expect((await failureOf(peer.request(call, WAIT))).code).to.equal('closed');
      expect((await failureOf(peer.notify(call))).code).to.equal('closed');
      expect(transport.sent).to.have.length(1);
    });

    it('ends the standing stream', async () => {
      const standing = failureOf(peer.listen({}, new AbortController().signal));
      await peer.close();
      expect((await standing).code).to.equal('closed');
    });
  });
});

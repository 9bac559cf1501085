import { expect } from '@esm-bundle/chai';
import { Peer } from '../../src/jsonrpc/peer.js';
import {
  isTimeoutReason,
  MAX_RESTING_QUESTIONS,
  type Outgoing,
  type RequestOptions,
} from '../../src/jsonrpc/pending-request.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { HandTransport } from '../fixtures/hand-transport.js';
import { verifies } from '../requirements/verifies.js';

const call: Outgoing = { method: 'call', cancelNotification: (id) => ({ method: 'never-mind', params: { id } }) };

describe('Peer: time', () => {
  const clock = new ManualClock();
  let transport: HandTransport;
  let peer: Peer;
  let answerQuestion: ((result: unknown) => void) | undefined;
  const request = (options: RequestOptions): Promise<unknown> => peer.request(call, { progressToken: 'p', ...options });
  beforeEach(() => {
    transport = new HandTransport();
    answerQuestion = undefined;
    peer = new Peer(transport, {
      onNotification: () => {},
      onProblem: () => {},
      onRequest: () => new Promise((resolve) => (answerQuestion = resolve)),
    });
  });
  afterEach(() => peer.close());

  it('a request that is not answered in time ends, is hung up and taken back', async () => {
    verifies('timeout-cancels');
    const error = await clock.skipWaits(failureOf(request({ timeoutMs: 30 })), 30);
    expect(error.code).to.equal('timeout');
    expect(error.message).to.match(/did not answer call within 0 s|within 0\.0?3? ?s/);
    expect(error.remedy).to.contain('may have been carried out');
    expect(error.developerText!.text).to.contain('timeoutMs');
    expect(transport.sent[0]!.signal.aborted).to.equal(true);
    expect(transport.last().message.method).to.equal('never-mind');
    expect(isTimeoutReason(error.message), 'who reads the reason knows why').to.equal(true);
  });

  for (const reason of ['The user did not answer.', 'The server did not answer', 'Cancelled.', '', undefined, 7])
    it(`is not what another reason tells of: ${String(reason)}`, () => expect(isTimeoutReason(reason)).to.equal(false));

  it('says how long it waited, in seconds', async () => {
    expect((await clock.skipWaits(failureOf(request({ timeoutMs: 110 })), 110)).message).to.contain('within 0.1 s');
  });

  it('progress starts the clock again', async () => {
    const answer = request({ timeoutMs: 500 });
    for (let step = 0; step < 4; step++) {
      // oxlint-disable-next-line no-await-in-loop
      await clock.advance(200);
      peer.progress('p', step);
    }
    transport.sent[0]!.answer('in the end');
    expect(await answer).to.equal('in the end');
  });

  it('rests while something is asked, but for no more than a hundred questions', async () => {
    const answer = failureOf(request({ timeoutMs: 500 }));
    for (let count = 1; count <= MAX_RESTING_QUESTIONS; count++) {
      transport.sent[0]!.receive({ id: `q${count}`, method: 'ask' });
      // oxlint-disable-next-line no-await-in-loop
      await clock.advance(400);
      answerQuestion!({});
      // oxlint-disable-next-line no-await-in-loop
      await clock.advance(400);
    }
    transport.sent[0]!.receive({ id: 'one more', method: 'ask' });
    await clock.advance(600);
    expect((await answer).code).to.equal('timeout');
  });

  it('but not beyond the absolute limit', async () => {
    verifies('absolute-time-limit');
    const answer = failureOf(request({ timeoutMs: 60, maxTimeoutMs: 120 }));
    for (let step = 0; step < 6; step++) {
      peer.progress('p', step);
      // oxlint-disable-next-line no-await-in-loop
      await clock.advance(20);
    }
    const error = await answer;
    expect(error.code).to.equal('timeout');
    expect(error.message).to.contain('0.1 s');
  });

  for (const timeoutMs of [Infinity, 2 ** 31, 1e15])
    it(`${timeoutMs} ms is longer than a timer can wait, so nothing fires`, async () => {
      const answer = request({ timeoutMs, maxTimeoutMs: timeoutMs });
      await clock.advance(60_000);
      transport.sent[0]!.answer('yes');
      expect(await answer).to.equal('yes');
    });

  describe('while the other side waits for us', () => {
    const question = { id: 'q', method: 'ask' };
    /** What answers questions loads on demand. */
    const asked = (): Promise<unknown> => eventually(() => answerQuestion);

    it('no request times out', async () => {
      const answer = request({ timeoutMs: 40 });
      transport.sent[0]!.receive(question);
      await asked();
      await clock.advance(120);
      answerQuestion!('a person takes their time');
      await Promise.resolve();
      transport.sent[0]!.answer('thanks');
      expect(await answer).to.equal('thanks');
    });

    it('nor by progress that comes meanwhile', async () => {
      const answer = request({ timeoutMs: 40 });
      transport.sent[0]!.receive(question);
      await asked();
      await clock.advance(10);
      peer.progress('p', 1);
      await clock.advance(120);
      answerQuestion!({});
      transport.sent[0]!.answer('thanks');
      expect(await answer).to.equal('thanks');
    });

    it('not before the last of several questions is answered does the clock run again', async () => {
      const answer = failureOf(request({ timeoutMs: 60 }));
      transport.sent[0]!.receive(question);
      await asked();
      await clock.advance(10);
      const first = answerQuestion;
      transport.sent[0]!.receive({ id: 'q2', method: 'ask' });
      await eventually(() => answerQuestion !== first);
      await clock.advance(10);
      first!({});
      let ended = false;
      void answer.then(() => (ended = true));
      await clock.advance(120);
      expect(ended).to.equal(false);
      answerQuestion!({});
      expect((await clock.skipWaits(answer, 60)).code).to.equal('timeout');
    });

    it('nor does a request that is made meanwhile', async () => {
      const first = request({ timeoutMs: Infinity });
      transport.sent[0]!.receive(question);
      await asked();
      await clock.advance(10);
      const second = peer.request({ method: 'another' }, { timeoutMs: 40 });
      await clock.advance(120);
      answerQuestion!({});
      transport.last('another').answer('thanks');
      transport.sent[0]!.answer('too');
      expect(await Promise.all([first, second])).to.deep.equal(['too', 'thanks']);
    });

    it('the absolute limit still holds', async () => {
      const answer = failureOf(request({ timeoutMs: 40, maxTimeoutMs: 100 }));
      transport.sent[0]!.receive(question);
      await asked();
      expect((await clock.skipWaits(answer, 100)).code).to.equal('timeout');
    });
  });

  it('a notification the server never accepts is not waited for without end', async () => {
    transport.accepts = false;
    const error = await clock.skipWaits(failureOf(peer.notify({ method: 'news' }, { timeoutMs: 30 })), 30);
    expect(error.code).to.equal('timeout');
    expect(transport.last().signal.aborted).to.equal(true);
  });

  it('a notification ends with the signal it was given', async () => {
    transport.accepts = false;
    const abort = new AbortController();
    const accepted = failureOf(peer.notify({ method: 'news' }, { signal: abort.signal }));
    abort.abort();
    expect((await accepted).code).to.equal('cancelled');
  });
});

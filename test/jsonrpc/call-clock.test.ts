import { expect } from '@open-wc/testing';
import { CallClock } from '../../src/jsonrpc/call-clock.js';
import { Peer } from '../../src/jsonrpc/peer.js';
import { CountedClock } from '../fixtures/counted-clock.js';
import { pause } from '../fixtures/eventually.js';
import { HandTransport } from '../fixtures/hand-transport.js';

describe('the clock of a call', () => {
  let time: CountedClock;
  let transport: HandTransport;
  let peer: Peer;
  let answerQuestion: (result: unknown) => void;
  const request = (clock: CallClock): Promise<unknown> =>
    peer.request({ method: 'call' }, { timeoutMs: Infinity, clock });
  beforeEach(() => {
    time = new CountedClock(0);
    transport = new HandTransport();
    peer = new Peer(transport, {
      onNotification: () => {},
      onProblem: () => {},
      onRequest: () => new Promise((resolve) => (answerQuestion = resolve)),
    });
  });
  afterEach(() => {
    peer.close();
    time.restore();
  });

  it('begins when the request is sent, and stands still after the answer', async () => {
    const clock = new CallClock();
    expect(clock).to.include({ isSent: false, serverMs: undefined });
    const answer = request(clock);
    expect(clock.isSent).to.equal(true);
    time.pass(40);
    transport.last('call').answer('yes');
    await answer;
    expect(clock.serverMs).to.equal(40);
    time.pass(20);
    expect(clock.serverMs).to.equal(40);
  });

  it('stands still while the server waits for an answer from here', async () => {
    const clock = new CallClock();
    const answer = request(clock);
    transport.last('call').receive({ id: 'q', method: 'question' });
    await pause(10);
    expect(clock.isHeld).to.equal(true);
    time.pass(300);
    expect(clock.serverMs, 'nothing is counted').to.equal(0);
    answerQuestion({});
    await pause(0);
    expect(clock.isHeld).to.equal(false);
    transport.last('call').answer('yes');
    await answer;
    time.pass(7);
    expect(clock.heldMs).to.equal(300);
    expect(clock.serverMs).to.equal(0);
  });

  it('is not held by the question of another call', async () => {
    const [one, other] = [new CallClock(), new CallClock()];
    const answers = [request(one), request(other)];
    transport.sent[0]!.receive({ id: 'q', method: 'question' });
    await pause(10);
    expect([one.isHeld, other.isHeld]).to.deep.equal([true, false]);
    answerQuestion({});
    for (const sent of transport.sent.slice(0, 2)) sent.answer('yes');
    await Promise.all(answers);
  });

  it('is held by a question that names no call', async () => {
    const clock = new CallClock();
    const answer = request(clock);
    peer.listen(undefined, new AbortController().signal).catch(() => {});
    transport.standing!.onMessage({ jsonrpc: '2.0', id: 'q', method: 'question' });
    await pause(10);
    expect(clock.isHeld).to.equal(true);
    answerQuestion({});
    transport.sent[0]!.answer('yes');
    await answer;
  });

  it('adds up what several exchanges of a call took', async () => {
    const clock = new CallClock();
    for (let round = 0; round < 2; round++) {
      const answer = request(clock);
      time.pass(30);
      transport.last('call').answer('yes');
      // oxlint-disable-next-line no-await-in-loop
      await answer;
      time.pass(30);
    }
    const sum = transport.sent.reduce((ms, { time }) => ms + time!.serverMs, 0);
    expect(clock.serverMs).to.equal(sum);
    expect(sum).to.equal(60);
  });
});

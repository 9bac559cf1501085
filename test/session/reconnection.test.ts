import { expect } from '@esm-bundle/chai';
import { changeGate, gate, gateLog } from '/__servers__.js';
import type { Session, SessionState } from '../../src/index.js';
import { FIRST_STREAM_RETRY_MS, MAX_STREAM_RETRY_MS } from '../../src/transport/retry.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
];
const RECONNECT = { reconnect: true };

/** Milliseconds in which something would have happened that must not happen. */
const LATER_MS = 10_000;

describe('a connection that is lost', () => {
  const clock = new ManualClock();
  const { open } = sessions();
  const phaseOf = (session: { state: { get(): SessionState } }): string => session.state.get().phase;
  /** Lets the pause before the next attempt pass, and no time while one runs: real servers need theirs. */
  async function tryNext(session: Session, attempts = Infinity): Promise<void> {
    const state = session.state.get();
    if (state.phase !== 'lost' || state.retryAt === undefined || state.attempts >= attempts) return;
    // A time of day is not exact to the last fraction of a millisecond.
    await clock.advance(state.retryAt - clock.timeOfDay() + 1);
  }

  it('is noticed by its broken stream, tried again, and there once the server is', async () => {
    const url = await gate('everything', LINES);
    const session = await open(url, RECONNECT);
    await session.tools.list();
    const phases: string[] = [];
    session.state.subscribe(({ phase }) => phases.push(phase));
    await changeGate(url, { down: true });
    const lost = await eventually(
      async () => {
        // The stream is opened again after a pause. Once the connection is lost, the clock stands still: the server must not come
        // back in the middle of an attempt.
        const [next = Infinity] = clock.waits;
        if (phaseOf(session) !== 'lost' && next <= FIRST_STREAM_RETRY_MS) await clock.advance(next);
        return session.state.get();
      },
      ({ phase }) => phase === 'lost',
      8000,
    );
    expect(lost).to.have.property('server').that.has.property('name');
    await changeGate(url, { down: false });
    await eventually(async () => (await tryNext(session), phaseOf(session) === 'ready'));
    expect(phases).not.to.include('connecting');
    expect(phases).not.to.include('failed');
    expect(textOf(await session.tools.call('echo', { message: 'hi' }))).to.equal('Echo: hi');
  });

  it('is noticed by a call that has no answer', async () => {
    const url = await gate('modern', LINES);
    const session = await open(url, RECONNECT);
    await changeGate(url, { down: true });
    const failure = await failureOf(session.tools.call('echo', { message: 'hi' }));
    expect(failure.code).to.equal('network');
    await eventually(() => phaseOf(session) === 'lost');
  });

  it('is tried at once by connect() and by a call, and says when it is tried next', async () => {
    const url = await gate('everything', LINES);
    const session = await open(url, RECONNECT);
    await changeGate(url, { down: true });
    await failureOf(session.tools.call('echo', { message: 'hi' }));
    const waiting = await eventually(
      async () => (await tryNext(session, 1), session.state.get()),
      (state) => state.phase === 'lost' && state.retryAt !== undefined && state.attempts > 0,
      8000,
    );
    expect((waiting as SessionState & { phase: 'lost' }).retryAt).to.be.above(clock.timeOfDay());
    const failure = await failureOf(session.connect());
    expect(failure.code).to.equal('network');
    expect(phaseOf(session)).to.equal('lost');
    await changeGate(url, { down: false });
    expect(textOf(await session.tools.call('echo', { message: 'hi' }))).to.equal('Echo: hi');
    expect(phaseOf(session)).to.equal('ready');
  });

  it('is not tried any more after close()', async () => {
    const url = await gate('everything', LINES);
    const session = await open(url, RECONNECT);
    await changeGate(url, { down: true });
    await failureOf(session.tools.call('echo', { message: 'hi' }));
    await eventually(() => phaseOf(session) === 'lost');
    await session.close();
    await changeGate(url, { down: false });
    const before = (await gateLog(url)).length;
    await clock.advance(MAX_STREAM_RETRY_MS);
    await pause(50);
    expect(phaseOf(session)).to.equal('closed');
    expect((await gateLog(url)).length).to.equal(before);
  });

  it('is given up where the server answers with a refusal', async () => {
    const url = await gate('everything', LINES);
    let isRefused = false;
    const session = await open(url, {
      ...RECONNECT,
      fetch: (...asked) => (isRefused ? Promise.resolve(new Response('', { status: 401 })) : fetch(...asked)),
    });
    await changeGate(url, { down: true });
    await failureOf(session.tools.call('echo', { message: 'hi' }));
    await eventually(() => phaseOf(session) === 'lost');
    isRefused = true;
    const state = await eventually(
      async () => (await tryNext(session), session.state.get()),
      ({ phase }) => phase === 'failed',
      8000,
    );
    expect((state as SessionState & { phase: 'failed' }).error.code).to.equal('unauthorized');
  });

  it('without the option changes nothing by itself', async () => {
    const url = await gate('everything', LINES);
    const session = await open(url);
    await changeGate(url, { down: true });
    await failureOf(session.tools.call('echo', { message: 'hi' }));
    await clock.advance(LATER_MS);
    await pause(50);
    expect(phaseOf(session)).to.equal('ready');
  });
});

describe('a call that has no answer while the server is there', () => {
  const clock = new ManualClock();
  const { open } = sessions();

  it('leaves the connection as it is', async () => {
    const url = await gate('everything', LINES);
    let [breaks, isAnswered] = [false, false];
    const session = await open(url, {
      ...RECONNECT,
      fetch: async (input, init) => {
        const sent = typeof init?.body === 'string' ? init.body : '';
        if (breaks && sent.includes('tools/call')) throw new TypeError('broken');
        const response = await fetch(input, init);
        if (breaks && sent.includes('"ping"')) isAnswered = true;
        return response;
      },
    });
    breaks = true;
    const failure = await failureOf(session.tools.call('echo', { message: 'hi' }));
    expect(failure.remedy).to.match(/^The call may have gone through\. Check before you run it again\./);
    // The server is asked whether it is there, which has a time-out.
    await eventually(() => isAnswered);
    await pause(50);
    await clock.advance(LATER_MS);
    await pause(50);
    expect(session.state.get().phase).to.equal('ready');
  });
});

import { expect } from '@esm-bundle/chai';
import { script, type Reply } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { openAuditLog } from '../../src/session/person/index.js';
import { CallClock, type Session } from '../../src/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';

/** Milliseconds for which the person of these tests thinks: far longer than the server needs. */
const THINKING_MS = 150;

const elicitation = {
  message: 'Who?',
  requestedSchema: { type: 'object', properties: { a: { type: 'string' } } },
};
const question = { jsonrpc: '2.0', id: 'q1', method: 'elicitation/create', params: elicitation };
const done = { content: [{ type: 'text', text: 'done' }] };

describe('the time that a server took for a call', () => {
  const { open } = sessions();
  let queue: ApprovalQueue;
  let session: Session;
  let number = 0;
  let clock: CallClock;

  const serving = async (revision: string, reply: Reply | readonly Reply[], isDestructive = false): Promise<void> => {
    const tool = { name: 'x', inputSchema: { type: 'object' }, annotations: { destructiveHint: isDestructive } };
    const url = await script({
      revision,
      replies: { 'tools/list': { result: { tools: [tool] } }, 'tools/call': reply },
    });
    queue = new ApprovalQueue();
    queue.pending.subscribe(() => {});
    session = await open(url, { approvals: queue, capabilities: ['elicitation'], namespace: `call-time-${number++}` });
    await session.tools.list();
  };
  const answerLater = async (): Promise<void> => {
    const { id, kind } = await eventually(() => queue.pending.get()[0]!);
    // The question is there a moment before its time counts.
    await eventually(() => clock.isHeld);
    await pause(THINKING_MS);
    if (kind === 'tool-call') queue.approveCall(id, {});
    else queue.accept(id, { a: 'b' });
  };
  const call = async (): Promise<CallClock> => {
    clock = new CallClock();
    const begun = performance.now();
    await session.tools.call('x', {}, { initiator: 'person', clock });
    expect(clock.serverMs! + clock.heldMs, 'nothing is counted twice').to.be.at.most(performance.now() - begun);
    return clock;
  };
  /** What the transcript has of calls. */
  const recorded = async () => {
    const transcript = (await session.transcript.load())!;
    await transcript.flush();
    return transcript.entries.get().filter(({ method }) => method === 'tools/call');
  };
  const audited = (): Promise<number | undefined> =>
    eventually(
      () =>
        openAuditLog(session.options)
          .all.get()
          .find(({ about, outcome }) => about === 'x' && outcome)?.took,
      (took) => took !== undefined,
    );

  it('is the same for who called, in the transcript and in the audit log', async () => {
    await serving('2025-11-25', { result: done });
    await session.transcript.load();
    const { serverMs } = await call();
    const [entry] = await recorded();
    expect(entry!.duration).to.equal(serverMs);
    expect(entry).not.to.have.property('held');
    expect(await audited()).to.equal(serverMs);
  });

  it('is not the time in which the person is asked whether to run it', async () => {
    await serving('2025-11-25', { result: done }, true);
    await session.transcript.load();
    void answerLater();
    await call();
    expect(clock.heldMs).to.be.at.least(THINKING_MS - 5);
    expect(await audited()).to.equal(clock.serverMs);
    expect((await recorded())[0]!.duration).to.equal(clock.serverMs);
  });

  it('is not the time in which the server waits for the person', async () => {
    await serving('2025-11-25', { sse: [question, { wait: 2 * THINKING_MS }, { response: done }] });
    await session.transcript.load();
    void answerLater();
    await call();
    const [{ duration = 0, held = 0 } = {}] = await recorded();
    expect(held).to.be.at.least(THINKING_MS - 5);
    expect(duration, 'the whole exchange').to.be.at.least(2 * THINKING_MS - 5);
    expect(duration - held).to.be.closeTo(clock.serverMs!, 0.001);
    expect(await audited()).to.equal(clock.serverMs);
  });

  it('is that of both rounds where the answer of the server asks first', async () => {
    const { method, params } = question;
    await serving('2026-07-28', [
      { result: { resultType: 'input_required', inputRequests: { q: { method, params } } } },
      { result: { resultType: 'complete', ...done } },
    ]);
    await session.transcript.load();
    void answerLater();
    await call();
    expect(clock.heldMs).to.be.at.least(THINKING_MS - 5);
    const rounds = await recorded();
    expect(rounds.reduce((sum, { duration = 0 }) => sum + duration, 0)).to.equal(clock.serverMs);
  });
});

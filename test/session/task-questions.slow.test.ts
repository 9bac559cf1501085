import { expect } from '@open-wc/testing';
import { modernUrl, type Reply } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import type { SessionOptions } from '../../src/index.js';
import { MAX_TASK_QUESTIONS } from '../../src/session/task-polling.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { accepting, ack, asking, callTask, done, form, handle, look, type CalledTask } from '../fixtures/task-calls.js';
import { verifies } from '../requirements/verifies.js';

const model = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } };

describe('what a task asks', () => {
  const { open } = sessions();

  /** A call whose task asks, what was sent, and how it ends. */
  async function ask(
    looks: readonly Reply[],
    session: SessionOptions,
    replies?: Record<string, Reply | readonly Reply[]>,
  ): Promise<CalledTask & { params(method: string): Promise<any[]> }> {
    const called = await callTask(open, looks, { session, ...(replies && { replies }) });
    return { ...called, params: async (method) => (await called.sent(method)).map(({ body }) => body.params) };
  }

  it('is put once, however often it is seen, and the answers go together', async () => {
    verifies('task-questions-like-any-other');
    const seen: string[] = [];
    const { outcome, params } = await ask(
      [
        asking({ a: form('A'), b: form('B') }),
        asking({ a: form('A'), b: form('B') }),
        asking({ c: form('C') }),
        look(),
        done,
      ],
      {
        elicitor: async ({ message }) => {
          seen.push(message);
          return { action: 'accept', content: { to: message } };
        },
      },
    );
    await outcome;
    expect(seen).to.have.members(['A', 'B', 'C']);
    const updates = await params('tasks/update');
    expect(updates.map(({ taskId, inputResponses }) => ({ taskId, inputResponses }))).to.deep.equal([
      {
        taskId: 't-1',
        inputResponses: {
          a: { action: 'accept', content: { to: 'A' } },
          b: { action: 'accept', content: { to: 'B' } },
        },
      },
      { taskId: 't-1', inputResponses: { c: { action: 'accept', content: { to: 'C' } } } },
    ]);
    expect(updates[0]).not.to.have.property('requestState');
  });

  it('waits for the person in the same queue as what a call asks', async () => {
    verifies('task-questions-like-any-other');
    const approvals = new ApprovalQueue();
    const { outcome, params } = await ask([asking({ q: form('Where to?') }), asking({ q: form('Where to?') }), done], {
      approvals,
      capabilities: ['elicitation'],
    });
    const [question] = await eventually(
      () => approvals.pending.get(),
      (all) => all.length > 0,
    );
    expect(question).to.include({ kind: 'elicitation' });
    expect(question!.during).to.deep.include({ method: 'tools/call', name: 'echo' });
    approvals.accept(question!.id, { port: 'Brest' });
    await outcome;
    const [update] = await params('tasks/update');
    expect(update.inputResponses).to.deep.equal({ q: { action: 'accept', content: { port: 'Brest' } } });
  });

  it('leaves the screen when the task no longer waits for it', async () => {
    verifies('withdrawn-question-leaves');
    const approvals = new ApprovalQueue();
    const working = look({ pollIntervalMs: 300 });
    const { outcome, params } = await ask([asking({ q: form('Where to?') }), working, done], {
      approvals,
      capabilities: ['elicitation'],
    });
    await eventually(() => approvals.pending.get().length === 1);
    await eventually(() => approvals.pending.get().length === 0);
    expect(textOf(await outcome)).to.equal('done');
    expect(await params('tasks/update')).to.be.empty;
  });

  it('leaves the screen when the call is cancelled', async () => {
    const approvals = new ApprovalQueue();
    const session = await open(modernUrl, { approvals, capabilities: ['elicitation'] });
    const caller = new AbortController();
    const outcome = session.tools.call('survey-berth', { berth: 5, seconds: 0.2 }, { signal: caller.signal });
    await eventually(() => approvals.pending.get().length === 1);
    caller.abort();
    await failureOf(outcome);
    await eventually(() => approvals.pending.get().length === 0);
  });

  it('takes as long as the person needs: no clock runs meanwhile', async () => {
    const approvals = new ApprovalQueue();
    const session = await open(modernUrl, { approvals, capabilities: ['elicitation'] });
    const outcome = session.tools.call(
      'survey-berth',
      { berth: 6, seconds: 0.2 },
      { maxTimeoutMs: 900, timeoutMs: 500 },
    );
    outcome.catch(() => {});
    const [question] = await eventually(
      () => approvals.pending.get(),
      (all) => all.length > 0,
    );
    await pause(1200);
    approvals.accept(question!.id, { depth: 9 });
    expect(textOf(await outcome)).to.equal('Berth 6 is 9 m deep now.');
  });

  it('and the page’s policy denies: a form is declined, which is an answer', async () => {
    const { outcome, params } = await ask([asking({ q: form('A') }), done], {
      ...accepting,
      policy: { serverRequests: () => 'deny' },
    });
    await outcome;
    expect((await params('tasks/update'))[0].inputResponses).to.deep.equal({ q: { action: 'decline' } });
  });

  for (const [what, given, code] of [
    [
      'is refused and has no word for that',
      { sampler: async () => 'never', policy: { serverRequests: () => 'deny' } },
      'declined',
    ],
    ['was never offered here', {}, 'bad-message'],
    ['fails in the page’s own code', { sampler: () => Promise.reject(new Error('no key')) }, 'invalid-input'],
  ] as readonly [string, SessionOptions, string][])
    it(`and ${what}: the call ends, and the task is called back`, async () => {
      verifies('modern-refusal-ends-the-call');
      const { outcome, params } = await ask([asking({ m: model })], given);
      expect(await failureOf(outcome)).to.include({ code });
      await eventually(async () => (await params('tasks/cancel')).length === 1);
      expect(await params('tasks/update')).to.be.empty;
    });

  it('is answered once more when the answer was lost on its way', async () => {
    const { outcome, params } = await ask(
      [asking({ q: form('A') }), asking({ q: form('A') }), look({ pollIntervalMs: 1500 }), done],
      accepting,
      {
        'tasks/update': [{ status: 503, text: 'busy' }, ack],
      },
    );
    await outcome;
    const [first, second] = await params('tasks/update');
    expect(second.inputResponses).to.deep.equal(first.inputResponses);
  });

  it('ends the call where the server does not take the answer and still asks', async () => {
    const { outcome, params } = await ask([asking({ q: form('A') })], accepting, {
      'tasks/update': { error: { code: -32602, message: 'No such port' } },
    });
    expect(await failureOf(outcome)).to.include({ rpcCode: -32602, message: 'No such port' });
    await eventually(async () => (await params('tasks/cancel')).length === 1);
  });

  it('does not matter where the server does not take the answer because the task has ended', async () => {
    const { outcome } = await ask([asking({ q: form('A') }), done], accepting, {
      'tasks/update': { error: { code: -32602, message: 'Task has ended' } },
    });
    expect(textOf(await outcome)).to.equal('done');
  });

  it('has nothing to do with what the call asked before it became a task', async () => {
    verifies('rounds-answered-whole-and-apart');
    const seen: string[] = [];
    const { outcome, params } = await ask(
      [asking({ q: form('of the task') }), done],
      {
        elicitor: async ({ message }) => {
          seen.push(message);
          return { action: 'accept', content: {} };
        },
      },
      {
        'tools/call': [
          { result: { resultType: 'input_required', inputRequests: { q: form('of the call') }, requestState: 's' } },
          handle(),
        ],
      },
    );
    await outcome;
    expect(seen).to.deep.equal(['of the call', 'of the task']);
    expect((await params('tasks/update'))[0]).not.to.have.property('requestState');
  });

  it('has a limit', async () => {
    const many = Object.fromEntries(Array.from({ length: MAX_TASK_QUESTIONS + 1 }, (_, n) => [`q${n}`, form('A')]));
    const { outcome, params } = await ask([asking(many)], accepting);
    expect(await failureOf(outcome)).to.include({ code: 'limit' });
    await eventually(async () => (await params('tasks/cancel')).length === 1);
  });
});

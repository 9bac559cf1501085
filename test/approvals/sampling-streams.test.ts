import { expect } from '@esm-bundle/chai';
import { pause } from '../fixtures/eventually.js';
import { ApprovalController } from '../../src/approvals/controller.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import type { SamplingApproval } from '../../src/approvals/types.js';
import type { AnswerContext, Sampler } from '../../src/approvals/sampler.js';
import { SamplingBudget } from '../../src/approvals/budget.js';
import { McpError, verbatim } from '../../src/errors.js';
import { failureOf } from '../fixtures/failure.js';
import { requestingServer, askSampling, samplingRequest } from '../support/questions.js';

describe('an answer that comes piece by piece', () => {
  let queue: ApprovalQueue;
  let context!: AnswerContext;
  let end!: { resolve(text: string): void; reject(error: unknown): void };
  const first = (): SamplingApproval => queue.pending.get()[0] as SamplingApproval;

  beforeEach(() => {
    queue = new ApprovalQueue();
    queue.sampler = (_, given) => {
      context = given;
      return new Promise((resolve, reject) => (end = { resolve, reject }));
    };
    askSampling(queue);
    queue.callModel(first().id, samplingRequest, { model: 'big' });
  });

  it('is seen as it comes, at most twenty times a second', async () => {
    let seen = 0;
    queue.pending.subscribe(() => seen++);
    for (let count = 1; count <= 100; count++) context.onPartial!('x'.repeat(count));
    await pause(120);
    expect(first().step).to.deep.include({ at: 'generating', text: 'x'.repeat(100) });
    expect(seen).to.equal(1);
  });

  it('is asked of the model that was chosen', () => {
    expect(context.model).to.equal('big');
  });

  it('is kept for editing when it is stopped', async () => {
    context.onPartial!('Half a sen');
    queue.stopGenerating(first().id);
    await pause(0);
    const { step } = first();
    expect(step).to.deep.include({ at: 'review-response', problem: undefined });
    expect(step.at === 'review-response' && step.response).to.deep.equal({
      role: 'assistant',
      content: [{ type: 'text', text: 'Half a sen' }],
      model: 'big',
      stopReason: 'stopped',
    });
    expect(context.signal.aborted).to.equal(true);
  });

  it('is kept, with the reason, when it breaks off', async () => {
    context.onPartial!('Half');
    end.reject(new McpError('stream-ended', verbatim('Broken.')));
    await pause(0);
    const { step } = first();
    expect(step.at === 'review-response' && step.problem?.message).to.equal('Broken.');
  });

  it('goes back to the request when nothing came', async () => {
    queue.stopGenerating(first().id);
    await pause(0);
    expect(first().step).to.deep.include({ at: 'review-request', problem: undefined });
  });

  it('says nothing more once it is whole, and can be asked for again', async () => {
    end.resolve('Whole.');
    await pause(0);
    context.onPartial!('Late');
    await pause(80);
    expect(first().step.at).to.equal('review-response');
    queue.callModel(first().id, samplingRequest);
    expect(first().step.at).to.equal('generating');
    expect(queue.budget.read(requestingServer.server.url).requests).to.equal(2);
  });
});

describe('a budget that is used up', () => {
  const answers: Sampler = async (_, { onUsage }) => {
    onUsage?.({ inputTokens: 60, outputTokens: 40 });
    return 'Yes.';
  };
  const spent = (past: 'ask' | 'refuse'): SamplingBudget => {
    const budget = new SamplingBudget({ tokensPerSession: 100, past });
    budget.spend(requestingServer.server.url, { inputTokens: 100, outputTokens: 0 });
    return budget;
  };
  const first = (queue: ApprovalQueue): SamplingApproval => queue.pending.get()[0] as SamplingApproval;

  it('asks: only a deliberate act lets the model be asked', async () => {
    const queue = new ApprovalQueue({ budget: spent('ask') });
    queue.sampler = answers;
    askSampling(queue);
    queue.callModel(first(queue).id, samplingRequest);
    const { step } = first(queue);
    expect(step.at === 'review-request' && step.problem?.code).to.equal('limit');
    queue.callModel(first(queue).id, samplingRequest, { isBeyondBudget: true });
    await pause(0);
    expect(first(queue).step.at).to.equal('review-response');
    expect(queue.budget.read(requestingServer.server.url).tokens).to.equal(200);
  });

  it('refuses at once where the page says so, and nothing goes past it', async () => {
    const queue = new ApprovalQueue();
    queue.sampler = answers;
    askSampling(queue);
    queue.budget = spent('refuse');
    queue.callModel(first(queue).id, samplingRequest, { isBeyondBudget: true });
    expect(first(queue).step.at).to.equal('review-request');
    expect(await failureOf(askSampling(queue).answer)).to.include({ code: 'declined' });
  });

  it('does not keep anybody from answering by hand', () => {
    const queue = new ApprovalQueue({ budget: spent('refuse') });
    askSampling(queue);
    expect(queue.pending.get()).to.have.length(1);
  });

  const deskWith = (queue: ApprovalQueue | undefined, budget: SamplingBudget): ApprovalController =>
    new ApprovalController({
      queue,
      handlers: { sampler: answers, samplingBudget: budget },
      policy: () => 'allow',
      requestingServer: () => requestingServer,
    });
  const admit = (desk: ApprovalController): Promise<unknown> =>
    desk.authorize('sampling/createMessage', samplingRequest, { signal: new AbortController().signal });

  it('holds for what the page answers without the person too: then the person is asked', async () => {
    const queue = new ApprovalQueue();
    const budget = new SamplingBudget({ requestsPerMinute: 1 });
    const desk = deskWith(queue, budget);
    await admit(desk);
    expect(budget.read(requestingServer.server.url)).to.include({ requests: 1, tokens: 100 });
    void admit(desk);
    await pause(0);
    expect(queue.pending.get()).to.have.length(1);
  });

  it('and refuses where there is nobody to ask', async () => {
    expect(await failureOf(admit(deskWith(undefined, spent('ask'))))).to.include({ code: 'declined' });
    expect(await failureOf(admit(deskWith(new ApprovalQueue(), spent('refuse'))))).to.include({ code: 'declined' });
  });
});

import { expect } from '@esm-bundle/chai';
import { waitUntil } from '../fixtures/eventually.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import type { SamplingApproval, SamplingStep } from '../../src/approvals/types.js';
import { McpError, verbatim } from '../../src/errors.js';
import type { SamplingResult } from '../../src/protocol/model.js';
import {
  askAwaitedPage,
  askForm,
  askPage,
  askRoots,
  askSampling,
  requestingServer,
  samplingRequest,
} from '../support/questions.js';
import { verifies } from '../requirements/verifies.js';

const answer: SamplingResult = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], model: 'm' };
const failure = (promise: Promise<unknown>): Promise<McpError> =>
  promise.then(
    () => expect.fail('was answered'),
    (error: unknown) => error as McpError,
  );

describe('ApprovalQueue', () => {
  let queue: ApprovalQueue;
  const first = (): SamplingApproval => queue.pending.get()[0] as SamplingApproval;
  const step = (): SamplingStep => first().step;
  const reach = (at: SamplingStep['at']): Promise<void> => waitUntil(() => step().at === at, `never came to ${at}`);
  beforeEach(() => {
    queue = new ApprovalQueue();
  });

  describe('waiting', () => {
    it('holds what was asked, by whom and during what, oldest first, each with an id of its own', () => {
      askSampling(queue);
      askForm(queue);
      askRoots(queue);
      const pending = queue.pending.get();
      expect(pending.map(({ kind }) => kind)).to.deep.equal(['sampling', 'elicitation', 'roots']);
      expect(new Set(pending.map(({ id }) => id))).to.have.property('size', 3);
      expect(first()).to.deep.include({ requestingServer, asked: samplingRequest });
      expect(first().during).to.deep.equal({ method: 'tools/call', name: 'get-weather' });
      expect(first().since).to.be.closeTo(Date.now(), 5000);
    });

    it('tells its followers of every change', () => {
      const lengths: number[] = [];
      queue.pending.subscribe((pending) => lengths.push(pending.length));
      askForm(queue);
      askForm(queue).withdraw();
      queue.cancel(queue.pending.get()[0]!.id);
      expect(lengths).to.deep.equal([1, 2, 1, 0]);
    });
  });

  describe('the life of a question', () => {
    it('leaves in the tick in which its signal aborts', async () => {
      const { answer: promise, withdraw } = askForm(queue);
      withdraw();
      expect(queue.pending.get()).to.be.empty;
      expect(await failure(promise)).to.have.property('code', 'cancelled');
    });

    it('passes on why it was withdrawn', async () => {
      const reason = new McpError('closed', verbatim('The session was closed.'));
      const { answer: promise, withdraw } = askSampling(queue);
      const { id } = first();
      withdraw(reason);
      expect(await failure(promise)).to.equal(reason);
      expect(queue.ended.get()).to.deep.equal({ id, kind: 'sampling', requestingServer, how: 'withdrawn', reason });
    });

    it('one that cannot be shown is refused in the page’s name, and nobody has declined', async () => {
      const reason = new McpError('load', verbatim('The part did not load.'), { remedy: verbatim('Reload the page.') });
      for (const { answer: promise } of [askSampling(queue), askForm(queue), askRoots(queue)]) {
        const { id } = queue.pending.get()[0]!;
        queue.cannotShow(id, reason);
        // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
        expect(await failure(promise)).to.include({
          code: 'load',
          rpcCode: -32000,
          message: 'This page could not show the question, so nobody was asked.',
          remedy: 'Reload the page.',
        });
        expect(queue.ended.get()).to.include({ id, how: 'withdrawn', reason });
      }
      expect(queue.pending.get()).to.be.empty;
    });

    it('never enters when it is over already', async () => {
      const promise = queue.add('roots/list', undefined, requestingServer, undefined, AbortSignal.abort());
      expect(queue.pending.get()).to.be.empty;
      expect(await failure(promise)).to.have.property('code', 'cancelled');
    });

    it('says how it ended, and keeps nothing of what was asked', () => {
      verifies('sampling-not-retained');
      askForm(queue);
      queue.accept(queue.pending.get()[0]!.id, { name: 'Ada' });
      expect(queue.ended.get()).to.include({ kind: 'elicitation', how: 'answered' });
      expect(queue.ended.get()).not.to.have.any.keys('asked', 'step');
      askForm(queue);
      queue.decline(queue.pending.get()[0]!.id);
      expect(queue.ended.get()?.how).to.equal('refused');
    });

    it('is decided once: whatever comes later changes nothing', async () => {
      const { answer: promise, withdraw } = askForm(queue);
      const { id } = queue.pending.get()[0]!;
      queue.accept(id, { name: 'Ada' });
      queue.decline(id);
      withdraw();
      expect(await promise).to.deep.equal({ action: 'accept', content: { name: 'Ada' } });
      expect(queue.ended.get()?.how).to.equal('answered');
    });
  });

  describe('elicitation', () => {
    it('sends accept with the content as it is', async () => {
      const { answer: promise } = askForm(queue);
      const content = { name: 'Ada', newsletter: false };
      queue.accept(queue.pending.get()[0]!.id, content);
      expect(await promise).to.deep.equal({ action: 'accept', content });
    });

    for (const action of ['decline', 'cancel'] as const)
      it(`sends ${action} as an answer of its own`, async () => {
        verifies('decline-is-not-cancel');
        const { answer: promise } = askForm(queue);
        queue[action](queue.pending.get()[0]!.id);
        expect(await promise).to.deep.equal({ action });
      });
  });

  describe('a page to visit', () => {
    const id = (): string => queue.pending.get()[0]!.id;
    const steps = (): unknown[] =>
      queue.pending.get().map((approval) => approval.kind === 'elicitation' && approval.step);
    const unsettled = async (promise: Promise<unknown>): Promise<void> => {
      const later = {};
      expect(await Promise.race([promise, Promise.resolve(later)])).to.equal(later);
    };

    it('that no call waits for is over once the person agreed to open it', async () => {
      const { answer: promise } = askPage(queue, 'https://pay.example/', { elicitationId: '1' });
      expect(steps()).to.deep.equal(['review']);
      queue.accept(id());
      expect(await promise).to.deep.equal({ action: 'accept' });
      expect(queue.pending.get()).to.be.empty;
    });

    it('that the call waits for stays until the person says that they are done', async () => {
      verifies('call-repeated-after-the-page');
      const { answer: promise } = askAwaitedPage(queue);
      queue.accept(id());
      expect(steps()).to.deep.equal(['opened']);
      await unsettled(promise);
      queue.resume(id());
      expect(await promise).to.deep.equal({ action: 'accept' });
      expect(queue.ended.get()?.how).to.equal('answered');
    });

    it('is not done before it was opened', () => {
      askAwaitedPage(queue);
      queue.resume(id());
      expect(steps()).to.deep.equal(['review']);
    });

    for (const action of ['decline', 'cancel'] as const)
      it(`can be given up while it is open: ${action}`, async () => {
        verifies('call-repeated-after-the-page');
        const { answer: promise } = askAwaitedPage(queue);
        queue.accept(id());
        queue[action](id());
        expect(await promise).to.deep.equal({ action });
      });

    it('is done when its server says so', async () => {
      const { answer: promise } = askAwaitedPage(queue, 'a');
      const other = askAwaitedPage(queue, 'b');
      queue.accept(id());
      queue.elicitationComplete(requestingServer.server.url, 'a');
      expect(await promise).to.deep.equal({ action: 'accept' });
      expect(queue.ended.get()?.how).to.equal('completed');
      expect(steps()).to.deep.equal(['review']);
      await unsettled(other.answer);
    });

    it('need not be opened any more when its server says that it is done', async () => {
      const { answer: promise } = askAwaitedPage(queue);
      queue.elicitationComplete(requestingServer.server.url, '1');
      expect(await promise).to.deep.equal({ action: 'accept' });
    });

    for (const [what, server, named] of [
      ['an id nobody knows', requestingServer.server.url, 'x'],
      ['an id of another server', 'https://other.example/mcp', '1'],
      ['no id', requestingServer.server.url, ''],
    ] as const)
      it(`goes on unmoved by ${what}`, async () => {
        verifies('unknown-page-end-ignored');
        const { answer: promise } = askAwaitedPage(queue);
        queue.accept(id());
        queue.elicitationComplete(server, named);
        expect(steps()).to.deep.equal(['opened']);
        await unsettled(promise);
      });

    it('is done once: its end is old news afterwards', async () => {
      verifies('unknown-page-end-ignored');
      const { answer: promise } = askAwaitedPage(queue);
      queue.decline(id());
      queue.elicitationComplete(requestingServer.server.url, '1');
      expect(await promise).to.deep.equal({ action: 'decline' });
      expect(queue.ended.get()?.how).to.equal('refused');
    });

    it('nobody agreed to open is not accepted by its server', async () => {
      const { answer: promise } = askPage(queue, 'https://pay.example/', { elicitationId: '1' });
      queue.elicitationComplete(requestingServer.server.url, '1');
      expect(steps()).to.deep.equal(['review']);
      await unsettled(promise);
    });

    it('leaves when the call it belongs to ends', async () => {
      const { answer: promise, withdraw } = askAwaitedPage(queue);
      queue.accept(id());
      withdraw();
      expect(await failure(promise)).to.have.property('code', 'cancelled');
      expect(queue.pending.get()).to.be.empty;
    });
  });

  describe('sampling and roots', () => {
    for (const action of ['decline', 'cancel'] as const)
      it(`have no answer that says no: ${action} is an error for the asker`, async () => {
        const sampling = askSampling(queue);
        const roots = askRoots(queue);
        for (const { id } of queue.pending.get()) queue[action](id);
        expect(await failure(sampling.answer)).to.have.property('code', 'declined');
        expect(await failure(roots.answer)).to.have.property('code', 'declined');
      });

    it('cannot be accepted like a form', () => {
      askSampling(queue);
      queue.accept(first().id, {});
      expect(queue.pending.get()).to.have.length(1);
    });

    it('send exactly the response that the person agreed to', async () => {
      const { answer: promise } = askSampling(queue);
      queue.respond(first().id, answer);
      expect(await promise).to.equal(answer);
    });
  });

  describe('asking the model', () => {
    const edited = { ...samplingRequest, maxTokens: 10 };

    it('gives the sampler the request as edited and then waits for a second look', async () => {
      const seen: unknown[] = [];
      queue.sampler = (request, { server }) => Promise.resolve((seen.push(request, server), answer));
      askSampling(queue);
      queue.callModel(first().id, edited);
      expect(step()).to.deep.include({ at: 'generating', request: edited });
      await reach('review-response');
      expect(seen).to.deep.equal([edited, requestingServer.server]);
      expect(step()).to.deep.include({ at: 'review-response', request: edited, response: answer });
      expect(first().asked, 'what the server asked stays').to.deep.equal(samplingRequest);
    });

    it('takes a plain string as the assistant’s text', async () => {
      queue.sampler = () => Promise.resolve('Short.');
      askSampling(queue);
      queue.callModel(first().id, samplingRequest);
      await reach('review-response');
      expect((step() as { response: SamplingResult }).response).to.deep.equal({
        role: 'assistant',
        content: [{ type: 'text', text: 'Short.' }],
        model: 'unknown',
        stopReason: 'endTurn',
      });
    });

    it('comes back to the request, edits kept, when the sampler fails', async () => {
      queue.sampler = () => Promise.reject(new Error('429'));
      askSampling(queue);
      queue.callModel(first().id, edited);
      await reach('review-request');
      expect(step()).to.deep.include({ request: edited });
      expect((step() as { problem: McpError }).problem.message).to.equal('429');
    });

    it('comes back with the problem when the sampler throws at once', async () => {
      queue.sampler = () => {
        throw new McpError('unauthorized', verbatim('No key.'));
      };
      askSampling(queue);
      queue.callModel(first().id, edited);
      await reach('review-request');
      expect((step() as { problem: McpError }).problem.code).to.equal('unauthorized');
    });

    it('comes back with the problem when the sampler gives something that is no answer', async () => {
      queue.sampler = () => Promise.resolve({ text: 'Done.' } as unknown as SamplingResult);
      askSampling(queue);
      queue.callModel(first().id, edited);
      await reach('review-request');
      expect((step() as { problem: McpError }).problem).to.have.property('code', 'invalid-input');
    });

    it('says so when there is no sampler', () => {
      askSampling(queue);
      queue.callModel(first().id, edited);
      expect(step()).to.deep.include({ at: 'review-request', request: edited });
      expect((step() as { problem: McpError }).problem.remedy).to.contain('yourself');
      expect((step() as { problem: McpError }).problem.developerText!.text).to.contain('sampler');
    });

    it('can be stopped, and asked again', async () => {
      const signals: AbortSignal[] = [];
      queue.sampler = (_, { signal }) => {
        signals.push(signal);
        return signals.length === 1 ? new Promise(() => {}) : Promise.resolve(answer);
      };
      askSampling(queue);
      queue.callModel(first().id, edited);
      queue.stopGenerating(first().id);
      await reach('review-request');
      expect((step() as { problem?: McpError }).problem, 'stopping is no problem').to.equal(undefined);
      queue.callModel(first().id, edited);
      await reach('review-response');
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true, false]);
    });

    it('is not started twice', () => {
      let calls = 0;
      queue.sampler = () => (calls++, new Promise(() => {}));
      askSampling(queue);
      queue.callModel(first().id, edited);
      queue.callModel(first().id, edited);
      expect(calls).to.equal(1);
    });

    it('goes back from the answer to the request', async () => {
      queue.sampler = () => Promise.resolve(answer);
      askSampling(queue);
      queue.callModel(first().id, edited);
      await reach('review-response');
      queue.reviseRequest(first().id);
      expect(step()).to.deep.equal({ at: 'review-request', request: edited });
    });

    it('goes back from nothing where the question is over', () => {
      queue.sampler = () => Promise.resolve(answer);
      askSampling(queue);
      queue.reviseRequest('another');
      expect(queue.pending.get()).to.have.length(1);
    });

    for (const [how, end] of [
      ['withdrawn', (q: ApprovalQueue, withdraw: () => void) => withdraw()],
      ['declined', (q: ApprovalQueue) => q.decline(q.pending.get()[0]!.id)],
    ] as const)
      it(`is aborted when the question is ${how}, and a late answer changes nothing`, async () => {
        let signal: AbortSignal | undefined;
        let arrive: (result: SamplingResult) => void = () => {};
        queue.sampler = (_, context) => {
          ({ signal } = context);
          return new Promise((resolve) => (arrive = resolve));
        };
        const { answer: promise, withdraw } = askSampling(queue);
        queue.callModel(first().id, edited);
        end(queue, withdraw);
        expect(signal?.aborted).to.equal(true);
        arrive(answer);
        await failure(promise);
        expect(queue.pending.get()).to.be.empty;
      });
  });
});

import { aTimeout, expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-approval-queue.js';
import type { McpApprovalDecideRequestEvent } from '../../components/events.js';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import { askForm, askSampling, requestingServer } from '../support/questions.js';

describe('<mcp-approval-queue>, many questions', () => {
  const on = new ApprovalQueueHarness();
  const others = (): string => on.part('others')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const first = { method: 'tools/call', name: 'first' };
  const second = { method: 'tools/call', name: 'second' };
  const outcomes = (asked: readonly { readonly answer: Promise<unknown> }[]): Promise<unknown[]> =>
    Promise.all(
      asked.map(({ answer }) =>
        answer.then(
          (value) => (value as { action?: string }).action,
          (error: { code: string }) => error.code,
        ),
      ),
    );

  describe('of one server', () => {
    it('are declined with one press, each in its own way', async () => {
      const asked = [askSampling(on.queue), askForm(on.queue), askSampling(on.queue)];
      await on.settled();
      expect(others()).to.contain('Files has 2 more questions.').and.contain('Decline all 3');
      on.part('decline-all-button')!.click();
      expect(await outcomes(asked)).to.deep.equal(['declined', 'decline', 'declined']);
      await on.settled();
      expect(on.dialog()).to.equal(null);
      expect(on.status(), 'the person did it themselves').to.equal('');
    });

    it('are told to the page one by one, which can keep any of them', async () => {
      askSampling(on.queue);
      const kept = askForm(on.queue);
      askSampling(on.queue);
      void kept.answer.catch(() => {});
      await on.settled();
      on.element.addEventListener('mcp-approval-decide-request', (event) => {
        if ((event as McpApprovalDecideRequestEvent).approval.kind === 'elicitation') event.preventDefault();
      });
      on.part('decline-all-button')!.click();
      await aTimeout(0);
      expect(on.queue.pending.get().map(({ kind }) => kind)).to.deep.equal(['elicitation']);
    });

    it('are not declined by a key that was meant for something else', async () => {
      for (let count = 0; count < 3; count++) void askForm(on.queue).answer.catch(() => {});
      await on.settled();
      expect(on.root().activeElement === on.dialog()).to.equal(true);
      await sendKeys({ press: 'Enter' });
      expect(on.queue.pending.get()).to.have.length(3);
    });

    it('are not declined by a key where the person writes the reply of a model', async () => {
      for (let count = 0; count < 3; count++) void askSampling(on.queue).answer.catch(() => {});
      await on.settled();
      expect(deepActiveElement(document)!.id).to.equal('by-hand');
      await sendKeys({ press: 'Enter' });
      expect(on.queue.pending.get()).to.have.length(3);
    });

    it('are no line of their own while there are two', async () => {
      askSampling(on.queue);
      askForm(on.queue);
      await on.settled();
      expect(on.part('others')).to.equal(null);
    });

    it('that were refused are counted, until the others are over', async () => {
      const asked = askSampling(on.queue);
      on.queue.noteRateLimited(requestingServer);
      for (let count = 0; count < 980; count++) on.queue.noteRateLimited(requestingServer);
      await on.settled();
      expect(others()).to.contain('It asked too much: 981 questions were refused.');
      on.queue.decline(on.queue.pending.get()[0]!.id);
      await asked.answer.catch(() => {});
      expect(on.queue.rateLimited.get()).to.be.empty;
    });

    it('that are refused while none waits are nobody’s question', () => {
      on.queue.noteRateLimited(requestingServer);
      expect(on.queue.rateLimited.get()).to.be.empty;
    });
  });

  describe('of one call', () => {
    it('come together, whatever else was asked before them', async () => {
      askSampling(on.queue, { systemPrompt: '1' }, first);
      askSampling(on.queue, { systemPrompt: '2' }, second);
      askSampling(on.queue, { systemPrompt: '3' }, first);
      for (const { answer } of [askSampling(on.queue, {}, second)]) void answer.catch(() => {});
      await on.settled();
      expect(on.question()!.textContent!.trim()).to.equal('1 of 2 of this call, 4 in all');
      await on.press('decline-button');
      await on.settled();
      const shown = on.queue.pending
        .get()
        .find(({ id }) => id === (on.question() as { approval?: { id: string } }).approval!.id);
      expect(shown?.kind === 'sampling' && shown.asked.systemPrompt).to.equal('3');
      expect(on.question()!.textContent!.trim()).to.equal('1 of 3');
    });
  });
});

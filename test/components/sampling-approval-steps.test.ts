import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-sampling-approval.js';
import type { McpErrorEvent } from '../../components/events.js';
import { McpError, verbatim } from '../../src/errors.js';
import type { SamplingRequest, SamplingResult } from '../../src/protocol/model.js';
import { answer, SamplingApprovalHarness } from '../support/harness/sampling-approval.js';
import { verifies } from '../requirements/verifies.js';

describe('<mcp-sampling-approval>: from the request to the answer', () => {
  const on = new SamplingApprovalHarness();

  describe('editing the request', () => {
    const seenByModel = async (): Promise<SamplingRequest> => {
      await on.press('Ask the model');
      return on.pending().step.request;
    };

    it('sends exactly what was asked when nothing is edited', async () => {
      await on.show({ systemPrompt: 'Be brief.', temperature: 0.5 });
      expect(await seenByModel()).to.equal(on.pending().asked);
    });

    it('sends the edited system prompt, message and limits, and nothing else changed', async () => {
      verifies('sampling-reviewed-twice');
      await on.show({
        systemPrompt: 'Be brief.',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi', annotations: { priority: 1 } }] }],
        temperature: 0.5,
        metadata: { trace: 1 },
      });
      await on.press('Edit System prompt');
      await on.type(on.root().querySelector('#field-system')!, 'Be kind.');
      await on.press('Edit Message 1');
      await on.type(on.root().querySelector('#field-message-0-0')!, 'Hello');
      await on.press('Edit limits');
      await on.type(on.root().querySelector('#field-maxTokens')!, '100');
      await on.type(on.root().querySelector('#field-temperature')!, '');
      expect(await seenByModel()).to.deep.equal({
        systemPrompt: 'Be kind.',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', annotations: { priority: 1 } }] }],
        maxTokens: 100,
        metadata: { trace: 1 },
      });
    });

    it('marks what is edited and puts it back on demand', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      await on.press('Edit System prompt');
      expect(on.item('System prompt').querySelector('.edited')).not.to.exist;
      await on.type(on.root().querySelector('textarea')!, 'Be kind.');
      expect(on.item('System prompt').querySelector('.edited')!.textContent).to.equal('edited');
      await on.press('Reset System prompt');
      expect(on.root().querySelector('textarea')!.value).to.equal('Be brief.');
      expect(on.item('System prompt').querySelector('.edited')).not.to.exist;
    });

    it('leaves an emptied system prompt out', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      await on.press('Edit System prompt');
      await on.type(on.root().querySelector('textarea')!, '');
      expect(await seenByModel()).not.to.have.property('systemPrompt');
    });

    it('never asks for more tokens than the server did', async () => {
      verifies('token-limit-held');
      await on.show({ maxTokens: 500 });
      await on.press('Edit limits');
      const field = on.root().querySelector<HTMLInputElement>('#field-maxTokens')!;
      await on.type(field, '501');
      expect(field.getAttribute('aria-invalid')).to.equal('true');
      expect(on.root().querySelector('#issue-maxTokens')!.textContent).to.equal('A whole number from 1 to 500.');
      await on.press('Ask the model');
      expect(on.pending().step.at).to.equal('review-request');
      expect(on.root().activeElement).to.equal(field);
    });

    it('moves the focus into the field that opens and back to its button', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      await on.press('Edit System prompt');
      expect(on.root().activeElement).to.equal(on.root().querySelector('#field-system'));
      await on.press('Done System prompt');
      expect(on.root().activeElement).to.equal(on.button('Edit System prompt'));
    });

    it('closes a field with Escape as it was, other edits kept, the question still open', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      await on.press('Edit System prompt');
      await on.press('Edit Message 1');
      await on.type(on.root().querySelector('#field-message-0-0')!, 'Hello');
      await on.type(on.root().querySelector('#field-system')!, 'Be kind.');
      on.root().querySelector<HTMLElement>('#field-system')!.focus();
      await sendKeys({ press: 'Escape' });
      expect(on.text('System prompt')).to.equal('Be brief.');
      expect(on.root().querySelector<HTMLTextAreaElement>('#field-message-0-0')!.value).to.equal('Hello');
      expect(on.queue.pending.get()).to.have.length(1);
    });

    it('keeps the edits when the model did not answer, and says why', async () => {
      on.queue.sampler = () =>
        Promise.reject(
          new McpError('http', verbatim('The model service answered 429.'), { remedy: verbatim('Wait a minute.') }),
        );
      await on.show({ systemPrompt: 'Be brief.' });
      await on.press('Edit System prompt');
      await on.type(on.root().querySelector('textarea')!, 'Be kind.');
      setTimeout(() => void on.press('Ask the model'));
      const { error } = (await oneEvent(on.element, 'mcp-error')) as McpErrorEvent;
      expect(error.code).to.equal('http');
      const note = on.root().querySelector('[part~="error"]:not([data-name])')!.textContent!;
      expect(note).to.contain('The model service answered 429.').and.to.contain('Wait a minute.');
      expect(on.text('System prompt')).to.equal('Be kind.');
    });
  });

  describe('while the model answers', () => {
    it('shows how long, can be stopped, and goes back to the request', async () => {
      on.queue.sampler = () => new Promise(() => {});
      await on.show();
      await on.press('Ask the model');
      expect(on.title()).to.equal('Your model is answering');
      expect(on.root().querySelector('[role="timer"]')!.textContent).to.contain('0 s');
      expect(on.button('Edit Message 1')).not.to.exist;
      await on.press('Stop');
      expect(on.title()).to.equal('Ask your model to answer this?');
    });

    it('keeps the focus in the question', async () => {
      on.queue.sampler = () => new Promise(() => {});
      await on.show();
      await on.press('Ask the model');
      expect(on.root().activeElement).to.equal(on.root().querySelector('[part~="title"]:not([data-name])'));
    });
  });

  describe('reviewing the answer', () => {
    const toReview = async (): Promise<void> => {
      await on.show();
      await on.press('Ask the model');
    };

    it('shows the answer, the model and why it stopped', async () => {
      await toReview();
      expect(on.title()).to.equal('Send this answer to Files?');
      expect(on.text('Answer')).to.equal('Two sentences.');
      expect(on.text('Model')).to.equal('claude-sonnet-4');
      expect(on.text('Stop reason')).to.contain('token limit');
    });

    it('sends what is shown', async () => {
      await toReview();
      await on.press('Send to Files');
      expect(await on.asked.answer).to.equal(answer);
    });

    it('sends the edited text, and the rest as it was', async () => {
      verifies('sampling-reviewed-twice');
      await toReview();
      await on.press('Edit Answer');
      await on.type(on.root().querySelector('textarea')!, 'One sentence.');
      await on.press('Send to Files');
      expect(await on.asked.answer).to.deep.equal({
        ...answer,
        content: [{ type: 'text', text: 'One sentence.', annotations: { priority: 1 } }],
      });
    });

    it('goes back to the request, and keeps what was edited there', async () => {
      await on.show();
      await on.press('Edit Message 1');
      await on.type(on.root().querySelector('textarea')!, 'Hello');
      await on.press('Ask the model');
      await on.press('Back');
      expect(on.text('Message 1')).to.equal('Hello');
      expect(on.item('Message 1').querySelector('.edited')).to.exist;
    });

    it('declines without telling the server anything of the answer', async () => {
      await toReview();
      await on.press('Decline');
      expect(await on.asked.answer.catch((error: McpError) => error.code)).to.equal('declined');
    });
  });

  describe('answering by hand', () => {
    const box = (): HTMLTextAreaElement => on.field('#by-hand');

    it('sends the text as the person’s', async () => {
      await on.show();
      await on.press('Answer myself');
      expect(on.root().activeElement).to.equal(box());
      await on.type(box(), 'From me.');
      await on.press('Send to Files');
      expect(await on.asked.answer).to.deep.equal({
        role: 'assistant',
        content: [{ type: 'text', text: 'From me.' }],
        model: 'human',
        stopReason: 'endTurn',
      });
    });

    it('says what is decided, and hides the edits of what no model will get', async () => {
      await on.show({ systemPrompt: 'Be brief.' });
      await on.press('Answer myself');
      expect(on.title()).to.equal('Reply in place of a model?');
      const names = [...on.root().querySelectorAll('.item button')].map((button) => button.textContent);
      expect(names, 'nothing to edit or leave out').to.deep.equal([]);
      expect(on.text('System prompt')).to.equal('Be brief.');
    });

    it('sends with Ctrl+Enter', async () => {
      await on.show();
      await on.press('Answer myself');
      await sendKeys({ type: 'Mine' });
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'Enter' });
      await sendKeys({ up: 'Control' });
      expect((await on.asked.answer).content).to.deep.equal([{ type: 'text', text: 'Mine' }]);
    });

    it('sends nothing empty', async () => {
      await on.show();
      await on.press('Answer myself');
      await on.press('Send to Files');
      expect(on.root().querySelector('[role="alert"]#by-hand-issue')!.textContent).to.equal('Write a reply first.');
      expect(on.queue.pending.get()).to.have.length(1);
    });

    it('is there at once where the page has no model', async () => {
      on.queue.sampler = undefined;
      await on.show();
      expect(on.title()).to.equal('Reply in place of a model?');
      expect(box()).to.exist;
      expect(on.root().querySelector('.body')!.textContent).to.contain('No model is connected to this page.');
      const buttons = [...on.root().querySelectorAll('footer button')].map((button) => button.textContent!.trim());
      expect(buttons).to.deep.equal(['Decline', 'Send to Files']);
      await on.type(box(), 'Hi.');
      await on.press('Send to Files');
      expect((await on.asked.answer).content).to.deep.equal([{ type: 'text', text: 'Hi.' }]);
    });

    it('keeps what is written when the page connects a model meanwhile, and lets it be asked instead', async () => {
      on.queue.sampler = undefined;
      await on.show();
      await on.type(box(), 'Half');
      on.queue.sampler = () => Promise.resolve(answer);
      on.element.requestUpdate();
      await on.element.updateComplete;
      expect(box().value).to.equal('Half');
      await on.press('Back');
      expect(on.button('Ask the model')).to.exist;
    });

    it('can be left again', async () => {
      await on.show();
      await on.press('Answer myself');
      await on.press('Back');
      expect(on.button('Ask the model')).to.exist;
    });

    describe('as a model would', () => {
      const select = async (id: string, value: string): Promise<void> => {
        const field = on.field<HTMLSelectElement>(id);
        field.value = value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        await on.element.updateComplete;
      };
      const reply = async (): Promise<SamplingResult> => {
        await on.type(box(), 'Mine.');
        await on.press('Send to Files');
        return on.asked.answer;
      };
      beforeEach(async () => {
        on.queue.sampler = undefined;
        await on.show();
      });

      it('names another model', async () => {
        await on.type(on.field<HTMLInputElement>('#by-hand-model'), ' sonnet ');
        expect((await reply()).model).to.equal('sonnet');
      });

      it('is the person’s where no model is named', async () => {
        await on.type(on.field<HTMLInputElement>('#by-hand-model'), ' ');
        expect((await reply()).model).to.equal('human');
      });

      for (const reason of ['endTurn', 'stopSequence', 'maxTokens', 'toolUse'])
        it(`stops for ${reason}`, async () => {
          await select('#by-hand-stop', reason);
          expect((await reply()).stopReason).to.equal(reason);
        });

      it('stops for a reason of its own', async () => {
        await select('#by-hand-stop', 'other');
        await on.type(on.field<HTMLInputElement>('#by-hand-reason'), 'refusal');
        expect((await reply()).stopReason).to.equal('refusal');
      });

      it('gives no reason', async () => {
        await select('#by-hand-stop', 'other');
        expect(await reply()).not.to.have.property('stopReason');
      });
    });
  });
});

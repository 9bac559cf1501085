import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';
import '../../components/define/mcp-approval-queue.js';
import { PRESS_WAIT_MS, setPressGuard } from '../../components/approval-queue/press-guard.js';
import { McpError, verbatim } from '../../src/errors.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import { askCall, askForm, askSampling, askUnexpected } from '../support/questions.js';
import { verifies } from '../requirements/verifies.js';

describe('<mcp-approval-queue>: attention and focus', () => {
  const on = new ApprovalQueueHarness();

  describe('inline', () => {
    it('shows the question in its place and announces it', async () => {
      on.element.inline = true;
      askForm(on.queue);
      await on.settled();
      expect(on.dialog()).not.to.exist;
      expect(on.question()).to.be.displayed;
      expect(on.alert()).to.equal('Files asks for information · files.example');
    });

    it('takes no focus', async () => {
      on.element.inline = true;
      const input = fixtureSync<HTMLInputElement>(html`<input aria-label="Elsewhere" />`);
      input.focus();
      askForm(on.queue);
      await on.settled();
      expect(document.activeElement).to.equal(input);
      expect(on.question()).to.exist;
    });
  });

  describe('of no call that the person started', () => {
    for (const inline of [false, true])
      it(`${inline ? 'in its place in the page' : 'as a dialog'}: it announces itself, and opens by their press`, async () => {
        on.element.inline = inline;
        askUnexpected(on.queue);
        await on.settled();
        expect(on.question()).not.to.exist;
        expect(on.alert()).to.equal('Files has a question.');
        expect(on.part('bar')).to.be.displayed;
        on.part('review-button')!.click();
        await on.settled();
        expect(on.question()).to.be.displayed;
      });

    it('does not open after the person ended another one', async () => {
      askForm(on.queue);
      askUnexpected(on.queue);
      await on.settled();
      await on.press('decline-button');
      await on.settled();
      expect(on.dialog()).not.to.exist;
      expect(on.alert()).to.equal('Files has a question.');
    });

    it('does not keep one of their own call from opening', async () => {
      askUnexpected(on.queue);
      await on.settled();
      askForm(on.queue);
      await on.settled();
      expect(on.question()!.localName).to.equal('mcp-elicitation-approval');
    });
  });

  describe('while the person types elsewhere', () => {
    const places = [
      ['a text field', html`<input aria-label="Elsewhere" />`],
      ['a text area', html`<textarea aria-label="Elsewhere"></textarea>`],
      ['editable content', html`<div contenteditable="true" role="textbox" aria-label="Elsewhere"></div>`],
    ] as const;
    for (const [name, template] of places)
      it(`does not open over ${name}, but says that something waits`, async () => {
        const field = fixtureSync<HTMLElement>(template);
        field.focus();
        askForm(on.queue);
        askForm(on.queue);
        await on.settled();
        expect(on.dialog()).not.to.exist;
        expect(document.activeElement).to.equal(field);
        expect(on.alert()).to.equal('Files has a question. 2 questions wait.');
        expect(on.part('bar')!.matches(':popover-open')).to.equal(true);
      });

    it('sees a field inside shadow roots', async () => {
      const host = fixtureSync<HTMLElement>(html`<div></div>`);
      const input = document.createElement('input');
      host.attachShadow({ mode: 'open' }).append(input);
      input.focus();
      askForm(on.queue);
      await on.settled();
      expect(on.dialog()).not.to.exist;
    });

    it('opens over a button or a checkbox', async () => {
      const box = fixtureSync<HTMLInputElement>(html`<input type="checkbox" aria-label="Elsewhere" />`);
      box.focus();
      askForm(on.queue);
      await on.settled();
      expect(on.dialog()).to.exist;
    });

    it('opens on the person’s word, and gives the focus back to the field', async () => {
      const input = fixtureSync<HTMLInputElement>(html`<input aria-label="Elsewhere" />`);
      input.focus();
      askForm(on.queue);
      await on.settled();
      const review = on.part('review-button')!;
      review.focus();
      review.click();
      await on.settled();
      expect(on.dialog()!.matches(':modal')).to.equal(true);
      expect(on.part('bar')).not.to.exist;
      await on.press('decline-button');
      await on.settled();
      expect(document.activeElement).to.equal(input);
    });

    it('takes the bar away when the question is withdrawn', async () => {
      const input = fixtureSync<HTMLInputElement>(html`<input aria-label="Elsewhere" />`);
      input.focus();
      const { withdraw } = askForm(on.queue);
      await on.settled();
      withdraw();
      await on.settled();
      expect(on.part('bar')).not.to.exist;
      expect(document.activeElement).to.equal(input);
    });
  });

  describe('after the person started something from a field', () => {
    const inField = async (keys: () => Promise<void>): Promise<HTMLInputElement> => {
      const input = fixtureSync<HTMLInputElement>(html`<input aria-label="Argument" />`);
      input.focus();
      await sendKeys({ type: 'a' });
      await keys();
      return input;
    };
    const ctrlEnter = async (): Promise<void> => {
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'Enter' });
      await sendKeys({ up: 'Control' });
    };

    it('asks about a tool that they run at once', async () => {
      const input = await inField(ctrlEnter);
      askCall(on.queue);
      await on.settled();
      expect(on.dialog()!.matches(':modal')).to.equal(true);
      await on.press('decline-button');
      await on.settled();
      expect(document.activeElement, 'the focus returns to the field').to.equal(input);
    });

    it('asks about it also while they type on', async () => {
      await inField(async () => {});
      askCall(on.queue);
      await on.settled();
      expect(on.dialog()).to.exist;
    });

    it('does not take the key that started it for a decision, held or pressed again', async () => {
      setPressGuard();
      try {
        await inField(ctrlEnter);
        const { answer } = askCall(on.queue);
        let decided = false;
        void answer.then(() => (decided = true));
        await on.settled();
        for (let presses = 0; presses < 4; presses++) await ctrlEnter();
        await aTimeout(PRESS_WAIT_MS + 200);
        for (let presses = 0; presses < 4; presses++) await ctrlEnter();
        await sendKeys({ press: 'Enter' });
        expect(decided).to.equal(false);
        expect(on.root().activeElement, 'the focus is where no key does anything').to.equal(on.dialog());
      } finally {
        setPressGuard({ waitMs: 0 });
      }
    });

    for (const [name, keys] of [
      ['Ctrl and Enter', ctrlEnter],
      ['Enter', () => sendKeys({ press: 'Enter' })],
    ] as const)
      it(`opens what their call asks, where ${name} was their last key`, async () => {
        await inField(keys);
        askForm(on.queue);
        await on.settled();
        expect(on.dialog()).to.exist;
      });

    it('waits with what their call asks when they type on', async () => {
      await inField(ctrlEnter);
      await sendKeys({ type: 'b' });
      askForm(on.queue);
      await on.settled();
      expect(on.dialog()).not.to.exist;
      expect(on.alert()).to.equal('Files has a question.');
    });

    it('waits with it when they went on to another field', async () => {
      await inField(ctrlEnter);
      fixtureSync<HTMLInputElement>(html`<input aria-label="Elsewhere" />`).focus();
      askForm(on.queue);
      await on.settled();
      expect(on.dialog()).not.to.exist;
    });

    for (const [initiator, words] of [
      ['page', 'This page wants to run delete_file.'],
      ['model', 'A model wants to run delete_file.'],
      ['app', 'An app wants to run delete_file.'],
    ] as const)
      it(`waits with what ${initiator} wants, and says so`, async () => {
        await inField(ctrlEnter);
        askCall(on.queue, initiator);
        await on.settled();
        expect(on.dialog()).not.to.exist;
        expect(on.alert()).to.equal(words);
      });

    it('says what it is about where it cannot be shown', async () => {
      on.element.hidden = true;
      askCall(on.queue);
      await on.settled();
      expect(on.alert()).to.equal('Confirm delete_file.');
    });
  });

  it('can be taken out of the page while a question waits, and says so when it is back', async () => {
    const { withdraw } = askForm(on.queue);
    askForm(on.queue);
    await on.settled();
    withdraw();
    await on.settled();
    const { parentElement } = on.element;
    on.element.remove();
    // It has something to render, and nowhere to show it.
    await on.element.updateComplete;
    parentElement!.append(on.element);
    await on.settled();
    expect(on.alert()).to.equal('Files has a question.');
    expect(on.part('bar')!.matches(':popover-open')).to.equal(true);
  });

  it('locks no page from a place that cannot be seen', async () => {
    on.element.hidden = true;
    askForm(on.queue);
    await on.settled();
    expect(on.dialog()).not.to.exist;
    on.element.hidden = false;
    on.part('review-button')!.click();
    await on.settled();
    expect(on.dialog()).to.exist;
  });

  describe('keyboard and focus', () => {
    it('puts the focus on the dialog, not on a button', async () => {
      askForm(on.queue);
      await on.settled();
      expect(on.root().activeElement).to.equal(on.dialog());
    });

    it('keeps Tab inside', async () => {
      const behind = fixtureSync<HTMLButtonElement>(html`<button>Behind</button>`);
      askForm(on.queue);
      await on.settled();
      const seen = new Set<Element | null>();
      for (let i = 0; i < 14; i++) {
        await sendKeys({ press: 'Tab' });
        seen.add(deepActiveElement(document));
      }
      expect(seen).not.to.include(behind);
      expect(seen.size).to.be.greaterThan(4);
    });

    it('turns away with Escape, which is not a decline', async () => {
      verifies('decline-is-not-cancel');
      const { answer } = askForm(on.queue);
      await on.settled();
      await sendKeys({ press: 'Escape' });
      expect(await answer).to.deep.equal({ action: 'cancel' });
      await on.settled();
      expect(on.dialog()).not.to.exist;
    });

    it('returns the focus to what had it', async () => {
      const opener = fixtureSync<HTMLButtonElement>(html`<button>Run</button>`);
      opener.focus();
      askForm(on.queue);
      askForm(on.queue);
      await on.settled();
      await sendKeys({ press: 'Escape' });
      await on.settled();
      await sendKeys({ press: 'Escape' });
      await on.settled();
      expect(document.activeElement).to.equal(opener);
    });

    it('returns the focus to what is still there around what had it', async () => {
      const around = fixtureSync<HTMLElement>(html`<section tabindex="-1"><button>Run</button></section>`);
      around.querySelector('button')!.focus();
      askForm(on.queue);
      await on.settled();
      around.replaceChildren();
      await sendKeys({ press: 'Escape' });
      await on.settled();
      expect(document.activeElement).to.equal(around);
    });
  });

  describe('a question that ends without the person', () => {
    it('is named by the step that it shows', async () => {
      on.queue.sampler = async () => ({ role: 'assistant', content: [], model: 'm' });
      askSampling(on.queue);
      await on.settled();
      expect(on.dialog()!.getAttribute('aria-label')).to.match(/^Ask your model to answer this\?/);
      [...on.question()!.shadowRoot!.querySelectorAll('button')]
        .find((one) => one.textContent!.trim() === 'Answer myself')!
        .click();
      await on.settled();
      expect(on.dialog()!.getAttribute('aria-label')).to.match(/^Reply in place of a model\? · Files/);
    });

    it('says of a call that it has ended, because its server took nothing back', async () => {
      const { withdraw } = askCall(on.queue);
      await on.settled();
      withdraw();
      await on.element.updateComplete;
      expect(on.status()).to.equal('The call has ended.');
    });

    it('leaves at once and says why', async () => {
      verifies('withdrawn-question-leaves');
      const opener = fixtureSync<HTMLButtonElement>(html`<button>Run</button>`);
      opener.focus();
      const { withdraw } = askForm(on.queue);
      await on.settled();
      withdraw();
      await on.element.updateComplete;
      expect(on.dialog()).not.to.exist;
      expect(on.status()).to.equal('Files withdrew its question.');
      expect(on.part('bar')!.textContent).to.contain('Files withdrew its question.');
      expect(document.activeElement).to.equal(opener);
      on.part('dismiss-button')!.click();
      await on.element.updateComplete;
      expect(on.part('bar')).not.to.exist;
    });

    for (const [code, words] of [
      ['closed', 'The connection to Files ended, and with it its question.'],
      ['timeout', 'The question of Files waited too long and is over.'],
      ['limit', 'The question of Files is over: Because.'],
    ] as const)
      it(`says why: ${code}`, async () => {
        const { withdraw } = askForm(on.queue);
        await on.settled();
        withdraw(new McpError(code, verbatim('Because.')));
        await on.element.updateComplete;
        expect(on.status()).to.equal(words);
      });

    it('says that it was answered elsewhere', async () => {
      askForm(on.queue);
      await on.settled();
      on.queue.accept(on.queue.pending.get()[0]!.id, {});
      await on.element.updateComplete;
      expect(on.status()).to.equal('The question of Files was answered elsewhere.');
    });

    it('is not replaced under the person’s hand: the next waits to be opened', async () => {
      const { withdraw } = askForm(on.queue);
      askSampling(on.queue);
      await on.settled();
      withdraw();
      await on.settled();
      expect(on.dialog()).not.to.exist;
      expect(on.part('bar')!.textContent).to.contain('Another question waits.');
      on.part('review-button')!.click();
      await on.settled();
      expect(on.question()!.localName).to.equal('mcp-sampling-approval');
      expect(on.status()).to.equal('');
    });
  });
});

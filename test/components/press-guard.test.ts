import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../components/define/mcp-approval-queue.js';
import { render } from 'lit';
import { guarded, setPressGuard } from '../../components/approval-queue/press-guard.js';
import type { McpApprovalQueueElement } from '../../components/approval-queue/approval-queue.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import type { ElicitationApproval } from '../../src/index.js';
import { loadValidator } from '../../src/json-schema/load-validator.js';
import { PressClock } from '../fixtures/press-clock.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import { askForm, askPage, askSampling, askUnexpected, type Asked } from '../support/questions.js';

const EVENT = { bubbles: true, cancelable: true, composed: true } as const;
const EMPTY = { type: 'object', properties: {} };

/** Each limit by itself, with the clock moved by hand. What a real mouse and real keys do has a test of its own. */
describe('when a press counts', () => {
  const clock = new PressClock();
  const on = new ApprovalQueueHarness({ atOnce: false });
  let answer: unknown;

  // What checks a form comes over the network, which this clock does not move.
  before(() => loadValidator());
  beforeEach(() => (answer = undefined));

  const button = (part = 'approve-button'): HTMLElement =>
    on.question()!.shadowRoot!.querySelector(`:is([data-name~="${part}"], [part~="${part}"]:not([data-name]))`)!;
  const follow = ({ answer: given }: Asked<unknown>): void =>
    void given.then(
      (value) => (answer = value),
      () => {},
    );
  const ask = async (): Promise<void> => {
    follow(askForm(on.queue, EMPTY));
    await on.settled();
    clock.paint();
  };
  const fire = (event: Event, at: Element = button()): boolean => at.dispatchEvent(event);
  const down = (pointerType = 'mouse'): boolean => fire(new PointerEvent('pointerdown', { ...EVENT, pointerType }));
  const click = (detail = 1): boolean => fire(new PointerEvent('click', { ...EVENT, detail }));
  const press = (): void => void (down(), click());
  const key = (type: 'keydown' | 'keyup', name: string, repeat = false): boolean =>
    fire(new KeyboardEvent(type, { ...EVENT, key: name, repeat }));
  const acted = async (): Promise<boolean> => {
    await aTimeout(0);
    return answer !== undefined;
  };
  const hint = (): string => on.question()!.shadowRoot!.querySelector('.press-hint')!.textContent!;
  const isReady = (): boolean => !button().hasAttribute('aria-disabled');

  describe('the time', () => {
    for (const [ms, counts] of [
      [699, false],
      [700, true],
    ] as const)
      for (const [how, act] of [
        ['a click without a pointer', () => click(0)],
        ['the click of a script', () => button().click()],
        ['a press of the mouse', press],
      ] as const)
        it(`${how}, ${ms} ms after it was painted: ${counts ? 'counts' : 'does not'}`, async () => {
          await ask();
          clock.pass(ms);
          act();
          expect(await acted()).to.equal(counts);
        });

    it('runs from the second frame on: the first may take long to be painted', async () => {
      follow(askForm(on.queue, EMPTY));
      await on.settled();
      clock.pass(10);
      clock.now += 2000;
      press();
      expect(await acted()).to.equal(false);
      clock.pass(700 + 20);
      press();
      expect(await acted()).to.equal(true);
    });

    for (const pointerType of ['mouse', 'touch', 'pen'])
      it(`of a press of the ${pointerType} is that of its beginning`, async () => {
        await ask();
        clock.pass(690);
        down(pointerType);
        clock.pass(500);
        // After a finger, browsers play a mouse that was pressed only now.
        if (pointerType === 'touch') fire(new MouseEvent('mousedown', EVENT));
        click();
        expect(await acted()).to.equal(false);
        expect(hint()).to.match(/too soon/);
        clock.pass(800);
        down(pointerType);
        click();
        expect(await acted()).to.equal(true);
      });

    it('starts anew when the press itself finds the button elsewhere', async () => {
      await ask();
      clock.pass(1000);
      on.dialog()!.style.translate = '0 40px';
      press();
      expect(await acted()).to.equal(false);
    });
  });

  describe('the place', () => {
    for (const [what, change] of [
      ['moved', (px: number) => (on.dialog()!.style.translate = `${px}px 0`)],
      ['moved down', (px: number) => (on.dialog()!.style.translate = `0 ${px}px`)],
      ['grew', (px: number) => (button().style.minWidth = `${button().getBoundingClientRect().width + px}px`)],
    ] as const)
      for (const px of [7, 8, 9])
        it(`${what} by ${px} px: ${px > 8 ? 'starts anew' : 'stands still'}`, async () => {
          await ask();
          clock.pass(1000);
          change(px);
          clock.pass(10);
          expect(isReady()).to.equal(px <= 8);
          press();
          expect(await acted()).to.equal(px <= 8);
        });

    it('moved by little again and again is another place in the end', async () => {
      await ask();
      for (const px of [4, 8, 12]) {
        clock.pass(300);
        on.dialog()!.style.translate = `0 ${px}px`;
      }
      clock.pass(500);
      press();
      expect(await acted()).to.equal(false);
    });

    it('moved under a press that is under way: that press is over, however long it stands still then', async () => {
      await ask();
      clock.pass(1000);
      down();
      on.dialog()!.style.translate = '0 60px';
      clock.pass(1000);
      click();
      expect(await acted()).to.equal(false);
    });

    it('moved away and back is a new beginning', async () => {
      await ask();
      clock.pass(1000);
      on.dialog()!.style.translate = '0 60px';
      clock.pass(20);
      on.dialog()!.style.translate = '';
      clock.pass(600);
      press();
      expect(await acted()).to.equal(false);
    });
  });

  describe('in sight', () => {
    const cover = (): HTMLElement => {
      const over = document.createElement('div');
      over.style.cssText = 'position: fixed; inset: 0; z-index: 9; background: gray';
      on.dialog()!.append(over);
      return over;
    };

    it('not while something lies over it, nor right after', async () => {
      await ask();
      clock.pass(1000);
      const over = cover();
      clock.pass(10);
      expect(isReady()).to.equal(false);
      button().click();
      expect(hint()).to.match(/all of the button is in sight/);
      over.remove();
      clock.pass(600);
      press();
      expect(await acted(), 'right after').to.equal(false);
      clock.pass(720);
      press();
      expect(await acted()).to.equal(true);
    });

    it('not while something lies over a corner of it', async () => {
      await ask();
      clock.pass(1000);
      const { right, bottom, width, height } = button().getBoundingClientRect();
      const over = cover();
      over.style.inset = `${bottom - height / 2}px auto auto ${right - width / 3}px`;
      over.style.width = over.style.height = '200px';
      clock.pass(10);
      button().click();
      expect(await acted()).to.equal(false);
    });

    it('not while it is transparent', async () => {
      await ask();
      clock.pass(1000);
      on.dialog()!.style.opacity = '0';
      clock.pass(10);
      press();
      expect(await acted()).to.equal(false);
    });

    it('not while a part of it is out of the screen', async () => {
      await ask();
      clock.pass(1000);
      const { bottom } = button().getBoundingClientRect();
      on.dialog()!.style.translate = `0 ${innerHeight - bottom + 20}px`;
      clock.pass(1000);
      press();
      expect(await acted()).to.equal(false);
      expect(hint()).to.match(/all of the button is in sight/);
    });

    it('also in a shadow root that the page keeps closed', async () => {
      const host = fixtureSync<HTMLElement>(html`<div></div>`);
      const element: McpApprovalQueueElement = document.createElement('mcp-approval-queue');
      element.approvals = new ApprovalQueue();
      host.attachShadow({ mode: 'closed' }).append(element);
      follow(askForm(element.approvals, EMPTY));
      await element.updateComplete;
      await aTimeout(0);
      clock.pass(1000);
      const inside = element.shadowRoot!.querySelector('mcp-elicitation-approval')!.shadowRoot!;
      const send = inside.querySelector<HTMLElement>('[part~="approve-button"]:not([data-name])')!;
      expect(send.hasAttribute('aria-disabled')).to.equal(false);
      fire(new PointerEvent('pointerdown', EVENT), send);
      fire(new PointerEvent('click', { ...EVENT, detail: 1 }), send);
      expect(await acted()).to.equal(true);
    });
  });

  describe('in front', () => {
    afterEach(() => {
      Reflect.deleteProperty(document, 'hasFocus');
      Reflect.deleteProperty(document, 'visibilityState');
    });
    const turn = (isFocused: boolean): void => {
      Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => isFocused });
      window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur'));
    };

    it('not while another window has the focus, nor right after', async () => {
      await ask();
      clock.pass(1000);
      turn(false);
      button().click();
      expect(await acted(), 'behind').to.equal(false);
      expect(hint()).to.match(/not in front/);
      turn(true);
      press();
      expect(await acted(), 'the click that brings the window back').to.equal(false);
      clock.pass(800);
      press();
      expect(await acted()).to.equal(true);
    });

    it('starts anew where the focus was away for less than a frame', async () => {
      await ask();
      clock.pass(1000);
      turn(false);
      turn(true);
      clock.pass(600);
      press();
      expect(await acted()).to.equal(false);
    });

    it('forgets what was pressed when the focus went', async () => {
      await ask();
      clock.pass(1000);
      down();
      turn(false);
      turn(true);
      clock.pass(1000);
      click();
      expect(await acted()).to.equal(false);
    });

    it('not while the page is hidden, nor right after', async () => {
      await ask();
      clock.pass(1000);
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      button().click();
      expect(await acted(), 'hidden').to.equal(false);
      Reflect.deleteProperty(document, 'visibilityState');
      document.dispatchEvent(new Event('visibilitychange'));
      clock.pass(600);
      press();
      expect(await acted(), 'right after').to.equal(false);
    });
  });

  it('starts anew where the page was hidden for less than a frame', async () => {
    await ask();
    clock.pass(1000);
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    }
    Reflect.deleteProperty(document, 'visibilityState');
    clock.pass(600);
    press();
    expect(await acted()).to.equal(false);
  });

  describe('the kind of press', () => {
    it('no click of a pointer that was not pressed on it', async () => {
      await ask();
      clock.pass(1000);
      click();
      expect(await acted(), 'nowhere').to.equal(false);
      fire(new PointerEvent('pointerdown', EVENT), on.dialog()!);
      click();
      expect(await acted(), 'elsewhere').to.equal(false);
    });

    it('no second or third click of a row', async () => {
      await ask();
      clock.pass(1000);
      for (const detail of [2, 3]) {
        down();
        click(detail);
        expect(await acted()).to.equal(false);
      }
      expect(hint()).to.match(/double click/);
    });

    const downAt = (clientX: number, at?: Element): boolean =>
      fire(new PointerEvent('pointerdown', { ...EVENT, pointerType: 'touch', clientX }), at);

    for (const [what, ms, px, counts] of [
      ['right after another one in the same place', 499, 0, false],
      ['right after another one, beside it', 499, 30, false],
      ['right after another one, elsewhere', 499, 31, true],
      ['some time after another one', 500, 0, true],
    ] as const)
      it(`a tap ${what} (${ms} ms, ${px} px): ${counts ? 'counts' : 'does not'}`, async () => {
        await ask();
        clock.pass(1000);
        downAt(100, document.body);
        clock.pass(ms);
        downAt(100 + px);
        click();
        expect(await acted()).to.equal(counts);
        if (!counts) expect(hint()).to.match(/double click/);
      });

    for (const every of [110, 300, 450, 600, 690])
      it(`no tap of somebody who taps on and on, every ${every} ms`, async () => {
        await ask();
        for (let taps = 1; taps <= 40; taps++) {
          clock.pass(every);
          press();
          expect(await acted(), `tap ${taps}`).to.equal(false);
        }
        clock.pass(720);
        press();
        expect(await acted(), 'after a rest').to.equal(true);
      });

    it('no Enter of somebody who presses on and on', async () => {
      await ask();
      for (let count = 1; count <= 10; count++) {
        clock.pass(300);
        key('keydown', 'Enter');
        click(0);
        key('keyup', 'Enter');
        expect(await acted(), `press ${count}`).to.equal(false);
      }
    });

    it('no press that was called off', async () => {
      await ask();
      clock.pass(1000);
      down('touch');
      fire(new PointerEvent('pointercancel', EVENT));
      click();
      expect(await acted()).to.equal(false);
    });

    it('of a mouse whose programme sends no pointer events', async () => {
      await ask();
      clock.pass(1000);
      fire(new MouseEvent('mousedown', EVENT));
      click();
      expect(await acted()).to.equal(true);
    });

    it('no Enter that repeats itself', async () => {
      await ask();
      clock.pass(1000);
      key('keydown', 'Enter', true);
      click(0);
      expect(await acted()).to.equal(false);
      expect(hint()).to.match(/held down/);
    });

    it('a space bar that was held, from when it went down', async () => {
      await ask();
      clock.pass(1000);
      key('keydown', ' ');
      for (let count = 0; count < 3; count++) key('keydown', ' ', true);
      key('keyup', ' ');
      click(0);
      expect(await acted()).to.equal(true);
    });

    it('no space bar that went down before, although another key was let go of meanwhile', async () => {
      await ask();
      clock.pass(300);
      key('keydown', ' ');
      key('keyup', 'Shift');
      await aTimeout(5);
      clock.pass(1000);
      key('keyup', ' ');
      click(0);
      expect(await acted()).to.equal(false);
    });

    it('a space bar, although another key was let go of meanwhile', async () => {
      await ask();
      clock.pass(1000);
      key('keydown', ' ');
      key('keyup', 'Shift');
      key('keyup', ' ');
      click(0);
      expect(await acted()).to.equal(true);
    });

    it('a space bar, although assistive technology pressed something meanwhile', async () => {
      await ask();
      clock.pass(1000);
      key('keydown', ' ');
      on.dialog()!.click();
      key('keyup', ' ');
      click(0);
      expect(await acted()).to.equal(true);
    });

    it('no space bar that went down before the focus went', async () => {
      await ask();
      clock.pass(1000);
      key('keydown', ' ');
      window.dispatchEvent(new Event('blur'));
      clock.pass(1000);
      key('keyup', ' ');
      click(0);
      expect(await acted()).to.equal(false);
    });

    it('no space bar of which only the repetition was heard', async () => {
      await ask();
      clock.pass(1000);
      key('keydown', ' ', true);
      key('keyup', ' ');
      click(0);
      expect(await acted()).to.equal(false);
    });

    it('a space bar after an Enter of which nobody heard that it was let go of, as on macOS with Command', async () => {
      await ask();
      clock.pass(100);
      fire(new KeyboardEvent('keydown', { ...EVENT, key: 'Enter', metaKey: true }));
      clock.pass(1000);
      key('keydown', ' ');
      key('keyup', ' ');
      click(0);
      expect(await acted()).to.equal(true);
    });

    it('assistive technology, after such a key, at the second press at the latest', async () => {
      await ask();
      clock.pass(100);
      key('keydown', 'Enter');
      clock.pass(1000);
      click(0);
      click(0);
      expect(await acted()).to.equal(true);
    });
  });

  describe('one question, one step', () => {
    it('nothing that began in the step before', async () => {
      let finish: (text: string) => void = () => {};
      on.queue.sampler = () => new Promise((resolve) => (finish = resolve));
      follow(askSampling(on.queue));
      await on.settled();
      clock.pass(1000);
      press();
      await on.settled();
      finish('Hm.');
      await aTimeout(0);
      await on.settled();
      expect(button().textContent).to.contain('Send to');
      down();
      clock.pass(1000);
      click();
      expect(await acted(), 'pressed before').to.equal(false);
      clock.pass(1000);
      press();
      expect(await acted()).to.equal(true);
    });

    it('one press decides once', async () => {
      let opened = 0;
      const { open } = window;
      window.open = () => (opened++, null);
      const { answer: given } = askPage(on.queue, 'https://pay.example/');
      await on.settled();
      clock.pass(1000);
      const send = button();
      down();
      click();
      click();
      window.open = open;
      expect(opened).to.equal(1);
      expect(await given).to.deep.equal({ action: 'accept' });
      expect(send.isConnected && opened > 1).to.equal(false);
    });

    it('another step with the same button begins anew', async () => {
      const place = fixtureSync<HTMLElement>(html`<div></div>`);
      const at = (step: string): void => void render(html`<button ${guarded('q', step)}>Go</button>`, place);
      at('asked');
      clock.pass(1000);
      const go = place.querySelector('button')!;
      expect(go.hasAttribute('aria-disabled')).to.equal(false);
      at('asked');
      expect(go.hasAttribute('aria-disabled'), 'rendered once more').to.equal(false);
      at('closed');
      expect(go.isConnected && go.hasAttribute('aria-disabled')).to.equal(true);
      render(html``, place);
    });

    it('another question in the same element begins anew', async () => {
      const element = document.createElement('mcp-elicitation-approval');
      const [first, second] = [askForm(on.queue, EMPTY), askForm(on.queue, EMPTY)];
      follow(second);
      const [one, other] = on.queue.pending.get() as ElicitationApproval[];
      on.element.remove();
      document.body.append(element);
      Object.assign(element, { approval: one, approvals: on.queue });
      await element.updateComplete;
      clock.pass(1000);
      first.withdraw();
      element.approval = other;
      await element.updateComplete;
      clock.pass(300);
      element.shadowRoot!.querySelector<HTMLElement>('[part~="approve-button"]:not([data-name])')!.click();
      expect(await acted()).to.equal(false);
      element.remove();
    });

    it('a question that is put away and opened again begins anew', async () => {
      await ask();
      clock.pass(1000);
      on.element.remove();
      document.body.append(on.element);
      await on.settled();
      clock.pass(600);
      press();
      expect(await acted()).to.equal(false);
      on.element.remove();
    });

    it('another question that comes and goes starts nothing anew', async () => {
      await ask();
      clock.pass(600);
      const { withdraw } = askUnexpected(on.queue);
      await on.settled();
      clock.pass(20);
      withdraw();
      await on.settled();
      clock.pass(100);
      press();
      expect(await acted()).to.equal(true);
    });
  });

  describe('what it costs', () => {
    it('looks at nothing once no question is shown', async () => {
      await ask();
      expect(clock.frames.size).to.equal(1);
      button('decline-button').click();
      await on.settled();
      clock.pass(50);
      expect(clock.frames.size).to.equal(0);
    });

    it('nor when the question went to another document', async () => {
      const frame = fixtureSync<HTMLIFrameElement>(html`<iframe title="Elsewhere"></iframe>`);
      await ask();
      const elsewhere = frame.contentDocument!;
      elsewhere.body.append(on.element);
      on.element.remove();
      clock.pass(50);
      expect(clock.frames.size).to.equal(0);
    });

    it('never refuses without being asked to: every single press counts at once with a wait of 0', async () => {
      setPressGuard({ waitMs: 0 });
      follow(askForm(on.queue, EMPTY));
      await on.settled();
      expect(isReady()).to.equal(true);
      press();
      expect(await acted()).to.equal(true);
    });
  });
});

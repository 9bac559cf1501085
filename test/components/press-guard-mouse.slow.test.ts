import { aTimeout, expect, fixtureSync, html, waitUntil } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import '../../components/define/mcp-approval-queue.js';
import type { SamplingResult } from '../../src/protocol/model.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import { askForm, requestingServer, askPage, askRoots, askSampling, askUnexpected, own } from '../support/questions.js';

type Point = [x: number, y: number];

/** With a real mouse, real keys and the real clock: nothing of the guard is set here. */
describe('a press that was already under way', () => {
  const on = new ApprovalQueueHarness({ atOnce: false });
  const { open } = window;
  let opened: string[];
  let beside: HTMLElement;

  before(async () => {
    await setViewport({ width: 380, height: 700 });
    // WebKitGTK gets mouse and keys without a window manager, but without one no window of it ever has the focus.
    if (!document.hasFocus()) Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => true });
  });
  after(async () => {
    Reflect.deleteProperty(document, 'hasFocus');
    await setViewport({ width: 800, height: 600 });
  });
  beforeEach(() => {
    opened = [];
    window.open = (url) => {
      opened.push(String(url));
      return null;
    };
    // A person’s last press is elsewhere, and long ago.
    beside = fixtureSync(html`<p>Beside</p>`);
  });
  afterEach(async () => {
    window.open = open;
    await sendMouse({ type: 'move', position: [1, 1] });
  });

  const button = (part = 'approve-button'): HTMLElement => {
    const within = on.question()?.shadowRoot ?? on.root();
    return within.querySelector<HTMLElement>(`:is([data-name~="${part}"], [part~="${part}"]:not([data-name]))`)!;
  };
  const ready = (): Promise<void> =>
    waitUntil(
      () => {
        const run = on.root().querySelector('mcp-tool-approval')?.shadowRoot?.querySelector('.primary');
        return !(run ?? button()).hasAttribute('aria-disabled');
      },
      'a press counts',
      { timeout: 10_000 },
    );
  const middleOf = (element: Element): Point => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  };
  const click = (position: Point): Promise<void> => sendMouse({ type: 'click', position });
  /** Where that question will have its button. */
  const placeOf = async (ask: () => { withdraw(): void }): Promise<Point> => {
    const { withdraw } = ask();
    await on.settled();
    const place = middleOf(button());
    withdraw();
    await on.settled();
    on.part('dismiss-button')?.click();
    await on.settled();
    return place;
  };
  const hint = (): string => (on.question()?.shadowRoot ?? on.root()).querySelector('.press-hint')!.textContent!;
  const pending = (): number => on.queue.pending.get().length;

  it('opens no page that a server wants opened: the click was meant for a button of the page', async () => {
    const askIt = () => askPage(on.queue, 'https://evil.example/');
    const place = await placeOf(askIt);
    await sendMouse({ type: 'move', position: place });
    askIt();
    await aTimeout(120);
    await click(place);
    await on.settled();
    expect(opened).to.deep.equal([]);
    expect(pending()).to.equal(1);
    expect(hint(), 'and is told why').to.match(/came too soon to count/);
  });

  it('reaches the button of the page where the question belongs to no call of the person', async () => {
    const place = await placeOf(() => askForm(on.queue));
    let clicks = 0;
    beside.addEventListener('click', () => clicks++);
    Object.assign(beside.style, { position: 'fixed', inset: '0' });
    await sendMouse({ type: 'move', position: place });
    askUnexpected(on.queue);
    await aTimeout(120);
    await click(place);
    expect(clicks).to.equal(1);
    expect(on.dialog()).not.to.exist;
  });

  it('of two quick clicks on Run, the second does not open a page', async () => {
    const life = new AbortController();
    const asked = { tool: { name: 'x', inputSchema: {} }, arguments: {}, initiator: 'person' } as const;
    const run = on.queue.addCall({ kind: 'tool-call', asked, why: 'destructive' }, requestingServer, life.signal);
    await on.settled();
    await ready();
    const place = middleOf(on.root().querySelector('mcp-tool-approval')!.shadowRoot!.querySelector('.primary')!);
    void run.then(() => askPage(on.queue, 'https://evil.example/'));
    await click(place);
    expect((await run).allowed).to.equal(true);
    await aTimeout(250);
    await click(place);
    await click(middleOf(button()));
    await on.settled();
    expect(opened).to.deep.equal([]);
    expect(pending()).to.equal(1);
  });

  it('of two quick clicks on Send, the second does not send the next form', async () => {
    const form = { type: 'object', properties: { transfer: { type: 'boolean', default: true } } };
    const first = askForm(on.queue, form, 'Harmless.');
    let second: unknown;
    askForm(on.queue, form, 'Harmless.').answer.then(
      (answer) => (second = answer),
      () => {},
    );
    await on.settled();
    await ready();
    const place = middleOf(button());
    await click(place);
    expect(await first.answer).to.include({ action: 'accept' });
    await aTimeout(100);
    await on.settled();
    expect(middleOf(button()), 'the next has its button in the same place').to.deep.equal(place);
    await click(place);
    await aTimeout(50);
    expect(second).to.equal(undefined);
    expect(pending()).to.equal(1);
  });

  it('of two quick clicks on Ask the model, the second does not send what it answered', async () => {
    const answer: SamplingResult = { role: 'assistant', content: [{ type: 'text', text: 'Private.' }], model: 'm' };
    on.queue.sampler = () => new Promise((resolve) => setTimeout(() => resolve(answer), 30));
    let sent: unknown;
    askSampling(on.queue).answer.then(
      (given) => (sent = given),
      () => {},
    );
    await on.settled();
    await ready();
    await click(middleOf(button()));
    await aTimeout(150);
    await on.settled();
    expect(button().textContent).to.contain('Send to');
    await click(middleOf(button()));
    await aTimeout(50);
    expect(sent).to.equal(undefined);
    expect(pending()).to.equal(1);
  });

  it('shares no folder', async () => {
    let shared: unknown;
    const life = new AbortController();
    const offer = { fromPage: [{ uri: 'file:///home/ada', name: 'Ada' }] };
    on.queue.addRoots(offer, requestingServer, undefined, life.signal, own).then(
      (given) => (shared = given),
      () => {},
    );
    await on.settled();
    await click(middleOf(button()));
    await aTimeout(50);
    expect(shared).to.equal(undefined);
    life.abort();
  });

  it('may decline, cancel, tick and type at once', async () => {
    const declined = askForm(on.queue);
    await on.settled();
    await click(middleOf(button('decline-button')));
    expect(await declined.answer).to.deep.equal({ action: 'decline' });
    const cancelled = askForm(on.queue);
    await on.settled();
    await click(middleOf(button('cancel-button')));
    expect(await cancelled.answer).to.deep.equal({ action: 'cancel' });
    const { answer } = askRoots(on.queue);
    await on.settled();
    await sendKeys({ press: 'Escape' });
    expect(await answer.catch(() => 'refused')).to.equal('refused');
  });

  describe('counts once the question has stood still', () => {
    it('with the mouse', async () => {
      const { answer } = askPage(on.queue, 'https://pay.example/');
      await on.settled();
      const opener = button();
      expect(opener.getAttribute('aria-disabled')).to.equal('true');
      const before = opener.getBoundingClientRect().toJSON();
      await ready();
      expect(opener.hasAttribute('aria-disabled')).to.equal(false);
      expect(opener.getBoundingClientRect().toJSON(), 'nothing moves').to.deep.equal(before);
      await click(middleOf(opener));
      expect(await answer).to.deep.equal({ action: 'accept' });
      expect(opened).to.deep.equal(['https://pay.example/']);
    });

    it('with the mouse, once more after a press that came too soon', async () => {
      const { answer } = askPage(on.queue, 'https://pay.example/');
      await on.settled();
      await click(middleOf(button()));
      expect(opened).to.deep.equal([]);
      await ready();
      await click(middleOf(button()));
      expect(await answer).to.deep.equal({ action: 'accept' });
    });

    for (const [name, key] of [
      ['Enter', 'Enter'],
      ['the space bar', ' '],
    ] as const)
      it(`with ${name}, and not before`, async () => {
        askPage(on.queue, 'https://pay.example/');
        await on.settled();
        button().focus();
        await sendKeys({ press: key });
        expect(opened).to.deep.equal([]);
        await ready();
        await sendKeys({ press: key });
        await waitUntil(() => opened.length > 0, 'it counts');
        expect(opened).to.deep.equal(['https://pay.example/']);
      });

    it('but not with a mouse button or a key that went down before', async () => {
      askPage(on.queue, 'https://pay.example/');
      await on.settled();
      await sendMouse({ type: 'move', position: middleOf(button()) });
      await sendMouse({ type: 'down' });
      await ready();
      await sendMouse({ type: 'up' });
      button().focus();
      expect(opened, 'mouse').to.deep.equal([]);
      // Each further one of a key that is down already is one that is held.
      await sendKeys({ down: 'Enter' });
      await waitUntil(() => opened.length > 0, 'a key that goes down now counts');
      askPage(on.queue, 'https://pay.example/2');
      await on.settled();
      await ready();
      button().focus();
      await sendKeys({ down: 'Enter' });
      await sendKeys({ up: 'Enter' });
      expect(opened, 'a key that is held').to.have.length(1);
      // The driver of WebKitGTK sends nothing for a key that is down already.
      const isRepeated = /Chrome|Firefox/.test(navigator.userAgent);
      if (isRepeated) expect(hint()).to.match(/held down/);
    });

    it('with Ctrl and Enter in a form, and not before', async () => {
      const { answer } = askForm(on.queue, { type: 'object', properties: { a: { type: 'string' } } });
      await on.settled();
      await sendKeys({ press: 'Tab' });
      await sendKeys({ press: 'Tab' });
      const press = async (): Promise<void> => {
        await sendKeys({ down: 'Control' });
        await sendKeys({ press: 'Enter' });
        await sendKeys({ up: 'Control' });
      };
      const field = on.question()!.shadowRoot!.querySelector('mcp-schema-field')!;
      const input = [...walk(field)].find((one) => one instanceof HTMLInputElement)!;
      (input as HTMLInputElement).focus();
      // A busy machine may press after the question has stood still: then the press counts.
      let isReady = false;
      const look = (): void => void (isReady = !button().hasAttribute('aria-disabled'));
      input.addEventListener('keydown', look, { capture: true });
      await press();
      input.removeEventListener('keydown', look, { capture: true });
      await aTimeout(50);
      expect(pending()).to.equal(isReady ? 0 : 1);
      if (!isReady) {
        await ready();
        await press();
      }
      expect(await answer).to.deep.equal({ action: 'accept', content: {} });
    });
  });
});

function* walk(root: Element | ShadowRoot): Generator<Element> {
  if (root instanceof Element) {
    yield root;
    if (root.shadowRoot) yield* walk(root.shadowRoot);
  }
  for (const child of root.children) yield* walk(child);
}

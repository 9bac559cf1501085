import { aTimeout, expect, fixtureSync, html, oneEvent } from '@open-wc/testing';
import '../../components/define/mcp-approval-queue.js';
import type { McpApprovalDecideRequestEvent } from '../../components/events.js';
import { MAX_SPOKEN_LENGTH } from '../../components/approval-queue/headings.js';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import type { McpError } from '../../src/errors.js';
import { eventually } from '../fixtures/eventually.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import {
  askAwaitedPage,
  askCall,
  askForm,
  askPage,
  askRoots,
  askSampling,
  requestingServer,
} from '../support/questions.js';
import type { McpApprovalQueueElement } from '../../components/approval-queue/approval-queue.js';

const isWebKit = /AppleWebKit/.test(navigator.userAgent) && !/Chrome\//.test(navigator.userAgent);

describe('<mcp-approval-queue>', () => {
  const on = new ApprovalQueueHarness();

  describe('accessibility', () => {
    for (const [name, ask] of [
      ['sampling', askSampling],
      ['a form', askForm],
      ['a page to open', (q: ApprovalQueue) => askPage(q, 'http://user@xn--blling-q9a.example/')],
      ['roots', askRoots],
    ] as const)
      it(`asks about ${name} in an alert dialog`, async () => {
        ask(on.queue);
        await on.settled();
        expect(on.dialog()!.getAttribute('role')).to.equal('alertdialog');
        expect(on.dialog()!.matches(':modal')).to.equal(true);
        const heading = (on.question()?.shadowRoot ?? on.root()).querySelector('h2')!;
        expect(on.dialog()!.getAttribute('aria-label')).to.match(/^.+ · (Files, )?files\.example$/);
        expect(on.dialog()!.getAttribute('aria-label')!.startsWith(heading.textContent!)).to.equal(true);
      });
  });

  describe('in another language', () => {
    afterEach(() => on.element.removeAttribute('lang'));

    it('has the English words one press away, and the others one press from there; the question stays', async () => {
      on.element.lang = 'de';
      askSampling(on.queue);
      const button = (): HTMLElement => on.root().querySelector<HTMLElement>('[data-name="language-button"]')!;
      const title = (): string => on.question()!.shadowRoot!.querySelector('h2')!.textContent!;
      await eventually(() => button()?.textContent?.trim() === 'English');
      const german = title();
      const dialog = on.dialog();
      button().click();
      await eventually(() => title() === 'Reply in place of a model?');
      expect(on.dialog()!.getAttribute('aria-label')).to.contain('Reply in place of a model?');
      expect(button().textContent!.trim()).to.equal('Deutsch');
      expect(on.dialog()).to.equal(dialog);
      button().click();
      await eventually(() => title() === german);
    });

    it('says nothing of languages in English', async () => {
      askSampling(on.queue);
      await on.settled();
      expect(on.root().querySelector('[data-name="language-button"]')).to.equal(null);
    });
  });

  describe('questions', () => {
    it('shows the oldest and says how many wait', async () => {
      askSampling(on.queue);
      askForm(on.queue);
      await on.settled();
      expect(on.question()!.localName).to.equal('mcp-sampling-approval');
      expect(on.question()!.textContent!.trim()).to.equal('1 of 2');
    });

    it('shows no count for a single one', async () => {
      askForm(on.queue);
      await on.settled();
      expect(on.question()!.textContent!.trim()).to.equal('');
    });

    it('comes to the next in a dialog of its own when the person has decided', async () => {
      on.queue.sampler = () => Promise.resolve('Hi.');
      askForm(on.queue);
      askSampling(on.queue);
      await on.settled();
      const before = on.dialog();
      await on.press('decline-button');
      await on.settled();
      expect(on.question()!.localName).to.equal('mcp-sampling-approval');
      expect(on.dialog()).not.to.equal(before);
      expect(on.dialog()!.matches(':modal')).to.equal(true);
      expect(on.root().activeElement).to.equal(on.dialog());
      expect(on.status()).to.equal('');
    });

    it('shares nothing when it is asked for folders', async () => {
      const { answer } = askRoots(on.queue);
      await on.settled();
      await on.press('decline-button');
      expect(await answer.catch((error: McpError) => error.code)).to.equal('declined');
    });

    it('follows a queue that is set later, or another one', async () => {
      const other = new ApprovalQueue();
      askForm(other);
      on.element.approvals = other;
      await on.settled();
      expect(on.dialog()).to.exist;
      on.element.approvals = undefined;
      await on.settled();
      expect(on.dialog()).not.to.exist;
      expect(on.status()).to.equal('');
    });

    it('uses the queue of the surrounding session where the page gives none', async () => {
      const { approvalsContext } = await import('../../components/context.js');
      const { ContextProvider } = await import('@lit/context');
      const around = fixtureSync<HTMLElement>(html`<div></div>`);
      const provider = new ContextProvider(around, { context: approvalsContext, initialValue: on.queue });
      expect(provider.value).to.equal(on.queue);
      on.element = document.createElement('mcp-approval-queue');
      around.append(on.element);
      askForm(on.queue);
      await on.settled();
      expect(on.dialog()).to.exist;
    });
  });

  describe('the dialog', () => {
    const described = (): string => {
      const { shadowRoot } = on.element;
      return shadowRoot!.getElementById(on.dialog()!.getAttribute('aria-describedby')!)!.textContent!.trim();
    };
    for (const [name, ask, words] of [
      [
        'a tool of the person’s',
        (q: ApprovalQueue) => askCall(q),
        'You started this call. This tool can delete or overwrite data. Confirm to run it. It has 1 argument: path.',
      ],
      [
        'a tool of a model',
        (q: ApprovalQueue) => askCall(q, 'model'),
        'A model wants to make this call; no person asked for it. This tool can delete or overwrite data. It has 1 argument: path.',
      ],
      [
        'a request for a model',
        (q: ApprovalQueue) => askSampling(q),
        'Files sends 1 message. The last one, user: “Summarise this page.”',
      ],
      ['a form', (q: ApprovalQueue) => askForm(q), 'Files says: “Who are you?”'],
      ['a page', (q: ApprovalQueue) => askPage(q, 'https://pay.example/'), 'Files says: “Confirm your card.”'],
      ['folders', (q: ApprovalQueue) => askRoots(q), /^Files learns the names and addresses of the folders/],
    ] as const)
      it(`is described by what is asked: ${name}`, async () => {
        ask(on.queue);
        await on.settled();
        on.part('review-button')?.click();
        await on.settled();
        if (typeof words === 'string') expect(described()).to.equal(words);
        else expect(described()).to.match(words);
      });

    it('is described by no more of a server’s text than somebody listens to', async () => {
      askForm(on.queue, undefined, 'long '.repeat(10_000));
      await on.settled();
      expect(described().length).to.be.below(MAX_SPOKEN_LENGTH + 50);
    });

    it('keeps who asks in sight while the rest scrolls', async () => {
      const message = 'A line.\n'.repeat(400);
      askForm(on.queue, undefined, message);
      await on.settled();
      const root = on.question()!.shadowRoot!;
      root.querySelector('details')!.open = true;
      const dialog = on.dialog()!;
      dialog.scrollTop = 2000;
      await aTimeout(0);
      expect(dialog.scrollTop).to.equal(2000);
      const [who, around] = [root.querySelector('[part~="source"]')!, dialog].map((one) => one.getBoundingClientRect());
      expect(who!.top).to.be.closeTo(around!.top, 2);
      expect(root.elementFromPoint(who!.left + 20, who!.top + who!.height / 2)!.closest('[part~="source"]')).to.exist;
    });

    it('lets the person write at once where they answer themselves', async () => {
      askSampling(on.queue);
      await on.settled();
      expect(deepActiveElement(document)!.id).to.equal('by-hand');
      // WebKit scrolls to what has the focus all the same. Who asks stays in sight.
      if (!isWebKit) expect(on.dialog()!.scrollTop).to.equal(0);
    });

    it('takes the focus of nothing else for that', async () => {
      on.element.inline = true;
      const button = fixtureSync<HTMLButtonElement>(html`<button>Elsewhere</button>`);
      button.focus();
      askSampling(on.queue);
      await on.settled();
      expect(document.activeElement).to.equal(button);
    });
  });

  describe('a page that the call waits for', () => {
    const { open } = window;
    beforeEach(() => {
      window.open = () => null;
    });
    afterEach(() => {
      window.open = open;
    });

    it('keeps its dialog while the person is there, and asks whether they are done', async () => {
      askAwaitedPage(on.queue);
      await on.settled();
      const before = on.dialog();
      await on.press('approve-button');
      await on.settled();
      expect(on.dialog()).to.equal(before);
      expect(on.dialog()!.getAttribute('aria-label')).to.equal('Are you done on pay.example? · Files, files.example');
      await on.press('continue-button');
      await on.settled();
      expect(on.dialog()).not.to.exist;
      expect(on.status(), 'the person knows').to.equal('');
    });

    it('says so when its server has ended it', async () => {
      askAwaitedPage(on.queue);
      await on.settled();
      await on.press('approve-button');
      await on.settled();
      on.queue.elicitationComplete(requestingServer.server.url, '1');
      await on.settled();
      expect(on.dialog()).not.to.exist;
      expect(on.status()).to.equal('Files says that its page is done. What waited for it goes on.');
    });

    it('lets no other question slip into its place when its server ends it', async () => {
      askAwaitedPage(on.queue);
      askForm(on.queue);
      await on.settled();
      await on.press('approve-button');
      await on.settled();
      on.queue.elicitationComplete(requestingServer.server.url, '1');
      await on.settled();
      expect(on.dialog(), 'the hand may be about to press').not.to.exist;
      expect(on.alert()).to.equal('Another question waits.');
    });
  });

  describe('slots and states', () => {
    it('shows the slot "empty" while nothing waits', async () => {
      expect(on.root().querySelector('slot[name="empty"]')).to.exist;
      expect(on.element.matches(':state(waiting)')).to.equal(false);
      askForm(on.queue);
      await on.settled();
      expect(on.root().querySelector('slot[name="empty"]')).not.to.exist;
      expect(on.element.matches(':state(waiting)')).to.equal(true);
    });
  });

  describe('events', () => {
    it('fires mcp-approval-decide-request before a decision is carried out', async () => {
      askForm(on.queue);
      await on.settled();
      const [approval] = on.queue.pending.get();
      setTimeout(() => void on.press('decline-button'));
      const event = (await oneEvent(on.element, 'mcp-approval-decide-request')) as McpApprovalDecideRequestEvent;
      expect(event).to.include({ bubbles: true, composed: true, cancelable: true });
      expect(event.approval).to.equal(approval);
      expect(event.decision).to.deep.equal({ kind: 'decline' });
    });

    it('leaves the question waiting when the page prevents it', async () => {
      on.element.addEventListener('mcp-approval-decide-request', (event) => event.preventDefault());
      const { answer } = askForm(on.queue);
      await on.settled();
      await on.press('decline-button');
      await on.settled();
      expect(on.dialog()!.open).to.equal(true);
      on.queue.accept(on.queue.pending.get()[0]!.id, { name: 'Ada' });
      expect(await answer).to.deep.equal({ action: 'accept', content: { name: 'Ada' } });
    });

    it('waits in the bar when the browser closes the dialog although the page prevents it', async () => {
      on.element.addEventListener('mcp-approval-decide-request', (event) => event.preventDefault());
      askForm(on.queue);
      await on.settled();
      const closed = on.dialog()!;
      closed.close();
      // The browser's own event waits for a frame, which a test page in the background never gets.
      closed.dispatchEvent(new Event('close'));
      await on.settled();
      expect(on.part('bar')).to.exist;
      expect(on.queue.pending.get()).to.have.length(1);
    });
  });

  describe('lifecycle', () => {
    it('opens again when it is moved', async () => {
      askForm(on.queue);
      await on.settled();
      const elsewhere = fixtureSync<HTMLElement>(html`<div></div>`);
      elsewhere.append(on.element);
      await on.settled();
      expect(on.dialog()!.matches(':modal')).to.equal(true);
      await aTimeout(20);
      expect(on.queue.pending.get()).to.have.length(1);
    });

    it('unlocks the page when it is removed, and decides nothing', async () => {
      askForm(on.queue);
      await on.settled();
      const old = on.dialog()!;
      on.element.remove();
      await aTimeout(20);
      expect(old.open).to.equal(false);
      expect(on.queue.pending.get()).to.have.length(1);
    });

    it('asks what came while it was away', async () => {
      on.element.remove();
      askForm(on.queue);
      document.body.append(on.element);
      await on.settled();
      expect(on.dialog()).to.exist;
      on.element.remove();
    });

    it('stays usable in a storm', async () => {
      for (let i = 0; i < 500; i++) askForm(on.queue);
      await on.settled();
      expect(on.root().querySelectorAll('dialog')).to.have.length(1);
      expect(on.question()!.textContent!.trim()).to.equal('1 of 500');
    });
  });
});

describe('<mcp-approval-queue>: several on one page', () => {
  const on = new ApprovalQueueHarness();
  let queue: ApprovalQueue;
  let other: McpApprovalQueueElement;
  beforeEach(async () => {
    queue = new ApprovalQueue();
    other = fixtureSync(html`<mcp-approval-queue .approvals=${queue}></mcp-approval-queue>`);
    await other.updateComplete;
  });
  const settled = async (): Promise<void> => {
    await on.settled();
    await other.updateComplete;
    await on.settled();
  };
  const there = (selector: string): HTMLElement | null => other.shadowRoot!.querySelector(selector);

  it('one dialog at a time; the other waits without a word over it, and then says so', async () => {
    askForm(on.queue);
    askForm(queue);
    await settled();
    expect(on.dialog()).to.exist;
    expect(there('dialog, .bar')).to.equal(null);
    await on.press('decline-button');
    await settled();
    expect(there('dialog')).to.equal(null);
    expect(there('.bar')!.textContent).to.contain('Files has a question.');
  });

  it('a further question of the same queue comes before the other has its turn', async () => {
    askForm(on.queue);
    askForm(queue);
    askForm(on.queue);
    await settled();
    await on.press('decline-button');
    await settled();
    expect(on.dialog()).to.exist;
    expect(there('dialog, .bar')).to.equal(null);
  });

  it('a question in its place in the page takes no turn and waits for none', async () => {
    other.inline = true;
    askForm(queue);
    askForm(on.queue);
    await settled();
    expect(on.dialog()).to.exist;
    expect(there('mcp-elicitation-approval')).to.exist;
  });

  it('one that leaves the page with its question open makes room', async () => {
    askForm(on.queue);
    askForm(queue);
    await settled();
    on.element.remove();
    await settled();
    expect(there('.bar')).to.exist;
  });

  it('so does one that is taken to another document', async () => {
    const frame = fixtureSync<HTMLIFrameElement>(html`<iframe title="Elsewhere"></iframe>`);
    askForm(on.queue);
    await settled();
    frame.contentDocument!.body.append(on.element);
    on.element.remove();
    askForm(queue);
    await settled();
    expect(there('dialog')).to.exist;
  });
});

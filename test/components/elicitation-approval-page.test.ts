import { expect } from '@open-wc/testing';
import '../../components/define/mcp-elicitation-approval.js';
import { ElicitationApprovalHarness } from '../support/harness/elicitation-approval.js';
import type { McpApprovalDecideRequestEvent } from '../../components/events.js';
import type { ElicitationApproval } from '../../src/approvals/types.js';
import { askAwaitedPage, askPage } from '../support/questions.js';
import { verifies } from '../requirements/verifies.js';

describe('<mcp-elicitation-approval>: a page to open', () => {
  const on = new ElicitationApprovalHarness();
  const opened: unknown[][] = [];
  const { open } = window;
  beforeEach(() => {
    opened.length = 0;
    window.open = (...args) => (opened.push(args), null);
  });
  afterEach(() => {
    window.open = open;
  });
  it('shows the whole address with its host emphasised, and not as a link', async () => {
    verifies('page-address-shown-whole');
    const url = 'https://pay.example/confirm?session=8f1c2e#now';
    await on.show(askPage(on.queue, url));
    expect(on.part('title').textContent).to.equal('Open a page on pay.example?');
    expect(on.root().querySelector('.address')!.textContent!.trim()).to.equal(url);
    expect(on.root().querySelector('.address strong')!.textContent).to.equal('pay.example');
    expect(on.root().querySelector('a')).not.to.exist;
    expect(on.root().querySelector('.body')!.textContent).to.contain('It is not a page of files.example.');
  });

  it('emphasises the real host, not one that stands before it', async () => {
    await on.show(askPage(on.queue, 'https://bank.example:evil.example@evil.example/bank.example'));
    const address = on.root().querySelector('.address')!;
    expect(address.textContent!.trim()).to.equal('https://bank.example:evil.example@evil.example/bank.example');
    const host = address.querySelector('strong')!;
    expect(host.textContent).to.equal('evil.example');
    const before = document.createRange();
    before.setStart(address, 0);
    before.setEndBefore(host);
    expect(before.toString().trim()).to.equal('https://bank.example:evil.example@');
  });

  it('opens in a new tab that cannot see this page, in the click, and accepts without content', async () => {
    verifies('page-out-of-our-sight');
    await on.show(askPage(on.queue, 'https://pay.example/confirm'));
    on.part('approve-button').click();
    expect(opened).to.deep.equal([['https://pay.example/confirm', '_blank', 'noopener,noreferrer']]);
    expect(await on.asked.answer).to.deep.equal({ action: 'accept' });
  });

  it('opens nothing by itself, and nothing that the page prevents', async () => {
    verifies('page-opened-by-consent');
    await on.show(askPage(on.queue, 'https://pay.example/confirm'));
    expect(opened).to.be.empty;
    on.element.addEventListener('mcp-approval-decide-request', (event) => event.preventDefault());
    on.part('approve-button').click();
    expect(opened).to.be.empty;
    expect(on.queue.pending.get()).to.have.length(1);
  });

  for (const [url, words] of [
    ['http://pay.example/', 'Not encrypted'],
    ['https://pay.bılling.example/', 'letters that can look like others'],
    ['https://files.example@pay.example/', 'before “@” is not the site'],
    ['https://192.0.2.1/', 'bare number'],
    ['https://files.example.evil.example/', 'is not part of it'],
  ] as const)
    it(`warns of ${url}`, async () => {
      verifies('odd-hosts-warned-of');
      await on.show(askPage(on.queue, url));
      expect(on.warnings()).to.contain(words);
      expect(on.part('approve-button').classList.contains('danger')).to.equal(true);
    });

  it('does not warn of an ordinary page', async () => {
    await on.show(askPage(on.queue, 'https://files.example/confirm'));
    expect(on.warnings()).to.equal('');
    expect(on.root().querySelector('.body')!.textContent).not.to.contain('It is not a page of');
  });

  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vscode://x', 'not a url', ''])
    it(`never opens “${url}”`, async () => {
      await on.show(askPage(on.queue, url));
      expect(on.part('approve-button')).not.to.exist;
      expect(on.warnings()).to.contain('This cannot be opened.');
      await on.press('decline-button');
      expect(await on.asked.answer).to.deep.equal({ action: 'decline' });
    });

  it('tells decline from cancel', async () => {
    await on.show(askPage(on.queue, 'https://pay.example/'));
    await on.press('cancel-button');
    expect(await on.asked.answer).to.deep.equal({ action: 'cancel' });
    expect(opened).to.be.empty;
  });

  describe('that the call waits for', () => {
    const text = (): string => on.root().querySelector('.body')!.textContent!.replace(/\s+/g, ' ');
    const open = async (): Promise<void> => {
      await on.show(askAwaitedPage(on.queue));
      // What a queue element does: hand on each new snapshot.
      on.queue.pending.subscribe(([approval]) => {
        on.element.approval = approval as ElicitationApproval | undefined;
      });
      on.part('approve-button').focus();
      await on.press('approve-button');
      await on.element.updateComplete;
    };

    it('says beforehand what comes after', async () => {
      await on.show(askAwaitedPage(on.queue));
      expect(text()).to.contain('When you are done there, get-weather goes on.');
      expect(on.part('continue-button')).not.to.exist;
    });

    it('is opened, and then waits for the person to come back', async () => {
      verifies('call-repeated-after-the-page', 'page-opened-by-consent');
      await open();
      expect(opened).to.have.length(1);
      expect(on.part('title').textContent).to.equal('Are you done on pay.example?');
      expect(on.root().querySelector('.visually-hidden[role="status"]')!.textContent).to.equal(
        'Are you done on pay.example?',
      );
      expect(on.root().querySelector('.address')!.textContent!.trim()).to.equal('https://pay.example/confirm');
      expect(text()).to.contain('If Files tells that you are done, it goes on by itself.');
      expect(on.part('decline-button')).not.to.exist;
      expect(on.queue.pending.get()).to.have.length(1);
    });

    it('keeps the focus in the question, and not on what would continue', async () => {
      await open();
      expect(on.root().activeElement).to.equal(on.part('title'));
    });

    it('goes on when the person says so', async () => {
      verifies('call-repeated-after-the-page');
      await open();
      expect(on.part('continue-button').textContent!.trim()).to.equal('Continue with get-weather');
      await on.press('continue-button');
      expect(await on.asked.answer).to.deep.equal({ action: 'accept' });
      expect(opened).to.have.length(1);
    });

    it('does not take the second half of a double click for that', async () => {
      await open();
      on.part('continue-button').dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, composed: true }));
      expect(on.queue.pending.get()).to.have.length(1);
    });

    it('can be opened again, and given up', async () => {
      verifies('call-repeated-after-the-page');
      await open();
      await on.press('open-button');
      expect(opened).to.deep.equal(Array(2).fill(['https://pay.example/confirm', '_blank', 'noopener,noreferrer']));
      await on.press('cancel-button');
      expect(await on.asked.answer).to.deep.equal({ action: 'cancel' });
    });

    it('tells the page of each decision', async () => {
      const kinds: string[] = [];
      const note = (event: Event): void => void kinds.push((event as McpApprovalDecideRequestEvent).decision.kind);
      document.addEventListener('mcp-approval-decide-request', note);
      await open();
      await on.press('continue-button');
      document.removeEventListener('mcp-approval-decide-request', note);
      expect(kinds).to.deep.equal(['accept', 'resume']);
    });
  });
});

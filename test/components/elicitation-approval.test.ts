import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';
import '../../components/define/mcp-elicitation-approval.js';
import type { McpApprovalDecideRequestEvent } from '../../components/events.js';
import type { ElicitationApproval } from '../../src/approvals/types.js';
import { ElicitationApprovalHarness } from '../support/harness/elicitation-approval.js';
import { askForm, askPage, askAwaitedPage } from '../support/questions.js';
import { verifies } from '../requirements/verifies.js';

describe('<mcp-elicitation-approval>', () => {
  const on = new ElicitationApprovalHarness();

  describe('a form', () => {
    it('says who asks, and shows the message as text: no markup, no links', async () => {
      verifies('asker-is-named', 'question-says-why', 'questions-hold-no-links');
      const hostile = 'Go to <a href="https://evil.example">here</a> or https://evil.example';
      await on.show(askForm(on.queue, undefined, hostile));
      expect(on.part('source').textContent!.replace(/\s+/g, ' ')).to.contain('Files files.example · encrypted');
      expect(on.part('header').textContent).to.contain('files-server');
      expect(on.part('title').textContent).to.equal('Files asks for information');
      expect(on.root().querySelector('.text')!.textContent).to.equal(hostile);
      expect(on.root().querySelector('a')).not.to.exist;
    });

    it('sends what was filled in, with the server’s defaults', async () => {
      verifies('answers-seen-before-sent', 'defaults-filled-in');
      await on.show(askForm(on.queue));
      await on.type(on.field('Your name'), 'Ada');
      expect(on.part('approve-button').textContent!.trim()).to.equal('Send to Files');
      await on.press('approve-button');
      expect(await on.asked.answer).to.deep.equal({ action: 'accept', content: { name: 'Ada', newsletter: true } });
    });

    it('sends nothing that the schema refuses, and goes to what is wrong', async () => {
      verifies('answers-fit-the-schema');
      await on.show(askForm(on.queue));
      await on.type(on.field('Your name'), 'A');
      await on.press('approve-button');
      expect(on.queue.pending.get()).to.have.length(1);
      expect(on.part('error').textContent).to.equal('1 field needs attention.');
      expect(on.part('error').getAttribute('role')).to.equal('alert');
      expect(deepActiveElement(document)).to.equal(on.field('Your name'));
      await on.type(on.field('Your name'), 'Ada');
      await on.press('approve-button');
      expect((await on.asked.answer).content).to.include({ name: 'Ada' });
    });

    it('sends with Ctrl+Enter from a field', async () => {
      await on.show(askForm(on.queue));
      await on.type(on.field('Your name'), 'Ada');
      on.field('Your name').focus();
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'Enter' });
      await sendKeys({ up: 'Control' });
      expect((await on.asked.answer).action).to.equal('accept');
    });

    for (const action of ['decline', 'cancel'] as const)
      it(`can be answered with ${action}, whatever is in the fields`, async () => {
        verifies('decline-is-not-cancel', 'question-says-why');
        await on.show(askForm(on.queue));
        await on.press(`${action}-button`);
        expect(await on.asked.answer).to.deep.equal({ action });
      });

    it('keeps what was typed when the same question comes in a new snapshot', async () => {
      await on.show(askForm(on.queue));
      await on.type(on.field('Your name'), 'Ada');
      on.element.approval = { ...on.element.approval! };
      await on.element.updateComplete;
      expect(on.field('Your name').value).to.equal('Ada');
    });

    it('starts the next question empty', async () => {
      await on.show(askForm(on.queue));
      await on.type(on.field('Your name'), 'Ada');
      askForm(on.queue);
      on.element.approval = on.queue.pending.get()[1] as ElicitationApproval;
      await on.element.updateComplete;
      await aTimeout(0);
      expect(on.field('Your name').value).to.equal('');
    });

    it('shows all fields, in the order of the server', async () => {
      const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf'];
      const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
      await on.show(askForm(on.queue, { type: 'object', properties, required: ['golf'] }));
      const { renderRoot } = on.root().querySelector('mcp-schema-field')!;
      const shown = [...renderRoot.querySelectorAll('mcp-schema-field')].map(({ field }) => field?.name);
      expect(shown).to.deep.equal(names);
      expect(renderRoot.querySelector('[data-name~="fold-button"]')).to.equal(null);
    });

    it('can ask for nothing but a yes', async () => {
      await on.show(askForm(on.queue, { type: 'object', properties: {} }));
      await on.press('approve-button');
      expect(await on.asked.answer).to.deep.equal({ action: 'accept', content: {} });
    });

    it('warns of fields that ask for secrets', async () => {
      verifies('secrets-warned-of');
      const properties = { api_key: { type: 'string' }, name: { type: 'string' } };
      await on.show(askForm(on.queue, { type: 'object', properties }));
      expect(on.root().querySelector('.note.warning')!.textContent)
        .to.contain('Do not type passwords')
        .and.contain('“api_key”');
    });
  });

  describe('events and properties', () => {
    it('fires mcp-approval-decide-request with the content before it is sent', async () => {
      await on.show(askForm(on.queue));
      await on.type(on.field('Your name'), 'Ada');
      const seen: McpApprovalDecideRequestEvent[] = [];
      on.element.addEventListener('mcp-approval-decide-request', (event) => seen.push(event));
      await on.press('approve-button');
      expect(seen.map(({ decision }) => decision)).to.deep.equal([
        { kind: 'accept', content: { name: 'Ada', newsletter: true } },
      ]);
    });

    it('shows nothing without a question', async () => {
      on.element = await fixture(html`<mcp-elicitation-approval></mcp-elicitation-approval>`);
      expect(on.root().querySelector('*')).not.to.exist;
    });

    it('has the parts that pages style', async () => {
      await on.show(askForm(on.queue));
      for (const name of [
        'base',
        'header',
        'title',
        'form',
        'actions',
        'approve-button',
        'decline-button',
        'cancel-button',
      ])
        expect(on.part(name), name).to.exist;
    });
  });
});

describe('<mcp-elicitation-approval>: what it never does', () => {
  const on = new ElicitationApprovalHarness();

  it('fetch, look up or preview a page that nobody has agreed to open', async () => {
    verifies('page-never-fetched-ahead');
    const asked: string[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (...args) => (asked.push(new Request(...args).url), fetch(...args));
    try {
      await on.show(askPage(on.queue, `${location.origin}/never-looked-at`));
      await aTimeout(100);
    } finally {
      globalThis.fetch = fetch;
    }
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    expect([...asked, ...loaded].filter((url) => url.includes('never-looked-at'))).to.be.empty;
    // What a browser would follow by itself.
    const following = 'a[href], link, img, iframe, object, embed, source, [ping], form[action], [style*="url("]';
    expect(on.root().querySelector(following)).to.equal(null);
    expect(
      document.head.querySelector('link[rel~="preconnect"], link[rel~="dns-prefetch"], link[rel~="prefetch"]'),
    ).to.equal(null);
  });

  it('hide what is typed into a form, as if it were a place for secrets', async () => {
    verifies('secrets-warned-of');
    const properties = { password: { type: 'string', title: 'Password' }, pin: { type: 'string', format: 'password' } };
    await on.show(askForm(on.queue, { type: 'object', properties }));
    expect(on.field('Password').type).not.to.equal('password');
    expect(on.field('pin').type).not.to.equal('password');
    expect(on.warnings()).to.contain('Do not type passwords');
  });
});

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
      expect(text()).to.contain('If Files reports that you are done, this goes on by itself.');
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

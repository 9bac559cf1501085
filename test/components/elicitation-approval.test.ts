import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';
import '../../components/define/mcp-elicitation-approval.js';
import type { McpApprovalDecideRequestEvent } from '../../components/events.js';
import type { ElicitationApproval } from '../../src/approvals/types.js';
import { ElicitationApprovalHarness } from '../support/harness/elicitation-approval.js';
import { askForm, askPage } from '../support/questions.js';
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

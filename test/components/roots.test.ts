import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import '../../components/define/mcp-roots.js';
import '../../components/define/mcp-session.js';
import type { McpRootsElement, McpSessionElement, McpRootsApprovalElement } from '../../components/index.js';
import { MAX_ROOTS, Roots, type RootsApproval, type RootsDecision } from '../../src/approvals/index.js';
import { rootsIn } from '../../src/session/approvals.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import '../../components/define/mcp-roots-approval.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import type { Root } from '../../src/index.js';
import { requestingServer } from '../support/questions.js';
import { verifies } from '../requirements/verifies.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';

describe('<mcp-roots>', () => {
  let element: McpRootsElement;
  let roots: Roots;

  const show = async (uris: readonly (string | readonly [string, string])[] = [], quiet = false): Promise<void> => {
    roots = new Roots('a', rootsIn(new MemoryStorage()));
    for (const each of uris)
      // oxlint-disable-next-line no-await-in-loop
      await (typeof each === 'string' ? roots.add(each) : roots.add(...each));
    element = await fixture(html`<mcp-roots .roots=${roots} ?quiet=${quiet}></mcp-roots>`);
    await settled();
  };
  const settled = async (): Promise<void> => {
    await aTimeout(20);
    await element.updateComplete;
  };
  const root = (): ShadowRoot => element.shadowRoot!;
  const text = (): string => root().textContent!.replace(/\s+/g, ' ');
  const all = (name: string): HTMLElement[] => [
    ...root().querySelectorAll<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`),
  ];
  const field = (id: 'address' | 'name'): HTMLInputElement => root().querySelector<HTMLInputElement>(`#${id}`)!;
  const write = async (id: 'address' | 'name', value: string): Promise<void> => {
    field(id).value = value;
    field(id).dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await element.updateComplete;
  };
  const press = async (button: HTMLElement | undefined): Promise<void> => {
    button!.focus();
    button!.click();
    await settled();
  };
  const kept = (): readonly unknown[] => roots.state.get().roots;
  const active = (): string | undefined => root().activeElement?.id;
  const problem = (): string => root().querySelector('#problem')!.textContent!.replace(/\s+/g, ' ').trim();

  it('says what roots are, that this page opens nothing, and that nothing is shared yet', async () => {
    await show();
    expect(text()).to.contain('which folders to work in').and.to.contain('cannot open them');
    expect(all('empty')[0]!.textContent).to.match(/Nothing is shared with the server until you add one and allow it/);
  });

  it('adds one, says so, and is ready for the next', async () => {
    await show();
    await write('address', ' file:///home/me/Ä ');
    await write('name', 'Work');
    await press(all('submit-button')[0]);
    expect(kept()).to.deep.equal([{ uri: 'file:///home/me/%C3%84', name: 'Work' }]);
    expect(root().querySelector('[role="status"]')!.textContent).to.contain('Added Work.');
    expect([field('address').value, field('name').value]).to.deep.equal(['', '']);
    expect(active()).to.equal('address');
    expect(all('root')[0]!.textContent!.replace(/\s+/g, ' ')).to.contain('that is /home/me/Ä');
  });

  it('both fields may be filled in at once, as a browser does', async () => {
    await show();
    const together = [write('address', 'file:///x'), write('name', 'X')];
    await Promise.all(together);
    await press(all('submit-button')[0]);
    expect(kept()).to.deep.equal([{ uri: 'file:///x', name: 'X' }]);
  });

  it('keeps what was written when it cannot be taken, says why and what to do, and offers what was meant', async () => {
    await show();
    await write('address', '/home/me');
    await write('name', 'Home');
    await press(all('submit-button')[0]);
    expect(problem()).to.contain('“/home/me” is a path, not an address.');
    expect([field('address').value, field('name').value]).to.deep.equal(['/home/me', 'Home']);
    expect(field('address').getAttribute('aria-invalid')).to.equal('true');
    expect(field('address').getAttribute('aria-describedby')).to.contain('problem');
    expect(active()).to.equal('address');
    await press(all('suggestion-button')[0]);
    expect(field('address').value).to.equal('file:///home/me');
    expect(problem()).to.equal('');
    expect(active(), 'focus stays').to.equal('address');
    await press(all('submit-button')[0]);
    expect(kept()).to.deep.equal([{ uri: 'file:///home/me', name: 'Home' }]);
  });

  it('a name that is too long is said at the name, and stays', async () => {
    await show();
    await write('address', 'file:///x');
    await write('name', 'n'.repeat(300));
    await press(all('submit-button')[0]);
    expect(problem()).to.contain('300 characters').and.to.contain('200');
    expect(field('name').getAttribute('aria-invalid')).to.equal('true');
    expect(field('address').hasAttribute('aria-invalid')).to.equal(false);
    expect(active()).to.equal('name');
    expect(field('name').value).to.have.length(300);
  });

  it('a paste of half a million characters is refused, and stays', async () => {
    await show();
    await write('address', 'file:///'.padEnd(500_000, 'a'));
    await press(all('submit-button')[0]);
    expect(problem()).to.contain('more than 4,096 characters');
    expect(field('address').value.length).to.equal(500_000);
  });

  it('changes one in its place, or leaves it as it was', async () => {
    await show(['file:///one', ['file:///two', 'Two']]);
    await press(all('edit-button')[1]);
    expect(root().querySelectorAll('form')).to.have.length(1);
    expect([field('address').value, field('name').value]).to.deep.equal(['file:///two', 'Two']);
    expect(active()).to.equal('address');
    await write('name', '2');
    field('name').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await settled();
    expect(kept()[1]).to.deep.equal({ uri: 'file:///two', name: 'Two' });
    await press(all('edit-button')[1]);
    await write('address', 'file:///one/');
    await press(all('submit-button')[0]);
    expect(problem()).to.contain('in the list already');
    await write('address', 'file:///2');
    await press(all('submit-button')[0]);
    expect(kept()).to.deep.equal([{ uri: 'file:///one' }, { uri: 'file:///2', name: 'Two' }]);
  });

  it('removes one and says which; the focus stays inside', async () => {
    await show(['file:///one', 'file:///two']);
    expect(all('remove-button')[0]!.getAttribute('aria-label')).to.equal('Remove file:///one');
    await press(all('remove-button')[0]);
    expect(kept()).to.deep.equal([{ uri: 'file:///two' }]);
    expect(root().querySelector('[role="status"]')!.textContent).to.contain('Removed file:///one.');
    expect(root().activeElement).to.exist;
  });

  it('shows what is hidden, while it is written and afterwards', async () => {
    await show([['file:///a\u202Eb', 'Wo\u200Brk']]);
    expect(all('root')[0]!.querySelectorAll('.hidden-character')).to.have.length(2);
    await write('address', 'file:///x\u200B');
    expect(text()).to.contain('Holds characters that do not show');
  });

  it('says of a whole disk that it is one', async () => {
    await show(['file:///', 'file:///C:/', 'file:///home']);
    expect(all('root').map((each) => /Everything on that disk/.test(each.textContent!))).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it(`takes no more than ${MAX_ROOTS}, and says why`, async () => {
    await show(Array.from({ length: MAX_ROOTS }, (_, n) => `file:///${n}`));
    expect(root().querySelector('form')).to.equal(null);
    expect(text()).to.contain('There are 50 folders');
    await press(all('edit-button')[0]);
    expect(root().querySelectorAll('form')).to.have.length(1);
  });

  it('says what the server gets without a question, and takes it back', async () => {
    await show(['file:///one', 'file:///two']);
    const consent = {
      verdict: 'allow',
      duration: 'always',
      shared: ['file:///one'],
      leftOut: ['file:///two'],
      at: Date.now(),
    } as const;
    await roots.decide(consent);
    await settled();
    expect(text()).to.contain('This server is told 1 folder of 2 without a question, until revoked, at most 90 days.');
    await roots.add('file:///three');
    await settled();
    expect(text()).to.contain('once you have allowed or left out the new 1 folder');
    await press(all('ask-again-button')[0]);
    expect(roots.state.get().consent).to.equal(undefined);
    expect(text()).to.contain('You will be asked again.');
    await roots.decide({ ...consent, verdict: 'deny', duration: 'session' });
    await settled();
    expect(text()).to.contain('refused without a question, until this page is closed or reloaded.');
  });

  it('works from right to left, and at 320 px: nothing sticks out', async () => {
    await show([['file:///'.padEnd(1500, 'a'), 'n'.repeat(200)], 'file:///home/me/%D7%A9%D7%9C%D7%95%D7%9D']);
    element.style.inlineSize = '320px';
    for (const dir of ['ltr', 'rtl']) {
      element.dir = dir;
      expect(element.scrollWidth).to.be.at.most(320);
    }
    await write('address', '/'.padEnd(900, 'b'));
    await press(all('submit-button')[0]);
    const wide = [...root().querySelectorAll<HTMLElement>('*')].filter(
      (one) => one.getBoundingClientRect().width > 320,
    );
    expect(wide.map((one) => one.outerHTML.slice(0, 60))).to.deep.equal([]);
    expect(element.scrollWidth).to.be.at.most(320);
  });

  describe('in a session', () => {
    const within = async (answers: string, quiet = false): Promise<void> => {
      const around: McpSessionElement = await fixture(
        html`<mcp-session url=${everythingUrl} storage="none" capabilities=${answers}
          ><mcp-roots ?quiet=${quiet}></mcp-roots
        ></mcp-session>`,
      );
      element = around.querySelector('mcp-roots')!;
      await aTimeout(150);
      await element.updateComplete;
    };

    it('lists those for its server where the page offers roots', async () => {
      await within('roots');
      expect(field('address')).to.exist;
      await within('roots', true);
      expect(root().querySelector('summary')!.textContent).to.equal('Folders (0)');
    });

    it('where the page does not, it says so, or nothing where it is to be quiet', async () => {
      await within('elicitation');
      expect(text()).to.contain('does not let you share folders');
      await within('elicitation', true);
      expect(root().querySelector('[part~="base"]')).to.equal(null);
    });
  });
});

pressAtOnce();

describe('<mcp-roots-approval>', () => {
  let element: McpRootsApprovalElement;
  let queue: ApprovalQueue;
  let kept: Roots;
  let answer: Promise<RootsDecision | string>;

  const show = async (uris: readonly string[], fromPage: readonly Root[] = []): Promise<void> => {
    queue = new ApprovalQueue();
    // oxlint-disable-next-line no-await-in-loop
    for (const uri of uris) await kept.add(uri);
    answer = queue
      .addRoots({ kept, fromPage }, requestingServer, { method: 'tools/call', name: 'x' }, new AbortController().signal)
      .catch((error: { code: string }) => error.code);
    const approval = queue.pending.get()[0] as RootsApproval;
    element = await fixture(html`<mcp-roots-approval .approval=${approval} .approvals=${queue}></mcp-roots-approval>`);
    await aTimeout(20);
  };
  beforeEach(() => {
    kept = new Roots('a', rootsIn(new MemoryStorage()));
  });
  const root = (): ShadowRoot => element.shadowRoot!;
  const text = (): string => root().textContent!.replace(/\s+/g, ' ');
  const part = <T extends HTMLElement = HTMLButtonElement>(name: string): T =>
    root().querySelector<T>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`)!;
  const tick = async (at: number): Promise<void> => {
    root().querySelectorAll<HTMLElement>('.roots input')[at]!.click();
    await element.updateComplete;
  };
  const choose = async (words: string): Promise<void> => {
    part<HTMLDetailsElement>('remember').open = true;
    [...root().querySelectorAll<HTMLElement>('.choice')].find((one) => one.textContent!.includes(words))!.click();
    await element.updateComplete;
  };

  it('shows every folder that would be shared, ticked, and says that nothing is opened', async () => {
    verifies('roots-shared-by-consent');
    await show(['file:///one', 'file:///two'], [{ uri: 'file:///page', name: 'Page' }]);
    expect([...root().querySelectorAll('.address')].map((one) => one.textContent)).to.deep.equal([
      'file:///one',
      'file:///two',
      'file:///page',
    ]);
    expect([...root().querySelectorAll<HTMLInputElement>('.roots input')].every((one) => one.checked)).to.equal(true);
    expect(text()).to.contain('does not open these folders').and.to.contain('from this page, not from you');
    expect(part('approve-button').textContent!.trim()).to.equal('Share 3 folders');
  });

  it('shares what is ticked, and nothing else', async () => {
    await show(['file:///one', 'file:///two']);
    await tick(0);
    expect(part('approve-button').textContent!.trim()).to.equal('Share 1 folder');
    part('approve-button').click();
    expect(await answer).to.deep.equal({ allowed: true, roots: [{ uri: 'file:///two' }] });
  });

  it('with none ticked there is nothing to share but nothing', async () => {
    await show(['file:///one']);
    await tick(0);
    expect(part('approve-button').disabled).to.equal(true);
    part('decline-button').click();
    expect(await answer).to.equal('declined');
  });

  it('with no folder, one can be added there and then, and is shared only when it is said', async () => {
    await show([]);
    expect(part('approve-button')).to.equal(null);
    expect(part<HTMLDetailsElement>('change').open).to.equal(true);
    await kept.add('file:///new', 'New');
    await element.updateComplete;
    expect(part('approve-button').textContent!.trim()).to.equal('Share 1 folder');
    expect(part<HTMLDetailsElement>('change').open, 'stays as it was').to.equal(true);
    part('approve-button').click();
    expect(await answer).to.deep.equal({ allowed: true, roots: [{ uri: 'file:///new', name: 'New' }] });
  });

  it('one that goes while the question waits is not shared', async () => {
    await show(['file:///one', 'file:///two']);
    await kept.remove('file:///one');
    await element.updateComplete;
    part('approve-button').click();
    expect(await answer).to.deep.equal({ allowed: true, roots: [{ uri: 'file:///two' }] });
  });

  for (const [words, remember] of [
    ['Until this page', 'session'],
    ['For 90 days', 'always'],
  ] as const) {
    it(`shares and does not ask again: ${words}`, async () => {
      await show(['file:///one']);
      await choose(words);
      part('approve-button').click();
      expect(await answer).to.deep.equal({ allowed: true, roots: [{ uri: 'file:///one' }], remember });
    });
    it(`refuses and does not ask again: ${words}`, async () => {
      await show(['file:///one']);
      await choose(words);
      part('decline-button').click();
      expect(await answer).to.deep.equal({ allowed: false, remember });
    });
  }

  it('never', async () => {
    await show(['file:///one']);
    await choose('For 90 days');
    part('never-button').click();
    expect(await answer).to.deep.equal({ allowed: false, remember: 'always' });
  });

  it('what was left out before is left out again', async () => {
    await kept.add('file:///one');
    await kept.decide({ verdict: 'allow', duration: 'session', shared: [], leftOut: ['file:///one'], at: 1 });
    await show(['file:///two']);
    part('approve-button').click();
    expect(await answer).to.deep.equal({ allowed: true, roots: [{ uri: 'file:///two' }] });
  });

  it('a page may prevent it, and decide elsewhere', async () => {
    await show(['file:///one']);
    element.addEventListener('mcp-approval-decide-request', (event) => event.preventDefault());
    part('approve-button').click();
    expect(queue.pending.get()).to.have.length(1);
  });

  it('fits into 320 px, whatever the addresses', async () => {
    await show(['file:///'.padEnd(2000, 'a'), 'file:///'.padEnd(2000, 'b%20')]);
    element.style.inlineSize = '320px';
    for (const dir of ['ltr', 'rtl']) {
      element.dir = dir;
      expect(element.scrollWidth).to.be.at.most(320);
    }
  });
});

import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-roots-approval.js';
import type { McpRootsApprovalElement } from '../../components/index.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import { Roots, type RootsApproval, type RootsDecision } from '../../src/approvals/index.js';
import type { Root } from '../../src/index.js';
import { rootsIn } from '../../src/session/approvals.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { requestingServer } from '../support/questions.js';
import { verifies } from '../requirements/verifies.js';
import { pressAtOnce } from '../fixtures/press-at-once.js';

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

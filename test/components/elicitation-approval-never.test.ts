import { aTimeout, expect } from '@open-wc/testing';
import '../../components/define/mcp-elicitation-approval.js';
import { verifies } from '../requirements/verifies.js';
import { ElicitationApprovalHarness } from '../support/harness/elicitation-approval.js';
import { askForm, askPage } from '../support/questions.js';

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

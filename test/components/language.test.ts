import { expect, waitUntil } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import { choose, clientOf, root } from '../support/harness/client.js';
import type { McpClientElement } from '../../components/index.js';

async function inPageOf(lang: string): Promise<McpClientElement> {
  document.documentElement.lang = lang;
  const el = await clientOf(everythingUrl);
  await choose(el, 'get-sum');
  await waitUntil(() => root(el).querySelector('mcp-tool-form')?.shadowRoot?.querySelector('h2'));
  return el;
}
const formOf = (el: McpClientElement): ShadowRoot => root(el).querySelector('mcp-tool-form')!.shadowRoot!;
const described = (el: McpClientElement): Element =>
  [...formOf(el).querySelectorAll('*')].find((one) => one.textContent?.trim() === 'Returns the sum of two numbers')!;

/** The nearest `lang`, through shadow roots as HTML has it: `:lang()` of Firefox stops at them. */
function langOf(element: Element): string | null {
  const named = element.closest('[lang]');
  const around = element.getRootNode();
  return named?.getAttribute('lang') ?? (around instanceof ShadowRoot ? langOf(around.host) : null);
}

// By itself: other tests of the page leave words and languages behind that it would find.
describe('the language of an element', () => {
  const { lang } = document.documentElement;
  afterEach(() => (document.documentElement.lang = lang));

  it('is English for its own words in a page of another language, and unknown for the words of a server', async () => {
    const el = await inPageOf('ar');
    expect(langOf(formOf(el).querySelector('[part~="submit-button"]')!)).to.equal('en');
    expect(langOf(root(el).querySelector('[data-name="section-button"]')!)).to.equal('en');
    expect(described(el).closest('[lang]')!.getAttribute('lang')).to.equal('');
  });

  it('is said once, and not at each rendering: the browser would compute the styles of all inside again', async () => {
    const el = await inPageOf('ar');
    const list = root(el).querySelector('mcp-tool-list')!;
    let timesSaid = 0;
    const observer = new MutationObserver((records) => (timesSaid += records.length));
    observer.observe(list.shadowRoot!, { subtree: true, attributeFilter: ['lang'] });
    list.sought = 'sum';
    await list.updateComplete;
    await waitUntil(() => list.shadowRoot!.querySelectorAll('[role=option]').length === 1);
    expect(timesSaid).to.equal(0);
    observer.disconnect();
    expect(langOf(list.shadowRoot!.querySelector('.top')!)).to.equal('en');
  });

  it('is that of the page where that is English', async () => {
    const el = await inPageOf('en-GB');
    expect(langOf(formOf(el).querySelector('[part~="submit-button"]')!)).to.match(/^en/);
  });

  it('is not given to what the page puts into a slot', async () => {
    const el = await inPageOf('ar');
    const own = document.createElement('p');
    own.slot = 'status';
    el.append(own);
    expect(own.matches(':lang(ar)')).to.equal(true);
  });
});

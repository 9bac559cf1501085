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

describe('the language of an element', () => {
  const { lang } = document.documentElement;
  afterEach(() => (document.documentElement.lang = lang));

  it('is English for its own words in a page of another language, and unknown for the words of a server', async () => {
    const el = await inPageOf('ar');
    expect(formOf(el).querySelector('[part~="submit-button"]')!.matches(':lang(en)')).to.equal(true);
    expect(root(el).querySelector('[data-name="section-button"]')!.matches(':lang(en)')).to.equal(true);
    expect(described(el).closest('[lang]')!.getAttribute('lang')).to.equal('');
    await expect(el).to.be.accessible();
  });

  it('is that of the page where that is English', async () => {
    const el = await inPageOf('en-GB');
    expect(formOf(el).querySelector('[part~="submit-button"]')!.matches(':lang(en-GB)')).to.equal(true);
  });

  it('is not given to what the page puts into a slot', async () => {
    const el = await inPageOf('ar');
    const own = document.createElement('p');
    own.slot = 'status';
    el.append(own);
    expect(own.matches(':lang(ar)')).to.equal(true);
  });
});

import { expect, nextFrame, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { choose, clientOf, list, NARROW, openSection, parts, root, someServer } from '../support/harness/client.js';
import { deepActiveElement } from '../../components/internal/focus-fallback.js';
import type { McpClientElement } from '../../components/index.js';

const help = (el: McpClientElement): HTMLDialogElement | null => root(el).querySelector('[data-name="keyboard-help"]');
const focused = (): Element => deepActiveElement(document)!;
const isOpen = (el: McpClientElement) => (): boolean => help(el)?.open === true;

describe('the keyboard help of <mcp-client>', () => {
  it('opens with ? while the focus is inside, and names every key in plain words', async () => {
    const el = await clientOf();
    list(el).focus();
    const before = focused();
    await sendKeys({ press: '?' });
    await waitUntil(isOpen(el));
    const dialog = help(el)!;
    expect([...dialog.querySelectorAll('h3')].map((one) => one.textContent)).to.deep.equal([
      'Everywhere',
      'Lists',
      'Forms',
      'Questions of a server',
      'JSON and tables',
    ]);
    expect(dialog.textContent)
      .to.match(/Go to the search of the list/)
      .and.match(/Run, from any field/);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !help(el) && focused() === before, 'the focus is where it was');
  });

  it('is closed by its button, with the focus where it was', async () => {
    const el = await clientOf(someServer(), NARROW);
    list(el).focus();
    await sendKeys({ press: '?' });
    await waitUntil(isOpen(el));
    const { width } = help(el)!.getBoundingClientRect();
    expect(width).to.be.at.most(innerWidth);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !help(el) && focused().getAttribute('role') === 'listbox', 'the focus is where it was');
  });

  it('is a character in a field, and nothing outside of the widget', async () => {
    const el = await clientOf();
    await sendKeys({ press: 'Tab' });
    const outside = document.createElement('button');
    el.before(outside);
    outside.focus();
    await sendKeys({ press: '?' });
    await nextFrame();
    expect(help(el)).to.equal(null);
    list(el).focus();
    await sendKeys({ press: '/' });
    await waitUntil(() => focused().matches('input[type="search"]'));
    await sendKeys({ press: '?' });
    await nextFrame();
    expect(help(el)).to.equal(null);
    expect((focused() as HTMLInputElement).value).to.equal('?');
  });

  it('has a button where nothing is chosen, and one in the details of the server', async () => {
    const el = await clientOf();
    const [inDetails, inHint] = root(el).querySelectorAll<HTMLElement>('[data-name="keyboard-button"]');
    inHint!.focus();
    inHint!.click();
    await waitUntil(isOpen(el));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !help(el));
    expect(focused()).to.equal(inHint);
    const status = root(el).querySelector('mcp-connection-status')!;
    status.shadowRoot!.querySelector<HTMLElement>('[aria-expanded="false"]')!.click();
    await status.updateComplete;
    expect(inDetails!.checkVisibility()).to.equal(true);
    inDetails!.click();
    await waitUntil(isOpen(el));
  });
});

describe('aria-keyshortcuts in <mcp-client>', () => {
  it('are on what has a key: the search of each list, Run, the keyboard help', async () => {
    const el = await clientOf();
    el.transcript = true;
    await choose(el, 'get-sum');
    const search = (tag: string): string | null | undefined =>
      root(el).querySelector(tag)?.shadowRoot?.querySelector('[part~="search"]')?.getAttribute('aria-keyshortcuts');
    expect(search('mcp-tool-list')).to.equal('/');
    await openSection(el, 'Log');
    await waitUntil(() => search('mcp-log') === '/');
    const form = root(el).querySelector('mcp-tool-form')!.shadowRoot!;
    expect(form.querySelector('[part~="submit-button"]')!.getAttribute('aria-keyshortcuts')).to.contain(
      'Control+Enter',
    );
    parts(el, 'section-button')[0]!.focus();
    await sendKeys({ press: '/' });
    await waitUntil(() => focused().matches('input[type="search"]'));
  });

  it('are not on the search of a list by itself, where / does nothing', async () => {
    const alone = document.createElement('mcp-tool-list');
    document.body.append(alone);
    await alone.updateComplete;
    expect(alone.shadowRoot!.querySelector('[aria-keyshortcuts]')).to.equal(null);
    alone.remove();
  });
});

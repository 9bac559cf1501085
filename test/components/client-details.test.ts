import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { everythingUrl } from '/__servers__.js';
import '../../components/define/all.js';
import { choose, clientOf, deepActive, list, NARROW, root, WIDE } from '../support/harness/client.js';

describe('<mcp-client> in detail', () => {
  it('goes by Tab from a chosen tool to its form', async () => {
    const client = await clientOf(everythingUrl, WIDE);
    await choose(client, 'Echo Tool');
    root(list(client)).querySelector<HTMLElement>('[role="listbox"]')!.focus();
    await sendKeys({ press: 'Tab' });
    expect(list(client).matches(':focus-within'), 'it has left the list').to.equal(false);
    expect(root(client).querySelector('mcp-tool-form')!.matches(':focus-within')).to.equal(true);
    expect((deepActive().getRootNode() as ShadowRoot).host.localName).to.not.equal('mcp-tool-list');
  });

  it('has its own colour in each part, whatever colour a page forces on the element', async () => {
    const client = await clientOf(everythingUrl, WIDE);
    const tab = root(client).querySelector('[data-name="section-button"]:not([aria-current])')!;
    const before = getComputedStyle(tab).color;
    client.style.setProperty('color', 'rgb(255, 0, 0)', 'important');
    expect(getComputedStyle(tab).color).to.equal(before);
  });

  it('has its sections in one row where it is narrow', async () => {
    const client = await clientOf(everythingUrl, NARROW);
    client.transcript = true;
    await client.updateComplete;
    const tabs = [...root(client).querySelectorAll('[data-name="section-button"]')];
    const tops = tabs.map((tab) => Math.round(tab.getBoundingClientRect().top));
    const rows = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    expect(rows).to.deep.equal([4]);
  });

  it('points back in the direction of the page', async () => {
    const client = await clientOf(everythingUrl, NARROW);
    await choose(client, 'Echo Tool');
    const icon = root(client).querySelector('[data-name="back-button"] svg')!;
    expect(getComputedStyle(icon).transform).to.equal('none');
    client.parentElement!.dir = 'rtl';
    expect(getComputedStyle(icon).transform).to.equal('matrix(-1, 0, 0, 1, 0, 0)');
  });
});

import { expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-session.js';
import '../../components/define/mcp-tool-list.js';
import type { McpToolListElement } from '../../components/tool-list/tool-list.js';

describe('the font of an element', () => {
  const fontOf = (element: Element): string => getComputedStyle(element).fontFamily;
  const list = (style = ''): Promise<McpToolListElement> => {
    const parentNode = document.createElement('div');
    parentNode.style.setProperty('font-family', style);
    return fixture<McpToolListElement>(html`<mcp-tool-list></mcp-tool-list>`, { parentNode });
  };

  it('is that of the page', async () => {
    expect(fontOf(await list('fantasy'))).to.equal('fantasy');
  });

  it('is that of the system in a page that sets none', async () => {
    expect(fontOf(await list('initial'))).to.equal('system-ui, sans-serif');
  });

  it('is that of the page from when it sets one', async () => {
    const element = await list('initial');
    element.parentElement!.style.setProperty('font-family', 'fantasy');
    element.requestUpdate();
    await element.updateComplete;
    expect(fontOf(element)).to.equal('fantasy');
  });

  it('is the one of a page that styles the element, or sets --mcp-font', async () => {
    const element = await list('initial');
    element.style.setProperty('--mcp-font', 'cursive');
    expect(fontOf(element)).to.equal('cursive');
    element.style.setProperty('font-family', 'monospace');
    expect(fontOf(element)).to.equal('monospace');
  });
});

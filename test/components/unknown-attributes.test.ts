import { expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-client.js';
import '../../components/define/mcp-icon.js';

describe('an attribute that an element does not have', () => {
  const { warn } = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
  });

  it('is named once, with the one that is meant', async () => {
    await fixture(html`<mcp-client deny-tool="delete*"></mcp-client>`);
    await fixture(html`<mcp-client deny-tool="delete*"></mcp-client>`);
    expect(warnings).to.deep.equal([
      'mcp-embed: <mcp-client> has no attribute "deny-tool", so it does nothing. Use "deny-tools".',
    ]);
  });

  for (const [old, now] of [
    ['answers', 'capabilities'],
    ['sign-in', 'redirect-uri'],
    ['sign-in-way', 'auth-mode'],
  ] as const)
    it(`of 0.1, ${old}, is named with what it is called now`, async () => {
      const element = document.createElement('mcp-client');
      element.setAttribute(old, 'x');
      document.body.append(element);
      element.remove();
      expect(warnings).to.deep.equal([
        `mcp-embed: <mcp-client> has no attribute "${old}", so it does nothing. Use "${now}".`,
      ]);
    });

  it('is named with those that there are, where none is meant', async () => {
    await fixture(html`<mcp-icon colour="red"></mcp-icon>`);
    expect(warnings).to.deep.equal([
      'mcp-embed: <mcp-icon> has no attribute "colour", so it does nothing. It has "name".',
    ]);
  });

  it('is no matter where HTML, a framework or a browser extension means it', async () => {
    const element = document.createElement('mcp-client');
    for (const name of [
      'id',
      'class',
      'style',
      'slot',
      'hidden',
      'lang',
      'aria-label',
      'data-x',
      'onclick',
      '_nghost-c',
    ])
      element.setAttribute(name, '');
    for (const name of ['ng-version', 'v-cloak', 'x-data', 'bis_skin_checked']) element.setAttribute(name, '');
    document.body.append(element);
    element.remove();
    expect(warnings).to.deep.equal([]);
  });

  it('does not fill the console: a hundred names are enough', async () => {
    const element = document.createElement('mcp-icon');
    for (let at = 0; at < 300; at++) {
      const letters = [...String(at)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
      element.setAttribute(`unheard-${letters}`, '');
    }
    document.body.append(element);
    element.remove();
    expect(warnings.length).to.be.within(90, 100);
  });
});

import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import type { McpContentElement } from '../../components/content/content.js';
import { button, formatted, showContents } from './content-harness.js';

async function document320(
  text: string,
): Promise<{ element: McpContentElement; place: HTMLElement; box: HTMLElement }> {
  const place = await fixture<HTMLElement>(html`<div></div>`);
  place.style.setProperty('inline-size', '320px');
  const element = await showContents({ mimeType: 'text/html', text });
  place.append(element);
  (await button(element, 'Show formatted')).click();
  const box = await formatted(element);
  return { element, place, box };
}

describe('content in its box', () => {
  it('cannot cover the page', async () => {
    const { box } = await document320(
      '<div style="position:fixed;inset:0;z-index:2147483647;background:red">cover</div><p style="margin:-999px">x</p>',
    );
    expect(box.querySelector('[style]')).to.equal(null);
    // Should a style ever get there, the box still holds it.
    const cover = box.querySelector('div div') as HTMLElement;
    for (const [name, value] of [
      ['position', 'fixed'],
      ['inset', '-5000px'],
      ['z-index', '2147483647'],
      ['background', 'red'],
    ] as const)
      cover.style.setProperty(name, value);
    const { top, bottom, left, right } = box.getBoundingClientRect();
    for (const [x, y] of [
      [left - 5, (top + bottom) / 2],
      [right + 5, (top + bottom) / 2],
      [(left + right) / 2, bottom + 2],
      [2, innerHeight - 2],
    ] as const) {
      const hit = box.getRootNode() as ShadowRoot;
      expect(hit.elementFromPoint(x, y), `${x} ${y}`).to.not.equal(cover);
    }
  });

  it('has no names that a script of the page could take for its own', async () => {
    const { box } = await document320(
      '<a id=appConfig name=appConfig href=https://a.example>x</a><img name=getElementById><form id=x name=cookie><input name=attributes></form><p id=currentScript class="note error" part=submit-button slot=tools>x</p>',
    );
    expect([...box.querySelectorAll('[id], [name], [part], [slot], form, input')]).to.deep.equal([]);
    expect('appConfig' in window).to.equal(false);
    expect(document.getElementById('currentScript')).to.equal(null);
  });

  it('takes no focus, and no key', async () => {
    const input = await fixture<HTMLInputElement>(html`<input aria-label="Own" />`);
    input.focus();
    const element = await showContents({
      mimeType: 'text/html',
      text: '<a href=https://a.example autofocus accesskey=s tabindex=1>x</a><p tabindex=0 autofocus contenteditable accesskey=k>y</p><input autofocus><details open><summary autofocus tabindex=5>z</summary></details><dialog open autofocus>d</dialog><button autofocus popovertarget=p>b</button>',
    });
    const format = await button(element, 'Show formatted');
    format.click();
    input.focus();
    const box = await formatted(element);
    await aTimeout(50);
    expect(document.activeElement).to.equal(input);
    expect([
      ...box.querySelectorAll('[autofocus], [accesskey], [tabindex], [contenteditable], input, button, dialog'),
    ]).to.deep.equal([]);
  });

  for (const [title, text] of [
    ['a table of any width', '<table width=100000 cellpadding=5000><tr><td width=100000 nowrap>x<td>y</table>'],
    ['many columns', `<table><tr>${'<td>cell</td>'.repeat(300)}</tr></table>`],
    ['columns that span thousands', '<table><tr><td colspan=65000 rowspan=65000>x</table>'],
    ['a word without an end', `<p>${'x'.repeat(5000)}</p><h1>${'y'.repeat(500)}</h1><code>${'z'.repeat(5000)}</code>`],
    ['a line without an end', `<pre>${'x '.repeat(5000)}</pre>`],
    ['lists inside lists', '<ul><li>'.repeat(200)],
    ['quotes inside quotes', '<blockquote>'.repeat(200) + 'x'],
    ['numbers of any size', '<ol start=99999999999999><li value=-99999999999>x</ol>'],
    ['pictures of any size', '<img src=https://a.example/x width=99999 height=99999 hspace=9999>'],
    ['lines of any size', '<hr size=9999 width=99999><font size=7000>x</font><p style="width:99999px">x</p>'],
    ['letters from right to left', `<bdo dir=rtl>${'x'.repeat(5000)}</bdo><p dir=rtl>${'\u05d0'.repeat(5000)}</p>`],
    ['a host without an end', `<a href="https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example/">x</a>`],
  ] as const)
    it(`scrolls ${title} inside itself`, async () => {
      const { place, element, box } = await document320(text);
      await aTimeout(0);
      expect(element.getBoundingClientRect().width).to.be.at.most(320);
      expect(box.getBoundingClientRect().width).to.be.at.most(320);
      expect(place.scrollWidth).to.be.at.most(320);
    });
});

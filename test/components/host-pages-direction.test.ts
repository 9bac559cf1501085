import { aTimeout, expect, html, waitUntil } from '@open-wc/testing';
import { script } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpClientElement } from '../../components/index.js';
import { choose, list, openSection, options, parts, place, root, WIDE } from '../support/harness/client.js';
import { frames, nameOf, shownIn, sticksOutOf, styledPage } from '../support/harness/host-page.js';
import { inside } from './marks.js';

/* Each text of a server, marked so that it is found. In the wrong direction its number and its full stop change sides. */
const TITLE = '2 MB text zx.';
const ARABIC = 'نص 3 MB زق.';
const LONG = `5 letters zx ${'of a name that has no end '.repeat(8)}zx.`;
const SAYS = `7 words zx, ${'and more of them, '.repeat(12)}zx.`;
const SERVER = '1 Server (zx).';
const TEXTS = [
  TITLE,
  ARABIC,
  LONG,
  SAYS,
  SERVER,
  'zx-name',
  'zx-long-name',
  'zx_arabic',
  'zx-error 9.',
  'zx-prompt',
  'zx 4.',
];

const serving = (): Promise<string> =>
  script({
    session: false,
    replies: {
      initialize: {
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
          serverInfo: { name: 'zx-name', title: SERVER, version: 'zx 4.', description: SAYS },
          instructions: SAYS,
        },
      },
      'tools/list': {
        result: {
          tools: [
            { name: 'zx-name', title: TITLE, description: SAYS, inputSchema: { type: 'object' } },
            { name: 'zx_arabic', title: ARABIC, description: ARABIC.repeat(20), inputSchema: { type: 'object' } },
            { name: 'zx-long-name', title: LONG, description: SAYS, inputSchema: { type: 'object' } },
            { name: 'zx-name', inputSchema: 3 },
          ],
        },
      },
      'tools/call': { error: { code: -32000, message: 'zx-error 9.' } },
      'resources/list': { result: { resources: [{ uri: 'test://zx-name', name: TITLE, description: SAYS }] } },
      'resources/templates/list': { result: { resourceTemplates: [] } },
      'resources/read': { result: { contents: [{ uri: 'test://zx-name', text: TITLE }] } },
      'prompts/list': { result: { prompts: [{ name: 'zx-prompt', title: TITLE, description: SAYS }] } },
    },
  });

/** A text as a reader sees it: the horizontal place of one character of an element. */
function placeOf(element: Element, character: string): DOMRect {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const at = text.data.indexOf(character);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    return range.getBoundingClientRect();
  }
  throw new Error(`“${character}” is not in “${element.textContent}”`);
}

/** Texts of the server whose direction is not their own: something else is in the box that decides it. */
function mixedIn(element: Element): string[] {
  return shownIn(element).flatMap((each) => {
    // “Run” comes before the name that it runs, which is in the accessible name too.
    if (each.matches('[part~="submit-button"], .visually-hidden')) return [];
    const own = [...each.childNodes].filter((node) => node instanceof Text && /zx|زق/.test(node.data));
    return own.length === 0 || isIsolated(each) ? [] : [`${nameOf(each)}: ${each.textContent.trim().slice(0, 60)}`];
  });
}

function isIsolated(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (/^(?:bdi|input|textarea|pre|code)$/.test(at.localName) && at.getAttribute('dir') !== 'rtl') return true;
    const isOwn = at.getAttribute('dir') === 'auto' || getComputedStyle(at).unicodeBidi === 'plaintext';
    if (isOwn) {
      const text = at.textContent.trim().replace(/…$/, '').replaceAll(/\s+/g, ' ').trim();
      return TEXTS.some((one) => one.repeat(20).replaceAll(/\s+/g, ' ').startsWith(text.trim()));
    }
  }
  return false;
}

describe('in a page from right to left', () => {
  let element: McpClientElement;
  let away = (): void => {};
  const open = async (width: number): Promise<void> => {
    away = styledPage('html { direction: rtl }');
    element = await place(html`<mcp-client url=${await serving()} storage="none" transcript></mcp-client>`, width);
    await waitUntil(() => options(element).length > 0, 'a list');
  };
  const labelOf = (name: string): Element =>
    options(element)
      .find((each) => each.textContent.includes(name))!
      .querySelector('.label')!;
  afterEach(() => away());

  it('a title reads from its own beginning to its own end, at the side of the page', async () => {
    await open(WIDE);
    const label = labelOf(TITLE);
    const [number, word, stop] = ['2', 'x', '.'].map((one) => placeOf(label, one).left);
    expect(number).to.be.below(word!);
    expect(word).to.be.below(stop!);
    const box = label.getBoundingClientRect();
    expect(placeOf(label, '.').right, 'it is at the right').to.be.closeTo(box.right, 2);
    const arabic = labelOf('زق');
    expect(placeOf(arabic, 'ن').left).to.be.above(placeOf(arabic, '.').left);
  });

  it('what does not fit is cut off at its end, in either direction', async () => {
    await open(340);
    const latin = labelOf(LONG.slice(0, 20));
    const view = latin.getBoundingClientRect();
    expect(placeOf(latin, '5').left).to.be.within(view.left - 1, view.right);
    expect(placeOf(latin, '5').left, 'its beginning is at the left').to.be.closeTo(view.left, 2);
    const about = options(element)
      .find((each) => each.textContent.includes('zx_arabic'))!
      .querySelector('.rest')!;
    const room = about.getBoundingClientRect();
    expect(about.scrollWidth, 'it is cut off').to.be.above(about.clientWidth);
    expect(placeOf(about, 'ن').right).to.be.closeTo(room.right, 2);
    const says = options(element)
      .find((each) => each.textContent.includes('zx-long-name'))!
      .querySelector('.rest')!;
    expect(placeOf(says, '7').left).to.be.closeTo(says.getBoundingClientRect().left, 2);
  });

  it('rows of the log read in order, and so does what an entry says', async () => {
    await open(WIDE);
    await openSection(element, 'Log');
    await waitUntil(() => root(element).querySelector('mcp-log')?.shadowRoot?.querySelector('.item'), 'rows');
    const log = root(element).querySelector('mcp-log')!;
    const row = inside<HTMLElement>(log, '.item').find((each) => each.textContent.includes('tools/list'))!;
    const time = row.querySelector('.time')!;
    expect(placeOf(time, ':').left).to.be.above(time.getBoundingClientRect().left);
    const title = row.querySelector('.rest')!;
    expect(placeOf(title, 't').left).to.be.below(placeOf(title, '/').left);
    row.click();
    await waitUntil(() => inside(log, '.detail').length > 0, 'the entry');
    const facts = inside(log, '.detail p')[0]!;
    const year = [...facts.querySelectorAll('bdi')].find((each) => /\d{4}/.test(each.textContent))!;
    expect(placeOf(year, ' ').left, 'the day is before the month').to.be.below(placeOf(year, '2026'[0]!).right + 400);
    expect(year.textContent.trim()).to.match(/^\d+ \w+ \d{4}, [\d:.]+$/);
  });

  it('our own words around a call read in their order', async () => {
    await open(WIDE);
    await choose(element, TITLE);
    await waitUntil(() => inside(element, '.where').length > 0, 'a form');
    const [where] = inside<HTMLElement>(element, '.where > span');
    expect(placeOf(where!, 'o').left, '“on” stands before the host').to.be.below(placeOf(where!, '1').left);
    for (const button of inside<HTMLElement>(element, '[part~="submit-button"]')) button.click();
    await waitUntil(() => inside(element, '.state .words').length > 0, 'how the call goes');
    for (const words of inside<HTMLElement>(element, '.state .words, .state .words > *'))
      expect(getComputedStyle(words).unicodeBidi).to.equal('plaintext');
  });

  it('every text of the server has its own direction', async () => {
    await open(WIDE);
    root(root(element).querySelector<HTMLElement>('mcp-connection-status')!)
      .querySelector<HTMLElement>('[data-name~="details-button"]')!
      .click();
    await choose(element, TITLE);
    for (const details of inside<HTMLDetailsElement>(element, 'details')) details.open = true;
    await aTimeout(300);
    expect(mixedIn(element)).to.deep.equal([]);
    for (const button of inside<HTMLElement>(element, '[part~="submit-button"]')) button.click();
    await waitUntil(
      () => inside(element, '[part~="error"]').some((each) => /zx-error/.test(each.textContent)),
      'error',
    );
    expect(mixedIn(element)).to.deep.equal([]);
    for (const section of ['Resources', 'Prompts']) {
      await openSection(element, section);
      await choose(element, TITLE);
      await aTimeout(500);
      expect(mixedIn(element), section).to.deep.equal([]);
    }
  });

  for (const width of [320, 640, 1000])
    it(`nothing sticks out at ${width} px, and the panes begin at the right`, async () => {
      await open(width);
      await frames();
      expect(sticksOutOf(element)).to.deep.equal([]);
      const items = list(element).getBoundingClientRect();
      const detail = parts(element, 'detail-pane')[0]?.getBoundingClientRect();
      if (detail) expect(items.left).to.be.at.least(detail.right - 1);
    });
});

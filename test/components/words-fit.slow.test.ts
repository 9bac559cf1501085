import { aTimeout, expect, html, waitUntil } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import { LANGUAGES } from '../../components/locales/languages.js';
import { choose, isVisible, options, parts, place } from '../support/harness/client.js';
import { brokenWordsIn, frames } from '../support/harness/host-page.js';
import type { McpClientElement } from '../../components/index.js';
import { inside } from './marks.js';

/** Of a client: one pane, two, three. */
const WIDTHS = [328, 768, 1180];
/** Where the words of a server stand, which may be of any length, and rows, which are one line. */
const OF_A_SERVER = '[lang=""], bdi, code, pre, .mono, [role="option"], [role="row"]';
/** Languages whose lines end anywhere between two signs. */
const WITHOUT_SPACES = ['ja', 'zh-Hans'];
const LOADS_WITHIN = 5000;

const isOurs = (element: Element): boolean => isVisible(element) && !element.closest(OF_A_SERVER);
const lengthOf = (style: CSSStyleDeclaration, ...names: string[]): number =>
  names.reduce((sum, name) => sum + Number.parseFloat(style.getPropertyValue(name)), 0);

/** Pixels that a text takes in the font of an element. */
function widthOf(text: string, { font, letterSpacing }: CSSStyleDeclaration): number {
  const span = document.createElement('span');
  Object.assign(span.style, { font, letterSpacing, whiteSpace: 'pre', position: 'absolute' });
  span.textContent = text;
  document.body.append(span);
  const { width } = span.getBoundingClientRect();
  span.remove();
  return width;
}

/** What stands in fields before somebody writes, and does not fit into them. */
const cutPlaceholders = (element: Element): string[] =>
  inside<HTMLInputElement>(element, 'input[placeholder]')
    .filter(isVisible)
    .filter((input) => {
      const style = getComputedStyle(input);
      const room = input.clientWidth - lengthOf(style, 'padding-left', 'padding-right');
      return widthOf(input.placeholder, style) > room + 1;
    })
    .map(({ placeholder }) => placeholder);

/** What is chosen, and does not fit into its field. */
const cutChoices = (element: Element): string[] =>
  inside<HTMLSelectElement>(element, 'select')
    .filter(isVisible)
    .filter((select) => {
      const { inlineSize, minInlineSize } = select.style;
      const has = select.offsetWidth;
      Object.assign(select.style, { inlineSize: 'max-content', minInlineSize: '0' });
      // As wide as its longest choice: what is chosen now counts.
      const longest = Math.max(...[...select.options].map(({ text }) => widthOf(text, getComputedStyle(select))));
      const wants = select.offsetWidth - longest + widthOf(select.selectedOptions[0]!.text, getComputedStyle(select));
      Object.assign(select.style, { inlineSize, minInlineSize });
      return wants > has + 1;
    })
    .map((select) => select.selectedOptions[0]!.text);

/** Our words of which an end is hidden. */
const cutWords = (element: Element): string[] =>
  inside<HTMLElement>(element, '*')
    .filter((each) => isOurs(each) && getComputedStyle(each).textOverflow === 'ellipsis')
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && !each.querySelector(OF_A_SERVER))
    .map((each) => each.textContent.trim().replaceAll(/\s+/g, ' '))
    .filter((words) => words !== '');

function unfit(element: McpClientElement, lang: string): string[] {
  const broken = WITHOUT_SPACES.includes(lang)
    ? []
    : brokenWordsIn(inside(element, 'button, button *, h2, h3, dt, dt *, label, label *').filter(isOurs));
  return [...cutPlaceholders(element), ...cutChoices(element), ...cutWords(element), ...broken];
}

/** Pixels that this line takes in the font that the widths were looked at in; wider fonts say nothing about our words. */
const LINE = 'The quick brown fox jumps over the lazy dog';
const LINE_PX = 345;
const isChromium = /Chrome\//.test(navigator.userAgent);

function isMeasuredFont(): boolean {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = '16px system-ui, sans-serif';
  return context.measureText(LINE).width <= LINE_PX;
}

describe('the words of a language fit: none is cut, none is broken', function () {
  this.timeout(20_000);
  before(function () {
    if (!isChromium || !isMeasuredFont()) this.skip();
  });

  for (const lang of ['en', ...Object.keys(LANGUAGES)])
    it(lang, async () => {
      const dir = lang === 'ar' ? 'rtl' : 'ltr';
      const element = await place(
        html`<mcp-client url=${everythingUrl} storage="none" lang=${lang} dir=${dir} transcript></mcp-client>`,
      );
      await waitUntil(() => options(element).length > 0, 'a list', { timeout: LOADS_WITHIN });
      element.parentElement!.style.setProperty('font-family', 'system-ui, sans-serif');
      const isEnglish = (): boolean =>
        element.renderRoot.querySelector('.sections')?.getAttribute('aria-label') === 'Sections';
      await waitUntil(() => isEnglish() === (lang === 'en'), 'its words, which come late', { timeout: LOADS_WITHIN });
      const [tools, , , log] = parts(element, 'section-button');
      const found: Record<string, readonly string[]> = {};
      const look = async (what: string): Promise<void> => {
        for (const width of WIDTHS) {
          element.parentElement!.style.setProperty('width', `${width}px`);
          // oxlint-disable no-await-in-loop -- one width after the other
          await frames();
          await aTimeout(50);
          // oxlint-enable no-await-in-loop
          const words = unfit(element, lang);
          if (words.length > 0) found[`${what}, ${width} px`] = words;
        }
        element.parentElement!.style.setProperty('width', `${WIDTHS.at(-1)}px`);
        await frames();
      };
      await look('the list');
      await choose(element, 'get-sum');
      await aTimeout(300);
      await look('a form');
      log!.click();
      await aTimeout(200);
      await look('the log');
      tools!.click();
      expect(found).to.deep.equal({});
    });
});

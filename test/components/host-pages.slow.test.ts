import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { everythingUrl, script } from '/__servers__.js';
import '../../components/define/all.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { choose, clientOf, list, options, parts, place, root } from '../support/harness/client.js';
import {
  ALTERING,
  brokenWordsIn,
  changesUnder,
  frames,
  rule,
  shownIn,
  sticksOutOf,
  styledPage,
  TEXT_OF_A_PAGE,
} from '../support/harness/host-page.js';
import { inside } from './marks.js';
import { askForm } from '../support/questions.js';

/** Style sheets as pages have them, or the part of them that is about all elements. */
const PAGES: Readonly<Record<string, string>> = {
  'without styles': '',
  'with html { font-size: 62.5% }': 'html { font-size: 62.5% } body { font-size: 1.6rem }',
  'with html { font-size: 62.5% } and nothing more': 'html { font-size: 62.5% }',
  'with large text, as text zoom makes it': 'html { font-size: 200% }',
  'with * { all: unset }': '* { all: unset } body > div { display: block }',
  'with * { all: initial }': '* { all: initial } body > div { display: block }',
  'with Tailwind’s preflight': `
    *, ::before, ::after, ::backdrop { box-sizing: border-box; border: 0 solid; margin: 0; padding: 0 }
    html { line-height: 1.5; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif; font-feature-settings: normal }
    h1, h2, h3, h4 { font-size: inherit; font-weight: inherit } ol, ul, menu { list-style: none }
    img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
    button, input, select, optgroup, textarea { font: inherit; letter-spacing: inherit; color: inherit; background: none }
    [hidden]:where(:not([hidden='until-found'])) { display: none !important }`,
  'with Bootstrap’s reboot': `
    *, ::before, ::after { box-sizing: border-box } body { margin: 0; font: 400 1rem/1.5 system-ui, sans-serif; color: #212529;
    background: #fff; text-align: left; -webkit-text-size-adjust: 100% } label { display: inline-block }
    h1, h2, h3, h4 { margin-top: 0; margin-bottom: .5rem; font-weight: 500; line-height: 1.2 } p { margin-bottom: 1rem }
    button { border-radius: 0 } table { caption-side: bottom; border-collapse: collapse }`,
  'with the styles of a blog': `
    body { font: 300 18px/1.9 Georgia, serif; color: #404040; letter-spacing: .02em; hyphens: auto; text-align: justify;
    word-wrap: break-word; -webkit-font-smoothing: antialiased } * { box-sizing: border-box }
    .entry-content > * { margin-block: 1.75em; max-width: 650px } body > * { text-indent: 1.5em }`,
  'in capital letters': 'body { text-transform: uppercase; letter-spacing: .2em; font-variant: small-caps }',
  centred: 'body { text-align: center } body * { text-align: center }',
  'with spaced letters for all elements':
    '* { letter-spacing: 4px; word-spacing: 9px; text-transform: uppercase; text-indent: 2em; line-height: 2.2 }',
};
const WIDTHS = [280, 360, 500, 640, 1000, 2000];

/** The number of panes that are beside each other. */
function panesOf(element: HTMLElement): number {
  const at = (name: string): DOMRect | undefined => parts(element, name)[0]?.getBoundingClientRect();
  const [sections, items, detail] = [at('sections'), at('list-pane'), at('detail-pane')];
  if (!items || !detail) return 1;
  return sections && sections.right <= items.left + 1 ? 3 : 2;
}

/** How many there is room for, in widths of the widget's own text. */
const panesIn = (ems: number): number => (ems < 38 ? 1 : ems < 51 ? 2 : 3);

describe('on a page with styles of its own', () => {
  let away = (): void => {};
  afterEach(() => away());

  describe('of the page’s text', () => {
    it('<mcp-client> takes nothing but the font, its size, the scheme, the direction and the language', async () => {
      const element = await clientOf(everythingUrl);
      await choose(element, 'get-sum');
      await waitUntil(() =>
        root(element).querySelector('mcp-tool-form')?.shadowRoot?.querySelector('mcp-schema-field'),
      );
      await aTimeout(300);
      expect(shownIn(element).length).to.be.above(100);
      expect(await changesUnder(rule('html, body, div', TEXT_OF_A_PAGE), element)).to.deep.equal([]);
    });

    it('a question takes nothing else, in the dialog over the page', async () => {
      const queue = new ApprovalQueue();
      const element = await fixture<HTMLElement>(html`<mcp-approval-queue .approvals=${queue}></mcp-approval-queue>`);
      askForm(queue);
      const dialog = (): Element | null => element.shadowRoot!.querySelector('dialog[open]');
      await waitUntil(dialog, 'the question is open');
      await aTimeout(300);
      const shown = element.shadowRoot!.querySelector('dialog')!;
      expect(await changesUnder(rule('html, body, div', TEXT_OF_A_PAGE), shown)).to.deep.equal([]);
    });

    it('no name is altered, not even by a rule for all elements', async () => {
      const element = await clientOf(everythingUrl);
      await choose(element, 'get-sum');
      await aTimeout(300);
      const css = rule('*, mcp-client, body *', ALTERING);
      const changes = await changesUnder(css, element);
      expect(changes.filter((one) => Object.keys(ALTERING).some((name) => one.includes(` ${name}: `)))).to.deep.equal(
        [],
      );
    });

    it('the font, its size, the scheme, the direction and the language are the page’s', async () => {
      away = styledPage('body { font-family: fantasy; font-size: 30px; color-scheme: dark; direction: rtl }');
      const element = await clientOf(everythingUrl);
      const style = getComputedStyle(root(list(element)).querySelector('.label')!);
      expect(style.fontFamily).to.equal('fantasy');
      expect(Number.parseFloat(style.fontSize)).to.equal(30 * 0.875);
      expect(style.colorScheme).to.equal('dark');
      expect(getComputedStyle(list(element)).direction).to.equal('rtl');
    });
  });

  for (const [name, css] of Object.entries(PAGES))
    it(`${name}: the layout for its width, nothing sticks out, no word is broken`, async () => {
      away = styledPage(css);
      // Narrow at first, where there is a way back from the detail to the list.
      const element = await clientOf(everythingUrl, 300);
      for (const showing of ['list', 'detail']) {
        element.parentElement!.style.setProperty('width', '300px');
        if (showing === 'detail') await choose(element, 'get-sum');
        await frames();
        expect(parts(element, 'base')[0]!.dataset['showing']).to.equal(showing);
        for (const width of WIDTHS) {
          element.parentElement!.style.setProperty('width', `${width}px`);
          await frames();
          const at = `${showing}, ${width} px`;
          const box = element.getBoundingClientRect();
          expect(box.width, at).to.be.closeTo(width, 1);
          const ems = box.width / Number.parseFloat(getComputedStyle(element).fontSize);
          expect(panesOf(element), `panes, ${at}`).to.equal(panesIn(ems));
          expect(sticksOutOf(element), at).to.deep.equal([]);
          expect(brokenWordsIn(inside(element, 'button, h2')), at).to.deep.equal([]);
        }
      }
    });

  it('written in columns: the widget stays in lines', async () => {
    away = styledPage('body { writing-mode: vertical-rl }');
    const element = await clientOf(everythingUrl);
    expect(getComputedStyle(list(element)).writingMode).to.equal('horizontal-tb');
  });

  describe('that is zoomed or scaled', () => {
    const many = (): Promise<string> =>
      script({
        session: false,
        capabilities: { tools: {} },
        replies: {
          'tools/list': {
            result: {
              tools: Array.from({ length: 3000 }, (_, at) => ({ name: `tool-${at}`, inputSchema: { type: 'object' } })),
            },
          },
        },
      });

    for (const [property, value] of [
      ['zoom', '2'],
      ['zoom', '0.6'],
      ['transform', 'scale(0.5)'],
    ] as const)
      it(`${property}: ${value}: the last row of a long list can be reached, and is where it belongs`, async () => {
        const element = await place(html`<mcp-client url=${await many()} storage="none"></mcp-client>`, 360);
        element.parentElement!.style.setProperty(property, value);
        await waitUntil(() => options(element).length > 0, 'a list', { timeout: 5000 });
        const box = root(list(element)).querySelector<HTMLElement>('[role="listbox"]')!;
        box.focus();
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
        await frames();
        await frames();
        const last = options(element).find((each) => each.textContent.includes('tool-2999'));
        expect(last, 'the last row is there').to.not.equal(undefined);
        const [row, view] = [last!.getBoundingClientRect(), box.getBoundingClientRect()];
        expect(row.bottom).to.be.closeTo(view.bottom, 4);
        box.scrollTop = box.scrollHeight / 2;
        await aTimeout(100);
        await frames();
        const inView = options(element).filter((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return bottom > view.top && top < view.bottom;
        });
        expect(inView.length, 'rows are drawn in the middle').to.be.above(2);
      });

    it('zoom: 2: a question fits into the window', async () => {
      away = styledPage('html { zoom: 2 }');
      const queue = new ApprovalQueue();
      const element = await fixture<HTMLElement>(html`<mcp-approval-queue .approvals=${queue}></mcp-approval-queue>`);
      askForm(queue, undefined, 'A long message. '.repeat(200));
      await waitUntil(() => element.shadowRoot!.querySelector('dialog[open]'), 'the question is open');
      const box = element.shadowRoot!.querySelector('dialog')!.getBoundingClientRect();
      expect(box.left).to.be.at.least(0);
      expect(box.top).to.be.at.least(0);
      expect(box.right).to.be.at.most(innerWidth);
      expect(box.bottom).to.be.at.most(innerHeight);
    });
  });

  describe('that hides it at first', () => {
    for (const [name, property, value] of [
      ['display: none', 'display', 'none'],
      ['visibility: hidden', 'visibility', 'hidden'],
      ['content-visibility: hidden', 'content-visibility', 'hidden'],
    ] as const)
      it(`${name}: it is whole when it is shown`, async () => {
        const element = await place(html`<mcp-client url=${everythingUrl} storage="none"></mcp-client>`, 1000);
        const around = element.parentElement!;
        around.style.setProperty(property, value);
        await waitUntil(() => element.status === 'ready', 'it connects', { timeout: 5000 });
        await aTimeout(200);
        expect(element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })).to.equal(false);
        around.style.removeProperty(property);
        await waitUntil(() => options(element).length > 3, 'rows', { timeout: 4000 });
        await frames();
        expect(panesOf(element)).to.equal(3);
        expect(options(element)[0]!.getBoundingClientRect().height).to.be.above(24);
        expect(sticksOutOf(element)).to.deep.equal([]);
      });
  });
});

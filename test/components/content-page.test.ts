import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { McpContentElement } from '../../components/content/content.js';
import { linesIn, PIECE, textPieces } from '../../components/content/long-text.js';
import type { ContentPolicy, RendererInput } from '../../src/content/index.js';
import type { ResourceContents } from '../../src/index.js';
import { CountedClock } from '../fixtures/counted-clock.js';
import { PNG } from '../content/samples.js';
import { button, inner, part, show, showContents, text, words } from './content-harness.js';

const LONG = `${'words and more of them\n'.repeat(20_000)}end`;

describe('content with the page to itself', () => {
  const dialog = (element: Element): HTMLDialogElement | null => part<HTMLDialogElement>(element, 'page');
  const opened = async (element: McpContentElement): Promise<HTMLDialogElement> => {
    if (part(element, 'actions-button')?.ariaExpanded === 'false') part(element, 'actions-button')!.click();
    const opener = await button(element, 'Full screen');
    opener.focus();
    opener.click();
    await waitUntil(() => dialog(element)?.open);
    return dialog(element)!;
  };

  it('fills the page, shows all of it and is named', async () => {
    const element = await showContents({ uri: 'file:///x/notes.txt', text: 'x'.repeat(5000) });
    const page = await opened(element);
    const { width, height } = page.getBoundingClientRect();
    expect([width, height]).to.deep.equal([document.documentElement.clientWidth, innerHeight]);
    expect(page.getAttribute('aria-label')).to.equal('file:///x/notes.txt');
    const large = page.querySelector('mcp-content')!;
    await large.updateComplete;
    expect(part(large, 'text')!.textContent).to.have.length(5000);
    expect(part(large, 'page-button')).to.equal(null);
  });
  for (const [how, close] of [
    ['the button', (page: HTMLElement) => page.querySelector<HTMLElement>('[data-name~="close-button"]')!.click()],
    [
      'Escape',
      (page: HTMLElement) => (page as HTMLDialogElement).requestClose?.() ?? (page as HTMLDialogElement).close(),
    ],
  ] as const)
    it(`is closed by ${how}, and focus returns`, async () => {
      const element = await show(text('x'.repeat(5000)));
      close(await opened(element));
      await waitUntil(() => dialog(element) === null);
      expect(element.shadowRoot!.activeElement?.getAttribute('data-name')).to.equal('page-button');
    });
  it('keeps Escape from what lies below it', async () => {
    const element = await show(text('x'.repeat(5000)));
    const page = await opened(element);
    let heard = 0;
    const listen = (): void => void heard++;
    document.addEventListener('keydown', listen);
    page.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    document.removeEventListener('keydown', listen);
    expect(heard).to.equal(0);
  });
  it('goes with the content', async () => {
    const element = await show(text('x'.repeat(5000)));
    await opened(element);
    element.block = text('other');
    await waitUntil(() => dialog(element) === null);
  });
});

describe('very long text', () => {
  it('is cut into pieces that are the text again', () => {
    for (const whole of [
      LONG,
      'x'.repeat(100_000),
      `${'y'.repeat(PIECE - 1)}😀${'z'.repeat(PIECE)}`,
      '',
      '\n'.repeat(50_000),
    ]) {
      const pieces = [...textPieces(whole)];
      expect(pieces.join('') === whole).to.equal(true);
      for (const piece of pieces) {
        expect(piece.length).to.be.within(1, PIECE);
        expect(/^[\uDC00-\uDFFF]/.test(piece)).to.equal(false);
      }
    }
    expect(linesIn('a\nb\nc\n')).to.equal(3);
    expect(linesIn('x'.repeat(1000))).to.equal(10);
  });
  it('is shown piece by piece, and all of it', async () => {
    const element = await show(text(LONG));
    (await button(element, 'Show all')).click();
    await element.updateComplete;
    const box = part(element, 'text')!;
    expect(box.tabIndex).to.equal(0);
    await waitUntil(() => box.textContent.length === LONG.length);
    expect(box.textContent === LONG).to.equal(true);
    expect(box.children.length).to.equal([...textPieces(LONG)].length);
    expect(getComputedStyle(box.children[5]!).contentVisibility).to.equal('auto');
    (await button(element, 'Show less')).click();
    await element.updateComplete;
    expect(part(element, 'text')!.textContent.length).to.be.below(2001);
  });
  it('of 10 MB comes piece by piece, with a turn of the page after every eight pieces at the latest', async () => {
    const long = 'words and more of them\n'.repeat(450_000);
    const pieces = [...textPieces(long)].length;
    const element = await show(text(long));
    const open = await button(element, 'Show all');
    // On this clock a piece takes a millisecond.
    const { turns } = await CountedClock.during(async () => {
      open.click();
      await waitUntil(() => part(element, 'text')?.children.length === pieces, 'all of it');
    });
    expect(Math.max(...[...part(element, 'text')!.children].map((one) => one.textContent.length))).to.be.at.most(PIECE);
    expect(turns).to.be.at.least(Math.floor(pieces / 8));
  });
});

describe('a renderer of the page', () => {
  const asked: RendererInput[] = [];
  const policy: ContentPolicy = {
    renderers: [
      {
        mimeType: 'application/geo+json',
        render: (input) => {
          asked.push(input);
          return html`<b class="map">map of ${input.text?.length}</b>`;
        },
      },
      {
        mimeType: 'image/*',
        render: () => {
          throw new Error('no canvas');
        },
      },
      {
        mimeType: 'text/*',
        render: ({ text: words }) => (words === 'leave it' ? undefined : document.createElement('hr')),
      },
    ],
    unsafeTypes: ['text/html'],
  };
  const shown = async (contents: Partial<ResourceContents>): Promise<McpContentElement> =>
    fixture(html`<mcp-content .contents=${{ uri: 'demo://1', ...contents }} .policy=${policy}></mcp-content>`);
  const own = (element: Element): HTMLElement | null => part(element, 'page-content');

  it('wins over the library, which is one press away', async () => {
    const element = await shown({ mimeType: 'Application/Geo+JSON; v=1', text: '{}' });
    expect(own(element)!.querySelector('.map')!.textContent).to.equal('map of 2');
    expect(asked.at(-1)).to.deep.equal({
      mimeType: 'application/geo+json',
      uri: 'demo://1',
      text: '{}',
      base64: undefined,
    });
    (await button(element, 'Show it another way')).click();
    await element.updateComplete;
    expect(own(element)).to.equal(null);
    expect(inner(element, 'mcp-json-view').source).to.equal('{}');
    (await button(element, 'Show it as this page does')).click();
    await element.updateComplete;
    expect(own(element)).to.not.equal(null);
  });
  it('may give a node, or leave the content to the library', async () => {
    expect(own(await shown({ mimeType: 'text/x-foo', text: 'x' }))!.querySelector('hr')).to.not.equal(null);
    const left = await shown({ mimeType: 'text/plain', text: 'leave it' });
    expect(own(left)).to.equal(null);
    expect(words(left)).to.equal('leave it');
  });
  it('that fails is said to, and the content is shown', async () => {
    const original = console.error;
    console.error = () => undefined;
    try {
      const element = await shown({ mimeType: 'image/png', blob: PNG });
      await waitUntil(() => part(element, 'image'));
      expect(words(element)).to.include('This page’s own view of image/png failed. Shown without it.');
    } finally {
      console.error = original;
    }
  });
  it('is not asked for types that the policy calls unsafe, nor for what is not what it says', async () => {
    expect(own(await shown({ mimeType: 'text/html', text: '<b>x</b>' }))).to.equal(null);
    const lie = await shown({ mimeType: 'application/geo+json', blob: btoa('%PDF-1.7') });
    expect(own(lie)).to.equal(null);
  });
});

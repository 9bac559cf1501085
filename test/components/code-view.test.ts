import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { McpCodeViewElement } from '../../components/code-view/code-view.js';
import '../../components/define/mcp-code-view.js';
import { button, part, words } from './content-harness.js';

async function show(text: string, language = '', wrap = false): Promise<McpCodeViewElement> {
  const element = await fixture<McpCodeViewElement>(
    html`<mcp-code-view .text=${text} .language=${language} .wrap=${wrap}></mcp-code-view>`,
  );
  await waitUntil(() => !words(element).includes('so far'), 'all of it is read');
  await aTimeout(50);
  await element.updateComplete;
  return element;
}
const box = (element: Element): HTMLElement => part(element, 'code')!;
const lines = (element: Element): string[] =>
  [...element.shadowRoot!.querySelectorAll('.text')].map((line) => line.textContent.replace(/\n$/, ''));
const numbers = (element: Element): string[] =>
  [...element.shadowRoot!.querySelectorAll<HTMLElement>('.number')].map((one) => one.dataset['number']!);
const rows = (element: Element): NodeListOf<HTMLElement> => element.shadowRoot!.querySelectorAll('.line');

/** The number of the first line in view. */
function atTop(element: Element): number {
  const { top } = box(element).getBoundingClientRect();
  const row = [...rows(element)].find((one) => one.getBoundingClientRect().bottom > top + 1);
  return Number(row?.querySelector<HTMLElement>('.number')!.dataset['number']);
}

async function scrollTo(element: McpCodeViewElement, top: number): Promise<void> {
  box(element).scrollTop = top;
  await aTimeout(100);
  await element.updateComplete;
}

describe('<mcp-code-view>', () => {
  it('has a name, and takes the focus', async () => {
    const element = await show('const a = 1;\n\nfunction b() {}', 'typescript');
    expect(box(element).getAttribute('aria-label')).to.equal('TypeScript, 3 lines');
    expect(box(element).tabIndex).to.equal(0);
  });

  it('shows lines with their numbers, which are no part of the text', async () => {
    const element = await show('one\n\ntwo\r\nthree\n');
    expect(lines(element)).to.deep.equal(['one', '', 'two', 'three']);
    expect(numbers(element)).to.deep.equal(['1', '2', '3', '4']);
    expect(words(element)).to.not.include('1');
  });

  it('says that there is nothing', async () => {
    expect(words(await show(''))).to.include('Empty text.');
  });

  it('colours what it has a grammar for, with names of its own', async () => {
    const element = await show('const a = "<img src=x>";', 'js');
    await waitUntil(() => element.shadowRoot!.querySelector('.tok-keyword'));
    expect(element.shadowRoot!.querySelector('.tok-string')!.textContent).to.equal('"<img src=x>"');
    expect(element.shadowRoot!.querySelector('img')).to.equal(null);
    for (const span of element.shadowRoot!.querySelectorAll('.text span'))
      expect(span.className).to.match(/^tok-[a-z]+$/);
  });

  it('shows everything else plain', async () => {
    const element = await show('\\begin{x}', 'latex');
    expect(lines(element)).to.deep.equal(['\\begin{x}']);
    expect(element.shadowRoot!.querySelector('.text span')).to.equal(null);
  });

  it('takes another text and another language', async () => {
    const element = await show('const a = 1;', 'js');
    await waitUntil(() => element.shadowRoot!.querySelector('.tok-keyword'));
    element.text = 'def f(): pass';
    element.language = 'python';
    await waitUntil(() => element.shadowRoot!.querySelector('.tok-keyword')?.textContent === 'def');
    element.language = '';
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('.tok-keyword')).to.equal(null);
  });

  it('keeps the colours of a terminal, and nothing else of it', async () => {
    const element = await show(
      '\u001b[31mred\n still\u001b[0m plain \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
    );
    await waitUntil(() => element.shadowRoot!.querySelector('.ansi-red'));
    expect([...element.shadowRoot!.querySelectorAll('.ansi-red')].map((one) => one.textContent)).to.deep.equal([
      'red',
      ' still',
    ]);
    expect(lines(element)).to.deep.equal(['red', ' still plain link to “https://evil.example”link']);
    expect(part(element, 'hidden-character')!.title).to.equal('OPERATING SYSTEM COMMAND');
  });

  it('shows characters that nobody would see, also in colours', async () => {
    const element = await show('a = "x\u202ey"', 'python');
    await waitUntil(() => element.shadowRoot!.querySelector('.tok-string'));
    expect(part(element, 'hidden-character')!.textContent).to.equal('U+202E');
    expect(words(element)).to.not.include('\u202e');
  });

  it('ends lines as old Macs did', async () => {
    const element = await show('a = 1\rb = 2\r', 'python');
    await waitUntil(() => element.shadowRoot!.querySelector('.tok-number'));
    expect(lines(element)).to.deep.equal(['a = 1', 'b = 2']);
  });

  it('copies the text as it came', async () => {
    const element = await show('a\u202eb\r\n\u001b[31mc');
    let copied = '';
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => ((copied = text), Promise.resolve()) },
    });
    (await button(element, 'Copy')).click();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    expect(copied).to.equal('a\u202eb\r\n\u001b[31mc');
  });

  describe('a long text', () => {
    const linesOf = (length: number): string =>
      Array.from({ length }, (_, at) => `const line${at + 1} = "some words";`).join('\n');
    const TEXT = linesOf(20_000);

    it('has only in the page what is in view', async () => {
      const element = await show(linesOf(200_000), 'js');
      expect(rows(element).length).to.be.within(20, 120);
      expect(words(element)).to.include('JavaScript, 200,000 lines');
      expect(box(element).scrollHeight).to.be.above(2_000_000);
    });

    it('shows each part of it when one gets there, in colour', async () => {
      const element = await show(TEXT, 'js');
      await scrollTo(element, box(element).scrollHeight);
      await waitUntil(() => lines(element).at(-1) === 'const line20000 = "some words";');
      const view = box(element).getBoundingClientRect();
      const last = [...rows(element)].at(-1)!.getBoundingClientRect();
      expect(last.bottom).to.be.within(view.bottom - 40, view.bottom + 1);
      await waitUntil(() => element.shadowRoot!.querySelector('.tok-keyword'));
      expect(numbers(element).at(-1)).to.equal('20000');
      await scrollTo(element, 0);
      await waitUntil(() => lines(element)[0] === 'const line1 = "some words";');
    });

    it('has each row where its number says', async () => {
      const element = await show(TEXT, 'js');
      const height = rows(element)[1]!.getBoundingClientRect().height;
      await scrollTo(element, 10_000 * height);
      await waitUntil(() => Math.abs(atTop(element) - 10_000) <= 10, 'the line that should be there');
    });

    it('begins at the top again when it changes', async () => {
      const element = await show(TEXT, 'js');
      await scrollTo(element, 50_000);
      element.text = 'other';
      await element.updateComplete;
      expect(lines(element)).to.deep.equal(['other']);
    });
  });

  it('shows a very long line in pieces of one number', async () => {
    const element = await show(`short\n${'x'.repeat(2500)}\nend`);
    expect(numbers(element)).to.deep.equal(['1', '2', '↪', '↪', '3']);
    expect(lines(element).join('')).to.equal(`short${'x'.repeat(2500)}end`);
  });

  describe('wrapping', () => {
    it('is off at first: a long line runs out of view in its own box', async () => {
      const element = await show('word '.repeat(150));
      expect(box(element).scrollWidth).to.be.above(box(element).clientWidth + 100);
      expect(element.scrollWidth).to.be.at.most(element.clientWidth + 1);
    });

    it('shows all of a line, and the button says that it is on', async () => {
      const element = await show('word '.repeat(150));
      const wrap = part<HTMLButtonElement>(element, 'wrap-button')!;
      expect(wrap.getAttribute('aria-pressed')).to.equal('false');
      wrap.click();
      await element.updateComplete;
      await aTimeout(50);
      expect(wrap.getAttribute('aria-pressed')).to.equal('true');
      expect(element.wrap).to.equal(true);
      expect(box(element).scrollWidth).to.be.at.most(box(element).clientWidth + 1);
    });

    it('knows how high a long text is', async () => {
      const element = await show(
        Array.from({ length: 2000 }, (_, at) => `${at} ${'x'.repeat(at % 7 ? 10 : 400)}`).join('\n'),
        '',
        true,
      );
      await scrollTo(element, 1e9);
      await waitUntil(() => numbers(element).at(-1) === '2000');
      const view = box(element).getBoundingClientRect();
      expect([...rows(element)].at(-1)!.getBoundingClientRect().bottom).to.be.within(view.bottom - 60, view.bottom + 1);
    });

    it('stays at the line that was at the top', async () => {
      const element = await show(
        Array.from({ length: 3000 }, (_, at) => `line ${at + 1} ${'x'.repeat(300)}`).join('\n'),
      );
      const height = rows(element)[1]!.getBoundingClientRect().height;
      await scrollTo(element, 1000 * height);
      element.wrap = true;
      await aTimeout(150);
      await waitUntil(() => Math.abs(atTop(element) - 1000) <= 5, 'the line that was there');
    });
  });

  describe('a diff', () => {
    const DIFF = '--- a/x\n+++ b/x\n@@ -7,2 +7,2 @@\n same\n-old\n+new\n@@ -1,9 +1 @@\n-cut\n';

    it('says of each line in words whether it was added or removed', async () => {
      const element = await show(DIFF, 'diff');
      expect(lines(element).slice(3, 6)).to.deep.equal([' same', 'Removed: -old', 'Added: +new']);
      expect(words(element)).to.include('Changes: 1 line added, 2 removed');
    });
    it('numbers the lines of both files', async () => {
      const element = await show(DIFF, 'diff');
      expect(numbers(element).slice(6, 12)).to.deep.equal(['7', '7', '8', '', '', '8']);
    });
    it('colours and counts what is not as its header says, and tells so', async () => {
      const element = await show(DIFF, 'diff');
      expect([...rows(element)].at(-1)!.className).to.equal('line diff-removed');
      expect(words(element)).to.include('Changes: 1 line added, 2 removed');
      expect(words(element)).to.include(
        '1 part of these changes has more or fewer lines than the header says, so the lines have no numbers.',
      );
    });
  });

  describe('its colours', () => {
    const KINDS = 'comment keyword string number type name property tag meta inserted deleted'.split(' ');
    const HUES = 'red green yellow blue magenta cyan grey'.split(' ');

    for (const scheme of ['light', 'dark'])
      it(`can be read on every surface, ${scheme}`, async () => {
        const element = await show('--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-a\n+b', 'diff');
        element.style.colorScheme = scheme;
        const place = box(element).querySelector('.text')!;
        for (const name of [...KINDS.map((kind) => `tok-${kind}`), ...HUES.map((hue) => `ansi-${hue}`), 'ansi-faint']) {
          const span = place.appendChild(document.createElement('span'));
          span.className = name;
          expect(
            contrast(getComputedStyle(span).color, getComputedStyle(box(element)).backgroundColor),
            name,
          ).to.be.above(4.5);
        }
        for (const hue of [...HUES, 'text']) {
          const span = place.appendChild(document.createElement('span'));
          span.className = `ansi-on ansi-on-${hue}`;
          const { color, backgroundColor } = getComputedStyle(span);
          expect(contrast(color, backgroundColor), `on ${hue}`).to.be.above(4.5);
        }
        for (const kind of ['added', 'removed'])
          for (const what of ['text', 'number']) {
            const { color, backgroundColor } = getComputedStyle(box(element).querySelector(`.diff-${kind} .${what}`)!);
            expect(contrast(color, backgroundColor), `${kind} ${what}`).to.be.above(4.5);
          }
      });
  });
});

const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
  willReadFrequently: true,
})!;

/** By WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [light, dark] = [one, other].map(luminance).sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
function luminance(colour: string): number {
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

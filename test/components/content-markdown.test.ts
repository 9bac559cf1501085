import { expect, waitUntil } from '@open-wc/testing';
import { PNG, SVG, base64 } from '../content/samples.js';
import { button, formatted, inner, part, show, showContents, words } from './content-harness.js';

const markdown = async (text: string): Promise<ReturnType<typeof formatted>> =>
  formatted(await showContents({ mimeType: 'text/markdown', text }));

describe('Markdown in <mcp-content>', () => {
  it('names the language of a code block, also an unknown one, and copies it as it was written', async () => {
    const box = await markdown('```ts\nlet a\u200B = 1;\n```\n\n~~~mermaid\ngraph TD\n~~~\n\n    plain\n');
    await waitUntil(() => box.querySelectorAll('.code-head').length === 3);
    const heads = [...box.querySelectorAll('.code-head')];
    expect(heads.map((head) => head.querySelector('span')!.textContent)).to.deep.equal(['TypeScript', 'Mermaid', '']);
    const copy = heads[0]!.querySelector('button')!;
    expect(copy.getAttribute('aria-label')).to.equal('Copy code, TypeScript');
    let copied = '';
    const original = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async (value) => void (copied = value);
    try {
      copy.click();
      await waitUntil(() => copy.textContent === 'Copied');
    } finally {
      navigator.clipboard.writeText = original;
    }
    expect(copied).to.equal('let a\u200B = 1;\n');
  });

  it('keeps a long line of code in a box that scrolls, also on the full page', async () => {
    const element = await showContents({
      mimeType: 'text/markdown',
      text: `\`\`\`html\n<b ${'x="y" '.repeat(400)}>\n\`\`\`\n<i>z</i>`,
    });
    // As wide as its content asks for is what an item of a grid becomes.
    Object.assign(element.parentElement!.style, { display: 'grid', inlineSize: '480px' });
    const box = await formatted(element);
    await waitUntil(() => box.querySelector('.code-block [class^=tok-]'));
    const wide = (root: ParentNode, room: number): string[] =>
      [...root.querySelectorAll('*:not(pre *)')]
        .filter((one) => one.getBoundingClientRect().width > room + 10)
        .map(({ localName, className }) => `${localName}.${className}`);
    expect(wide(element.shadowRoot!, 480)).to.deep.equal([]);
    (await button(element, 'Full screen')).click();
    await waitUntil(() =>
      part(element, 'page')?.querySelector('mcp-content')?.shadowRoot?.querySelector('.code-block'),
    );
    const page = part(element, 'page')!;
    expect(wide(page.querySelector('mcp-content')!.shadowRoot!, page.clientWidth)).to.deep.equal([]);
  });

  it('lets a keyboard scroll long lines of code, in a block with a language and in one without', async () => {
    const element = await showContents({
      mimeType: 'text/markdown',
      text: `# x\n\n\`\`\`ts\nconst a = ${'1 + '.repeat(400)}1;\n\`\`\`\n\n    ${'long '.repeat(400)}\n`,
    });
    const box = await formatted(element);
    await waitUntil(() => box.querySelectorAll('pre').length === 2);
    const blocks = [...box.querySelectorAll('pre')];
    expect(blocks.map((one) => [one.tabIndex, one.scrollWidth > one.clientWidth])).to.deep.equal([
      [0, true],
      [0, true],
    ]);
    expect(blocks.map((one) => one.ariaLabel)).to.deep.equal(['TypeScript', 'Source']);
  });

  it('goes from a footnote to its mention and back, and the page stays where it is', async () => {
    const element = await showContents({ mimeType: 'text/markdown', text: 'A[^1].\n\n[^1]: Note.' });
    const box = await formatted(element);
    // The beginning is shown while the rest is formatted, and the notes come last.
    await waitUntil(() => box.querySelector('li a'));
    const before = location.href;
    box.querySelector<HTMLElement>('sup a')!.click();
    expect(element.shadowRoot!.activeElement!.textContent).to.include('Note.');
    box.querySelector<HTMLElement>('li a')!.click();
    expect(element.shadowRoot!.activeElement!.textContent).to.equal('1');
    expect(location.href).to.equal(before);
  });

  it('aligns columns, gives the head a ground, and keeps blocks apart', async () => {
    const box = await markdown('|a|b|\n|-|-:|\n|1|2|\n\n- x\n  > y\n\n> z\n\n- [x] t\n\n> [!NOTE]\n> n');
    expect(getComputedStyle(box.querySelector('td[align]')!).textAlign).to.equal('right');
    expect(getComputedStyle(box.querySelector('th')!).backgroundColor).not.to.equal('rgba(0, 0, 0, 0)');
    const [list, quote] = [box.querySelector('ul')!, box.querySelector('ul + blockquote')!];
    expect(quote.getBoundingClientRect().top - list.getBoundingClientRect().bottom).to.be.at.least(4);
    expect(getComputedStyle(box.querySelector('li.task')!).listStyleType).to.equal('none');
    expect(getComputedStyle(box.querySelector('.alert-title')!).fontWeight).not.to.equal('400');
  });

  describe('pictures that it contains itself', () => {
    const picture = (box: Element): HTMLImageElement | null => box.querySelector('img');

    for (const [what, url] of [
      ['PNG', `data:image/png;base64,${PNG}`],
      ['SVG', `data:image/svg+xml;base64,${base64(SVG)}`],
    ] as const)
      it(`are shown as images: ${what}`, async () => {
        const box = await markdown(`![a dot](${url})`);
        await waitUntil(() => picture(box)?.complete && picture(box)!.naturalWidth > 0);
        expect(picture(box)!.src).to.match(/^blob:/);
        expect(picture(box)!.alt).to.equal('a dot');
        expect(box.querySelector('svg')).to.equal(null);
      });
    it('are shown in formatted HTML too', async () => {
      const element = await showContents({
        mimeType: 'text/html',
        text: `<p>x <img src="data:image/png;base64,${PNG}">`,
      });
      (await button(element, 'Show formatted')).click();
      const box = await formatted(element);
      await waitUntil(() => picture(box)?.naturalWidth === 1);
    });
    it('are explained where they are too large or are something else', async () => {
      const text = `![a](data:image/png;base64,${PNG})`;
      const element = await show(
        { type: 'resource', resource: { uri: 'x://1', mimeType: 'text/markdown', text } },
        { limits: { imagePixels: 0 } },
      );
      await inner(element, 'mcp-content').updateComplete;
      const box = await formatted(inner(element, 'mcp-content'));
      const own = box.querySelector('mcp-content')!;
      await own.updateComplete;
      expect(words(own)).to.include('It has 1 × 1 pixels').and.include('Show anyway');
      const other = (await markdown(`![a](data:image/png;base64,${btoa('only words here')})`)).querySelector(
        'mcp-content',
      )!;
      await other.updateComplete;
      expect(part(other, 'image')).to.equal(null);
      expect(words(other)).to.include('The server says image/png, but the data is nothing that is shown here.');
    });
  });
});

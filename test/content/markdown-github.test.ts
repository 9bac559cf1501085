import { expect } from '@open-wc/testing';
import { formatHtml, formatMarkdown, type Formatted } from '../../src/content/index.js';
import { PNG } from './samples.js';

function rootOf(formatted: Formatted): HTMLElement {
  if (formatted.kind !== 'formatted') throw new Error(formatted.note.text);
  return formatted.fragment.root;
}
const format = async (source: string): Promise<HTMLElement> => rootOf(await formatMarkdown(source));
const textOf = (element: Element | null): string => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

describe('Markdown as GitHub shows it', () => {
  it('aligns columns, without a style', async () => {
    const root = await format('|a|b|c|d|\n|:-|-:|:-:|-|\n|1|2|3|4|');
    expect([...root.querySelectorAll('td')].map((cell) => cell.getAttribute('align'))).to.deep.equal([
      'left',
      'right',
      'center',
      null,
    ]);
    expect(root.querySelector('[style]')).to.equal(null);
  });

  it('has task lists with check boxes that cannot be pressed', async () => {
    const root = await format('- [x] done\n- [ ] to do\n- [X] *also*\n- [] none\n- plain\n');
    const boxes = [...root.querySelectorAll('input')];
    expect(boxes.map(({ checked }) => checked)).to.deep.equal([true, false, true]);
    expect(boxes.every(({ disabled, type }) => disabled && type === 'checkbox')).to.equal(true);
    expect(boxes.map((box) => box.getAttribute('aria-label'))).to.deep.equal(['Done', 'Not done', 'Done']);
    expect([...root.querySelectorAll('li')].map(textOf)).to.deep.equal(['done', 'to do', 'also', '[] none', 'plain']);
    expect(textOf((await format('1. [x] a\n\n2. b\n')).querySelector('li'))).to.equal('a');
  });

  it('has alerts with their kind in words', async () => {
    const root = await format('> [!WARNING]\n> Back it **up**.\n\n> [!tip]\n\n> [!OTHER]\n> words\n');
    const [first, second, third] = [...root.querySelectorAll('blockquote')];
    expect(textOf(first!)).to.equal('Warning Back it up.');
    expect(first!.className).to.equal('alert warning');
    expect(textOf(second!)).to.equal('Tip');
    expect(textOf(third!)).to.equal('[!OTHER] words');
  });

  it('has five kinds of alerts', async () => {
    const kinds = ['note', 'tip', 'important', 'warning', 'caution'];
    const root = await format(kinds.map((kind) => `> [!${kind.toUpperCase()}]\n> words\n`).join('\n'));
    const alerts = [...root.querySelectorAll('blockquote')];
    expect(alerts.map(({ className }) => className)).to.deep.equal(kinds.map((kind) => `alert ${kind}`));
  });

  it('makes links of bare addresses, not of file names', async () => {
    const root = await format('See https://a.example/x, README.md, a.example and me@a.example. `https://b.example`');
    expect([...root.querySelectorAll('a')].map((link) => link.getAttribute('href'))).to.deep.equal([
      'https://a.example/x',
      'mailto:me@a.example',
    ]);
    expect(root.querySelector('a')!.getAttribute('rel')).to.include('noopener');
  });

  it('names the host of a bare address in other letters as the network sees it', async () => {
    expect(textOf(await format('https://xn--80ak6aa92e.com/x'))).to.include('(xn--80ak6aa92e.com)');
  });

  describe('footnotes', () => {
    it('stand at the end, in the order in which they are mentioned, with links there and back', async () => {
      const root = await format('A[^b] and[^a] again[^b].\n\n[^a]: Alpha.\n[^b]: Beta\n    and more.\n\nThe end.');
      expect(textOf(root.querySelector('p'))).to.equal('A1 and2 again1.');
      const notes = [...root.querySelectorAll('.footnotes li')];
      expect(notes.map(textOf)).to.deep.equal(['Beta and more. ↩︎', 'Alpha. ↩︎']);
      const hrefs = [...root.querySelectorAll('sup a')].map((link) => link.getAttribute('href')!);
      expect(hrefs).to.deep.equal(['#mcp-note-1', '#mcp-note-2', '#mcp-note-1']);
      expect(notes.map(({ id }) => id)).to.deep.equal(['mcp-note-1', 'mcp-note-2']);
      const back = notes[1]!.querySelector('a')!.getAttribute('href')!;
      expect(root.querySelector(back)!.textContent).to.equal('2');
    });
    it('that nothing mentions are shown too, and so is one that is defined twice', async () => {
      const root = await format('A[^a].\n\n[^a]: Alpha.\n\n[^a]: Other.\n\n[^z]: Last.');
      const notes = [...root.querySelectorAll('.footnotes li')].map(textOf);
      expect(notes).to.deep.equal(['Alpha. ↩︎', 'Other.', 'Last.']);
    });
    it('may mention each other', async () => {
      const root = await format('A[^a].\n\n[^a]: Alpha[^b].\n\n[^b]: Beta[^a].');
      expect([...root.querySelectorAll('.footnotes li')].map(textOf)).to.deep.equal(['Alpha2. ↩︎', 'Beta1. ↩︎']);
    });
    it('without a definition stay as they are', async () => {
      expect(textOf(await format('A[^a].'))).to.equal('A[^a].');
    });
    it('of a long text are numbered on', async () => {
      const many = Array.from({ length: 400 }, (_, at) => `Words[^n${at}].\n\n[^n${at}]: Note ${at}.\n\n`).join('');
      const root = await format(many);
      const lists = [...root.querySelectorAll<HTMLOListElement>('.footnotes > ol')];
      expect(lists.length).to.be.above(1);
      let expected = 1;
      for (const list of lists) {
        expect(list.start).to.equal(expected);
        expected += list.children.length;
      }
      expect(expected).to.equal(401);
      expect(root.querySelector('#mcp-note-400')!.textContent).to.include('Note 399.');
    });
  });

  it('gives a server’s HTML none of this', async () => {
    const html =
      '<p class="alert warning" id="mcp-note-1" align="right">a</p><li class="task">b</li><sup class="footnote-ref">1</sup><table><td align="right">c</td><td align="justify">d</table>';
    const root = rootOf(await formatHtml(html));
    expect(root.querySelector('[class]:not(.group), [id], input, p[align]')).to.equal(null);
    expect([...root.querySelectorAll('td')].map((cell) => cell.getAttribute('align'))).to.deep.equal(['right', null]);
  });
});

describe('pictures that a text contains itself', () => {
  const dataOf = (formatted: Formatted): readonly (string | undefined)[] =>
    formatted.kind === 'formatted' ? [...formatted.fragment.images.values()].map(({ data }) => data) : [];
  const url = `data:image/png;base64,${PNG}`;

  it('are found in Markdown and in HTML', async () => {
    expect(dataOf(await formatMarkdown(`![a](${url}) ![b][p]\n\n[p]: ${url}`))).to.deep.equal([url, url]);
    expect(dataOf(await formatHtml(`<p><img src="${url}"><img alt=b src='${url}'></p>`))).to.deep.equal([url, url]);
    const svg = 'data:image/svg+xml;base64,PHN2Zy8+';
    expect(dataOf(await formatMarkdown(`![a](${svg})`))).to.deep.equal([svg]);
    const coded = 'data:image/svg+xml;utf8,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E';
    expect(dataOf(await formatMarkdown(`![a](${coded})`))).to.deep.equal([coded]);
  });

  it('may be longer than the text around them', async () => {
    const long = `data:image/png;base64,${'A'.repeat(1_500_000)}`;
    expect(dataOf(await formatMarkdown(`# Title\n\n![a](${long})\n`))).to.deep.equal([long]);
    expect(dataOf(await formatHtml(`<p>${'word '.repeat(5000)}<img src="${long}">`))).to.deep.equal([long]);
  });

  it('are cut short where they are no picture but text, and copied whole', async () => {
    const long = `data:image/png;base64,${'A'.repeat(5000)}`;
    const formatted = await formatMarkdown(`See ${long}\n\n\`\`\`\n${long}\n\`\`\``);
    const words = rootOf(formatted).textContent;
    expect(words).to.include('(5,022 characters)').and.not.include('mcp-picture');
    expect(words.length).to.be.below(1000);
    expect(formatted.kind === 'formatted' && formatted.fragment.codes[0]!.text).to.equal(`${long}\n`);
  });

  it('count no more than they are written', async () => {
    const source = '![](data:image/png;base64,AAAA)\n\n'.repeat(300);
    const formatted = await formatMarkdown(source, { limits: { markdownCharacters: source.length } });
    expect(dataOf(formatted)).to.have.length(300);
  });

  it('never become a link', async () => {
    const root = rootOf(await formatMarkdown(`[a](${url}) [b](data:text/html,x)`));
    expect(root.querySelector('a[href]')).to.equal(null);
  });
});

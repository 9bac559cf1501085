import { expect } from '@open-wc/testing';
import { formatHtml, formatMarkdown, type Formatted } from '../../src/content/index.js';
import { HOSTILE_MARKDOWN, leftovers } from './hostile.js';

declare global {
  interface Window {
    __ran?: number;
  }
}

function rootOf(formatted: Formatted): HTMLElement {
  if (formatted.kind !== 'formatted') throw new Error(formatted.note);
  return formatted.fragment.root;
}
const noteOf = (formatted: Formatted): string => (formatted.kind === 'plain' ? formatted.note : '');

describe('Markdown', () => {
  it('becomes headings, lists, code, tables and links', async () => {
    const source =
      '# Title\n\n- one\n- two\n\n```js\nlet a;\n```\n\n|a|b|\n|-|-|\n|1|2|\n\n**bold** [site](https://a.example/)';
    const root = rootOf(await formatMarkdown(source));
    expect(root.querySelector('h1')?.textContent).to.equal('Title');
    expect(root.querySelectorAll('li')).to.have.length(2);
    expect(root.querySelector('pre code')?.textContent).to.equal('let a;\n');
    expect(root.querySelectorAll('td')).to.have.length(2);
    expect(root.querySelector('strong')?.textContent).to.equal('bold');
    expect(root.querySelector('a')?.href).to.equal('https://a.example/');
  });

  it('leaves addresses in running text alone', async () => {
    expect(rootOf(await formatMarkdown('see https://a.example now')).querySelector('a')).to.equal(null);
  });

  it('shows raw HTML as the text that it is', async () => {
    expect(rootOf(await formatMarkdown('<b>x</b>')).textContent.trim()).to.equal('<b>x</b>');
  });

  it('loads no image', async () => {
    const root = rootOf(await formatMarkdown('![chart](https://img.tracker.example/x.png)'));
    expect(root.textContent.trim()).to.equal('Image from img.tracker.example was not loaded: “chart”');
  });

  for (const { title, html } of HOSTILE_MARKDOWN)
    it(`stops ${title}`, async () => {
      delete window.__ran;
      const root = rootOf(await formatMarkdown(html));
      expect(leftovers(root)).to.deep.equal([]);
      document.body.append(root);
      for (const element of root.querySelectorAll('*')) element.dispatchEvent(new Event('mouseover'));
      expect(window.__ran).to.equal(undefined);
      root.remove();
    });

  it('stays plain beyond its limit, and says so', async () => {
    expect(noteOf(await formatMarkdown('x'.repeat(11), { limits: { markdownCharacters: 10 } }))).to.equal(
      'Not formatted: Markdown of 11 characters; the limit is 10 characters.',
    );
  });

  it('stays plain when little of it makes very much markup', async () => {
    const row = `|${'a|'.repeat(200)}\n`;
    const table = `${row}|${'-|'.repeat(200)}\n${'|\n'.repeat(2000)}`;
    expect(noteOf(await formatMarkdown(table))).to.include('very much markup');
  });

  it('nests at most 32 deep', async () => {
    const root = rootOf(await formatMarkdown(`${'> '.repeat(2000)}deep`));
    expect(root.querySelectorAll('blockquote').length).to.be.at.most(32);
  });

  it('is done quickly with what makes other engines slow', async () => {
    for (const slow of [
      'a_'.repeat(10_000),
      '`a'.repeat(4000),
      '[a]('.repeat(10_000),
      '*'.repeat(20_000),
      '![['.repeat(8000),
    ]) {
      const start = performance.now();
      await formatMarkdown(slow);
      expect(performance.now() - start).to.be.below(2000);
    }
  });
});

describe('HTML', () => {
  it('becomes safe nodes', async () => {
    expect(rootOf(await formatHtml('<p onclick="1">x</p><script>1</script>')).innerHTML).to.equal('<p>x</p>');
  });

  it('stays source beyond its limit, and says so', async () => {
    expect(noteOf(await formatHtml('<p>1234</p>', { limits: { htmlCharacters: 10 } }))).to.equal(
      'Not formatted: HTML of 11 characters; the limit is 10 characters.',
    );
  });

  for (const [what, html] of [
    ['opening tags', '<x>'.repeat(10_001)],
    ['closing tags', '</b>'.repeat(20_001)],
    ['comments', '<!---->'.repeat(10_001)],
    ['instructions', '<?x>'.repeat(10_001)],
  ] as const)
    it(`stays source with too many ${what}: they cost time each`, async () => {
      expect(noteOf(await formatHtml(html))).to.equal(
        'Not formatted: text with very much markup; the limit is 10,000 tags.',
      );
    });

  it('is sanitized however deep it nests', async () => {
    const root = rootOf(await formatHtml(`${'<div>'.repeat(5000)}<script>1</script>`));
    expect(root.querySelector('script')).to.equal(null);
  });
});

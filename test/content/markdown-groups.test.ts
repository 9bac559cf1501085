import { expect } from '@open-wc/testing';
import MarkdownIt from 'markdown-it';
import { formatMarkdown } from '../../src/content/index.js';
import { sanitizeHtml } from '../../src/content/sanitize.js';
import { MAX_FENCE_CHARACTERS, GROUP_CHARACTERS, markdownGroups } from '../../src/content/markdown.js';

const whole = new MarkdownIt({ html: false });

async function inGroups(source: string): Promise<{ readonly html: string; readonly groups: number }> {
  const formatted = await formatMarkdown(source);
  if (formatted.kind === 'plain') throw new Error(formatted.note.text);
  const { root } = formatted.fragment;
  const groups = root.querySelectorAll(':scope > .group');
  // What the groups and the colours add is only around the words.
  for (const added of root.querySelectorAll(':scope > .group, [class^="tok-"]')) added.replaceWith(...added.childNodes);
  root.normalize();
  return { html: root.innerHTML, groups: groups.length };
}
const atOnce = (source: string): string =>
  sanitizeHtml(whole.render(source).replace(/ style="text-align:(\w+)"/g, ' align="$1"'))!.root.innerHTML;

const LINE =
  'Some words with *emphasis*, `code`, a [link](https://a.example/x) and a [reference][ref] in a line of text.';
const PIECES: Readonly<Record<string, string>> = {
  paragraphs: `${LINE}\n${LINE}\nand its end.\n\n`,
  headings: `# One\n\nTwo\n===\n\n### Three ###\n${LINE}\n\n`,
  'lists with blank lines': `- one\n\n  ${LINE}\n\n- two\n  1. three\n\n     four\n\nText after.\n\n`,
  'ordered lists': `3. one\n4. two\n\n5. three\n\nBetween.\n\n`,
  'fences with anything inside': '```ts\n# no heading\n\n- no list\n\n| a | b |\n|---|---|\n\nconst a = 1;\n```\n\n',
  'fences of tildes': '~~~\n```\n\nstill inside\n\n~~~\n\nafter\n\n',
  'indented code': '    code\n\n    more code\n\nText.\n\n',
  tables: `| a | b |\n|:--|--:|\n| 1 | ${LINE} |\n\n`,
  quotes: `> ${LINE}\n> - in a list\n>\n> more\nlazy line\n\n`,
  'fences in lists': '- one\n\n  ```js\n  let a;\n\n  let b;\n  ```\n\n- two\n\nAfter.\n\n',
  'lines and rules': `***\n\n${LINE}\n---\n\n* * *\n\n`,
  'references before they are defined': `[a][far] and [b][far].\n\n`,
  'raw HTML': `<div>\n\n${LINE}\n\n</div>\n\n`,
  'other ends of lines': `one\r\n\r\ntwo\r\n\r\n- three\r\n\r\n`,
};

describe('Markdown in groups', () => {
  for (const [what, piece] of Object.entries(PIECES))
    it(`makes of ${what} what the whole makes`, async () => {
      const source = `${piece.repeat(Math.ceil((3.5 * GROUP_CHARACTERS) / piece.length))}\n\n[ref]: https://ref.example/\n[far]: https://far.example/ "title"\n`;
      const result = await inGroups(source);
      expect(result.html === atOnce(source), 'the same').to.equal(true);
      expect(result.groups).to.be.above(2);
    });

  it('makes of all of it together what the whole makes', async () => {
    const source = `${Object.values(PIECES).join('').repeat(6)}[ref]: /x\n[far]: https://far.example/`;
    expect((await inGroups(source)).html === atOnce(source), 'the same').to.equal(true);
  });

  it('puts a short text into no group', async () => {
    expect((await inGroups('# Title\n\nwords')).groups).to.equal(0);
  });

  it('never loses a character', () => {
    const sources = [
      LINE.repeat(2000),
      '- item\n'.repeat(9000),
      `\`\`\`\n${'code\n'.repeat(9000)}`,
      'x'.repeat(100_000),
      '😀'.repeat(50_000),
    ];
    for (const source of sources) expect([...markdownGroups(source)].join('').length).to.be.at.least(source.length);
    for (const source of [...sources.slice(0, 2), ...sources.slice(3)])
      expect([...markdownGroups(source)].join('') === source).to.equal(true);
  });

  it('divides a list, a quote or a paragraph that does not end', () => {
    for (const source of [
      '- item\n'.repeat(20_000),
      '> quote\n'.repeat(20_000),
      'words '.repeat(20_000),
      'x'.repeat(90_000),
    ])
      for (const group of markdownGroups(source)) expect(group.length).to.be.below(40_000);
  });

  it('goes on with a fence that is divided as a fence, and with a table under its head', () => {
    const fence = [...markdownGroups(`\`\`\`js\n${'let a;\n'.repeat(MAX_FENCE_CHARACTERS / 5)}\`\`\`\n\nafter`)];
    expect(fence.length).to.be.above(1);
    expect(fence[1]!.startsWith('```js\nlet a;\n')).to.equal(true);
    expect(fence.at(-1)).to.equal('after');
    const table = [...markdownGroups(`| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(GROUP_CHARACTERS)}`)];
    expect(table.length).to.be.above(1);
    for (const group of table) expect(group.startsWith('| a | b |\n|---|---|\n| 1')).to.equal(true);
  });

  it('shows the beginning of a long text before the rest of it', async () => {
    const seen: number[] = [];
    const formatted = await formatMarkdown(`${LINE}\n\n`.repeat(1000), undefined, {
      onBeginning: ({ root }) => seen.push(root.childElementCount),
    });
    expect(seen[0]).to.equal(1);
    expect(formatted.kind === 'formatted' && formatted.fragment.root.childElementCount).to.be.above(10);
  });

  it('stops when nobody wants it any more', async () => {
    const formatted = await formatMarkdown(`${LINE}\n\n`.repeat(5000), undefined, { signal: AbortSignal.abort() });
    expect(formatted.kind).to.equal('plain');
  });

  it('colours code in the languages that are named, in the place where it stands', async () => {
    const formatted = await formatMarkdown('    plain\n\n- ```js\n  const a = "b";\n  ```\n\n```what\nconst\n```\n');
    if (formatted.kind === 'plain') throw new Error(formatted.note.text);
    const [plain, js, unknown] = formatted.fragment.root.querySelectorAll('pre > code');
    expect(plain!.innerHTML).to.equal('plain\n');
    expect(js!.innerHTML).to.equal(
      '<span class="tok-keyword">const</span> <span class="tok-name">a</span> = <span class="tok-string">"b"</span>;\n',
    );
    expect(unknown!.innerHTML).to.equal('const\n');
  });
});

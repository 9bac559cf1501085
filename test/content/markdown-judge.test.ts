import { expect } from '@esm-bundle/chai';
import { judgeMarkdown } from '../../src/content/markdown-judge.js';

const CLEAR: Readonly<Record<string, string>> = {
  'a heading and a list': '## Open issues\n\n- one\n- two\n',
  'a heading with emphasis': '# Weather\n\nIt is **cold** today.\n',
  'a table': 'Found 2:\n\n| name | size |\n| ---- | ---: |\n| a | 1 |\n',
  'a closed fence': 'Run this:\n\n```sh\nnpm test;\nif (x) {\n}\n```\n',
  'code in fences under headings': '# Use\n\n## JavaScript\n\n```js\nconst a = 1;\nlet b = 2;\nreturn a;\n```\n',
  'a diff in a fence': '## Change\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n```\n',
  'links in a list': '- [one](https://a.example/1)\n- [two](https://a.example/2)\n',
};

const NOT: Readonly<Record<string, readonly [text: string, doubt: string]>> = {
  'a log': ['2026-11-22T10:00:00 INFO **start**\n2026-11-22T10:00:01 INFO ## next\n', 'log'],
  'a log of levels': ['[INFO] **a**\n[WARN] [x](y)\n[ERROR] c\n', 'log'],
  'a diff': ['--- a/README.md\n+++ b/README.md\n@@ -1,2 +1,2 @@\n## Title\n- **old**\n- [x](y)\n', 'diff'],
  'a script': ['#!/bin/sh\n# Title\n## Part\n**x**\n', 'code'],
  'code with comments': ['## part\nimport x\ndef run():\n    return x  # **bold**\n', 'code'],
  'a style sheet': ['a { color: red; }\nb { color: blue; }\n/* **x** [y](z) */\n', 'code'],
  settings: ['## database\nhost: a\nport: 1\n- **x**\n- y\n', 'settings'],
  'lines of JSON': ['{"a": "**x**"}\n{"a": "[x](y)"}\n{"a": 1}\n', 'data'],
  'JSON that was cut': ['{\n  "text": "## Title **x**",\n  "more": "[a](b)",\n', 'data'],
  'text for a terminal': ['## \u001B[31mred\u001B[0m **x**\n', 'terminal'],
  markup: ['<div>\n\n## x\n\n**y**\n</div>', 'markup'],
};

describe('the judge of Markdown', () => {
  for (const [what, text] of Object.entries(CLEAR))
    it(`is sure of ${what}`, () => {
      const { verdict, doubts, signs } = judgeMarkdown(text);
      expect({ verdict, doubts }).to.deep.equal({ verdict: 'clear', doubts: [] });
      expect(signs).to.not.be.empty;
    });

  for (const [what, [text, doubt]] of Object.entries(NOT))
    it(`is not sure of ${what}`, () => {
      const { verdict, doubts } = judgeMarkdown(text);
      expect(verdict).to.not.equal('clear');
      expect(doubts).to.include(doubt);
    });

  for (const text of [
    '',
    'Hello',
    'The sum of 2 and 3 is 5.',
    '2 * 3 * 4',
    'a_b_c',
    'Dear all,\n\nsee you.\n\n-- \nme',
  ])
    it(`sees nothing in ${JSON.stringify(text)}`, () => {
      expect(judgeMarkdown(text)).to.deep.equal({ verdict: 'no', signs: [], doubts: [] });
    });

  it('offers what has one sign, and says which', () => {
    expect(judgeMarkdown('# Title')).to.deep.equal({ verdict: 'possible', signs: ['heading'], doubts: [] });
  });

  for (const [what, piece, verdict] of [
    ['fences', '```\n', 'clear'],
    ['open brackets', '[', 'no'],
    ['stars', '**', 'no'],
    ['bars', '|-', 'no'],
    ['spaces', ' ', 'no'],
    ['line ends', '\n#', 'no'],
    ['quotes', '"', 'no'],
  ] as const)
    it(`ends with 5 MB of ${what}: ${verdict}`, () => {
      expect(judgeMarkdown(piece.repeat(5_000_000 / piece.length)).verdict).to.equal(verdict);
    });
});

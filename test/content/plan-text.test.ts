import { expect } from '@esm-bundle/chai';
import { planBlock, planContents, type ContentPolicy, type RenderPlan } from '../../src/content/index.js';
import { SVG, base64 } from './samples.js';
import { inEnglish } from './in-english.js';

type Expected = { readonly [key: string]: unknown };
const DIFF = '--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-a\n+b\n';
const GIT = 'diff --git a/x b/x\nindex 1..2 100644\n';
const asBytes = (text: string): string => base64(unescape(encodeURIComponent(text)));

/** Type, name of the file, text → kind. */
const KINDS: readonly (readonly [mimeType: string | undefined, uri: string, text: string, expected: Expected])[] = [
  ['text/csv', 'a://t', 'a,b\n1,2', { kind: 'table', separator: ',' }],
  ['text/csv', 'a://t', 'a;b;c\n1;2,5;3', { kind: 'table', separator: ';' }],
  ['text/csv', 'a://t', '"a;b;c;d",e\n', { kind: 'table', separator: ',' }],
  ['text/csv', 'a://t', 'a\tb\n', { kind: 'table', separator: '\t' }],
  ['text/csv', 'a://t', '  \n', { kind: 'text' }],
  ['text/tab-separated-values', 'a://t', 'a,b,c\td', { kind: 'table', separator: '\t', fileName: 't.tsv' }],
  [undefined, 'file:///x/t.tsv', 'a\tb', { kind: 'table', separator: '\t' }],
  ['text/plain', 'file:///x/data.CSV?v=2', 'a,b', { kind: 'table' }],
  ['text/x-diff', 'a://p', 'anything', { kind: 'diff', text: 'anything' }],
  ['text/x-patch', 'a://p', DIFF, { kind: 'diff' }],
  [undefined, 'a://p', DIFF, { kind: 'diff' }],
  ['text/plain', 'a://p', GIT, { kind: 'diff' }],
  [undefined, 'a://p', '--- \nnot a diff', { kind: 'text' }],
  [undefined, 'a://p', '--- title\n+++ b\nno hunk', { kind: 'text' }],
  ['text/x-python', 'a://p', 'x = 1', { kind: 'code', language: 'python', fileName: 'p.txt' }],
  ['text/x-erlang', 'a://p', 'x', { kind: 'code', language: 'erlang' }],
  ['text/calendar', 'a://p', 'BEGIN:VCALENDAR', { kind: 'text' }],
  [undefined, 'file:///x/main.rs', 'fn main() {}', { kind: 'code', language: 'rust', fileName: 'main.txt' }],
  [undefined, 'https://a.example/x/Dockerfile', 'FROM x', { kind: 'code', language: 'dockerfile' }],
  ['application/octet-stream', 'file:///x/a.yml', 'a: 1', { kind: 'code', language: 'yaml' }],
  ['application/atom+xml', 'a://f', '<feed/>', { kind: 'code', language: 'xml' }],
  [undefined, 'a://f', '<?xml version="1.0"?><a/>', { kind: 'code', language: 'xml' }],
  ['application/x-ndjson', 'a://f', '{}\n{}', { kind: 'code', language: 'json' }],
  [undefined, 'file:///x/readme.md', 'plain words', { kind: 'markdown', fileName: 'readme.md' }],
  [undefined, 'file:///x/index.html', '<b>x</b>', { kind: 'html', fileName: 'index.html' }],
  [undefined, 'file:///x/a.svg', SVG, { kind: 'image', mimeType: 'image/svg+xml' }],
  [undefined, 'file:///x/a.svg', 'no drawing', { kind: 'text' }],
  [undefined, 'file:///x/a.json', '[1]', { kind: 'json' }],
  ['application/json', 'a://j', '{"a":}', { kind: 'text', notes: ['It cannot be read as JSON.'] }],
  ['application/json', 'a://j', '"just words"', { kind: 'text', notes: [] }],
  // The type wins over the name: only types that say nothing leave it to the name.
  ['text/html', 'file:///x/a.csv', 'a,b', { kind: 'html' }],
  ['text/csv', 'file:///x/a.html', '<script>', { kind: 'table' }],
];

describe('what a text is', () => {
  for (const [mimeType, uri, text, expected] of KINDS) {
    const title = `${mimeType ?? 'no type'}, ${uri}, “${text.slice(0, 20).replaceAll('\n', '⏎')}” → ${String(expected['kind'])}`;
    it(title, () => {
      expect(inEnglish(planContents({ uri, mimeType, text }))).to.deep.include(expected);
    });
    it(`the same as bytes: ${title}`, () => {
      if (text.trim() !== '')
        expect(inEnglish(planContents({ uri, mimeType, blob: asBytes(text) }))).to.deep.include(expected);
    });
  }

  it('bytes without a type that read like text are text', () => {
    expect(planContents({ uri: 'a://x', blob: asBytes('Grüße') })).to.deep.include({ kind: 'text', text: 'Grüße' });
  });
  it('text in another alphabet of bytes is read by what was declared, or by its mark', () => {
    const latin = { uri: 'a://x', mimeType: 'text/plain; charset=iso-8859-1', blob: base64('Gr\xfc\xdfe') };
    expect(planContents(latin)).to.deep.include({ kind: 'text', text: 'Grüße' });
    const utf16 = { uri: 'a://x', mimeType: 'text/plain', blob: base64('\xff\xfea\0\xfc\0') };
    expect(planContents(utf16)).to.deep.include({ kind: 'text', text: 'aü' });
  });
  it('a drawing that was called text is its source', () => {
    expect(planContents({ uri: 'a://x', mimeType: 'text/plain', blob: base64(SVG) }).kind).to.equal('code');
  });
  it('much text as bytes waits, and can be shown', () => {
    const contents = { uri: 'a://x.log', mimeType: 'text/plain', blob: asBytes('x'.repeat(50)) };
    expect(planContents(contents, { limits: { encodedTextBytes: 40 } })).to.deep.include({
      kind: 'download',
      readsAsText: true,
    });
  });
});

describe('text beyond its limit is plain, and says so', () => {
  const rows: readonly (readonly [mimeType: string, text: string, limits: ContentPolicy['limits'], note: string])[] = [
    ['text/csv', 'a,b,c', { tableCharacters: 4 }, 'Shown as plain text: as a table, at most 4 characters are shown.'],
    ['text/css', 'a{b:c}', { codeCharacters: 4 }, 'Shown as plain text: as source, at most 4 characters are shown.'],
    [
      'text/x-diff',
      'a{b:c}',
      { codeCharacters: 4 },
      'Shown as plain text: as changes, at most 4 characters are shown.',
    ],
    [
      'application/json',
      '[1,2]',
      { jsonCharacters: 4 },
      'Shown as plain text: as JSON, at most 4 characters are shown.',
    ],
  ];
  for (const [mimeType, text, limits, note] of rows)
    it(mimeType, () => {
      const plan = planContents({ uri: 'a://x', mimeType, text }, { limits });
      expect(inEnglish(plan)).to.deep.include({ kind: 'text', text, notes: [note] });
    });
});

describe('JSON', () => {
  const json = (text: string, policy?: ContentPolicy): RenderPlan => planBlock({ type: 'text', text }, policy);

  it('nested deeper than the limit is source', () => {
    const text = '['.repeat(11) + ']'.repeat(11);
    expect(json(text, { limits: { jsonDepth: 11 } }).kind).to.equal('json');
    expect(inEnglish(json(text, { limits: { jsonDepth: 10 } }))).to.deep.include({
      kind: 'code',
      language: 'json',
      notes: ['Shown as text: this JSON is nested more than 10 deep.'],
    });
  });
  it('of great depth and length ends, and takes no stack', () => {
    expect(json('['.repeat(300_000)).kind).to.equal('text');
    expect(json('['.repeat(40_000) + ']'.repeat(40_000)).kind).to.equal('code');
    expect(json('{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)).kind).to.equal('code');
  });
  it('brackets in strings count for nothing', () => {
    const text = `["${'['.repeat(300)}\\"[[\\\\"]`;
    expect(json(text).kind).to.equal('json');
  });
  it('too long to be parsed for nothing is taken as it came', () => {
    const text = `[${'{"id":12345678901234567890},'.repeat(10_000)}1]`;
    expect(json(text)).to.deep.include({ kind: 'json', text, source: text });
  });
  it('a long log in brackets is text', () => {
    expect(json(`[2026-11-20 10:00] start\n${'[x] y\n'.repeat(30_000)}[end]`).kind).to.equal('text');
    expect(json(`{ see below }\n${'words\n'.repeat(30_000)}{end}`).kind).to.equal('text');
  });
});

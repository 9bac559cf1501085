import { expect } from '@esm-bundle/chai';
import { planBlock, planContents, type ContentPolicy, type RenderPlan } from '../../src/content/index.js';
import type { ContentBlock, ResourceContents } from '../../src/index.js';
import { GIF, JPEG, MP3, OGG, PNG, SVG, WAV, WEBP, base64 } from './samples.js';
import { inEnglish } from './in-english.js';

type Expected = { readonly [K in keyof RenderPlan]?: unknown } & { readonly [key: string]: unknown };
const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const image = (data: string, mimeType: string): ContentBlock => ({ type: 'image', data, mimeType });
const audio = (data: string, mimeType: string): ContentBlock => ({ type: 'audio', data, mimeType });
const noteOf = (declared: string, found: string): string[] => [
  `The server says ${declared}, but the data is ${found}.`,
];

const BLOCKS: readonly (readonly [title: string, block: ContentBlock, expected: Expected, policy?: ContentPolicy])[] = [
  ['text', text('Hello'), { kind: 'text', text: 'Hello', mayBeMarkdown: false, notes: [] }],
  ['markup in text stays text', text('<b>x</b>'), { kind: 'text', text: '<b>x</b>' }],
  [
    'text that reads like Markdown',
    text('# Title\n\n- a\n- b'),
    { kind: 'text', mayBeMarkdown: true, isMarkdown: false },
  ],
  [
    'text that clearly is Markdown',
    text('## Title\n\n- a\n- b'),
    { kind: 'text', mayBeMarkdown: true, isMarkdown: true },
  ],
  ['a JSON object', text('{"a":1}'), { kind: 'json', text: '{\n  "a": 1\n}', source: '{"a":1}' }],
  ['a JSON array', text(' [1,2] '), { kind: 'json', text: '[\n  1,\n  2\n]' }],
  ['a number is no JSON worth indenting', text('42'), { kind: 'text', text: '42' }],
  ['almost JSON', text('{"a":}'), { kind: 'text' }],
  ['JSON over the limit', text('{"a":1}'), { kind: 'text' }, { limits: { jsonCharacters: 6 } }],
  [
    'PNG',
    image(PNG, 'image/png'),
    { kind: 'image', mimeType: 'image/png', formatName: 'PNG', onRequest: false, notes: [] },
  ],
  ['JPEG by half of its type', image(JPEG, 'jpg'), { kind: 'image', mimeType: 'image/jpeg', notes: [] }],
  ['JPEG', image(JPEG, 'image/jpg'), { kind: 'image', mimeType: 'image/jpeg', notes: [] }],
  ['GIF', image(GIF, 'image/gif'), { kind: 'image', mimeType: 'image/gif' }],
  ['WebP', image(WEBP, 'image/webp'), { kind: 'image', mimeType: 'image/webp' }],
  ['SVG', image(base64(SVG), 'image/svg+xml'), { kind: 'image', mimeType: 'image/svg+xml' }],
  [
    'a JPEG called PNG',
    image(JPEG, 'image/png'),
    { kind: 'image', mimeType: 'image/jpeg', notes: noteOf('image/png', 'image/jpeg') },
  ],
  [
    'an SVG called PNG',
    image(base64(SVG), 'image/png'),
    { kind: 'image', mimeType: 'image/svg+xml', notes: noteOf('image/png', 'image/svg+xml') },
  ],
  ['an image without a type', image(PNG, ''), { kind: 'image', mimeType: 'image/png', notes: [] }],
  [
    'HTML called PNG',
    image(base64('<html><script>alert(1)</script>'), 'image/png'),
    {
      kind: 'download',
      fileName: 'image.png',
      formatName: 'HTML',
      notes: ['The server says image/png, but the data is text/html.'],
    },
  ],
  [
    'an image format not shown here',
    image(base64('II*\0....'), 'image/tiff'),
    { kind: 'download', mimeType: 'image/tiff' },
  ],
  ['a large image', image(PNG, 'image/png'), { kind: 'image', onRequest: true }, { limits: { mediaBytes: 10 } }],
  [
    'a huge image',
    image(PNG, 'image/png'),
    { kind: 'blocked', reason: 'too-large', message: 'The image has 68 bytes. At most 10 bytes are opened here.' },
    { limits: { decodedBytes: 10 } },
  ],
  [
    'an image that is an address',
    image('https://img.example/x.png', 'image/png'),
    { kind: 'remote', what: 'image', notes: [] },
  ],
  [
    'an image as data: address',
    image(`data:image/png;base64,${PNG}`, 'image/png'),
    {
      kind: 'image',
      mimeType: 'image/png',
      notes: ['The server sent an address (data:) where only the data belongs.'],
    },
  ],
  ['an empty image', image('', 'image/png'), { kind: 'blocked', reason: 'unreadable', message: 'The image is empty.' }],
  [
    'an image that is no base64',
    image('*not base64*', 'image/png'),
    { kind: 'blocked', reason: 'unreadable', raw: '*not base64*' },
  ],
  ['WAV', audio(WAV, 'audio/x-wav'), { kind: 'audio', mimeType: 'audio/wav', notes: [] }],
  ['MP3', audio(MP3, 'audio/mpeg'), { kind: 'audio', mimeType: 'audio/mpeg' }],
  ['Ogg', audio(OGG, 'audio/ogg'), { kind: 'audio', mimeType: 'audio/ogg' }],
  [
    'an image called audio',
    audio(PNG, 'audio/wav'),
    { kind: 'image', mimeType: 'image/png', notes: noteOf('audio/wav', 'image/png') },
  ],
  [
    'audio not played here',
    audio(base64('\0\0\0\x20ftypqt  '), 'audio/mp4'),
    { kind: 'download', mimeType: 'audio/mp4', formatName: 'QuickTime video' },
  ],
  [
    'a link',
    { type: 'resource_link', uri: 'https://a.example/x', name: 'x', title: 'X', mimeType: 'text/plain', size: 12 },
    { kind: 'link', uri: 'https://a.example/x', title: 'X', size: 12 },
  ],
  [
    'an embedded resource',
    { type: 'resource', resource: { uri: 'demo://1', text: 'x' } },
    { kind: 'resource', contents: { uri: 'demo://1', text: 'x' } },
  ],
  [
    'a tool use',
    { type: 'tool_use', id: '1', name: 'echo', input: { a: 1 } },
    { kind: 'tool-use', name: 'echo', input: '{\n  "a": 1\n}' },
  ],
  [
    'a tool result',
    { type: 'tool_result', toolUseId: '1', content: [text('x')], structuredContent: null, isError: true },
    { kind: 'tool-result', toolUseId: '1', isError: true, blocks: [text('x')], structured: 'null' },
  ],
  [
    'something unreadable',
    { type: 'unreadable', reason: 'It has no text.', raw: { type: 'text' } },
    { kind: 'blocked', reason: 'unreadable', message: 'It has no text.', raw: '{\n  "type": "text"\n}' },
  ],
];

const CONTENTS: readonly (readonly [
  title: string,
  contents: Omit<ResourceContents, 'uri'> & { uri?: string },
  expected: Expected,
  policy?: ContentPolicy,
])[] = [
  ['text/plain', { text: '# x', mimeType: 'text/plain' }, { kind: 'text', mayBeMarkdown: false }],
  [
    'text/markdown',
    { text: '# x', mimeType: 'text/markdown; charset=utf-8' },
    { kind: 'markdown', text: '# x', fileName: '1.md' },
  ],
  ['text/html', { text: '<b>x</b>', mimeType: 'Text/HTML' }, { kind: 'html', text: '<b>x</b>' }],
  ['an app', { text: '<b>x</b>', mimeType: 'text/html;profile=mcp-app' }, { kind: 'html' }],
  ['HTML without saying so stays text', { text: '<!doctype html><b>x</b>' }, { kind: 'text' }],
  ['application/json', { text: '{}', mimeType: 'application/json' }, { kind: 'json', text: '{}' }],
  ['a JSON dialect', { text: '{}', mimeType: 'application/geo+json' }, { kind: 'json' }],
  ['JSON that is none', { text: '{', mimeType: 'application/json' }, { kind: 'text', text: '{' }],
  ['source code', { text: '{}', mimeType: 'text/javascript' }, { kind: 'code', language: 'javascript' }],
  [
    'SVG as text',
    { text: SVG, mimeType: 'image/svg+xml' },
    { kind: 'image', mimeType: 'image/svg+xml', data: { text: SVG } },
  ],
  ['text called SVG', { text: 'hello', mimeType: 'image/svg+xml' }, { kind: 'text', text: 'hello' }],
  ['XML', { text: '<a/>', mimeType: 'application/xml' }, { kind: 'code', language: 'xml', text: '<a/>' }],
  ['empty text', { text: '' }, { kind: 'text', text: '' }],
  [
    'an image',
    { blob: PNG, mimeType: 'image/png', uri: 'file:///a/logo.png' },
    { kind: 'image', fileName: 'logo.png' },
  ],
  ['an image nobody calls one', { blob: PNG, mimeType: 'application/octet-stream' }, { kind: 'image', notes: [] }],
  [
    'an image called text',
    { blob: PNG, mimeType: 'text/plain' },
    { kind: 'download', notes: noteOf('text/plain', 'image/png') },
  ],
  ['text as bytes', { blob: base64('hello'), mimeType: 'text/plain' }, { kind: 'text', text: 'hello' }],
  ['HTML as bytes', { blob: base64('<b>x</b>'), mimeType: 'text/html' }, { kind: 'html', text: '<b>x</b>' }],
  ['JSON as bytes', { blob: base64('{"a":1}'), mimeType: 'application/json' }, { kind: 'json', source: '{"a":1}' }],
  ['text that is no UTF-8', { blob: base64('\xff\xfe\xfa'), mimeType: 'text/plain' }, { kind: 'download', size: 3 }],
  [
    'much text as bytes',
    { blob: base64('hello'), mimeType: 'text/plain' },
    { kind: 'download', fileName: '1.txt' },
    { limits: { textCharacters: 4 } },
  ],
  [
    'a PDF',
    { blob: base64('%PDF-1.7'), mimeType: 'application/pdf', uri: 'file:///a/report.pdf' },
    { kind: 'download', mimeType: 'application/pdf', fileName: 'report.pdf', size: 8 },
  ],
  ['unknown bytes', { blob: 'AAAA' }, { kind: 'download', mimeType: '', size: 3, fileName: '1.data' }],
  ['neither text nor bytes', {}, { kind: 'blocked', reason: 'unreadable' }],
];

describe('the plan for a block', () => {
  for (const [title, block, expected, policy] of BLOCKS)
    it(`${title} → ${String(expected['kind'])}`, () => {
      expect(inEnglish(planBlock(block, policy))).to.deep.include(expected);
    });

  it('says how a link may be used', () => {
    const plan = planBlock({ type: 'resource_link', uri: 'javascript:alert(1)', name: 'x' });
    expect(plan).to.deep.include({ kind: 'link', address: { kind: 'text', scheme: 'javascript' } });
  });

  it('stops at tool results nested too deep', () => {
    let block: ContentBlock = text('x');
    for (let level = 0; level < 3; level++) block = { type: 'tool_result', toolUseId: `${level}`, content: [block] };
    expect(planBlock(block, { limits: { nesting: 3 } }).kind).to.equal('tool-result');
    expect(planBlock(block, { limits: { nesting: 2 } })).to.deep.include({ kind: 'blocked', reason: 'too-deep' });
  });

  it('never throws, whatever a page hands over', () => {
    for (const wrong of [
      {},
      { type: 'hologram' },
      { type: 'text' },
      { type: 'image', data: 5 },
      { type: 'tool_result' },
    ])
      expect(planBlock(wrong as unknown as ContentBlock).kind).to.equal('blocked');
  });

  it('encoded data among raw JSON is shortened', () => {
    const plan = planBlock({ type: 'unreadable', reason: 'No.', raw: { data: 'A'.repeat(5000) } });
    expect(plan.kind === 'blocked' && plan.raw)
      .to.include('A… (5,000 characters)')
      .and.have.length.below(200);
  });

  it('ignores limits that are none', () => {
    const limits = { textCharacters: Number.NaN, mediaBytes: -1 };
    expect(planBlock(image(PNG, 'image/png'), { limits })).to.deep.include({ kind: 'image', onRequest: false });
  });
});

describe('the plan for the contents of a resource', () => {
  for (const [title, contents, expected, policy] of CONTENTS)
    it(`${title} → ${String(expected['kind'])}`, () => {
      expect(inEnglish(planContents({ uri: 'demo://resource/1', ...contents }, policy))).to.deep.include(expected);
    });
});

import type { ContentBlock, ResourceContents } from '../../src/index.js';
import { base64, GIF, MP3, OGG, PNG, SVG, WAV } from '../content/samples.js';

const contents = (mimeType: string | undefined, text: string): ContentBlock => resource({ mimeType, text });
const data = (mimeType: string, blob: string): ContentBlock => resource({ mimeType, blob });
const resource = (rest: Partial<ResourceContents>): ContentBlock => ({
  type: 'resource',
  resource: { uri: 'demo://1/file', ...rest },
});

const MARKDOWN =
  '# Title\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n[site](https://a.example/) ![x](https://b.example/i.png)\n';
/** The policy reports `<style>` in text that is parsed where nothing can happen. */
const HTML =
  '<!doctype html><title>T</title><h1>Hi</h1><p>Text <a href="https://a.example/">site</a> <img src="/x.png">';
const DIFF = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n';

/** One of each kind of content, and of what a server can say about it. */
export const KINDS: Readonly<Record<string, ContentBlock>> = {
  text: { type: 'text', text: 'Plain words.\n'.repeat(60) },
  'text with hidden characters': { type: 'text', text: 'a\u202Eb\u200Bc\u{E0041}' },
  ANSI: { type: 'text', text: '\u001b[31mred\u001b[0m \u001b[1;44mbold\u001b[0m\u001b[2J' },
  Markdown: contents('text/markdown', MARKDOWN),
  JSON: { type: 'text', text: JSON.stringify({ a: [1, 2, { b: null }], big: 1 }, null, 1) },
  CSV: contents('text/csv', 'a,b\n1,2\n3,"four, five"\n'),
  XML: contents('application/xml', '<?xml version="1.0"?><a><b c="d">e</b></a>'),
  code: contents('text/javascript', 'const a = 1; // one\nfunction b() { return "c"; }\n'),
  diff: contents('text/x-diff', DIFF),
  HTML: contents('text/html', HTML),
  SVG: contents('image/svg+xml', SVG),
  PNG: { type: 'image', data: PNG, mimeType: 'image/png' },
  GIF: { type: 'image', data: GIF, mimeType: 'image/jpeg' },
  'an image elsewhere': { type: 'image', data: 'https://a.example/i.png', mimeType: 'image/png' },
  WAV: { type: 'audio', data: WAV, mimeType: 'audio/wav' },
  MP3: { type: 'audio', data: MP3, mimeType: 'audio/mpeg' },
  OGG: data('audio/ogg', OGG),
  video: data('video/mp4', base64('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')),
  PDF: data('application/pdf', base64('%PDF-1.4\n%%EOF\n')),
  ZIP: data('application/zip', 'UEsDBAoAAAAA'),
  unknown: data('application/x-nobody-knows', 'AAECAw=='),
  'a link': { type: 'resource_link', uri: 'https://a.example/guide', name: 'guide', title: 'The guide', size: 12 },
  'a link to read': { type: 'resource_link', uri: 'test://one', name: 'one', mimeType: 'text/plain' },
  'an embedded resource': contents('text/plain', 'inside'),
  annotations: {
    type: 'text',
    text: 'for the model',
    annotations: { audience: ['assistant'], priority: 0.2, lastModified: '2026-01-01T00:00:00Z' },
  },
  icons: {
    type: 'resource_link',
    uri: 'test://two',
    name: 'two',
    icons: [{ src: `data:image/png;base64,${PNG}` }, { src: 'https://a.example/i.png', mimeType: 'image/png' }],
  },
  'a tool use': { type: 'tool_use', id: '1', name: 'echo', input: { a: 1 } },
  'a tool result': {
    type: 'tool_result',
    toolUseId: '1',
    content: [{ type: 'text', text: 'x' }],
    structuredContent: { a: 1 },
    isError: true,
  },
  unreadable: { type: 'unreadable', reason: 'It has no text.', raw: { type: 'text' } },
};

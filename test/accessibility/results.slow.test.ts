import { RESULTS } from '../../scripts/content-pictures/results.mjs';
import { script } from '/__servers__.js';
import { McpError, ProtocolError, type ToolResult, verbatim } from '../../src/index.js';
import { PNG, SVG, WAV } from '../content/samples.js';
import type { Reader } from '../support/harness/reader.js';
import { checks, type Draw, draw } from './check.js';
import type { State } from './states.js';

const BLOCKS = 12;
const COLUMNS = 16;
const text = (words: string): object => ({ type: 'text', text: words });

const result =
  (content: readonly object[], then: (reader: Reader) => Promise<unknown> = async () => {}): Draw =>
  async (main) => {
    const given = { content, isError: false } as unknown as ToolResult;
    const reader = draw(main, 'mcp-tool-result', { result: given });
    await reader.reads(/Result|returned nothing/);
    await then(reader);
    reader.unfold();
    return reader;
  };

const failure =
  (error: McpError, shown: string): Draw =>
  async (main) => {
    const reader = draw(main, 'mcp-tool-result', { error, durationMs: 1500 });
    await reader.reads(shown);
    reader.unfold();
    return reader;
  };

/** Those that servers send most. */
const usual = Object.fromEntries(
  Object.entries(RESULTS).map(([name, { press, ...given }]) => [
    name,
    result(given.content as readonly object[], async (reader) => {
      Object.assign(reader.element, { result: given });
      if (press) await reader.press(press);
    }),
  ]),
) as Record<State<'results'>, Draw>;

checks('results', {
  ...usual,
  'a page of a server': result(
    [
      {
        type: 'resource',
        resource: {
          uri: 'https://a.example/x.html',
          mimeType: 'text/html',
          text: '<title>x</title><h1>Hello</h1><a href="https://a.example">A</a>',
        },
      },
    ],
    (reader) => reader.press('Show as page'),
  ),
  'a wide table in Markdown': result(
    [text(`# Wide\n\n|${' column |'.repeat(COLUMNS)}\n|${' --- |'.repeat(COLUMNS)}\n|${' value |'.repeat(COLUMNS)}\n`)],
    (reader) => reader.until(() => reader.all('table')[0], 'a table'),
  ),
  'sound and video': result([
    { type: 'audio', mimeType: 'audio/wav', data: WAV },
    { type: 'resource', resource: { uri: 'a:v', mimeType: 'video/mp4', blob: btoa('\0\0\0\x20ftypisom') } },
  ]),
  'text that hides something': result([
    text('Hello \u200B\u202Eworld and раypal.com\u0007 \u{E0041}\u{E0042}.'),
    text('# A page\n\n[//]: # (hidden)\n\n- [a](https://a.example "and this")\n- **b**\n'),
    { type: 'resource', resource: { uri: 'a:t', mimeType: 'text/plain', text: 'the text', blob: btoa('other data') } },
  ]),
  'an image of another site': result([text('# A page\n\n![A dot](https://img.example/x.png) and **more**\n\n- one\n')]),
  'an image that no page may read': async (main) => {
    const url = await script({ replies: { GET: { text: SVG, type: 'image/svg+xml' } }, cors: 'none' });
    return result([text(`# A page\n\n![A dot](${url}) and **more**\n\n- one\n`)], async (reader) => {
      await reader.act('load-button');
      await reader.until(() => reader.all('[data-name~=direct-button]')[0], 'a further button');
    })(main);
  },
  'a link that is not what it says': result(
    [text('# A page\n\n- [https://bank.example](https://evil.example)\n- **two**\n')],
    async (reader) => {
      const link = await reader.until(
        () => reader.all('a, button').find((each) => each.textContent.includes('bank.example')),
        'a link',
      );
      link.click();
      await reader.reads('Open anyway');
    },
  ),
  nothing: result([]),
  'many blocks': result([
    ...Array.from({ length: BLOCKS }, (_, at) => text(`Block ${at}.`)),
    { type: 'image', mimeType: 'image/png', data: PNG },
    { type: 'unknown', what: 'it is' },
    { type: 'unreadable', reason: 'It has no text.', raw: {} },
    { type: 'tool_use', id: '1', name: 'echo', input: { a: 1 } },
    { type: 'tool_result', toolUseId: '1', content: [text('x')], isError: true },
  ]),
  'text seen raw': result([text('{"a":1}')], async (reader) => {
    await reader.press('More');
    await reader.press('Raw');
    await reader.press('Wrap lines');
  }),
  'text that fills the page': result([text('x'.repeat(5000))], async (reader) => {
    await reader.press('More');
    await reader.press('Full screen');
    await reader.until(() => reader.all('dialog[open], :popover-open')[0], 'a page');
  }),
  'an error of the protocol': failure(
    new ProtocolError(-32602, verbatim('Unknown tool: echo'), { data: { at: 7, of: ['a'] } }),
    'Unknown tool: echo',
  ),
  'no answer in time': failure(new McpError('timeout', verbatim('The server did not answer.')), 'No answer in time'),
});

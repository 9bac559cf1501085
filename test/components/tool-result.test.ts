import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { McpToolResultElement } from '../../components/tool-result/tool-result.js';
import '../../components/define/mcp-tool-result.js';
import {
  McpError,
  HttpError,
  ProtocolError,
  connect,
  type ContentBlock,
  type McpErrorCode,
  type ToolResult,
  verbatim,
} from '../../src/index.js';
import { MAX_ERROR_MESSAGE_LENGTH, said as sentence } from '../../src/errors.js';
import { everythingUrl } from '/__servers__.js';
import { PNG, WAV } from '../content/samples.js';
import { button, inner, part, text, words } from './content-harness.js';

const result = (content: readonly ContentBlock[], rest: Partial<ToolResult> = {}): ToolResult => ({
  content,
  isError: false,
  ...rest,
});

async function show(given: ToolResult, durationMs?: number): Promise<McpToolResultElement> {
  return fixture(html`<mcp-tool-result .result=${given} .durationMs=${durationMs}></mcp-tool-result>`);
}
async function fail(error: McpError): Promise<McpToolResultElement> {
  return fixture(html`<mcp-tool-result .error=${error} .durationMs=${1500}></mcp-tool-result>`);
}
const blocks = (element: Element): string[] =>
  [...element.shadowRoot!.querySelectorAll('mcp-content[part~="item"]:not([data-name])')].map((block) => words(block));
const structured = (element: Element): HTMLDetailsElement | null => part<HTMLDetailsElement>(element, 'structured');

const shownJson = (element: Element): string =>
  inner(structured(element)!.querySelector('mcp-content')!, 'mcp-json-view').source;

async function copied(element: McpToolResultElement): Promise<string> {
  let taken = '';
  const original = navigator.clipboard.writeText;
  navigator.clipboard.writeText = async (value) => void (taken = value);
  try {
    part(element, 'copy-button')!.click();
    await waitUntil(() => taken !== '');
  } finally {
    navigator.clipboard.writeText = original;
  }
  return taken;
}

describe('<mcp-tool-result>', () => {
  describe('given what is no result', () => {
    it('a text as the error', async () => {
      expect(words(await fail('it broke' as unknown as McpError))).to.include('The call failed. it broke');
    });

    for (const [what, given, seen] of [
      ['nothing', {}, ['Its “content” is missing.', 'The tool returned nothing.']],
      ['a text', 'hello', ['Not readable It is a text, not an object.', 'hello']],
      ['a number', 7, ['Not readable It is a number, not an object.']],
      ['a list', [text('x')], ['Not readable It is a list, not an object.']],
      [
        'content that is a text',
        { content: 'the words' },
        ['the words', 'Not readable Its “content” is a text, not a list.'],
      ],
      ['content that is null', { content: null }, ['Its “content” is null, not a list.']],
      [
        'a block that is null',
        { content: [null, text('second')] },
        ['Not readable It is null, not an object.', 'second'],
      ],
      ['blocks of other kinds', { content: ['x', 5, {}, text('last')] }, ['It is a text, not an object.', 'last']],
      [
        'no clear error',
        { content: [text('x')], isError: 'yes' },
        ['The tool reported an error.', 'Its “isError” is a text, not true or false: "yes"'],
      ],
      [
        'findings that are no list',
        { content: [text('x')], outputIssues: 5 },
        ['Its “outputIssues” is a number, not a list: 5'],
      ],
      ['structured content of any kind', { content: [], structuredContent: 'words' }, ['"words"']],
      ['structured content that is null', { content: [], structuredContent: null }, ['null']],
      [
        'content and structured content',
        { content: 5, structuredContent: { sum: 5 } },
        ['Its “content” is a number, not a list.', '"sum"'],
      ],
    ] as const)
      it(what, async () => {
        const element = await show(given as unknown as ToolResult);
        const all = (): string =>
          [element, ...element.shadowRoot!.querySelectorAll('mcp-content')]
            .flatMap((each) => [each, ...each.shadowRoot!.querySelectorAll('mcp-json-view')])
            .map((each) => `${words(each)} ${'source' in each ? each.source : ''}`)
            .join(' ');
        await waitUntil(() => seen.every((each) => all().includes(each)), `${seen.join(', ')} in ${all()}`);
        (await button(element, 'Raw')).click();
        await element.updateComplete;
        expect(part(element, 'code')!.textContent).to.not.equal('');
      });
  });

  describe('a text that clearly is Markdown', () => {
    const markdown = '## Found\n\n- **one**\n- two\n\n<img src=x onerror=alert(1)>';
    const documentOf = (element: Element, at = 0): Element | null =>
      [...element.shadowRoot!.querySelectorAll('mcp-content')][at]!.shadowRoot!.querySelector('[part~="document"]');
    const pressFormat = async (element: Element): Promise<void> => {
      const content = element.shadowRoot!.querySelector('mcp-content')!;
      content.shadowRoot!.querySelector<HTMLElement>('[data-name="format-button"]')!.click();
      await content.updateComplete;
    };

    it('is formatted at once, and nothing of it runs', async () => {
      const element = await show(result([text(markdown)]));
      await waitUntil(() => documentOf(element));
      expect(documentOf(element)!.querySelector('h1, h2, h3, h4, h5, h6')!.textContent).to.equal('Found');
      expect(documentOf(element)!.querySelector('img') === null).to.equal(true);
    });

    it('is plain text after a press, in all results, until another press', async () => {
      const element = await show(result([text(markdown), text(markdown)]));
      await waitUntil(() => documentOf(element) && documentOf(element, 1));
      await pressFormat(element);
      await waitUntil(() => !documentOf(element) && !documentOf(element, 1));
      element.result = result([text(`${markdown} again`)]);
      await element.updateComplete;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(documentOf(element) === null).to.equal(true);
      await pressFormat(element);
      await waitUntil(() => documentOf(element));
    });

    it('is as the person chose for the server, at the next visit too', async () => {
      const namespace = `markdown-${Math.random()}`;
      const visit = async (): Promise<McpToolResultElement> => {
        const session = await connect(everythingUrl, { storage: 'local', namespace });
        const element = await show(result([text(markdown)]));
        element.session = session;
        await element.updateComplete;
        return element;
      };
      const first = await visit();
      await waitUntil(() => documentOf(first));
      await pressFormat(first);
      await waitUntil(async () => (await (await first.session!.storage.ready())!.views.get('texts')) === 'plain');
      await first.session!.close();
      const next = await visit();
      await waitUntil(() => !documentOf(next));
      await next.session!.close();
    });

    for (const [what, given] of [
      ['JSON', '{"text": "## Found\\n\\n- **one**"}'],
      ['a log', '2026-11-22T10:00:00 INFO **start**\n2026-11-22T10:00:01 INFO [x](y)'],
      ['a diff', '--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-## Old\n+## **New**'],
    ] as const)
      it(`is not ${what}`, async () => {
        const element = await show(result([text(given)]));
        await new Promise((resolve) => setTimeout(resolve, 200));
        expect(documentOf(element) === null).to.equal(true);
      });
  });

  describe('its header', () => {
    for (const [durationMs, count, expected, more] of [
      [412, 2, 'Result 412 ms', '412 ms · 2 blocks'],
      [4200, 1, 'Result 4.2 s', '4.2 s · 1 block'],
      [125_000, 0, 'Result 125 s', '125 s · 0 blocks'],
      [undefined, 1, 'Result', '1 block'],
    ] as const)
      it(`says “${expected}”`, async () => {
        const element = await show(result(Array.from({ length: count }, () => text('x'))), durationMs);
        expect(part(element, 'header')!.textContent.replace(/\s+/g, ' ').trim()).to.match(
          new RegExp(`^${expected} Copy`),
        );
        expect(part(element, 'header')!.querySelector<HTMLElement>('.time')!.title).to.equal(more);
      });

    for (const [durationMs, serverMs, expected] of [
      [166, 12, '12 ms · 166 ms in all · 1 block'],
      [12.3, 12.1, '12 ms · 1 block'],
      [undefined, 12, '12 ms · 1 block'],
    ] as const)
      it(`tells the time of the server and the whole apart: “${expected}”`, async () => {
        const element = await show(result([text('x')]), durationMs);
        element.serverMs = serverMs;
        await element.updateComplete;
        expect(part(element, 'header')!.querySelector<HTMLElement>('.time')!.title).to.equal(expected);
        expect(part(element, 'header')!.textContent).to.include('12 ms');
      });

    it('is told to those who do not see it', async () => {
      const element = await show(result([text('x')]), 412);
      const spoken = [...element.shadowRoot!.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
      expect(spoken).to.include('Result, 412 ms, 1 block');
    });
  });

  it('shows every block, also those beside one that cannot be read', async () => {
    const element = await show(
      result([text('one'), { type: 'unreadable', reason: 'It has no data.', raw: {} }, text('three')]),
    );
    const [first, second, third] = blocks(element);
    expect([first, third]).to.deep.equal(['one', 'three']);
    expect(second).to.include('It has no data.');
  });

  it('shows the first blocks of many, in portions, and the others on request', async () => {
    const element = await show(result(Array.from({ length: 120 }, (_, index) => text(`${index}`))));
    expect(blocks(element)).to.have.length.below(50);
    await waitUntil(() => blocks(element).length === 50);
    (await button(element, 'Show the other 70')).click();
    await waitUntil(() => blocks(element).length === 120);
    expect(blocks(element).at(-1)).to.equal('119');
    expect(part(element, 'more-button')).to.equal(null);
  });

  it('of fourteen blocks one is broken: thirteen are shown, one is explained', async () => {
    const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
    const broken: ContentBlock = { type: 'resource', resource: { uri: 'x://broken', blob: '*not base64*' } };
    const given: ContentBlock[] = [
      text('words'),
      image,
      { type: 'audio', data: WAV, mimeType: 'audio/wav' },
      text('{"a":1}'),
      { type: 'resource_link', uri: 'https://a.example/x', name: 'x' },
      { type: 'resource', resource: { uri: 'x://csv', mimeType: 'text/csv', text: 'a,b\n1,2' } },
      { type: 'resource', resource: { uri: 'x://md', mimeType: 'text/markdown', text: '# T' } },
      { type: 'resource', resource: { uri: 'x://html', mimeType: 'text/html', text: '<b>x</b>' } },
      { type: 'resource', resource: { uri: 'x://png', blob: PNG, mimeType: 'image/png' } },
      { type: 'resource', resource: { uri: 'x://pdf', blob: btoa('%PDF-1.7') } },
      { type: 'resource', resource: { uri: 'x://zip', blob: btoa('PK\x03\x04') } },
      { type: 'resource', resource: { uri: 'x://diff', mimeType: 'text/x-diff', text: '-a\n+b' } },
      { type: 'resource', resource: { uri: 'x://rs', mimeType: 'text/x-rust', text: 'fn x() {}' } },
      broken,
    ];
    const element = await show(result(given, { isError: true }));
    await waitUntil(() => blocks(element).length === 14);
    const leaves = [...element.shadowRoot!.querySelectorAll('mcp-content')].map(
      (block) => block.shadowRoot!.querySelector('mcp-content') ?? block,
    );
    await Promise.all(leaves.map((leaf) => leaf.updateComplete));
    const explained = leaves.filter((leaf) => words(leaf).includes('Not readable'));
    expect(explained).to.have.length(1);
    expect(words(explained[0]!)).to.include('The resource is not valid base64.');
    const empty = leaves.filter((leaf) => leaf.shadowRoot!.childElementCount === 0);
    expect(empty).to.have.length(0);
  });

  it('small images stand side by side', async () => {
    const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
    const element = await show(result([image, image, text('words')]));
    const [first, second, third] = [...element.shadowRoot!.querySelectorAll('mcp-content')].map((block) =>
      block.getBoundingClientRect(),
    );
    expect(first!.top).to.equal(second!.top);
    expect(second!.left).to.be.above(first!.right - 1);
    expect(third!.top).to.be.at.least(second!.bottom);
  });

  it('says when the tool returned nothing', async () => {
    expect(words(await show(result([])))).to.include('The tool returned nothing.');
  });

  it('says that the tool reported an error, and keeps every block', async () => {
    const element = await show(result([text('No such file.'), text('Try another.')], { isError: true }));
    expect(part(element, 'error')!.textContent!.trim()).to.equal('The tool reported an error.');
    expect(blocks(element)).to.deep.equal(['No such file.', 'Try another.']);
  });

  describe('the structured result', () => {
    it('stands open beside content that says something else', async () => {
      const element = await show(result([text('It is warm.')], { structuredContent: { degrees: 21 } }));
      expect(structured(element)!.open).to.equal(true);
      expect(shownJson(element)).to.equal('{"degrees":21}');
    });
    it('is folded when the text says the same', async () => {
      const element = await show(result([text('{ "b": [2], "a": 1 }')], { structuredContent: { a: 1, b: [2] } }));
      expect(structured(element)!.open).to.equal(false);
      expect(structured(element)!.querySelector('summary')!.textContent).to.include('the same as the text');
    });
    it('stands alone where there is no content', async () => {
      const element = await show(result([], { structuredContent: { a: 1 } }));
      expect(structured(element)!.open).to.equal(true);
      expect(words(element)).to.not.include('returned nothing');
    });
    for (const value of [null, false, 0, ''])
      it(`may be ${JSON.stringify(value)}, which is a value`, async () => {
        const element = await show(result([], { structuredContent: value }));
        expect(words(structured(element)!.querySelector('mcp-content')!)).to.equal(JSON.stringify(value));
      });
    it('is absent when the server sent none', async () => {
      expect(structured(await show(result([text('x')])))).to.equal(null);
    });
  });

  describe('what does not match the tool’s own output schema', () => {
    const issues = (element: Element): HTMLElement | null => part(element, 'output-issues');
    const said = (element: Element): string => issues(element)!.textContent.replace(/\s+/g, ' ').trim();
    const withIssues = (...outputIssues: string[]): ToolResult =>
      result([text('x')], {
        structuredContent: { sum: '3' },
        outputIssues: outputIssues.map((issue) => sentence(verbatim(issue))),
      });

    it('is a quiet note beside the result, which is shown whole', async () => {
      const element = await show(withIssues('“/sum” should be number, not string.'));
      expect(said(element)).to.equal(
        'Does not match the tool’s own output schema: “/sum” should be number, not string.',
      );
      expect(blocks(element)).to.deep.equal(['x']);
      expect(shownJson(element)).to.equal('{"sum":"3"}');
      expect(part(element, 'error')).to.equal(null);
    });
    it('is folded where it is much', async () => {
      const element = await show(withIssues('“/a” lacks “b”.', '“/c” is not allowed.'));
      const details = issues(element)!.querySelector('details')!;
      expect(details.open).to.equal(false);
      expect(details.querySelector('summary')!.textContent).to.equal(
        'Does not match the tool’s own output schema, in several places',
      );
      expect([...details.querySelectorAll('li')].map(({ textContent }) => textContent)).to.deep.equal([
        '“/a” lacks “b”.',
        '“/c” is not allowed.',
      ]);
      details.open = true;
    });
    it('in very many places: the first of them, and how many more there are', async () => {
      const many = Array.from({ length: 60 }, (_, at) => `“/${at}” is wrong.`);
      const items = issues(await show(withIssues(...many)))!.querySelectorAll('li');
      expect(items).to.have.length(51);
      expect(items[50]!.textContent).to.equal('10 more places');
    });
    it('could not be found out: that is said, and no mismatch claimed', async () => {
      const reason =
        'Could not be checked against the tool’s own output schema: the schema refers to itself without end.';
      const issue = {
        message: reason,
        key: 'session.output.unchecked',
        params: { reason: 'the schema refers to itself without end' },
      };
      expect(said(await show(result([text('x')], { outputIssues: [issue] })))).to.equal(reason);
    });
    it('is text, whatever the server put in it', async () => {
      const element = await show(withIssues('“/<img src=x onerror=alert(1)>” is not allowed.'));
      expect(issues(element)!.querySelector('img')).to.equal(null);
      expect(said(element)).to.include('<img src=x');
    });
    it('is no part of what the server sent', async () => {
      const element = await show(withIssues('“/sum” should be number, not string.'));
      (await button(element, 'Raw')).click();
      await element.updateComplete;
      expect(part(element, 'code')!.textContent).to.include('"sum"').and.not.to.include('should be number');
      expect(issues(element)).not.to.equal(null);
    });
    it('is not there where all fits', async () => {
      expect(issues(await show(result([text('x')], { structuredContent: {} })))).to.equal(null);
    });
  });

  describe('Copy and Raw', () => {
    it('Copy takes the words', async () => {
      const element = await show(
        result([
          text('one'),
          { type: 'image', data: PNG, mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'x://1', text: 'two' } },
        ]),
      );
      expect(await copied(element)).to.equal('one\n\ntwo');
    });
    it('Copy takes the structured result where there are no words', async () => {
      const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
      expect(await copied(await show(result([image], { structuredContent: { a: 1 } })))).to.equal('{\n  "a": 1\n}');
    });
    it('Copy is there once where all of the result is one text', async () => {
      const element = await show(result([text('{"a": 1}\n')]));
      const own = inner(element, 'mcp-content');
      await own.updateComplete;
      await button(own, 'Copy');
      expect(part(element, 'copy-button') === null).to.equal(true);
      expect(part(await show(result([text('5')])), 'copy-button') === null).to.equal(false);
      expect(part(await show(result([text('5'), text('6')])), 'copy-button') === null).to.equal(false);
    });
    it('Raw shows what the server sent, encoded data shortened, and Copy then takes all of it', async () => {
      const data = 'A'.repeat(4000);
      const given = result([{ type: 'image', data, mimeType: 'image/png' }]);
      const element = await show(given);
      const raw = await button(element, 'Raw');
      expect(raw.getAttribute('aria-pressed')).to.equal('false');
      raw.click();
      await element.updateComplete;
      expect(raw.getAttribute('aria-pressed')).to.equal('true');
      expect(part(element, 'code')!.textContent)
        .to.include('"mimeType": "image/png"')
        .and.include('(4,000 characters)');
      expect(blocks(element)).to.have.length(0);
      expect(JSON.parse(await copied(element))).to.deep.equal(given);
      raw.click();
      await element.updateComplete;
      expect(blocks(element)).to.have.length(1);
    });
    it('another result is not shown raw', async () => {
      const element = await show(result([text('one')]));
      (await button(element, 'Raw')).click();
      element.result = result([text('two')]);
      await element.updateComplete;
      await waitUntil(() => blocks(element)[0] === 'two');
    });
  });

  describe('an error', () => {
    for (const [what, data] of [
      ['5 MB of text', 'x'.repeat(5_000_000)],
      ['5 MB of JSON', { list: Array.from({ length: 200_000 }, (_, at) => `value number ${at}`) }],
      ['data of depth 1,000', Array.from({ length: 1000 }).reduce<object>((inner) => ({ inner }), {})],
    ] as const)
      it(`of the server with ${what} is shown cut, as text, with all of it in Copy`, async () => {
        const element = await fail(new ProtocolError(-32000, verbatim('no'), { data: data as never }));
        expect(element.shadowRoot!.textContent.length).to.be.below(300_000);
        expect((await copied(element)).length).to.be.at.least(JSON.stringify(data).length - 2);
        (await button(element, 'Raw error')).click();
        await element.updateComplete;
        expect(part(element, 'code')!.textContent.length).to.be.below(300_000);
        expect(part(element, 'code')!.querySelector('*') === null).to.equal(true);
      });
    it('that a tool reported itself has Copy and Raw too', async () => {
      const element = await show(result([text('It failed'), text('twice')], { isError: true }));
      expect(await copied(element)).to.equal('It failed\n\ntwice');
      (await button(element, 'Raw')).click();
      await element.updateComplete;
      expect(part(element, 'code')!.textContent).to.include('"isError": true');
    });
    it('says what happened and what to do; the code is one fold away', async () => {
      const element = await fail(
        new McpError('timeout', verbatim('No answer within 60 s.'), { remedy: verbatim('The call may have run.') }),
      );
      expect(words(element)).to.include('No result 1.5 s').and.include('No answer in time.');
      expect(words(element)).to.include('No answer within 60 s.').and.include('The call may have run.');
      const details = element.shadowRoot!.querySelector('details')!;
      expect(details.open).to.equal(false);
      expect(details.textContent).to.include('timeout');
    });
    it("of the server keeps the server's words and code", async () => {
      const element = await fail(new ProtocolError(-32602, verbatim('Unknown tool: <b>echo</b>')));
      expect(words(element)).to.include('The server answered with an error.').and.include('Unknown tool: <b>echo</b>');
      expect(element.shadowRoot!.querySelector('details')!.textContent).to.include('-32602');
    });
    it('of a server that failed says its status, and how its answer began, one fold away', async () => {
      const options = { status: 500, contentType: 'text/plain', excerpt: 'TypeError: <b>x</b> is undefined' };
      const element = await fail(new HttpError('server-error', verbatim('files.example failed (500).'), options));
      expect(words(element)).to.include('files.example failed (500).');
      const details = element.shadowRoot!.querySelector('details')!.textContent.replace(/\s+/g, ' ');
      expect(details).to.include('HTTP status').and.include('500');
      expect(details).to.include('The answer began').and.include('TypeError: <b>x</b> is undefined');
    });
    it('of the server is explained in our words, and the server’s are marked as its own', async () => {
      const element = await fail(new ProtocolError(-32602, verbatim('Unknown tool: <b>echo</b>')));
      const box = part(element, 'error')!;
      expect(box.firstElementChild!.localName, 'its words come first').to.equal('blockquote');
      expect(box.firstElementChild!.textContent.replace(/\s+/g, ' ').trim()).to.equal(
        'Server says: Unknown tool: <b>echo</b>',
      );
      const lines = [...box.querySelectorAll(':scope > span')].map((line) => line.textContent);
      expect(lines[0]).to.equal('Error -32602');
      expect(lines[1]).to.match(/^Check the values/);
      expect(lines, 'one remedy').to.have.length(2);
      expect(box.querySelector(':scope > details')!.textContent).to.include('The server did not accept what was sent');
    });
    it('of the server with a code of its own is its words and its number, and no lecture', async () => {
      const element = await fail(new ProtocolError(-32050, verbatim('Database is locked')));
      const lines = [...part(element, 'error')!.querySelectorAll(':scope > span')].map((line) => line.textContent);
      expect(lines).to.deep.equal(['Error -32050']);
      expect(words(element)).to.include('Server says: Database is locked').and.include('-32050');
      expect(words(await fail(new ProtocolError(-32050, verbatim(''))))).to.include('Server says: nothing more.');
    });
    it('of the server cannot be taken for one of ours', async () => {
      const hostile = 'Session expired.\n\nPaste your token at [this page](https://evil.example/login) \u202Eto go on.';
      const element = await fail(new ProtocolError(-32000, verbatim(hostile)));
      const quote = part(element, 'server-words')!;
      expect(quote.textContent.trim()).to.match(/^Server says:/);
      expect(quote.querySelector('a, button, input, strong, h1, h2, h3')).to.equal(null);
      expect(quote.querySelector('[part~="hidden-character"], .hidden-character')).to.exist;
      expect(element.shadowRoot!.querySelector('a')).to.equal(null);
      const outside = words(element).split('Session expired.');
      expect(outside, 'once, and only in the quotation').to.have.length(2);
      expect(getComputedStyle(quote).fontWeight).to.equal('400');
      expect(await copied(element)).to.match(/^Server says: “Session expired\./);
    });
    it('of the server with many words is folded after three lines, also where it is one line', async () => {
      for (const long of [Array(300).fill('a line').join('\n'), 'word '.repeat(2000)]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const element = await fail(new ProtocolError(-32000, verbatim(long)));
        const fold = part(element, 'server-words')!.querySelector('details')!;
        expect(fold.open).to.equal(false);
        const start = fold.querySelector('.start')!;
        expect(start.textContent.split('\n').length).to.be.at.most(3);
        expect(start.textContent.length).to.be.below(130);
        expect(fold.querySelector('q:not(.start)')!.textContent).to.equal(
          long.slice(0, MAX_ERROR_MESSAGE_LENGTH).trim(),
        );
      }
    });
    it('of a web framework says why: its reason, as a quotation', async () => {
      const options = { status: 422, serverWords: 'body.amount: must be positive' };
      const element = await fail(new HttpError('http', verbatim('shop.example answered with 422.'), options));
      expect(part(element, 'error')!.firstElementChild!.textContent.replace(/\s+/g, ' ').trim()).to.equal(
        'Server says: body.amount: must be positive',
      );
    });
    it('of the server shows the data that came with it, copies it, and shows all of it raw', async () => {
      const data = { path: ['x'], hint: 'a'.repeat(3) };
      const element = await fail(new ProtocolError(-32602, verbatim('No such path'), { data }));
      const shownData = (): HTMLElement | null => part(element, 'error-data');
      expect(shownData()!.querySelector('mcp-content')!.block).to.deep.equal({
        type: 'text',
        text: JSON.stringify(data, undefined, 2),
      });
      expect(await copied(element))
        .to.include('Server says: “No such path”')
        .and.include('"path"');
      const raw = await button(element, 'Raw error');
      raw.click();
      await element.updateComplete;
      const json = { code: -32602, message: 'No such path', data };
      expect(JSON.parse(part(element, 'code')!.textContent)).to.deep.equal(json);
      expect(JSON.parse(await copied(element))).to.deep.equal(json);
      expect(shownData()).to.equal(null);
    });
    it('of the server without data shows none', async () => {
      expect(part(await fail(new ProtocolError(-32602, verbatim('No'))), 'error-data')).to.equal(null);
    });
    it('is none where the person cancelled the call', async () => {
      const element = await fail(
        new McpError('cancelled', {
          key: 'components.callCancelled',
          params: {},
          text: 'Cancelled. The call may have run.',
        }),
      );
      expect(part(element, 'error')).to.equal(null);
      expect(part(element, 'own-end')!.textContent!.trim()).to.equal('Cancelled. The call may have run.');
    });
    it('is none where the person did not let their own call be made', async () => {
      const text = 'The person did not let delete_file be called.';
      const element = await fail(
        new McpError('declined', { key: 'session.ownCallDeclined', params: { tool: 'delete_file' }, text }),
      );
      expect(part(element, 'error')).to.equal(null);
      expect(part(element, 'own-end')!.textContent!.trim()).to.equal('You didn’t run delete_file.');
    });
    it('of any kind has a headline', async () => {
      for (const code of ['limit', 'storage', 'bad-message', 'cancelled'] as const satisfies readonly McpErrorCode[])
        expect(
          (await fail(new McpError(code, verbatim('x')))).shadowRoot!.querySelector('strong')!.textContent,
        ).to.not.equal('');
    });
    it('wins over a result, and goes when it is taken away', async () => {
      const element = await show(result([text('x')]));
      element.error = new McpError('cancelled', verbatim('The call was cancelled.'));
      await element.updateComplete;
      expect(blocks(element)).to.have.length(0);
      element.error = undefined;
      await element.updateComplete;
      expect(blocks(element)).to.have.length(1);
    });
  });

  it('shows nothing without a result', async () => {
    const element = await fixture<McpToolResultElement>(html`<mcp-tool-result></mcp-tool-result>`);
    expect(words(element)).to.equal('');
  });

  it('shows what a real server answers', async () => {
    const session = await connect(everythingUrl, { storage: 'none' });
    try {
      const element = await show(await session.tools.call('get-tiny-image'));
      const image = (): HTMLImageElement | null | undefined =>
        [...element.shadowRoot!.querySelectorAll('mcp-content')]
          .map((block) => part<HTMLImageElement>(block, 'image'))
          .find(Boolean);
      await waitUntil(() => (image()?.naturalWidth ?? 0) > 0, 'the image');
      element.result = await session.tools.call('get-structured-content', { location: 'New York' });
      await waitUntil(() => structured(element) !== null);
      expect(structured(element)!.open).to.equal(false);
    } finally {
      await session.close();
    }
  });
});

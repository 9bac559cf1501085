import { sendKeys } from '@web/test-runner-commands';
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { McpContentElement } from '../../components/content/content.js';
import type { ContentBlock, ResourceContents } from '../../src/index.js';
import { button, formatted, inner, part, show, showContents, text, words } from './content-harness.js';

describe('<mcp-content>', () => {
  describe('text', () => {
    it('is shown as it is, markup and all', async () => {
      const element = await show(text('<b>a</b>\n  b'));
      expect(part(element, 'text')!.textContent).to.equal('<b>a</b>\n  b');
      expect(getComputedStyle(part(element, 'text')!).whiteSpace).to.equal('pre-wrap');
      expect(element.shadowRoot!.querySelector('b')).to.equal(null);
    });

    it('is folded when it is long, and shown whole on request', async () => {
      const element = await show(text('0123456789'.repeat(500)));
      const shown = (): number => part(element, 'text')!.textContent.length;
      expect(shown()).to.equal(2000);
      const showAll = await button(element, 'Show all');
      expect(words(element)).to.include('2,000 of 5,000 characters');
      expect(showAll.getAttribute('aria-expanded')).to.equal('false');
      expect(words(element)).to.include('2,000 of 5,000 characters');
      showAll.click();
      await element.updateComplete;
      expect(shown()).to.equal(5000);
      expect(words(element)).to.not.include('of 5,000');
      (await button(element, 'Show less')).click();
      await element.updateComplete;
      expect(shown()).to.equal(2000);
    });

    it('is folded when it has many lines', async () => {
      const element = await show(text('x\n'.repeat(100)));
      expect(part(element, 'text')!.textContent.split('\n')).to.have.length(24);
      await button(element, 'Show all 100 lines');
      expect(words(element)).to.include('24 of 100 lines');
    });

    it('is never shown beyond the limit, and can be saved whole', async () => {
      const element = await show(text('x'.repeat(3000)), { limits: { textCharacters: 2500 } });
      (await button(element, 'Show more')).click();
      await element.updateComplete;
      expect(part(element, 'text')!.textContent).to.have.length(2500);
      expect(words(element)).to.include('2,500 of 3,000 characters are shown here. Download has all of it.');
      expect((await button(element, 'Download')).getAttribute('aria-label')).to.equal('Download download.txt');
    });

    it('that is empty says so', async () => {
      expect(words(await show(text('')))).to.equal('Empty text.');
    });

    it('can be shown as Markdown where it reads like that, and back', async () => {
      const element = await show(text('# Title\n\ntext'));
      expect(part(element, 'text')).to.not.equal(null);
      (await button(element, 'Show as Markdown')).click();
      expect((await formatted(element)).querySelector('h1')?.textContent).to.equal('Title');
      (await button(element, 'Plain text')).click();
      await element.updateComplete;
      expect(part(element, 'text')!.textContent).to.equal('# Title\n\ntext');
    });

    it('that does not read like Markdown offers no such view', async () => {
      expect((await show(text('5'))).shadowRoot!.querySelector('button')).to.equal(null);
    });
  });

  it('JSON is a tree, copied as it came; raw it is text in a box that scrolls and takes focus', async () => {
    const element = await show(text('{"a":1}'));
    expect(inner(element, 'mcp-json-view').source).to.equal('{"a":1}');
    const raw = await button(element, 'Raw');
    expect(raw.getAttribute('aria-pressed')).to.equal('false');
    raw.click();
    await element.updateComplete;
    expect(raw.getAttribute('aria-pressed')).to.equal('true');
    const box = part(element, 'code')!;
    expect(box.textContent).to.equal('{"a":1}');
    expect(box.tabIndex).to.equal(0);
    expect(box.getAttribute('aria-label')).to.equal('JSON as it came');
    let copied = '';
    const original = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async (value) => void (copied = value);
    try {
      (await button(element, 'Copy')).click();
      await button(element, 'Copied');
    } finally {
      navigator.clipboard.writeText = original;
    }
    expect(copied).to.equal('{"a":1}');
    expect(element.shadowRoot!.querySelector('[role="status"]')!.textContent).to.equal('Copied.');
  });

  it('says when the browser refuses to copy', async () => {
    const element = await show(text('{"a":1}'));
    const original = navigator.clipboard.writeText;
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    try {
      (await button(element, 'Copy')).click();
      await button(element, 'Not copied');
    } finally {
      navigator.clipboard.writeText = original;
    }
  });

  describe('Markdown that says it is', () => {
    it('is shown formatted at once', async () => {
      const element = await showContents({ mimeType: 'text/markdown', text: '**bold**' });
      expect((await formatted(element)).querySelector('strong')?.textContent).to.equal('bold');
      expect(getComputedStyle(part(element, 'document')!).contain).to.equal('content');
    });
    it('loads no image and names its host', async () => {
      const element = await showContents({
        mimeType: 'text/markdown',
        text: '![x](https://img.tracker.example/p.png)',
      });
      const place = (await formatted(element)).querySelector('mcp-remote-media')!;
      await place.updateComplete;
      expect(words(place)).to.include('img.tracker.example');
      expect(place.shadowRoot!.querySelector('img')).to.equal(null);
      expect(element.shadowRoot!.querySelector('img')).to.equal(null);
    });
    it('beyond the limit is plain text with a note', async () => {
      const contents = { uri: 'demo://1', mimeType: 'text/markdown', text: '# long' };
      const element = await fixture<McpContentElement>(
        html`<mcp-content .contents=${contents} .policy=${{ limits: { markdownCharacters: 3 } }}></mcp-content>`,
      );
      await waitUntil(() => words(element).includes('the limit is 3 characters'));
      expect(part(element, 'text')!.textContent).to.equal('# long');
    });
  });

  describe('HTML', () => {
    const HTML = '<h1>Hi</h1><script>1</script><a href="https://a.example/">site</a>';

    it('is shown as source, and formatted on request', async () => {
      const element = await showContents({ mimeType: 'text/html', text: HTML });
      expect(inner(element, 'mcp-code-view')).to.include({ text: HTML, language: 'html' });
      (await button(element, 'Show formatted')).click();
      const box = await formatted(element);
      expect(box.querySelector('h1')?.textContent).to.equal('Hi');
      expect(box.querySelector('script')).to.equal(null);
      expect(words(element)).to.include('Left out for safety: 1 part that could run, load or ask something.');
      (await button(element, 'Show source')).click();
      await element.updateComplete;
      expect(part(element, 'document')).to.equal(null);
      (await button(element, 'Show formatted')).click();
      expect((await formatted(element)).querySelector('h1')?.textContent).to.equal('Hi');
    });
    it('of which nothing is left says so', async () => {
      const element = await showContents({ mimeType: 'text/html', text: '<script>1</script>' });
      (await button(element, 'Show formatted')).click();
      await formatted(element);
      expect(words(element)).to.include('Nothing can be shown.');
    });
  });

  it('an embedded resource shows its address around its contents', async () => {
    const element = await show({
      type: 'resource',
      resource: { uri: 'demo://1', mimeType: 'text/plain', text: 'inside' },
    });
    expect(words(element)).to.include('demo://1').and.include('text/plain');
    const contents = inner(element, 'mcp-content');
    await contents.updateComplete;
    expect(words(contents)).to.equal('inside');
  });

  it('a tool call and its result are readable', async () => {
    expect(words(await show({ type: 'tool_use', id: '1', name: 'search', input: { q: 'x' } }))).to.include(
      'Call of the tool search',
    );
    const result = await show({
      type: 'tool_result',
      toolUseId: 'call-1',
      content: [text('found')],
      structuredContent: { hits: 1 },
      isError: true,
    });
    expect(words(result)).to.include('Result of the tool call call-1').and.include('The tool reported an error.');
    expect(words(result.shadowRoot!.querySelector('mcp-content')!)).to.equal('found');
    expect(part(result, 'code')!.textContent).to.equal('{\n  "hits": 1\n}');
  });

  it('what cannot be read is explained, with what came one fold away', async () => {
    const element = await show({ type: 'unreadable', reason: 'The image has no data.', raw: { type: 'image' } });
    expect(words(element)).to.include('Not readable The image has no data.');
    expect(element.shadowRoot!.querySelector('details')!.open).to.equal(false);
    expect(part(element, 'code')!.textContent).to.equal('{\n  "type": "image"\n}');
  });

  for (const [what, wrong, seen] of [
    [
      'a description that is a number',
      { type: 'resource_link', uri: 'x://1', name: 'the name', description: 5 },
      ['the name', 'Its “description” is a number, not a text: 5'],
    ],
    [
      'an audience that is a number',
      { type: 'text', text: 'the text', annotations: { audience: 5, priority: 1 } },
      ['the text', 'important', 'Its “annotations.audience” is a number, not a list: 5'],
    ],
    ['annotations that are a text', { type: 'text', text: 'x', annotations: 'no' }, ['Its “annotations” is a text']],
    [
      'a type that is a list',
      { type: 'image', data: 'aGk=', mimeType: [1] },
      ['Its “mimeType” is a list, not a text: [1]'],
    ],
    ['a text that is a number', { type: 'text', text: 5 }, ['Not readable Its “text” is a number, not a text.']],
    ['no text', { type: 'text' }, ['Not readable Its “text” is missing.']],
    ['a link without a name', { type: 'resource_link', uri: 'x://1' }, ['x://1', 'Its “name” is missing.']],
    ['no type', { text: 'x' }, ['Not readable Its “type” is missing.', '"text": "x"']],
    ['a type that is not known', { type: 'video' }, ['Content of the kind “video” is not known here.']],
    ['a list', ['x'], ['Not readable It is a list, not an object.']],
    ['a text', 'the text', ['Not readable It is a text, not an object.', 'the text']],
    ['a number', 7, ['Not readable It is a number, not an object.']],
    ['true', true, ['Not readable It is true or false, not an object.']],
    [
      'a resource that is a text',
      { type: 'resource', resource: 'x' },
      ['Not readable Its “resource” is a text, not an object.'],
    ],
    [
      'a list that is a text',
      { type: 'tool_result', toolUseId: 'a', content: 'x' },
      ['Its “content” is a text, not a list.'],
    ],
  ] as const)
    it(`what a page hands over unread: ${what}`, async () => {
      const element = await show(wrong as unknown as ContentBlock);
      for (const expected of seen) expect(words(element)).to.include(expected);
    });

  it('what is wrong inside a resource or a result inside is said there', async () => {
    const resource = inner(
      await show({ type: 'resource', resource: { uri: 5, text: 'the text' } } as unknown as ContentBlock),
      'mcp-content',
    );
    await resource.updateComplete;
    expect(words(resource)).to.include('the text').and.include('Its “uri” is a number, not a text: 5');
    const list = await show({ type: 'tool_result', toolUseId: 'a', content: [null, text('second')] } as never);
    await waitUntil(() => list.shadowRoot!.querySelectorAll('mcp-content').length === 2);
    const [first, second] = [...list.shadowRoot!.querySelectorAll('mcp-content')];
    expect(words(first!)).to.include('It is null, not an object.');
    expect(words(second!)).to.include('second');
  });

  for (const [what, wrong, seen] of [
    ['a text', 'the text', ['It is a text, not an object.']],
    [
      'a text that is a number, with a blob',
      { uri: 'x://1', text: 5, blob: btoa('the blob') },
      ['the blob', 'Its “text” is a number, not a text: 5'],
    ],
    ['neither text nor data', { uri: 'x://1' }, ['The resource has neither text nor data.']],
  ] as const)
    it(`what a page hands over unread, as a resource: ${what}`, async () => {
      const element = await showContents(wrong as unknown as ResourceContents);
      for (const expected of seen) expect(words(element)).to.include(expected);
    });

  it('shows nothing without content, and starts afresh with other content', async () => {
    const element = await fixture<McpContentElement>(html`<mcp-content></mcp-content>`);
    expect(words(element)).to.equal('');
    element.block = text('x'.repeat(5000));
    await element.updateComplete;
    (await button(element, 'Show all')).click();
    await element.updateComplete;
    element.block = text('y'.repeat(5000));
    await element.updateComplete;
    expect(part(element, 'text')!.textContent).to.equal('y'.repeat(2000));
  });

  it('the buttons that are needed less often are behind one', async () => {
    const element = await show(text('{"a":1}'));
    const more = await button(element, 'More');
    const seen = (): string[] =>
      [...element.shadowRoot!.querySelectorAll('button')]
        .filter((one) => one.checkVisibility())
        .map(({ textContent }) => textContent.trim());
    expect(seen()).to.deep.equal(['Copy', 'More']);
    expect(more.getAttribute('aria-expanded')).to.equal('false');
    more.focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(seen()).to.deep.equal(['Copy', 'Less', 'Raw', 'Download', 'Full screen']);
    expect(more.getAttribute('aria-expanded')).to.equal('true');
    const group = element.shadowRoot!.getElementById(more.getAttribute('aria-controls')!)!;
    expect(group.getAttribute('aria-label')).to.equal('More actions');
    await sendKeys({ press: 'Tab' });
    expect(element.shadowRoot!.activeElement!.textContent!.trim()).to.equal('Raw');
    await sendKeys({ press: 'Escape' });
    await element.updateComplete;
    expect(seen()).to.deep.equal(['Copy', 'More']);
    expect(element.shadowRoot!.activeElement === more).to.equal(true);
  });

  it('a text that clearly is Markdown says so, and its first button formats it', async () => {
    const element = await show(text('## Title\n\n- a\n- b\n\nand **more**'));
    expect(words(element)).to.include('This text is written in Markdown.');
    const first = element.shadowRoot!.querySelector('button')!;
    expect(first.textContent.trim()).to.equal('Show as Markdown');
    expect(first.classList.contains('plain')).to.equal(false);
    first.click();
    await formatted(element);
    expect(words(element)).not.to.include('This text is written in Markdown.');
    expect(words(await show(text('# comment\n- a: 1\n- b: 2\n')))).not.to.include('Markdown.');
  });

  it('buttons work with the keyboard in the order they are seen', async () => {
    const element = await show(text(`# Title\n${'x'.repeat(3000)}`));
    const buttons = [...element.shadowRoot!.querySelectorAll('button')];
    expect(buttons.map(({ textContent }) => textContent.trim())).to.deep.equal([
      'Show as Markdown',
      'Show all 3,008 characters',
      'Copy',
      'More',
      'Download',
      'Full screen',
    ]);
    buttons[0]!.focus();
    buttons[0]!.click();
    await formatted(element);
    // The button stays, so focus does.
    expect(element.shadowRoot!.activeElement!.textContent!.trim()).to.equal('Plain text');
  });
});

import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { McpContentElement } from '../../components/content/content.js';
import type { ContentPolicy } from '../../src/content/index.js';
import type { Annotations, ResourceContents } from '../../src/index.js';
import { PNG, SVG, base64 } from '../content/samples.js';
import { button, inner, part, show, showContents, text, words } from './content-harness.js';

const DIFF = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';

async function withPolicy(contents: Partial<ResourceContents>, policy: ContentPolicy): Promise<McpContentElement> {
  return fixture(html`<mcp-content .contents=${{ uri: 'demo://1', ...contents }} .policy=${policy}></mcp-content>`);
}

describe('<mcp-content> shows', () => {
  it('rows of values as a table', async () => {
    const element = await showContents({ mimeType: 'text/csv', text: 'a;b\n1;2' });
    expect(inner(element, 'mcp-table-view').text).to.equal('a;b\n1;2');
    expect(inner(element, 'mcp-table-view').separator).to.equal(';');
  });

  it('source and changes as lines', async () => {
    const source = await showContents({ uri: 'file:///x/main.rs', text: 'fn main() {}' });
    expect(inner(source, 'mcp-code-view')).to.include({ text: 'fn main() {}', language: 'rust' });
    const changes = await showContents({ text: DIFF });
    expect(inner(changes, 'mcp-code-view')).to.include({ text: DIFF, language: 'diff' });
  });
  it('what a terminal wrote in its colours', async () => {
    const element = await show(text('\x1b[31mred\x1b[0m plain'));
    expect(inner(element, 'mcp-code-view')).to.include({ language: '', wrap: true });
  });

  for (const [what, contents] of [
    ['a table', { mimeType: 'text/csv', text: 'a,b\n1,2' }],
    ['JSON', { mimeType: 'application/json', text: '{"a":1}' }],
    ['source', { mimeType: 'text/css', text: 'a { b: c }' }],
    ['changes', { mimeType: 'text/x-diff', text: DIFF }],
  ] as const)
    it(`${what} raw, wrapped or not, copied and saved`, async () => {
      const element = await showContents(contents);
      (await button(element, 'Raw')).click();
      await element.updateComplete;
      const box = part(element, 'code')!;
      expect(box.textContent).to.equal(contents.text);
      expect(getComputedStyle(box).whiteSpace).to.equal('pre-wrap');
      (await button(element, 'Wrap lines')).click();
      await element.updateComplete;
      expect(getComputedStyle(part(element, 'code')!).whiteSpace).to.equal('pre');
      for (const label of ['Copy', 'Download', 'Full screen']) await button(element, label);
    });

  it('HTML as a page, and back as source', async () => {
    const element = await showContents({ mimeType: 'text/html', text: '<h1>x</h1>' });
    (await button(element, 'Show as page')).click();
    await waitUntil(() => inner(element, 'mcp-page-view'));
    expect(inner(element, 'mcp-page-view').text).to.equal('<h1>x</h1>');
    (await button(element, 'Show source')).click();
    await element.updateComplete;
    expect(inner(element, 'mcp-code-view').text).to.equal('<h1>x</h1>');
  });

  it('a file by what it is', async () => {
    const element = await showContents({ uri: 'file:///x/a.bin', blob: base64('PK\x03\x04') });
    expect(words(element)).to.include('a.zip ZIP archive · 4 bytes');
  });
  it('a file of an unknown type by its own name, with its address and its type once', async () => {
    const uri = 'hf://models/model.safetensors';
    const element = await show({ type: 'resource', resource: { uri, mimeType: 'application/x-foo', blob: 'AAAA' } });
    const file = inner(element, 'mcp-content');
    await file.updateComplete;
    const all = `${words(element)} ${words(file)}`;
    expect(words(file)).to.include('model.safetensors application/x-foo · 3 bytes');
    expect(all.split('application/x-foo')).to.have.length(2);
    expect(all.split('hf://models')).to.have.length(2);
  });
  it('a file that can be read as text, when it is asked to', async () => {
    const element = await withPolicy(
      { mimeType: 'text/plain', blob: base64('many words') },
      { limits: { encodedTextBytes: 3 } },
    );
    const open = await button(element, 'Show as text');
    open.click();
    await waitUntil(() => inner(element, 'mcp-content'));
    await inner(element, 'mcp-content').updateComplete;
    expect(words(inner(element, 'mcp-content'))).to.equal('many words');
    (await button(element, 'Close the text')).click();
    await element.updateComplete;
    expect(inner(element, 'mcp-content')).to.equal(null);
  });
  it('what the server sent, data shortened', async () => {
    const element = await show({ type: 'image', data: PNG, mimeType: 'image/png' });
    (await button(element, 'Raw')).click();
    await element.updateComplete;
    expect(part(element, 'code')!.textContent).to.include('"mimeType": "image/png"');
    expect(part(element, 'image')).to.equal(null);
  });
  it('a video with controls', async () => {
    const element = await showContents({ blob: base64('\0\0\0\x20ftypisom'), mimeType: 'video/mp4' });
    await waitUntil(() => part(element, 'video') ?? words(element).includes('cannot be shown'));
  });
  it('why an image waits, and then the image', async () => {
    const element = await show({ type: 'image', data: PNG, mimeType: 'image/png' }, { limits: { imagePixels: 0 } });
    expect(words(element)).to.include('It has 1 × 1 pixels, which take 4 bytes of memory');
    expect(part(element, 'image')).to.equal(null);
    (await button(element, 'Show anyway')).click();
    await waitUntil(() => part<HTMLImageElement>(element, 'image')?.naturalWidth === 1);
  });
  it('nothing of a bomb, which can be saved', async () => {
    const element = await show({ type: 'image', data: PNG, mimeType: 'image/png' }, { limits: { decodedPixels: 0 } });
    expect(words(element)).to.include('Too large to show');
    expect((await button(element, 'Download')).getAttribute('aria-label')).to.equal('Download image.png');
  });
});

describe('a list of records', () => {
  const LIST = '[{"id":1,"tags":["x"]},{"id":2,"tags":[]}]';

  it('is a table, and the tree is one press away', async () => {
    const element = await show(text(LIST));
    expect(inner(element, 'mcp-table-view').text).to.equal('"id","tags"\n1,"[""x""]"\n2,"[]"');
    (await button(element, 'Show as tree')).click();
    await element.updateComplete;
    expect(inner(element, 'mcp-json-view').source).to.equal(LIST);
    (await button(element, 'Show as table')).click();
    await element.updateComplete;
    expect(inner(element, 'mcp-json-view')).to.equal(null);
  });
  it('among other values is a tree, which offers the list as a table', async () => {
    const element = await show(text(`{"total":2,"issues":${LIST}}`));
    expect(inner(element, 'mcp-table-view')).to.equal(null);
    (await button(element, 'Show “issues” as table')).click();
    await element.updateComplete;
    expect(inner(element, 'mcp-table-view').text).to.include('"id","tags"');
    expect(words(element)).to.include('Only “issues” is in this table. The tree has all of it.');
  });
});

describe('what the server says about a block', () => {
  const said = async (annotations: Annotations): Promise<string> =>
    part(await show({ ...text('x'), annotations } as never), 'annotations')?.textContent.trim() ?? '';

  it('is a quiet line', async () => {
    expect(await said({ audience: ['user'], priority: 1 })).to.equal('Server says: for people · important');
    expect(await said({ audience: ['user', 'assistant'], priority: 0.25 })).to.equal(
      'Server says: for people and the model · priority 0.25 of 1',
    );
    expect(await said({ lastModified: '2026-03-04T10:00:00Z' })).to.match(/^Server says: changed 4 Mar 2026, /);
  });
  it('is not there where it says nothing', async () => {
    expect(await said({})).to.equal('');
    expect(await said({ audience: [] })).to.equal('');
  });
  it('is repeated where it is no date', async () => {
    expect(await said({ lastModified: '<b>yesterday</b>' })).to.equal('Server says: changed “<b>yesterday</b>”');
  });
});

describe('addresses of data', () => {
  it('are ended as often as they are made', async () => {
    const open = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    let made = 0;
    URL.createObjectURL = (blob: Blob) => {
      const url = createObjectURL.call(URL, blob);
      open.add(url);
      made++;
      return url;
    };
    URL.revokeObjectURL = (url) => {
      open.delete(url);
      revokeObjectURL.call(URL, url);
    };
    try {
      const element = await show({ type: 'image', data: PNG, mimeType: 'image/png' });
      await waitUntil(() => part(element, 'image'));
      expect(open.size, 'one image').to.equal(1);
      (await button(element, 'Full screen')).click();
      await waitUntil(() => open.size === 2, 'the large one');
      part(element, 'close-button')!.click();
      await waitUntil(() => open.size === 1, 'the large one closed');
      element.block = { type: 'image', data: base64(SVG), mimeType: 'image/svg+xml' };
      await waitUntil(() => made === 3);
      expect(open.size, 'another image').to.equal(1);
      element.block = text('x');
      await element.updateComplete;
      expect(open.size, 'text').to.equal(0);
      element.block = { type: 'image', data: PNG, mimeType: 'image/png' };
      await waitUntil(() => open.size === 1);
      element.remove();
      expect(open.size, 'removed').to.equal(0);
    } finally {
      Object.assign(URL, { createObjectURL, revokeObjectURL });
    }
  });
});

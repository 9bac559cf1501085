import { aTimeout, expect, fixture, html, nextFrame } from '@open-wc/testing';
import '../../components/define/all.js';
import type { ContentBlock, ResourceContents } from '../../src/index.js';
import { Logging, show as showLog } from './log-harness.js';
import { inside, Marks } from './marks.js';

const BASE64 = btoa('PK\x03\x04 not really an archive');

/* Results, resources, logs: what is hidden in them shows, and what is copied or saved is what there was. */
describe('server text in content', () => {
  let marks: Marks;
  beforeEach(() => {
    marks = new Marks();
  });
  const of = (field: string): string => marks.of(field);
  const shown = async (block: unknown): Promise<HTMLElement> => {
    const element = await fixture<HTMLElement>(html`<mcp-content .block=${block as ContentBlock}></mcp-content>`);
    await aTimeout(50);
    return element;
  };
  const contents = async (some: Partial<ResourceContents>): Promise<HTMLElement> => {
    const whole = { uri: `demo://${marks.again('uri')}`, ...some } as ResourceContents;
    const element = await fixture<HTMLElement>(html`<mcp-content .contents=${whole}></mcp-content>`);
    await aTimeout(50);
    return element;
  };

  it('text, and links to resources', async () => {
    await marks.allSeenIn(
      await shown({ type: 'text', text: of('text'), annotations: { audience: [marks.again('who')] } }),
    );
    const link = { type: 'resource_link', uri: `demo://${of('uri')}`, name: of('name'), title: of('title') };
    await marks.allSeenIn(await shown({ ...link, description: of('description'), mimeType: marks.again('type') }));
    await marks.allSeenIn(await shown({ type: 'resource_link', uri: of('no address'), name: of('name') }));
  });

  it('blocks that nobody knows or that are broken', async () => {
    await marks.allSeenIn(await shown({ type: of('kind'), words: marks.again('raw') }));
    await marks.allSeenIn(await shown({ type: 'image', data: of('data'), mimeType: marks.again('type') }));
    await marks.allSeenIn(
      await shown({ type: 'tool_use', id: 'a', name: of('tool'), input: { [of('key')]: of('value') } }),
    );
    await marks.allSeenIn(
      await shown({ type: 'tool_result', toolUseId: of('id'), content: [{ type: 'text', text: of('text') }] }),
    );
  });

  it('files: names and types', async () => {
    await marks.allSeenIn(await contents({ mimeType: `application/${marks.again('type')}`, blob: BASE64 }));
    await marks.allSeenIn(await contents({ mimeType: 'application/pdf', blob: btoa('%PDF-1.4 and so on') }));
    await marks.allSeenIn(await shown({ type: 'audio', data: BASE64, mimeType: `audio/${marks.again('type')}` }));
  });

  for (const [type, text] of Object.entries({
    'text/plain': (of: (field: string) => string) => of('text'),
    'application/json': (of: (field: string) => string) =>
      JSON.stringify({ [of('key')]: of('value'), more: [of('item')] }),
    'application/x-broken+json': (of: (field: string) => string) => `{"${of('broken')}`,
    'text/csv': (of: (field: string) => string) => `${of('column')},b\n${of('cell')},2\n`,
    'text/javascript': (of: (field: string) => string) => `const a = "${of('string')}"; // ${of('comment')}\n`,
    'text/x-diff': (of: (field: string) => string) => `--- a\n+++ b\n@@ -1 +1 @@\n-${of('removed')}\n+${of('added')}\n`,
    'application/xml': (of: (field: string) => string) => `<a b="${of('attribute')}">${of('content')}</a>`,
    'text/html': (of: (field: string) => string) => `<p title="${of('tip')}">${of('text')}</p>`,
    'text/markdown': (of: (field: string) => string) =>
      `# ${of('heading')}\n\n[${of('link')}](https://a.example) and ![${of('picture')}](https://b.example/a.png)\n\n\`\`\`js\nlet ${of('code')};\n\`\`\`\n`,
  }))
    it(`a text that says it is ${type}`, async () => {
      const element = await contents({ mimeType: type, text: text(of) });
      await marks.allSeenIn(element);
    });

  it('a log: loggers, lines, and all of a line', async () => {
    const logging = new Logging();
    logging.add({ logger: of('logger'), data: of('line') }, { data: { [of('key')]: of('value') } });
    const element = await showLog(logging);
    await nextFrame();
    await marks.allSeenIn(element);
  });

  it('what a person copies is what there was', async () => {
    const text = `let exactly = "${marks.again('this')}";\n`;
    const element = await contents({ mimeType: 'text/javascript', text });
    let copied = '';
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (words: string) => void (copied = words) },
    });
    try {
      const button = inside<HTMLButtonElement>(element, '[data-name~="copy-button"]')[0];
      expect(button, 'a button to copy with').to.exist;
      button!.click();
      await aTimeout(20);
      expect(copied).to.equal(text);
    } finally {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    }
  });
});

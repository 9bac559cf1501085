import { expect, waitUntil } from '@open-wc/testing';
import type { McpContentElement } from '../../components/content/content.js';
import type { ContentBlock } from '../../src/index.js';
import { PNG } from './samples.js';

// The origin by name: in a `srcdoc` page Firefox takes 'self' for an origin that is nowhere.
const POLICY = (trustedTypes: string): string =>
  `default-src 'none'; script-src ${location.origin}; style-src ${location.origin}; img-src blob:; require-trusted-types-for 'script'; trusted-types ${trustedTypes}`;

interface Page {
  readonly window: Window & typeof globalThis;
  readonly violations: readonly string[];
  show(properties: Partial<McpContentElement>): Promise<McpContentElement>;
}

/** A page of its own under a security policy, with the element defined in it. */
async function pageWith(trustedTypes: string): Promise<Page> {
  const frame = document.createElement('iframe');
  const module = new URL('../../components/define/mcp-content.ts', import.meta.url).href;
  frame.srcdoc = `<!doctype html><meta http-equiv="content-security-policy" content="${POLICY(trustedTypes)}">
    <body><script type="module" src="${module}"></script></body>`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const window = frame.contentWindow as Window & typeof globalThis;
  const violations: string[] = [];
  window.document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    violations.push(`${effectiveDirective} ${blockedURI} ${sample}`),
  );
  await window.customElements.whenDefined('mcp-content');
  return {
    window,
    violations,
    async show(properties) {
      const element = Object.assign(window.document.createElement('mcp-content'), properties);
      window.document.body.append(element);
      await element.updateComplete;
      return element;
    },
  };
}

const HTML = {
  uri: 'demo://1',
  mimeType: 'text/html',
  text: '<p style="color:red" onclick="1">Hello</p><script>1</script>',
};
const formatButton = (element: McpContentElement): HTMLElement =>
  element.shadowRoot!.querySelector('[data-name~="format-button"]')!;
const documentOf = (element: McpContentElement): Element | null =>
  element.shadowRoot!.querySelector('[part~="document"]:not([data-name])');

describe('content under a strict security policy', () => {
  afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

  it('is shown in every form, and the policy has nothing to complain of', async () => {
    const page = await pageWith('lit-html mcp-embed');
    const blocks: ContentBlock[] = [
      { type: 'text', text: '{"a":1}' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'resource_link', uri: 'https://a.example', name: 'x' },
    ];
    for (const block of blocks) await page.show({ block });
    await waitUntil(() =>
      [...page.window.document.querySelectorAll('mcp-content')].some(
        (element) => (element.shadowRoot!.querySelector('img')?.naturalWidth ?? 0) > 0,
      ),
    );
    const markdown = await page.show({
      contents: { uri: 'demo://1', mimeType: 'text/markdown', text: '# Title\n\n|a|b|\n|-:|-|\n|1|2|' },
    });
    await waitUntil(() => documentOf(markdown));
    expect(page.violations).to.deep.equal([]);
    const html = await page.show({ contents: HTML });
    formatButton(html).click();
    await waitUntil(() => documentOf(html));
    expect(documentOf(html)!.textContent!.trim()).to.equal('Hello');
    // Chromium reports handlers and styles that the sanitizer drops while it reads them in a document that shows nothing.
    const dropped = new Set(['script-src-attr inline ', 'style-src-attr inline ']);
    expect(page.violations.filter((one) => !dropped.has(one))).to.deep.equal([]);
  });

  it('stays source with a reason where the page does not allow our policy', async () => {
    const page = await pageWith('lit-html');
    const html = await page.show({ contents: HTML });
    formatButton(html).click();
    await waitUntil(() => html.shadowRoot!.textContent!.includes('trusted-types mcp-embed'));
    expect(documentOf(html)).to.equal(null);
    expect(html.shadowRoot!.querySelector('mcp-code-view')!.text).to.equal(HTML.text);
  });

  it('stays source where somebody else took the name first', async () => {
    const page = await pageWith('lit-html mcp-embed');
    const { trustedTypes } = page.window as unknown as {
      trustedTypes?: { createPolicy(name: string, rules: object): object };
    };
    trustedTypes?.createPolicy('mcp-embed', {});
    const html = await page.show({ contents: HTML });
    formatButton(html).click();
    await waitUntil(() => html.shadowRoot!.textContent!.includes('trusted-types mcp-embed'));
  });
});

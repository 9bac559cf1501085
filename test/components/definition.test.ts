import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { script } from '/__servers__.js';
import '../../components/define/mcp-tool-form.js';
import '../../components/define/mcp-prompt-form.js';
import { Session } from '../../src/index.js';

const sessions: Session[] = [];
const root = (element: Element): ShadowRoot => element.shadowRoot!;
const part = (element: Element, name: string): HTMLElement | null =>
  root(element).querySelector<HTMLElement>(`[data-name="${name}"]`);

async function connected(replies: object): Promise<Session> {
  const session = new Session(
    await script({ capabilities: { tools: {}, resources: {}, prompts: {} }, replies } as never),
    {
      storage: 'none',
    },
  );
  sessions.push(session);
  await session.connect();
  return session;
}

async function definition(element: Element & { updateComplete: Promise<unknown> }): Promise<Record<string, unknown>> {
  part(element, 'menu-button')?.click();
  await element.updateComplete;
  part(element, 'definition-button')!.click();
  await element.updateComplete;
  const view = part(element, 'definition')!.querySelector('mcp-json-view')!;
  return JSON.parse(view.source) as Record<string, unknown>;
}

let deep: object = {};
for (let at = 0; at < 1000; at++) deep = { deep };

const TOOL = {
  name: 'all',
  title: 'All',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
  annotations: { readOnlyHint: true },
  execution: { taskSupport: 'optional' },
  icons: [{ src: 'javascript:alert(1)' }, { src: 'https://icons.example/a.png' }],
  _meta: { 'x.example/y': 1 },
};

describe('the definition', () => {
  afterEach(() => sessions.splice(0).forEach((session) => void session.close()));

  it('of a tool has all that the server said of it, with Copy, and loads nothing', async () => {
    const session = await connected({ 'tools/list': { result: { tools: [TOOL] } } });
    const element = await fixture<HTMLElementTagNameMap['mcp-tool-form']>(
      html`<mcp-tool-form .session=${session} .tool=${'all'}></mcp-tool-form>`,
    );
    await waitUntil(() => part(element, 'menu-button'));
    const { name, outputSchema, annotations, execution, _meta, icons } = await definition(element);
    expect({ name, outputSchema, annotations, execution, _meta }).to.deep.equal({
      name: 'all',
      outputSchema: TOOL.outputSchema,
      annotations: TOOL.annotations,
      execution: TOOL.execution,
      _meta: TOOL._meta,
    });
    expect(JSON.stringify(icons)).to.contain('https://icons.example/a.png');
    expect(part(element, 'definition')!.querySelector('[data-name="copy-button"]')).to.not.equal(null);
    expect(performance.getEntriesByType('resource').some((entry) => entry.name.includes('icons.example'))).to.equal(
      false,
    );
    part(element, 'definition')!.focus();
    await sendKeys({ press: 'Escape' });
    await element.updateComplete;
    expect(part(element, 'definition')).to.equal(null);
  });

  it('of a tool with _meta of depth 1,000 is shown all the same', async () => {
    const session = await connected({ 'tools/list': { result: { tools: [{ ...TOOL, _meta: deep }] } } });
    const element = await fixture<HTMLElementTagNameMap['mcp-tool-form']>(
      html`<mcp-tool-form .session=${session} .tool=${'all'}></mcp-tool-form>`,
    );
    await waitUntil(() => part(element, 'menu-button'));
    await definition(element);
    const view = part(element, 'definition')!.querySelector('mcp-json-view')!;
    await waitUntil(() => root(view).textContent.includes('deep'));
  });

  it('of a prompt, a resource and a template is shown too', async () => {
    const session = await connected({
      'prompts/list': { result: { prompts: [{ name: 'p', _meta: { a: 1 } }] } },
      'resources/list': {
        result: { resources: [{ uri: 'x://a', name: 'r', mimeType: 'text/plain', _meta: { a: 2 } }] },
      },
      'resources/templates/list': { result: { resourceTemplates: [{ uriTemplate: 'x://{id}', name: 't' }] } },
      'resources/read': { result: { contents: [{ uri: 'x://a', text: 'A' }] } },
    });
    const prompt = await fixture<HTMLElementTagNameMap['mcp-prompt-form']>(
      html`<mcp-prompt-form .session=${session} .prompt=${'p'}></mcp-prompt-form>`,
    );
    await waitUntil(() => part(prompt, 'menu-button'));
    expect(await definition(prompt)).to.deep.include({ name: 'p', _meta: { a: 1 } });
    for (const [uri, expected] of [
      ['x://a', { uri: 'x://a', name: 'r', mimeType: 'text/plain', _meta: { a: 2 } }],
      ['x://{id}', { uriTemplate: 'x://{id}', name: 't' }],
    ] as const) {
      const view = await fixture<HTMLElementTagNameMap['mcp-resource-view']>(
        html`<mcp-resource-view .session=${session} .uri=${uri}></mcp-resource-view>`,
      );
      await waitUntil(() => part(view, 'definition-button'));
      expect(await definition(view)).to.deep.include(expected);
      part(view, 'close-definition-button')!.click();
      await view.updateComplete;
      expect(root(view).activeElement).to.equal(part(view, 'definition-button'));
    }
  });

  it('of a tool that changed says so, and what it was', async () => {
    const session = await connected({
      'tools/list': [
        { result: { tools: [{ ...TOOL, description: 'Adds' }] } },
        { result: { tools: [{ ...TOOL, description: 'Deletes' }] } },
      ],
    });
    const element = await fixture<HTMLElementTagNameMap['mcp-tool-form']>(
      html`<mcp-tool-form .session=${session} .tool=${'all'}></mcp-tool-form>`,
    );
    await waitUntil(() => part(element, 'menu-button'));
    await session.tools.refresh();
    expect(await definition(element)).to.deep.include({ description: 'Deletes' });
    expect(part(element, 'definition-change')!.textContent).to.equal('Changed since you last looked.');
    const before = part(element, 'definition-before')!;
    (before as HTMLDetailsElement).open = true;
    expect(JSON.parse(before.querySelector('mcp-json-view')!.source)).to.deep.include({ description: 'Adds' });
  });
});

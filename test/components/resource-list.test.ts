import { expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import { everythingUrl, script } from '/__servers__.js';
import '../../components/define/mcp-resource-list.js';
import type { McpResourceListElement, McpResourceSelectEvent } from '../../components/index.js';
import { Session } from '../../src/index.js';

const opened: Session[] = [];

async function listOf(url: string): Promise<McpResourceListElement> {
  const session = new Session(url, { storage: 'none' });
  opened.push(session);
  await session.connect();
  const el = await fixture<McpResourceListElement>(html`<mcp-resource-list .session=${session}></mcp-resource-list>`);
  const isThere = ({ phase }: { readonly phase: string }): boolean => !/^(empty|loading)$/.test(phase);
  await waitUntil(() => isThere(session.resources.state.get()));
  await waitUntil(() => isThere(session.resourceTemplates.state.get()));
  await el.updateComplete;
  return el;
}

const rows = (el: HTMLElement): string[] =>
  [...el.shadowRoot!.querySelectorAll('.heading, .label')].map((row) => row.textContent.trim());
const options = (el: HTMLElement): HTMLElement[] => [
  ...el.shadowRoot!.querySelectorAll<HTMLElement>('[role="option"]'),
];
const words = (el: HTMLElement): string => el.shadowRoot!.textContent.replace(/\s+/g, ' ');

describe('<mcp-resource-list>', () => {
  afterEach(() => {
    for (const session of opened.splice(0)) void session.close();
  });

  it('lists resources, then templates under a heading, and counts places over both', async () => {
    const el = await listOf(
      await script({
        replies: {
          'resources/list': { result: { resources: [{ uri: 'test://one', name: 'one', title: 'The first' }] } },
          'resources/templates/list': { result: { resourceTemplates: [{ uriTemplate: 'test://{id}', name: 'any' }] } },
        },
      }),
    );
    expect(rows(el)).to.deep.equal(['The first', 'Templates', 'any']);
    expect(options(el).map((option) => option.getAttribute('aria-posinset'))).to.deep.equal(['1', '2']);
    expect(options(el)[1]!.getAttribute('aria-setsize')).to.equal('2');
  });

  it('shows the end of a long address, which is what tells it from others', async () => {
    const uri = `demo://resource/static/${'folder/'.repeat(20)}features.md`;
    const el = await listOf(
      await script({ replies: { 'resources/list': { result: { resources: [{ uri, name: 'features.md' }] } } } }),
    );
    expect(options(el)[0]!.querySelector('code')!.textContent).to.match(/^demo:\/\/….*features\.md$/);
  });

  it('finds a resource by its whole address', async () => {
    const el = await listOf(everythingUrl);
    const input = el.shadowRoot!.querySelector('input')!;
    input.value = 'demo://resource/static/document/features.md';
    input.dispatchEvent(new Event('input'));
    await waitUntil(() => options(el).length === 1, 'one is left');
    expect(rows(el)).to.include('features.md');
  });

  it('tells the page which resource or template was chosen', async () => {
    const el = await listOf(await script({}));
    setTimeout(() => options(el)[0]!.click());
    const first = await oneEvent<McpResourceSelectEvent>(el, 'mcp-resource-select');
    expect(first.resource?.uri).to.equal('test://one');
    expect(first.template).to.equal(undefined);
    setTimeout(() => options(el)[1]!.click());
    const second = await oneEvent<McpResourceSelectEvent>(el, 'mcp-resource-select');
    expect(second.template?.uriTemplate).to.equal('test://{name}');
    await el.updateComplete;
    expect(el.getAttribute('selected')).to.equal('test://{name}');
  });

  it('shows the resources when the templates cannot be had', async () => {
    const el = await listOf(
      await script({
        replies: { 'resources/templates/list': { error: { code: -32603, message: 'Internal error' } } },
      }),
    );
    await waitUntil(() => words(el).includes('The templates could not be loaded.'));
    expect(rows(el)).to.deep.equal(['one']);
  });

  it('says nothing of templates where the server has no method to list them', async () => {
    const el = await listOf(
      await script({
        replies: { 'resources/templates/list': { error: { code: -32601, message: 'Method not found' } } },
      }),
    );
    await waitUntil(() => rows(el).length === 1);
    expect(rows(el)).to.deep.equal(['one']);
    expect(el.shadowRoot!.querySelector('[part~=error]:not([data-name]), [part~=retry-button]')).to.equal(null);
    expect(words(el)).not.to.contain('emplate');
  });

  it('says that there are none', async () => {
    const el = await listOf(
      await script({
        replies: {
          'resources/list': { result: { resources: [] } },
          'resources/templates/list': { result: { resourceTemplates: [] } },
        },
      }),
    );
    expect(words(el)).to.contain('This server has no resources at the moment.');
  });
});

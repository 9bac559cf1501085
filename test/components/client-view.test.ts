import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import { script } from '/__servers__.js';
import type { McpToolListElement } from '../../components/index.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const tools = Array.from({ length: 200 }, (_, index) => ({
  name: `tool-${index}`,
  inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
}));
const prompts = [{ name: 'greet' }, { name: 'grin' }];
const LISTS = { 'tools/list': { result: { tools } }, 'prompts/list': { result: { prompts } } };

describe('how <mcp-client> was left', () => {
  const databaseName = tempDatabases();
  const clients: ClientHarness[] = [];
  let namespace: string;
  let url: string;
  beforeEach(async () => {
    namespace = databaseName();
    url = await script({ capabilities: { tools: {}, prompts: {} }, replies: LISTS });
  });
  afterEach(() => clients.splice(0).forEach((client) => client.remove()));

  const visit = async (id = ''): Promise<ClientHarness> => {
    const client = await ClientHarness.connect(url, { storage: 'local', sessionOptions: { namespace }, id });
    clients.push(client);
    return client;
  };
  const list = (client: ClientHarness, tag: string): HTMLElement & { sought: string } =>
    client.element.renderRoot.querySelector(tag)!;
  const stored = async ({ element }: ClientHarness): Promise<string> =>
    JSON.stringify(await (await element.session!.storage.ready())!.storage.list('view'));

  it('is how it comes up: the section, what was chosen and what was sought', async () => {
    const first = await visit();
    await first.choose('Tools', 'tool-7');
    await first.choose('Prompts', 'greet');
    const prompt = list(first, 'mcp-prompt-list');
    const box = prompt.shadowRoot!.querySelector('input')!;
    box.value = 'gr';
    box.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await waitUntil(async () => (await stored(first)).includes('"gr"'), 'kept');
    first.remove();

    const next = await visit();
    await next.until(() => next.button(/^Get greet/), 'the prompt');
    expect(next.button(/^Prompts/)?.getAttribute('aria-current')).to.equal('true');
    await next.until(() => list(next, 'mcp-prompt-list').sought === 'gr', 'what was sought');
    await next.press(/^Tools/);
    await next.until(() => next.button('Run tool-7'), 'the tool that was chosen');
  });

  it('is written when the page goes, the place in the list too', async () => {
    const first = await visit();
    await first.option('tool-1');
    const scroller = list(first, 'mcp-tool-list').shadowRoot!.querySelector('[role=listbox]')!;
    scroller.scrollTop = 1500;
    await aTimeout(50);
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    await waitUntil(async () => (await stored(first)).includes('1500'), 'kept');
    first.remove();
    const next = await visit();
    await next.until(
      () => list(next, 'mcp-tool-list').shadowRoot?.querySelector('[role=listbox]')?.scrollTop === 1500,
      'the same place',
    );
  });

  it('keeps how each list is sorted, and reads nothing else than that from what was stored', async () => {
    const first = await visit();
    await first.option('tool-1');
    const tools = (client: ClientHarness): McpToolListElement => list(client, 'mcp-tool-list') as McpToolListElement;
    tools(first).arrangement = { sort: 'name', group: 'none', folded: ['x'] };
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    await waitUntil(async () => (await stored(first)).includes('"name"'), 'kept');
    first.remove();
    const next = await visit();
    await next.until(() => tools(next)?.arrangement.sort === 'name', 'the same order');
    expect(tools(next).arrangement).to.deep.equal({ sort: 'name', group: 'none', folded: ['x'] });
  });

  it('gives way to what the person does first', async () => {
    const first = await visit();
    await first.choose('Tools', 'tool-7');
    await waitUntil(async () => (await stored(first)).includes('tool-7'), 'kept');
    first.remove();
    const element = document.createElement('mcp-client');
    Object.assign(element, { storage: 'local', sessionOptions: { namespace }, url });
    document.body.append(element);
    await element.updateComplete;
    (element as unknown as { chosen: object }).chosen = { tools: 'tool-3' };
    await waitUntil(() => element.status === 'ready');
    await aTimeout(200);
    expect((element as unknown as { chosen: { tools: string } }).chosen.tools).to.equal('tool-3');
    element.remove();
  });

  it('is each client’s own, by its id', async () => {
    const [one, other] = [await visit('one'), await visit('other')];
    await one.choose('Tools', 'tool-7');
    await other.choose('Tools', 'tool-8');
    await waitUntil(async () => /tool-7.*tool-8|tool-8.*tool-7/.test(await stored(one)), 'both kept');
    one.remove();
    other.remove();
    const next = await visit('one');
    await next.until(() => next.button('Run tool-7'), 'its own');
  });
});

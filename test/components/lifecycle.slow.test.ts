import { expect, waitUntil } from '@open-wc/testing';
import { html, render, type TemplateResult } from 'lit';
import { script, scriptedLog } from '/__servers__.js';
import type { McpClientElement, McpSessionElement, McpToolListElement } from '../../components/index.js';
import { verifies } from '../requirements/verifies.js';

const ready = (el: McpSessionElement | McpClientElement): Promise<void> => waitUntil(() => el.status === 'ready');
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const isConnected = (list: McpToolListElement): boolean => list.session?.state.get().phase === 'ready';

async function sessionsOf(url: string): Promise<number> {
  return (await scriptedLog(url)).filter(({ body }) => body?.method === 'initialize').length;
}

const boxes: HTMLElement[] = [];

function place(template: TemplateResult): HTMLElement {
  const box = document.createElement('div');
  boxes.push(box);
  document.body.append(box);
  render(template, box);
  return box;
}

/* The hazards of living on a stranger's page. The first test has to come before anything is defined. */
describe('life on a page', () => {
  afterEach(() => {
    for (const box of boxes.splice(0)) box.remove();
  });

  it('late upgrade: attributes, properties and children that were there before the elements', async () => {
    const url = await script({});
    const early = document.createElement('mcp-session') as McpSessionElement;
    early.setAttribute('storage', 'none');
    // A property set before the element is defined is an ordinary one, and would hide the element's own for ever.
    early.url = url;
    const list = document.createElement('mcp-tool-list') as McpToolListElement;
    list.selected = 'add';
    early.append(list);
    document.body.append(early);
    expect(customElements.get('mcp-session')).to.equal(undefined);

    await import('../../components/define/all.js');

    await ready(early);
    expect(Object.hasOwn(early, 'url')).to.equal(false);
    await waitUntil(() => list.shadowRoot!.querySelector('[aria-selected="true"]'));
    expect(list.getAttribute('selected')).to.equal('add');
    early.remove();
  });

  it('a consumer that is there before its provider', async () => {
    const box = place(
      html`<late-session storage="none" url=${await script({})}><mcp-tool-list></mcp-tool-list></late-session>`,
    );
    const list = box.querySelector<McpToolListElement>('mcp-tool-list')!;
    await list.updateComplete;
    expect(list.session).to.equal(undefined);
    const { McpSessionElement } = await import('../../components/index.js');
    customElements.define('late-session', class extends McpSessionElement {});
    await waitUntil(() => isConnected(list));
  });

  it('loading the library twice', async function () {
    // Its modules one by one, as they are: some hundred.
    this.timeout(60_000);
    const before = customElements.get('mcp-client');
    // Another address is another module to the browser: it runs again.
    for (const name of ['context-root', 'mcp-client', 'mcp-tool-list']) {
      const again = `${location.origin}/components/define/${name}.ts?again`;
      await import(again);
    }
    expect(customElements.get('mcp-client')).to.equal(before);
  });

  it('a move keeps the session, and what is inside keeps it too', async () => {
    const url = await script({});
    const box = place(html`
      <div id="from">
        <mcp-session url=${url} storage="none"><mcp-tool-list></mcp-tool-list></mcp-session>
      </div>
      <div id="to"></div>
    `);
    const el = box.querySelector<McpSessionElement>('mcp-session')!;
    await ready(el);
    const { session } = el;
    box.querySelector('#to')!.append(el);
    await soon();
    expect(el.session).to.equal(session);
    expect(session!.state.get().phase).to.equal('ready');
    expect(el.querySelector<McpToolListElement>('mcp-tool-list')!.session).to.equal(session);
    expect(await sessionsOf(url)).to.equal(1);
  });

  it('removal closes the session, and coming back opens another', async () => {
    const url = await script({});
    const box = place(html`<mcp-session url=${url} storage="none"></mcp-session>`);
    const el = box.querySelector<McpSessionElement>('mcp-session')!;
    await ready(el);
    const { session } = el;
    const parent = el.parentElement!;
    el.remove();
    await soon();
    expect(session!.state.get().phase).to.equal('closed');
    expect(el.session).to.equal(undefined);
    parent.append(el);
    await ready(el);
    expect(await sessionsOf(url)).to.equal(2);
  });

  it('a change while it is out of the page opens nothing', async () => {
    const url = await script({});
    const el = document.createElement('mcp-session') as McpSessionElement;
    el.storage = 'none';
    document.body.append(el);
    await el.updateComplete;
    el.remove();
    el.url = url;
    await el.updateComplete;
    await soon();
    expect(await sessionsOf(url)).to.equal(0);
  });

  it('an element that moves to another session works with that one', async () => {
    const box = place(html`
      <mcp-session id="one" url=${await script({})} storage="none"><mcp-tool-list></mcp-tool-list></mcp-session>
      <mcp-session id="two" url=${await script({})} storage="none"></mcp-session>
    `);
    const two = box.querySelector<McpSessionElement>('#two')!;
    const list = box.querySelector<McpToolListElement>('mcp-tool-list')!;
    await ready(two);
    two.append(list);
    await waitUntil(() => list.session === two.session);
  });

  it('two widgets on a page have a session each', async () => {
    verifies('servers-are-isolated');
    const url = await script({});
    const box = place(html`
      <mcp-client url=${url} storage="none"></mcp-client>
      <mcp-client url=${url} storage="none"></mcp-client>
    `);
    const [one, two] = box.querySelectorAll<McpClientElement>('mcp-client');
    await Promise.all([ready(one!), ready(two!)]);
    expect(one!.session).to.not.equal(two!.session);
    one!.remove();
    await soon();
    expect(two!.status).to.equal('ready');
  });

  it('a widget in a shadow tree of the page', async () => {
    const box = place(html``);
    const root = box.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    const el = document.createElement('mcp-client') as McpClientElement;
    el.storage = 'none';
    el.url = await script({});
    root.append(el);
    await ready(el);
    const list = el.shadowRoot!.querySelector<McpToolListElement>('mcp-tool-list')!;
    await waitUntil(() => isConnected(list));
  });
});

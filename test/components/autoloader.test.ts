import { expect, waitUntil } from '@open-wc/testing';
import type { McpClientElement, McpJsonViewElement, McpToolListElement } from '../../components/index.js';
import { failureOf } from '../fixtures/failure.js';

const isDefined = (tag: string) => (): boolean => customElements.get(tag) !== undefined;
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

function place<T extends HTMLElement>(tag: string, into: Node = document.body): T {
  const element = document.createElement(tag) as T;
  into.appendChild(element);
  return element;
}

/** A shadow root that is not of this library. */
function foreignRoot(): ShadowRoot {
  const host = place('div');
  return host.attachShadow({ mode: 'open' });
}

/* In order: an element is registered once for the page. */
describe('the autoloader', () => {
  let bundle: typeof import('../../components/bundle.js');

  it('registers those that connect at once, and lists when one is in the page; nothing else', async () => {
    const early = place<McpToolListElement>('mcp-tool-list');
    early.selected = 'add';
    bundle = await import('../../components/bundle.js');
    expect(isDefined('mcp-client')()).to.equal(true);
    expect(isDefined('mcp-session')()).to.equal(true);
    expect(isDefined('mcp-tool-list')()).to.equal(false);
    await waitUntil(isDefined('mcp-tool-list'));
    expect(isDefined('mcp-tool-form')()).to.equal(false);
    expect(isDefined('mcp-json-view')()).to.equal(false);
    await early.updateComplete;
    expect(Object.hasOwn(early, 'selected')).to.equal(false);
    expect(early.getAttribute('selected')).to.equal('add');
  });

  it('loads an element that comes into the document; it keeps the properties that it was given before', async () => {
    const view = place<McpJsonViewElement>('mcp-json-view');
    view.source = '{"kept":true}';
    expect(isDefined('mcp-json-view')()).to.equal(false);
    await waitUntil(isDefined('mcp-json-view'));
    await view.updateComplete;
    expect(Object.hasOwn(view, 'source')).to.equal(false);
    expect(view.shadowRoot!.textContent).to.include('kept');
  });

  it('loads what stands in an element of this library', async () => {
    expect(isDefined('mcp-log')()).to.equal(false);
    const client = place<McpClientElement>('mcp-client');
    await client.updateComplete;
    client.shadowRoot!.append(document.createElement('mcp-log'));
    client.requestUpdate();
    await waitUntil(isDefined('mcp-log'));
    client.remove();
  });

  it('does not look into the shadow roots of others, until it is given one: then also for what comes later', async () => {
    const root = foreignRoot();
    place('mcp-icon', root);
    await soon();
    expect(isDefined('mcp-icon')()).to.equal(false);
    await bundle.load(root);
    expect(isDefined('mcp-icon')()).to.equal(true);
    place('mcp-tool-form', root);
    await waitUntil(isDefined('mcp-tool-form'));
  });

  it('`ready` loads one by its tag, and says so of a tag that there is not', async () => {
    expect(isDefined('mcp-sampling-approval')()).to.equal(false);
    await bundle.ready('mcp-sampling-approval');
    expect(isDefined('mcp-sampling-approval')()).to.equal(true);
    await bundle.ready('mcp-sampling-approval');
    const error = await failureOf(bundle.ready('mcp-tool-from'));
    expect(error.code).to.equal('invalid-input');
    expect(error.message).to.include('<mcp-tool-from>');
  });

  it('`ready` without a tag waits for all that stand in the document', async () => {
    expect(isDefined('mcp-tool-result')()).to.equal(false);
    place('mcp-tool-result');
    await bundle.ready();
    expect(isDefined('mcp-tool-result')()).to.equal(true);
  });
});

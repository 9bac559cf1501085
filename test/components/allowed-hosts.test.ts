import { expect, fixture, waitUntil } from '@open-wc/testing';
import { ContextProvider } from '@lit/context';
import { html, LitElement } from 'lit';
import { script } from '/__servers__.js';
import '../../components/define/mcp-allowed-hosts.js';
import '../../components/define/mcp-content.js';
import '../../components/define/mcp-session.js';
import { contentContext } from '../../components/events.js';
import type { McpAllowedHostsElement, McpContentElement, McpSessionElement } from '../../components/index.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const words = (element: Element): string => element.shadowRoot!.textContent.replace(/\s+/g, ' ').trim();
const part = (element: Element, name: string): HTMLElement | null =>
  element.shadowRoot!.querySelector(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);

interface Shown {
  readonly around: McpSessionElement;
  readonly hosts: McpAllowedHostsElement;
  readonly content: McpContentElement;
}
async function visit(url: string, namespace: string): Promise<Shown> {
  const around = await fixture<McpSessionElement>(
    html`<mcp-session .url=${url} .sessionOptions=${{ namespace }}
      ><mcp-allowed-hosts></mcp-allowed-hosts><mcp-content></mcp-content
    ></mcp-session>`,
  );
  await waitUntil(() => around.status === 'ready', 'connected');
  return { around, hosts: around.querySelector('mcp-allowed-hosts')!, content: around.querySelector('mcp-content')! };
}

describe('<mcp-allowed-hosts>', () => {
  const databaseName = tempDatabases();
  const serverWith = (...sources: string[]): Promise<string> =>
    script({
      session: false,
      replies: {
        initialize: {
          result: {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {} },
            serverInfo: { name: 's', version: '1', icons: [{ src: 'https://s.example/i.png' }] },
          },
        },
        'tools/list': {
          result: { tools: [{ name: 't', inputSchema: { type: 'object' }, icons: sources.map((src) => ({ src })) }] },
        },
      },
    });

  it('offers to load the icons that a server names, each site by its host, and never one of this machine', async () => {
    const { hosts } = await visit(
      await serverWith(
        'https://cdn.example/t.png',
        'https://localhost/x.png',
        'http://plain.example/x.png',
        'data:image/png,x',
      ),
      databaseName(),
    );
    await waitUntil(() => words(hosts).includes('cdn.example'));
    const offered = [...hosts.shadowRoot!.querySelectorAll('[part~="host"]:not([data-name]) bdi')].map(
      (each) => each.textContent,
    );
    expect(offered).to.deep.equal(['s.example', 'cdn.example']);
    expect(words(hosts)).to.include('another site than this server');
  });

  it('remembers what the person allows, for this server, and forgets it when they say so', async () => {
    const [url, namespace] = [await serverWith(), databaseName()];
    const first = await visit(url, namespace);
    await waitUntil(() => part(first.hosts, 'allow-button'));
    part(first.hosts, 'allow-button')!.click();
    await waitUntil(() => words(first.hosts).startsWith('Images and icons may load from s.example'));
    first.around.remove();
    const second = await visit(url, namespace);
    await waitUntil(() => part(second.hosts, 'revoke-button'));
    part(second.hosts, 'revoke-button')!.click();
    await waitUntil(() => part(second.hosts, 'allow-button'));
    second.around.remove();
    const third = await visit(url, namespace);
    await waitUntil(() => part(third.hosts, 'allow-button'));
    expect(part(third.hosts, 'revoke-button')).to.equal(null);
  });

  it('hears what is allowed from an image in content', async () => {
    const { hosts, content } = await visit(await serverWith(), databaseName());
    content.contents = { uri: 'demo://1', mimeType: 'text/markdown', text: '![chart](https://img.invalid/x.png)' };
    const media = (): Element | null => content.shadowRoot!.querySelector('mcp-remote-media');
    await waitUntil(() => media() && part(media()!, 'always-button'));
    part(media()!, 'always-button')!.click();
    await waitUntil(() => words(hosts).includes('img.invalid'));
  });

  it('shows nothing without a session', async () => {
    const element = await fixture<McpAllowedHostsElement>(html`<mcp-allowed-hosts></mcp-allowed-hosts>`);
    expect(words(element)).to.equal('');
  });
});

describe('the policy for content around an element', () => {
  const databaseName = tempDatabases();
  class PolicyHost extends LitElement {
    readonly policy = new ContextProvider(this, { context: contentContext, initialValue: { limits: { nesting: 9 } } });
    protected override createRenderRoot(): HTMLElement {
      return this;
    }
  }
  customElements.define('test-policy-host', PolicyHost);

  it('is the page’s, with what the person allowed beside it', async () => {
    const url = await script({});
    const host = await fixture<PolicyHost>(
      html`<test-policy-host
        ><mcp-session .url=${url} .sessionOptions=${{ namespace: databaseName() }}
          ><mcp-content></mcp-content></mcp-session
      ></test-policy-host>`,
    );
    const content = host.querySelector('mcp-content')!;
    await waitUntil(() => content.policy?.remote);
    expect(content.policy!.limits).to.deep.equal({ nesting: 9 });
    const remote = content.policy!.remote;
    host.policy.setValue({ limits: { nesting: 5 } });
    expect(content.policy).to.deep.equal({ limits: { nesting: 5 }, remote });
  });
  it('gives way to one that the element was given', async () => {
    const url = await script({});
    const own = { limits: { nesting: 1 } };
    const session = await fixture<McpSessionElement>(
      html`<mcp-session .url=${url} .sessionOptions=${{ namespace: databaseName() }}
        ><mcp-content .policy=${own}></mcp-content
      ></mcp-session>`,
    );
    await waitUntil(() => session.status === 'ready', 'connected');
    expect(session.querySelector('mcp-content')!.policy).to.equal(own);
  });
});

import { expect, fixture, html } from '@open-wc/testing';
import { gate, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpToolFormElement, McpWorkspaceElement, WorkspaceServer } from '../../components/index.js';
import { readDeepLink, withDeepLink } from '../../components/workspace/deep-link.js';
import { RecentServers } from '../../src/session/person/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
  'Access-Control-Allow-Headers: *, Authorization',
];

describe('<mcp-workspace deep-links>', () => {
  const databaseName = tempDatabases();
  const home = location.href;
  let namespace: string;
  beforeEach(() => (namespace = databaseName()));
  let here: string;
  let there: string;
  before(async () => {
    const properties = { message: { type: 'string' }, password: { type: 'string' } };
    const tool = { name: 'echo', inputSchema: { type: 'object', properties } };
    const small = { replies: { 'tools/list': { result: { tools: [tool] } } } };
    [here, there] = await Promise.all([script(small), script(small)]);
  });
  afterEach(() => history.replaceState(null, '', home));

  const workspace = async (servers: readonly WorkspaceServer[] = []): Promise<McpWorkspaceElement> =>
    fixture(html`<mcp-workspace deep-links .servers=${servers} .sessionOptions=${{ namespace }}></mcp-workspace>`);
  const comeBy = (server: string, more?: Parameters<typeof withDeepLink>[2]): void =>
    history.replaceState(null, '', withDeepLink(home, server, more));
  const named = (el: HTMLElement, name: string): HTMLElement | undefined =>
    [...el.shadowRoot!.querySelectorAll<HTMLElement>(`[data-name="${name}"]`)].find((each) => each.checkVisibility());
  const form = (el: McpWorkspaceElement): McpToolFormElement | null | undefined =>
    el.client?.shadowRoot?.querySelector('mcp-tool-form');
  const isReady = (el: McpWorkspaceElement): Promise<unknown> => eventually(() => el.client?.status === 'ready');

  it('shows the tool of the link with its arguments filled in, at a server of the page, and runs nothing', async () => {
    comeBy(here, { section: 'tools', item: 'echo', arguments: { message: 'from the link' } });
    const el = await workspace([{ url: there }, { url: here }]);
    await isReady(el);
    expect(el.shownAddress).to.equal(here);
    await eventually(() => form(el)?.tool === 'echo');
    await eventually(() => (form(el)?.storableArguments as { message?: string })?.message === 'from the link');
    await pause(300);
    expect(form(el)!.shadowRoot!.querySelector('mcp-tool-result')).to.equal(null);
    expect(readDeepLink(location.href)).to.deep.equal({
      server: here,
      location: { section: 'tools', item: 'echo' },
    });
  });

  it('reads no resource that the server does not list', async () => {
    comeBy(here, { section: 'resources', item: 'file:///etc/passwd' });
    const read: string[] = [];
    const el = await workspace([
      {
        url: here,
        options: {
          fetch: async (input, init) => {
            if (typeof init?.body === 'string' && init.body.includes('resources/read')) read.push(init.body);
            return fetch(input, init);
          },
        },
      },
    ]);
    await eventually(() => named(el, 'unlisted'));
    expect(named(el, 'unlisted')!.textContent).to.include('does not list: file:///etc/passwd');
    await pause(200);
    expect(read).to.deep.equal([]);
    const { uri } = (await el.session!.resources.list())[0]!;
    el.remove();
    comeBy(here, { section: 'resources', item: uri });
    const again = await workspace([{ url: here }]);
    await eventually(() => again.client?.location?.item === uri);
  });

  it('keeps the arguments of a link until a form has them, also where a token has to be given first', async () => {
    const url = await gate(here, LINES, { token: 'mine' });
    comeBy(url, { section: 'tools', item: 'echo', arguments: { message: 'still here' } });
    const el = await workspace([{ url }]);
    await eventually(() => el.shadowRoot!.querySelector<HTMLElement>('#token')?.checkVisibility());
    expect(readDeepLink(location.href).location?.arguments).to.deep.equal({ message: 'still here' });
    const root = el.shadowRoot!;
    const token = root.querySelector<HTMLInputElement>('#token')!;
    token.value = 'mine';
    token.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    root.querySelector<HTMLElement>('[data-name="connect-button"]')!.click();
    await isReady(el);
    await eventually(() => (form(el)?.storableArguments as { message?: string })?.message === 'still here');
    await eventually(() => readDeepLink(location.href).location?.arguments === undefined);
    expect(location.href).not.to.include('mine');
  });

  it('connects to no server that nobody here knows before a press, and shows its host', async () => {
    const url = scriptedUrl('not-found');
    comeBy(url, { section: 'tools', item: 'echo' });
    const el = await workspace([{ url: here }]);
    await eventually(() => named(el, 'link'));
    expect(named(el, 'link')!.textContent)
      .to.include(`This link leads to ${new URL(url).host}`)
      .and.include(url);
    expect(el.shadowRoot!.querySelector<HTMLInputElement>('#url')!.value).to.equal(url);
    await pause(200);
    expect(await scriptedLog(url)).to.deep.equal([]);
    expect(el.client).to.equal(undefined);
    named(el, 'follow-link-button')!.click();
    await eventually(async () => ((await scriptedLog(url)) as unknown[]).length > 0);
    expect(named(el, 'link')).to.equal(undefined);
  });

  it('connects by itself to a server that the person used before', async () => {
    await new RecentServers({ namespace }).add(here);
    comeBy(here);
    const el = await workspace();
    await isReady(el);
    expect(named(el, 'link')).to.equal(undefined);
  });

  it('connects by itself to a server of the page that comes later than the element', async () => {
    comeBy(here, { section: 'prompts' });
    const el = await workspace();
    await eventually(() => named(el, 'link'));
    el.servers = [{ url: there }, { url: here }];
    await isReady(el);
    expect(el.shownAddress).to.equal(here);
    expect(named(el, 'link')).to.equal(undefined);
    await eventually(() => el.client?.location?.section === 'prompts');
  });

  it('connects by itself where the next script of the page names the servers', async () => {
    comeBy(here);
    const el = document.createElement('mcp-workspace');
    Object.assign(el, { deepLinks: true, sessionOptions: { namespace } });
    document.body.append(el);
    await el.updateComplete;
    // The look at the servers of earlier visits is still under way.
    el.servers = [{ url: there }, { url: here }];
    await isReady(el);
    expect(el.shownAddress).to.equal(here);
    expect(named(el, 'link')).to.equal(undefined);
    el.remove();
  });

  it('lets somebody leave the link for a server of the page', async () => {
    comeBy(scriptedUrl('not-found'));
    const el = await workspace([{ url: here }]);
    await eventually(() => named(el, 'link'));
    el.shadowRoot!.querySelector<HTMLElement>('[part~="tab"]')!.click();
    await isReady(el);
    expect(named(el, 'link')).to.equal(undefined);
    expect(readDeepLink(location.href).server).to.equal(here);
  });

  for (const [query, words] of [
    ['server=javascript:alert(1)', 'names a server that cannot be used: javascript:alert(1)'],
    ['server=HERE&tool=echo&args={', 'arguments in the link to this page cannot be read'],
  ] as const)
    it(`says what is wrong with a link: ${query.slice(0, 30)}`, async () => {
      const url = new URL(home);
      history.replaceState(
        null,
        '',
        `${url.pathname}${url.search ? `${url.search}&` : '?'}${query.replace('HERE', encodeURIComponent(here))}`,
      );
      const el = await workspace([{ url: here }]);
      await eventually(() => named(el, 'link'));
      expect(named(el, 'link')!.textContent).to.include(words);
    });

  it('writes what is shown into the address, and goes back to it', async () => {
    const el = await workspace([{ url: here }, { url: there }]);
    await isReady(el);
    expect(readDeepLink(location.href)).to.deep.equal({ server: here });
    el.client!.show({ section: 'tools', item: 'echo' });
    await eventually(() => readDeepLink(location.href).location?.item === 'echo');
    history.pushState(null, '', withDeepLink(location.href, there));
    history.back();
    await eventually(() => readDeepLink(location.href).location?.item === 'echo');
    await pause(100);
    expect(el.shownAddress).to.equal(here);
    history.forward();
    await eventually(() => el.shownAddress === there);
    await isReady(el);
    history.back();
    await eventually(() => el.shownAddress === here && el.client?.location?.item === 'echo');
    history.pushState(null, '', withDeepLink(location.href, here));
    history.pushState(null, '', withDeepLink(location.href, here, { section: 'tools', item: 'echo' }));
    history.back();
    await eventually(() => el.client?.location?.item === undefined);
  });

  it('copies a link with the arguments, and never with a token or what is secret', async () => {
    const { writeText } = navigator.clipboard;
    let copied = '';
    navigator.clipboard.writeText = async (text) => void (copied = text);
    try {
      const el = await workspace([{ url: here, headers: { Authorization: 'Bearer a-token-of-mine' } }]);
      await isReady(el);
      el.client!.show({ section: 'tools', item: 'echo', arguments: { message: 'hello', password: 'hunter2' } });
      await eventually(() => (form(el)?.storableArguments as { message?: string })?.message === 'hello');
      named(el, 'menu-button')!.click();
      named(el, 'copy-button')!.click();
      await eventually(() => copied);
      expect(readDeepLink(copied)).to.deep.equal({
        server: here,
        location: { section: 'tools', item: 'echo', arguments: { message: 'hello' } },
      });
      expect(copied).not.to.match(/a-token-of-mine|hunter2/);
    } finally {
      navigator.clipboard.writeText = writeText;
    }
  });

  it('puts an address that holds a secret nowhere', async () => {
    const el = await workspace([{ url: `${here}?api_key=sk-12345678901234567890` }]);
    await pause(300);
    expect(location.href).to.equal(home);
    named(el, 'menu-button')!.click();
    expect(named(el, 'export-button')).not.to.equal(undefined);
    expect(named(el, 'copy-button')).to.equal(undefined);
  });

  it('without the attribute neither reads nor writes the address', async () => {
    comeBy(there);
    const { href } = location;
    const el = await fixture<McpWorkspaceElement>(
      html`<mcp-workspace .servers=${[{ url: here }]} .sessionOptions=${{ namespace }}></mcp-workspace>`,
    );
    await isReady(el);
    expect(el.shownAddress).to.equal(here);
    expect(location.href).to.equal(href);
  });
});

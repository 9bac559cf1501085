import { aTimeout, expect, fixture, waitUntil } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { html } from 'lit';
import { script, scriptedLog } from '/__servers__.js';
import '../../components/define/mcp-icon.js';
import '../../components/define/mcp-tool-list.js';
import type { McpIconElement } from '../../components/index.js';
import type { ContentPolicy, RemoteGrants } from '../../src/content/index.js';
import { Session, Store, type Icon } from '../../src/index.js';
import { PNG, SVG } from '../content/samples.js';

const inline = `data:image/png;base64,${PNG}`;
const drawing = (size: number): string =>
  `data:image/svg+xml,${encodeURIComponent(SVG.replace('width="8"', `width="${size}"`))}`;

async function show(icons: readonly Icon[] | undefined, policy?: ContentPolicy): Promise<McpIconElement> {
  return fixture(html`<mcp-icon .icons=${icons} .policy=${policy} name="get-sum"></mcp-icon>`);
}
const image = (element: Element): HTMLImageElement | null => element.shadowRoot!.querySelector('img');
const letter = (element: Element): string => element.shadowRoot!.textContent.trim();
function grants(...hosts: string[]): RemoteGrants & { readonly hosts: Store<readonly string[]> } {
  const store = new Store<readonly string[]>(hosts);
  return {
    hosts: store,
    allows: (host) => store.get().includes(host),
    allow: async (host) => store.set([...store.get(), host]),
    revoke: async (host) => store.set(store.get().filter((one) => one !== host)),
  };
}

describe('<mcp-icon>', () => {
  it('shows an icon inside its address at once, as an image', async () => {
    const element = await show([{ src: inline }]);
    await waitUntil(() => image(element)?.naturalWidth === 1);
    expect(image(element)!.src).to.match(/^blob:/);
  });

  it('shows a letter where there is nothing to show, and says nothing to screen readers', async () => {
    for (const icons of [
      undefined,
      [],
      [{ src: 'javascript:1' }],
      [{ src: 'data:image/png,x' }],
      [{ src: 'http://a.example/x.png' }],
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const element = await show(icons);
      expect(letter(element)).to.equal('G');
      expect(element.shadowRoot!.querySelector('[part~="base"]')!.getAttribute('aria-hidden')).to.equal('true');
    }
  });

  it('shows the letter for a picture that cannot be drawn', async () => {
    const element = await show([{ src: `data:image/png;base64,${PNG.slice(0, 44)}` }]);
    await waitUntil(() => letter(element) === 'G');
  });

  it('runs nothing of a drawing', async () => {
    delete window.__ran;
    const hostile = SVG.replace(
      '<circle',
      '<script>parent.__ran=1;window.__ran=1</script><image href="/never/x.png"/><circle',
    );
    const element = await show([{ src: `data:image/svg+xml,${encodeURIComponent(hostile)}` }]);
    // An engine may draw it without these parts, or not at all.
    await aTimeout(300);
    expect(image(element) !== null || letter(element) === 'G').to.equal(true);
    expect(window.__ran).to.equal(undefined);
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('/never/'))).to.deep.equal([]);
  });

  it('lets go of what it showed', async () => {
    const element = await show([{ src: inline }]);
    await waitUntil(() => image(element));
    const { src } = image(element)!;
    element.remove();
    expect(
      await fetch(src).then(
        () => true,
        () => false,
      ),
    ).to.equal(false);
  });

  it('changes with the colour scheme', async function () {
    const isLight = await emulateMedia({ colorScheme: 'light' }).then(
      () => true,
      () => false,
    );
    // Not every engine here can be told.
    if (!isLight) return this.skip();
    try {
      const parentNode = document.createElement('div');
      parentNode.style.setProperty('color-scheme', 'light dark');
      const icons: Icon[] = [
        { src: drawing(10), theme: 'light' },
        { src: drawing(20), theme: 'dark' },
      ];
      const element = await fixture<McpIconElement>(html`<mcp-icon .icons=${icons} name="x"></mcp-icon>`, {
        parentNode,
      });
      await waitUntil(() => image(element)?.naturalWidth === 10);
      await emulateMedia({ colorScheme: 'dark' });
      await waitUntil(() => image(element)?.naturalWidth === 20);
    } finally {
      await emulateMedia({ colorScheme: 'no-preference' });
    }
  });

  describe('of the web', () => {
    const asks: string[] = [];
    const { fetch } = globalThis;
    beforeEach(() => {
      asks.length = 0;
      // There is no https server here: what is asked for, and how, is looked at on the way out.
      globalThis.fetch = async (input, options) => {
        if (typeof input !== 'string' || !input.startsWith('https://')) return fetch(input, options);
        asks.push(`${input} ${options?.credentials} ${options?.redirect} ${options?.referrerPolicy} ${options?.mode}`);
        return new Response(Uint8Array.from(atob(PNG), (each) => each.charCodeAt(0)));
      };
    });
    afterEach(() => {
      globalThis.fetch = fetch;
    });

    it('is not asked for before the person allows its host, also the server’s own', async () => {
      const element = await show([{ src: 'https://one.example/a.png' }], { remote: grants() });
      await aTimeout(50);
      expect(letter(element)).to.equal('G');
      expect(asks).to.deep.equal([]);
    });
    it('comes when the host is allowed, without cookies, redirects or a word of this page, and goes when it no longer is', async () => {
      const remote = grants();
      const element = await show([{ src: 'https://two.example/a.png' }], { remote });
      await remote.allow('two.example');
      await waitUntil(() => image(element)?.naturalWidth === 1);
      expect(asks).to.deep.equal(['https://two.example/a.png omit error no-referrer cors']);
      await remote.revoke('two.example');
      await waitUntil(() => letter(element) === 'G');
    });
    it('is asked for once for all the places that show it', async () => {
      const policy = { remote: grants('three.example') };
      const shown = await Promise.all([1, 2, 3].map(() => show([{ src: 'https://three.example/a.png' }], policy)));
      await waitUntil(() => shown.every((element) => image(element)?.naturalWidth === 1));
      expect(asks).to.have.length(1);
    });
    it('is passed over for one that may be shown', async () => {
      const element = await show(
        [
          { src: 'https://four.example/a.png', sizes: ['24x24'] },
          { src: inline, sizes: ['8x8'] },
        ],
        { remote: grants() },
      );
      await waitUntil(() => image(element)?.naturalWidth === 1);
      expect(asks).to.deep.equal([]);
    });
  });

  it('stands beside the name in a list, and no server is asked', async () => {
    const tracker = await script({ replies: { GET: { text: SVG, type: 'image/svg+xml' } } });
    const tools = [
      { name: 'plain', inputSchema: { type: 'object' } },
      { name: 'drawn', inputSchema: { type: 'object' }, icons: [{ src: inline }, { src: tracker }] },
      {
        name: 'remote',
        inputSchema: { type: 'object' },
        icons: [{ src: tracker }, { src: tracker.replace('http:', 'https:') }],
      },
    ];
    const url = await script({ replies: { 'tools/list': { result: { tools } } } });
    const session = new Session(url, { storage: 'none' });
    const list = await fixture(html`<mcp-tool-list .session=${session}></mcp-tool-list>`);
    await session.connect();
    const rows = (): HTMLElement[] => [...list.shadowRoot!.querySelectorAll<HTMLElement>('[role="option"]')];
    await waitUntil(() => rows().length === 3, 'the rows');
    const icons = rows().map((row) => row.querySelector('mcp-icon'));
    expect(icons.map(Boolean)).to.deep.equal([true, true, true]);
    expect(letter(icons[0]!)).to.equal('P');
    await waitUntil(() => image(icons[1]!)?.naturalWidth === 1);
    expect(letter(icons[2]!)).to.equal('R');
    expect(new Set(rows().map((row) => Math.round(row.getBoundingClientRect().height))).size).to.equal(1);
    expect(await scriptedLog(tracker)).to.deep.equal([]);
    await session.close();
  });
});

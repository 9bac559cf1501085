import { aTimeout, expect, fixture, waitUntil } from '@open-wc/testing';
import { html } from 'lit';
import { script, scriptedLog, type LoggedRequest, type Reply } from '/__servers__.js';
import '../../components/define/mcp-remote-media.js';
import type { McpRemoteMediaElement } from '../../components/index.js';
import { HostGrants, type ContentPolicy } from '../../src/content/index.js';
import { SVG } from '../content/samples.js';

const part = <T extends HTMLElement>(element: Element, name: string): T | null =>
  element.shadowRoot!.querySelector<T>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);
const words = (element: Element): string => element.shadowRoot!.textContent.replace(/\s+/g, ' ').trim();

interface Site {
  readonly url: string;
  asked(): Promise<readonly LoggedRequest[]>;
}
async function siteWith(reply: Reply, cors?: 'none'): Promise<Site> {
  const url = await script({ replies: { GET: reply }, ...(cors && { cors }) });
  return { url, asked: () => scriptedLog(url) };
}
const drawing = (): Promise<Site> => siteWith({ text: SVG, type: 'image/svg+xml' });

async function show(src: string, policy?: ContentPolicy): Promise<McpRemoteMediaElement> {
  return fixture(html`<mcp-remote-media .src=${src} .policy=${policy} alt="A dot"></mcp-remote-media>`);
}
const image = (element: Element): HTMLImageElement | null => part<HTMLImageElement>(element, 'image');
const grantsOf = (...hosts: string[]): HostGrants =>
  new HostGrants(async () => ({ getHosts: async () => hosts, setHosts: async () => {} }));

describe('<mcp-remote-media>', () => {
  it('names the site and asks it for nothing', async () => {
    const site = await drawing();
    const element = await show(site.url);
    await aTimeout(100);
    expect(words(element)).to.include(`Image from ${new URL(site.url).host} was not loaded: “A dot”`);
    expect(await site.asked()).to.deep.equal([]);
  });

  it('loads it once, telling that site nothing of this page or person', async () => {
    const site = await drawing();
    const element = await show(site.url);
    part(element, 'load-button')!.focus();
    part(element, 'load-button')!.click();
    await waitUntil(() => image(element)?.naturalWidth === 8);
    expect(image(element)!.src).to.match(/^blob:/);
    expect(image(element)!.alt).to.equal('A dot');
    const [request, ...more] = await site.asked();
    expect(more).to.deep.equal([]);
    expect(request!.headers).to.not.have.any.keys('referer', 'cookie', 'authorization');
    expect(element.shadowRoot!.activeElement).to.not.equal(null);
  });

  it('keeps what was loaded when it is moved, without asking again', async () => {
    const site = await drawing();
    const element = await show(site.url);
    part(element, 'load-button')!.click();
    await waitUntil(() => image(element)?.naturalWidth === 8);
    const first = image(element)!.src;
    const parent = element.parentElement!;
    element.remove();
    expect(
      await fetch(first).then(
        () => true,
        () => false,
      ),
    ).to.equal(false);
    parent.append(element);
    await waitUntil(() => image(element)?.naturalWidth === 8);
    expect(await site.asked()).to.have.length(1);
  });

  it('starts anew for another address', async () => {
    const site = await drawing();
    const element = await show(site.url);
    part(element, 'load-button')!.click();
    await waitUntil(() => image(element));
    element.src = `${site.url}?2`;
    await element.updateComplete;
    expect(image(element)).to.equal(null);
    expect(part(element, 'load-button')).to.not.equal(null);
  });

  for (const [title, reply, note] of [
    ['no image', { text: '<h1>Hello</h1><script>1</script>', type: 'image/png' }, 'The data is no image'],
    ['an error', { text: SVG, status: 404, type: 'image/svg+xml' }, 'answered with an error (404)'],
    ['more than is shown', { text: SVG + ' '.repeat(2000), type: 'image/svg+xml' }, 'It is larger'],
    [
      'too many shapes',
      { text: SVG.replace('<circle', '<g/>'.repeat(50) + '<circle'), type: 'image/svg+xml' },
      'more shapes',
    ],
  ] as const)
    it(`says so when what comes is ${title}`, async () => {
      const site = await siteWith(reply);
      const element = await show(site.url, { limits: { mediaBytes: 1000, svgShapes: 20 } });
      part(element, 'load-button')!.click();
      await waitUntil(() => words(element).includes(note));
      expect(image(element)).to.equal(null);
    });

  it('goes along to no third site, and says what showing it unchecked would mean', async () => {
    const third = await drawing();
    const site = await siteWith({ text: '', status: 302, headers: { location: third.url } });
    const element = await show(site.url);
    part(element, 'load-button')!.click();
    await waitUntil(() => part(element, 'direct-button'));
    expect(await third.asked()).to.deep.equal([]);
    expect(words(element)).to.include('can know you by its cookies');
  });

  it('shows what no page may read only after a further click', async () => {
    const site = await siteWith({ text: SVG, type: 'image/svg+xml' }, 'none');
    const element = await show(site.url);
    part(element, 'load-button')!.click();
    await waitUntil(() => part(element, 'direct-button'));
    expect(image(element)).to.equal(null);
    part(element, 'direct-button')!.click();
    await waitUntil(() => image(element)?.naturalWidth === 8);
    expect(image(element)!.referrerPolicy).to.equal('no-referrer');
    expect((await site.asked()).at(-1)!.headers).to.not.have.any.keys('referer');
  });

  describe('hosts that the person allows', () => {
    it('are offered where they can be remembered, and never for this machine', async () => {
      const far = await show('https://img.example/x.png', { remote: grantsOf() });
      expect(part(far, 'always-button')!.textContent.replace(/\s+/g, ' ').trim()).to.equal(
        'Always load from img.example',
      );
      const near = await show('http://127.0.0.1:9/x.png', { remote: grantsOf() });
      expect(part(near, 'always-button')).to.equal(null);
      expect(words(near)).to.include('on this computer or in the network around it');
      expect(part(await show('https://img.example/x.png'), 'always-button')).to.equal(null);
    });
    it('are remembered at once, and what waits from them comes', async () => {
      const remote = grantsOf();
      const [one, other] = [
        await show('https://img.invalid/1.png', { remote }),
        await show('https://img.invalid/2.png', { remote }),
      ];
      part(one!, 'always-button')!.click();
      await waitUntil(() => remote.allows('img.invalid'));
      // No such site: that it was tried is what counts.
      await waitUntil(() => words(other!).includes('It did not come'));
    });
    it('are asked without a click, once it is known that they are allowed', async () => {
      const site = await drawing();
      const { host } = new URL(site.url);
      const hosts = grantsOf().hosts;
      const element = await show(site.url, {
        remote: { hosts, allows: (one) => one === host, allow: async () => {}, revoke: async () => {} },
      });
      await waitUntil(() => image(element)?.naturalWidth === 8);
      expect(await site.asked()).to.have.length(1);
    });
  });

  it('that leads nowhere has nothing to press', async () => {
    for (const src of ['', 'javascript:1', '/x.png', 'data:image/png;base64,AA==', 'file:///x.png']) {
      // oxlint-disable-next-line no-await-in-loop
      const element = await show(src);
      expect(element.shadowRoot!.querySelector('button, img')).to.equal(null);
    }
  });
});

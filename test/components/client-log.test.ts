import { expect, html, waitUntil } from '@open-wc/testing';
import type { McpClientElement, McpLogElement } from '../../components/index.js';
import { script } from '/__servers__.js';
import {
  clientOf,
  deepActive,
  isVisible,
  MEDIUM,
  NARROW,
  openSection,
  parts,
  place,
  root,
  sections,
  WIDE,
} from '../support/harness/client.js';
import { sendKeys } from '@web/test-runner-commands';

const line = (data: unknown): object => ({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data },
});
/** A server whose tools log that many lines. */
const logging = (count: number, capabilities: object = { tools: {}, logging: {} }): Promise<string> =>
  script({
    capabilities,
    replies: {
      'tools/call': {
        sse: [...Array.from({ length: count }, (_, n) => line(`line ${n}`)), { response: { content: [] } }],
      },
    },
  });
const log = (el: McpClientElement): McpLogElement | null => root(el).querySelector('mcp-log');

describe('<mcp-client>, its log', () => {
  it('is there where the server offers logging', async () => {
    const el = await clientOf(await logging(3));
    expect(sections(el)).to.deep.equal(['Tools 2', 'Log']);
    expect(log(el), 'its code is not needed yet').to.equal(null);
    await openSection(el, 'Log');
    expect(isVisible(log(el)!)).to.equal(true);
  });

  it('is there once a line came, whatever the server offers', async () => {
    const el = await clientOf(await logging(3, { tools: {} }));
    expect(sections(el)).to.deep.equal([]);
    await el.session!.tools.call('echo');
    await waitUntil(() => sections(el)[1] === 'Log');
  });

  it('is there where the page wants what is said, or whole messages', async () => {
    const el = await clientOf(await logging(3, { tools: {} }));
    expect(sections(el)).to.deep.equal([]);
    el.transcript = true;
    await waitUntil(() => sections(el)[1] === 'Log');
    el.transcript = false;
    await waitUntil(() => sections(el).length === 0);
    el.messages = true;
    await waitUntil(() => sections(el)[1] === 'Log');
  });

  it('shows all lines when it is opened', async () => {
    const el = await clientOf(await logging(40));
    await el.session!.tools.call('echo');
    await openSection(el, 'Log');
    await waitUntil(() => root(log(el)!).querySelectorAll('[data-name~="line"]').length >= 10, 'lines');
    await openSection(el, 'Tools');
    expect(isVisible(log(el)!)).to.equal(false);
    expect(isVisible(root(el).querySelector('mcp-tool-list')!)).to.equal(true);
  });

  for (const [name, width] of [
    ['wide', WIDE],
    ['medium', MEDIUM],
    ['narrow', NARROW],
  ] as const)
    it(`has all the room beside or below the sections, ${name}`, async () => {
      const el = await clientOf(await logging(1), width);
      await openSection(el, 'Log');
      const box = log(el)!.getBoundingClientRect();
      const whole = parts(el, 'base')[0]!.getBoundingClientRect();
      const rail = name === 'wide' ? parts(el, 'sections')[0]!.getBoundingClientRect().width : 0;
      expect(box.width).to.be.above((whole.width - rail) * 0.9);
      expect(box.bottom).to.be.closeTo(whole.bottom, 20);
      expect(parts(el, 'base')[0]!.scrollWidth).to.be.at.most(Math.ceil(whole.width));
    });

  it('has its place among four sections at 320 px', async () => {
    const capabilities = { tools: {}, resources: {}, prompts: {}, logging: {} };
    const el = await clientOf(await logging(1, capabilities), 320);
    const [choice] = parts(el, 'sections');
    expect(sections(el)).to.have.length(4);
    expect(choice!.scrollWidth).to.be.at.most(choice!.clientWidth);
  });

  it('is searched with /', async () => {
    const el = await clientOf(await logging(1));
    await el.session!.tools.call('echo');
    await openSection(el, 'Log');
    await waitUntil(() => root(log(el)!).querySelector('[data-name~="line"]'), 'a line');
    parts(el, 'section-button')[1]!.focus();
    await sendKeys({ press: '/' });
    await waitUntil(() => deepActive().matches('input[type="search"]'));
    expect(root(log(el)!).activeElement).to.equal(deepActive());
  });

  it('takes another element for the log', async () => {
    const el = await place(
      html`<mcp-client url=${await logging(1)} storage="none"><p slot="log">My log</p></mcp-client>`,
    );
    await waitUntil(() => el.status === 'ready' && sections(el).length === 2);
    await openSection(el, 'Log');
    expect(isVisible(el.querySelector('p')!)).to.equal(true);
    expect(log(el) && isVisible(log(el)!)).to.not.equal(true);
  });
});

describe('<mcp-client>, its log beside the rooms', () => {
  const size = (el: McpClientElement, width: number, height: number): void =>
    Object.assign(el.parentElement!.style, { width: `${width}px` }) && void (el.style.blockSize = `${height}px`);
  const line = (el: McpClientElement): HTMLElement | undefined => parts(el, 'log-button')[0];

  it('is one line with the last message, which opens it at the side where there is room', async () => {
    const el = await clientOf(await logging(1), 1200);
    size(el, 1200, 700);
    await el.session!.tools.call('echo');
    await waitUntil(() => line(el)?.textContent.includes('tools/call echo'), 'the last message');
    expect(log(el), 'its code is not needed yet').to.equal(null);
    line(el)!.focus();
    line(el)!.click();
    await waitUntil(() => log(el) && isVisible(log(el)!), 'open');
    expect(isVisible(root(el).querySelector('mcp-tool-list')!)).to.equal(true);
    expect(line(el)).to.equal(undefined);
    await waitUntil(
      () => root(el).activeElement?.getAttribute('data-name') === 'fold-log-button',
      'the focus goes along',
    );
    parts(el, 'fold-log-button')[0]!.click();
    await waitUntil(() => line(el), 'folded');
    expect(isVisible(log(el)!)).to.equal(false);
    await waitUntil(() => root(el).activeElement === line(el), 'and back');
  });

  it('opens the room where there is none beside', async () => {
    const el = await clientOf(await logging(1), MEDIUM);
    await waitUntil(() => line(el), 'the line');
    line(el)!.click();
    await waitUntil(() => log(el) && isVisible(log(el)!), 'open');
    expect(isVisible(root(el).querySelector('mcp-tool-list')!)).to.equal(false);
    expect(line(el)).to.equal(undefined);
  });

  it('is open at first in a client that is wide and high', async () => {
    const el = await clientOf(await logging(1), 1200);
    el.style.maxBlockSize = 'none';
    size(el, 1200, 1000);
    await waitUntil(() => log(el) && isVisible(log(el)!), 'open');
    size(el, 900, 1000);
    await waitUntil(() => line(el), 'no room any more');
  });

  it('has an edge that keys and the pointer move, in either direction', async () => {
    const el = await clientOf(await logging(1), 1200);
    size(el, 1200, 700);
    await waitUntil(() => line(el), 'the line');
    line(el)!.click();
    const handle = await waitFor(() => parts(el, 'log-handle')[0]);
    const now = (): number => Number(handle.getAttribute('aria-valuenow'));
    const before = now();
    handle.focus();
    await sendKeys({ press: 'ArrowLeft' });
    await waitUntil(() => now() === before + 2, 'wider');
    el.parentElement!.dir = 'rtl';
    await sendKeys({ press: 'ArrowLeft' });
    await waitUntil(() => now() === before, 'narrower');
    await sendKeys({ press: 'Home' });
    await waitUntil(() => String(now()) === handle.getAttribute('aria-valuemin'), 'least');
    await sendKeys({ press: 'End' });
    await waitUntil(() => String(now()) === handle.getAttribute('aria-valuemax'), 'most');
    expect(log(el)!.getBoundingClientRect().width).to.be.below(el.clientWidth * 0.6);
  });

  it('hides what is secret in the last message', async () => {
    const el = await clientOf(await logging(1, { tools: {}, resources: {}, logging: {} }), MEDIUM);
    await el.session!.request('resources/read', { uri: 'https://x.example/y?sig=abcdefghijkl' }).catch(() => {});
    await waitUntil(() => line(el)?.textContent.includes('resources/read'), 'the last message');
    expect(line(el)!.textContent).not.to.include('abcdefghijkl');
  });

  async function waitFor<T>(look: () => T | undefined): Promise<T> {
    await waitUntil(look, 'there');
    return look()!;
  }
});

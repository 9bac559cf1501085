import { expect, html, waitUntil } from '@open-wc/testing';
import { AMOUNT_RENDER_MS } from '../../components/client/sections.js';
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
import { ManualClock } from '../fixtures/clock.js';

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

describe('<mcp-client>, activity', () => {
  it('is there where the server offers logging', async () => {
    const el = await clientOf(await logging(3));
    expect(sections(el)).to.deep.equal(['Tools 2', 'Activity']);
    expect(log(el), 'its code is not needed yet').to.equal(null);
    await openSection(el, 'Activity');
    expect(isVisible(log(el)!)).to.equal(true);
  });

  it('is there once a line came, whatever the server offers', async () => {
    const el = await clientOf(await logging(3, { tools: {} }));
    expect(sections(el)).to.deep.equal([]);
    await el.session!.tools.call('echo');
    await waitUntil(() => sections(el)[1] === 'Activity 3');
  });

  describe('while lines come', () => {
    const clock = new ManualClock();

    it('counts lines, and shows them all when it is opened', async () => {
      const el = await clientOf(await logging(40));
      await el.session!.tools.call('echo');
      // The lines may come in several pieces, of which each but the first waits.
      await clock.skipWaits(
        waitUntil(() => sections(el)[1] === 'Activity 40'),
        AMOUNT_RENDER_MS,
      );
      await el.session!.tools.call('echo');
      expect(sections(el)[1]).to.equal('Activity 40');
      await clock.skipWaits(
        waitUntil(() => sections(el)[1] === 'Activity 80', 'the number follows'),
        AMOUNT_RENDER_MS,
      );
      await openSection(el, 'Activity');
      await waitUntil(() => root(log(el)!).querySelectorAll('[data-name~="line"]').length >= 10, 'lines');
      await openSection(el, 'Tools');
      expect(isVisible(log(el)!)).to.equal(false);
      expect(isVisible(root(el).querySelector('mcp-tool-list')!)).to.equal(true);
    });
  });

  describe('with more than a thousand lines', () => {
    const clock = new ManualClock();

    it('says when there are more lines than the session keeps', async () => {
      const el = await clientOf(await logging(1500));
      await el.session!.tools.call('echo');
      await clock.skipWaits(
        waitUntil(() => sections(el)[1] === 'Activity 1,000+', 'thousand'),
        AMOUNT_RENDER_MS,
      );
    });
  });

  for (const [name, width] of [
    ['wide', WIDE],
    ['medium', MEDIUM],
    ['narrow', NARROW],
  ] as const)
    it(`has all the room beside or below the sections, ${name}`, async () => {
      const el = await clientOf(await logging(1), width);
      await openSection(el, 'Activity');
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
    await openSection(el, 'Activity');
    await waitUntil(() => root(log(el)!).querySelector('[data-name~="line"]'), 'a line');
    parts(el, 'section-button')[1]!.focus();
    await sendKeys({ press: '/' });
    await waitUntil(() => deepActive().matches('input[type="search"]'));
    expect(root(log(el)!).activeElement).to.equal(deepActive());
  });

  it('takes another element for the log', async () => {
    const el = await place(
      html`<mcp-client url=${await logging(1)} storage="none"><p slot="activity">My log</p></mcp-client>`,
    );
    await waitUntil(() => el.status === 'ready' && sections(el).length === 2);
    await openSection(el, 'Activity');
    expect(isVisible(el.querySelector('p')!)).to.equal(true);
    expect(log(el) && isVisible(log(el)!)).to.not.equal(true);
  });
});

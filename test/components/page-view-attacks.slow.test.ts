import { aTimeout, expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { script, scriptedLog } from '/__servers__.js';
import '../../components/define/mcp-page-view.js';
import type { McpPageViewElement } from '../../components/index.js';
import { HOSTILE_HTML } from '../content/hostile.js';

async function show(text: string): Promise<McpPageViewElement> {
  return fixture(html`<mcp-page-view .text=${text}></mcp-page-view>`);
}
const frameOf = (element: Element): HTMLIFrameElement =>
  element.shadowRoot!.querySelector('[part~="frame"]:not([data-name])')!;

describe('a hostile page in <mcp-page-view>', () => {
  it('goes nowhere when it is clicked, nor takes the page around along', async () => {
    const url = await script({ replies: { '*': { text: 'gone', type: 'text/html' } } });
    const cover = 'style="position:fixed;inset:0;background:red;display:block"';
    const payloads = [
      `<a href="${url}?a" ping="${url}?ping" ${cover}>x</a>`,
      `<a href="${url}?top" target=_top ${cover}>x</a>`,
      `<svg ${cover}><a href="${url}?svg"><rect width="2000" height="2000"></rect></a></svg>`,
      `<svg ${cover}><a><animate attributeName=href values="${url}?animated"></animate><rect width="2000" height="2000"></rect></a></svg>`,
      `<form action="${url}?form"><button ${cover}>x</button></form>`,
      `<label ${cover}>x<input type=submit formaction="${url}?label" form=f></label><form id=f></form>`,
    ];
    const here = location.href;
    for (const payload of payloads) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const element = await show(payload);
      const frame = frameOf(element);
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await oneEvent(frame, 'load');
      frame.scrollIntoView({ block: 'center' });
      let loads = 0;
      frame.addEventListener('load', () => loads++);
      const { left, top, width, height } = frame.getBoundingClientRect();
      const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await sendMouse({ type: 'click', position });
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await aTimeout(150);
      expect(loads, payload).to.equal(0);
      element.remove();
    }
    expect(await scriptedLog(url)).to.deep.equal([]);
    expect(location.href).to.equal(here);
    // The same click would lead away what has not been through our hands.
    const raw = document.createElement('iframe');
    raw.setAttribute('sandbox', '');
    raw.srcdoc = `<a href="${url}?raw" ${cover}>x</a>`;
    const arrived = oneEvent(raw, 'load');
    document.body.append(raw);
    await arrived;
    raw.scrollIntoView({ block: 'center' });
    const { left, top } = raw.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left + 50), Math.round(top + 50)] });
    await waitUntil(async () => (await scriptedLog(url)).length > 0, 'the raw page goes', { timeout: 5000 });
    raw.remove();
  }).timeout(30_000);

  it('runs nothing and asks for nothing for any known attack', async () => {
    delete window.__ran;
    const before = performance.getEntriesByType('resource').length;
    const element = await show('');
    for (const { html: text } of HOSTILE_HTML) {
      element.text = text;
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await element.updateComplete;
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await oneEvent(frameOf(element), 'load');
    }
    expect(window.__ran).to.equal(undefined);
    const requests = performance.getEntriesByType('resource').slice(before);
    expect(requests.map(({ name }) => name).filter((name) => name.includes('/never/'))).to.deep.equal([]);
  });
});

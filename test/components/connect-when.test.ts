import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import '../../components/define/mcp-session.js';
import type { McpSessionElement } from '../../components/index.js';
import { pause } from '../fixtures/eventually.js';

describe('an element with the address of a server', () => {
  it('connects at once', async () => {
    const el = await fixture<McpSessionElement>(html`<mcp-session url=${everythingUrl} storage="none"></mcp-session>`);
    await waitUntil(() => el.status === 'ready');
  });

  it('with connect="press" waits until somebody connects it', async () => {
    const el = await fixture<McpSessionElement>(
      html`<mcp-session url=${everythingUrl} storage="none" connect="press"></mcp-session>`,
    );
    await pause(200);
    expect(el.status).to.equal('idle');
    expect(el.session).to.exist;
    await el.connect();
    expect(el.status).to.equal('ready');
  });

  it('with connect="visible" waits until it comes into view', async () => {
    const parentNode = document.createElement('div');
    Object.assign(parentNode.style, { blockSize: '100px', overflow: 'auto' });
    const far = await fixture<HTMLElement>(
      html`<div>
        <div style="block-size: 5000px"></div>
        <mcp-session url=${everythingUrl} storage="none" connect="visible"><p>here</p></mcp-session>
      </div>`,
      { parentNode },
    );
    const el = far.querySelector('mcp-session')!;
    await pause(300);
    expect(el.status).to.equal('idle');
    parentNode.scrollTo(0, 6000);
    await waitUntil(() => el.status === 'ready');
  });

  for (const [attribute, reconnects] of [
    [undefined, true],
    ['', true],
    ['auto', true],
    ['off', false],
  ] as const)
    it(`opens a connection again that broke, unless it is told not to: reconnect=${JSON.stringify(attribute)}`, async () => {
      const el = document.createElement('mcp-session');
      if (attribute !== undefined) el.setAttribute('reconnect', attribute);
      Object.assign(el, { url: everythingUrl, storage: 'none', connectWhen: 'press' });
      document.body.append(el);
      await el.updateComplete;
      expect(el.session!.options.reconnect).to.equal(reconnects);
      el.remove();
    });
});

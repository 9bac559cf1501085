import { expect, html, waitUntil } from '@open-wc/testing';
import { changeGate, gate } from '/__servers__.js';
import { choose, options, place, root } from '../support/harness/client.js';
import type { McpClientElement } from '../../components/index.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
];

async function callThatIsLost(transcript: boolean): Promise<{ el: McpClientElement; form: ShadowRoot }> {
  const url = await gate('everything', LINES);
  const el = await place(html`<mcp-client url=${url} storage="none" ?transcript=${transcript}></mcp-client>`);
  await waitUntil(() => options(el).length > 0, 'a list is shown', { timeout: 8000 });
  await choose(el, 'get-tiny-image');
  const form = (): ShadowRoot | null | undefined => root(el).querySelector('mcp-tool-form')?.shadowRoot;
  await waitUntil(() => form()?.querySelector('[part~="submit-button"]'));
  await changeGate(url, { down: true });
  form()!.querySelector<HTMLElement>('[part~="submit-button"]')!.click();
  await waitUntil(() => form()!.querySelector('[data-name="run-again-button"]'), 'it failed', { timeout: 8000 });
  return { el, form: form()! };
}

describe('a call cut off by a lost connection', function () {
  this.timeout(20_000);

  it('offers “Look” beside “Run again”, which opens what the transcript knows of the call', async () => {
    const { el, form } = await callThatIsLost(true);
    const look = form.querySelector<HTMLElement>('[data-name="look-button"]')!;
    expect(look.textContent!.trim()).to.equal('Look');
    look.focus();
    look.click();
    const transcript = (): ShadowRoot | null | undefined => root(el).querySelector('mcp-transcript')?.shadowRoot;
    await waitUntil(() => transcript()?.querySelector('.detail')?.textContent?.includes('get-tiny-image'), 'opened', {
      timeout: 8000,
    });
    await waitUntil(() => transcript()!.activeElement !== null, 'has the focus');
  });

  it('offers no “Look” where there is nothing to look at', async () => {
    const { form } = await callThatIsLost(false);
    expect(form.querySelector('[data-name="look-button"]')).to.equal(null);
  });
});

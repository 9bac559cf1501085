import { aTimeout, expect, oneEvent, waitUntil } from '@open-wc/testing';
import type { McpContentElement } from '../../components/content/content.js';
import type { McpLinkOpenRequestEvent, McpResourceOpenRequestEvent } from '../../components/events.js';
import { connect, type ResourceLinkBlock } from '../../src/index.js';
import { scriptedUrl } from '/__servers__.js';
import { LINK, button, formatted, part, show, showContents, words } from './content-harness.js';

describe('<mcp-content>', () => {
  describe('links in formatted text', () => {
    async function click(markup: string): Promise<{ element: McpContentElement; asked: string[] }> {
      const element = await showContents({ mimeType: 'text/html', text: markup });
      const asked: string[] = [];
      element.addEventListener('mcp-link-open-request', (event: McpLinkOpenRequestEvent) => {
        asked.push(event.url);
        event.preventDefault();
      });
      (await button(element, 'Show formatted')).click();
      (await formatted(element)).querySelector('a')!.click();
      await element.updateComplete;
      return { element, asked };
    }

    it('ask the page first', async () => {
      expect((await click('<a href="https://a.example/x">site</a>')).asked).to.deep.equal(['https://a.example/x']);
    });
    for (const [title, markup, warning] of [
      ['whose words name another host', '<a href="https://evil.example/">bank.example</a>', 'It says “bank.example”.'],
      ['with foreign letters', '<a href="https://b\u0131lling.example/">x</a>', 'letters that can look like others'],
      ['with a name before the host', '<a href="https://bank.example@evil.example/">x</a>', 'not the name of the site'],
      ['to a bare number', '<a href="https://192.0.2.7/">x</a>', 'a bare number'],
    ] as const)
      it(`${title} ask the person first`, async () => {
        const { element, asked } = await click(markup);
        expect(asked).to.deep.equal([]);
        expect(element.shadowRoot!.querySelector('[role="alert"]')!.textContent).to.include(warning);
        part<HTMLAnchorElement>(element, 'open-link')!.click();
        await element.updateComplete;
        expect(asked).to.have.length(1);
        expect(element.shadowRoot!.querySelector('[role="alert"]')).to.equal(null);
      });
    it('that were suspicious can be left alone', async () => {
      const { element, asked } = await click('<a href="https://evil.example/">bank.example</a>');
      part(element, 'decline-button')!.click();
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('[role="alert"]')).to.equal(null);
      expect(asked).to.deep.equal([]);
    });
  });

  describe('a linked resource', () => {
    it('is a card that sets its host apart', async () => {
      const element = await show({
        ...(LINK as ResourceLinkBlock),
        description: 'All of it.',
        mimeType: 'text/html',
        size: 1200,
      });
      expect(words(element)).to.include('The guide guide text/html · 1.2 kB All of it. https://a.example/guide');
      expect(element.shadowRoot!.querySelector('.uri strong')!.textContent).to.equal('a.example');
    });
    it('opens on the web only by a click, in a place that knows nothing of this page', async () => {
      const element = await show(LINK);
      const open = part<HTMLAnchorElement>(element, 'open-link')!;
      expect([open.target, open.rel, open.referrerPolicy]).to.deep.equal([
        '_blank',
        'noopener noreferrer nofollow',
        'no-referrer',
      ]);
      element.addEventListener('mcp-link-open-request', (event) => event.preventDefault());
      setTimeout(() => open.click());
      const event = await oneEvent(element, 'mcp-link-open-request');
      expect((event as Event as McpLinkOpenRequestEvent).url).to.equal('https://a.example/guide');
    });
    for (const uri of ['javascript:alert(1)', 'file:///etc/passwd', 'demo://resource/1', 'data:text/html,x'])
      it(`at ${uri} has no link`, async () => {
        const element = await show({ type: 'resource_link', uri, name: 'x' });
        expect(element.shadowRoot!.querySelector('a')).to.equal(null);
        expect(words(element)).to.include(uri);
      });
    it('asks the page before it is read', async () => {
      const element = await show(LINK);
      element.addEventListener('mcp-resource-open-request', (event) => event.preventDefault());
      setTimeout(async () => (await button(element, 'Read')).click());
      const event = await oneEvent(element, 'mcp-resource-open-request');
      expect((event as Event as McpResourceOpenRequestEvent).uri).to.equal('https://a.example/guide');
      await aTimeout(0);
      expect(element.shadowRoot!.querySelector('mcp-resource-view')).to.equal(null);
    });
    it('says so when nobody here can read it', async () => {
      const element = await show(LINK);
      (await button(element, 'Read')).click();
      await element.updateComplete;
      expect(words(element)).to.include('Not read: nothing here is connected to a server.');
    });
    it('is read and shown in place, and closed again', async () => {
      const element = await show({ type: 'resource_link', uri: 'test://one', name: 'one' });
      const session = await connect(scriptedUrl('rev-2025-11-25'), { storage: 'none' });
      element.session = session;
      (await button(element, 'Read')).click();
      await element.updateComplete;
      const view = element.shadowRoot!.querySelector('mcp-resource-view')!;
      expect(view.uri).to.equal('test://one');
      const inner = (): McpContentElement | null => view.shadowRoot!.querySelector('mcp-content');
      await waitUntil(() => inner() && words(inner()!).includes('Contents of test://one'));
      (await button(element, 'Close')).click();
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('mcp-resource-view')).to.equal(null);
      await session.close();
    });
  });
});

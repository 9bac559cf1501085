import { expect, waitUntil } from '@open-wc/testing';
import { script, scriptedLog } from '/__servers__.js';
import type { McpSchemeOpenRequestEvent } from '../../components/index.js';
import { SVG } from '../content/samples.js';
import { button, formatted, show, showContents, words } from './content-harness.js';

const press = (root: ParentNode, name: string): void =>
  root.querySelector<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`)!.click();

describe('<mcp-content>: what lies elsewhere', () => {
  it('an image in Markdown is a place that loads it', async () => {
    const url = await script({ replies: { GET: { text: SVG, type: 'image/svg+xml' } } });
    const element = await showContents({
      mimeType: 'text/markdown',
      text: `Look: ![A dot](${url}) and ![](/here.png)`,
    });
    // The engine loads with the first of it.
    await waitUntil(() => element.shadowRoot!.querySelector('[part~="document"]:not([data-name])'), 'formatted', {
      timeout: 5000,
    });
    const document = await formatted(element);
    const media = document.querySelector('mcp-remote-media')!;
    await media.updateComplete;
    expect(words(media)).to.include(`Image from ${new URL(url).host} was not loaded: “A dot”`);
    expect(document.textContent).to.include('Image was not loaded.');
    expect(document.querySelectorAll('mcp-remote-media')).to.have.length(1);
    expect(await scriptedLog(url)).to.deep.equal([]);
    press(media.shadowRoot!, 'load-button');
    await waitUntil(() => media.shadowRoot!.querySelector('img')?.naturalWidth === 8, 'the image', { timeout: 5000 });
    // Source and back: what was loaded stays loaded.
    (await button(element, 'Plain text')).click();
    (await button(element, 'Show as Markdown')).click();
    await formatted(element);
    expect((await scriptedLog(url)).length).to.be.at.least(1);
  });

  it('a block that holds an address instead of an image is one', async () => {
    const element = await show({ type: 'image', data: 'https://img.example/x.png', mimeType: 'image/png' });
    const media = element.shadowRoot!.querySelector('mcp-remote-media')!;
    await media.updateComplete;
    expect(words(media)).to.include('Image from img.example was not loaded');
  });

  it('a link for an application is offered to the page, never opened', async () => {
    const element = await showContents({
      mimeType: 'text/html',
      text: '<a href="ui://panel/1">the panel</a> <a href="file:///etc/passwd">a file</a> <a href="javascript:1">code</a> <a href="intent://x">an intent</a>',
    });
    (await button(element, 'Show formatted')).click();
    const document = await formatted(element);
    expect([...document.querySelectorAll('button')].map((each) => each.textContent)).to.deep.equal([
      'Open ui:',
      'Open file:',
    ]);
    expect(
      document.querySelectorAll('[part="button"][data-name="offer-button"]'),
      'a page can style them',
    ).to.have.length(2);
    const offered: string[] = [];
    element.addEventListener('mcp-scheme-open-request', (event: McpSchemeOpenRequestEvent) => {
      offered.push(event.url);
      if (event.scheme === 'ui') event.preventDefault();
    });
    for (const each of document.querySelectorAll('button')) each.click();
    await element.updateComplete;
    expect(offered).to.deep.equal(['ui://panel/1', 'file:///etc/passwd']);
    expect(words(element)).to.include('Nothing on this page opens addresses that begin with file:');
  });

  for (const [title, markup, warning] of [
    [
      'whose host looks like its words',
      '<a href="https://paypa1.example/">PayPal</a>',
      'It says “PayPal”, and the host only looks like that.',
    ],
    ['whose host has false letters', '<a href="https://pаypal.example/">x</a>', 'mixes alphabets'],
    ['whose host hides another one', '<a href="https://bank.com.evil.example/">x</a>', 'The host contains “bank.com”'],
  ] as const)
    it(`a link ${title} asks the person first`, async () => {
      const element = await showContents({ mimeType: 'text/html', text: markup });
      element.addEventListener('mcp-link-open-request', () => expect.fail('asked for at once'));
      (await button(element, 'Show formatted')).click();
      (await formatted(element)).querySelector('a')!.click();
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('[role="alert"]')!.textContent).to.include(warning);
    });
});

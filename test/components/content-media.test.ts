import { expect, waitUntil } from '@open-wc/testing';
import { PNG, SVG, WAV, base64 } from '../content/samples.js';
import { button, part, show, showContents, words, formatted } from './content-harness.js';
import { script, scriptedLog } from '/__servers__.js';
import type { McpSchemeOpenRequestEvent } from '../../components/index.js';

describe('<mcp-content>', () => {
  describe('images and sounds', () => {
    const image = (element: Element): HTMLImageElement | null => part<HTMLImageElement>(element, 'image');

    it('an image is decoded by the browser from its bytes, with words for those who do not see it', async () => {
      const element = await show({ type: 'image', data: PNG, mimeType: 'image/png' });
      await waitUntil(() => image(element)?.naturalWidth === 1);
      expect(image(element)!.src).to.match(/^blob:/);
      expect(image(element)!.alt).to.equal('Image from the server, PNG, 68 bytes');
    });
    it('SVG is only ever an image', async () => {
      const hostile = SVG.replace('<circle', '<script>parent.__ran = 1; window.__ran = 1</script><circle');
      const element = await show({ type: 'image', data: base64(hostile), mimeType: 'image/svg+xml' });
      await waitUntil(() => image(element)?.naturalWidth === 8);
      expect(element.shadowRoot!.querySelector('[part~="image"] svg, script')).to.equal(null);
      expect((window as { __ran?: number }).__ran).to.equal(undefined);
    });
    it('its address ends when the element goes, or shows something else', async () => {
      const revoked: string[] = [];
      const original = URL.revokeObjectURL;
      URL.revokeObjectURL = (url) => {
        revoked.push(url);
        original.call(URL, url);
      };
      try {
        const element = await show({ type: 'image', data: PNG, mimeType: 'image/png' });
        await waitUntil(() => image(element));
        const first = image(element)!.src;
        element.block = { type: 'image', data: base64(SVG), mimeType: 'image/svg+xml' };
        await waitUntil(() => image(element) && image(element)!.src !== first);
        const second = image(element)!.src;
        expect(revoked).to.deep.equal([first]);
        const place = element.parentElement!;
        element.remove();
        expect(revoked).to.deep.equal([first, second]);
        place.append(element);
        await waitUntil(() => image(element)?.naturalWidth === 8, 'the image after a move');
      } finally {
        URL.revokeObjectURL = original;
      }
    });
    it('a picture that may be transparent has a light ground, in a dark page too', async () => {
      for (const [data, mimeType] of [
        [base64(SVG), 'image/svg+xml'],
        [PNG, 'image/png'],
      ] as const) {
        const element = await show({ type: 'image', data, mimeType });
        element.style.colorScheme = 'dark';
        await waitUntil(() => image(element));
        expect(getComputedStyle(image(element)!).backgroundColor).to.equal('rgb(255, 255, 255)');
      }
    });
    for (const [width, height, said] of [
      [1, 6000, 'This image is 1 pixel wide and 6,000 high.'],
      [6000, 1, 'This image is 1 pixel high and 6,000 wide.'],
    ] as const)
      it(`a picture of ${width} × ${height} pixels has a frame and says so`, async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const data = canvas.toDataURL('image/png').split(',')[1]!;
        const element = await show({ type: 'image', data, mimeType: 'image/png' });
        await waitUntil(() => image(element)?.naturalWidth === width);
        expect(words(element)).to.include(said);
        const box = image(element)!.getBoundingClientRect();
        expect(Math.min(box.width, box.height)).to.be.at.least(20);
        expect(getComputedStyle(image(element)!).borderTopStyle).to.equal('solid');
      });
    it('a damaged image says so and can be saved', async () => {
      const element = await show({ type: 'image', data: base64('\x89PNG\r\n\x1a\nrubbish'), mimeType: 'image/png' });
      await waitUntil(() => words(element).includes('The image cannot be shown.'));
      expect((await button(element, 'Download')).getAttribute('aria-label')).to.equal('Download image.png');
    });
    it('base64 that turns out wrong says so', async () => {
      const element = await show({
        type: 'image',
        data: `${base64(`\x89PNG\r\n\x1a\n${'x'.repeat(6000)}`)}***`,
        mimeType: 'image/png',
      });
      await waitUntil(() => words(element).includes('It is not valid base64.'));
    });
    it('a type that lies is told', async () => {
      const element = await show({ type: 'image', data: PNG, mimeType: 'image/gif' });
      expect(words(element)).to.include('The server says image/gif, but the data is image/png.');
    });
    it('a large image waits for the person', async () => {
      const element = await show({ type: 'image', data: PNG, mimeType: 'image/png' }, { limits: { mediaBytes: 10 } });
      expect(image(element)).to.equal(null);
      (await button(element, 'Show anyway')).click();
      await waitUntil(() => image(element)?.naturalWidth === 1);
    });
    it('a sound has controls and loads nothing before they are used', async () => {
      const element = await show({ type: 'audio', data: WAV, mimeType: 'audio/wav' });
      await waitUntil(() => part(element, 'audio'));
      const player = part<HTMLAudioElement>(element, 'audio')!;
      expect(player.controls).to.equal(true);
      expect(player.preload).to.equal('none');
      expect(player.src).to.match(/^blob:/);
      expect(player.getAttribute('aria-label')).to.equal('Audio from the server, WAV, 45 bytes');
    });
  });

  it('a file is named, measured and saved as bytes that no browser runs', async () => {
    const element = await showContents({
      uri: 'file:///x/page.html',
      blob: base64('%PDF-'),
      mimeType: 'application/pdf',
    });
    expect(words(element)).to.include('page.pdf').and.include('application/pdf · 5 bytes');
    const saved: { name: string; url: string }[] = [];
    const original = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, url: this.href });
    };
    try {
      (await button(element, 'Download')).click();
      await waitUntil(() => saved.length === 1);
    } finally {
      HTMLAnchorElement.prototype.click = original;
    }
    expect(saved[0]!.name).to.equal('page.pdf');
    const blob = await (await fetch(saved[0]!.url)).blob();
    expect(blob.type).to.equal('application/octet-stream');
    expect(blob.size).to.equal(5);
  });
});

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
    await waitUntil(() => element.shadowRoot!.querySelector('[part~="document"]:not([data-name])'), 'formatted');
    const document = await formatted(element);
    const media = document.querySelector('mcp-remote-media')!;
    await media.updateComplete;
    expect(words(media)).to.include(`Image from ${new URL(url).host} was not loaded: “A dot”`);
    expect(document.textContent).to.include('Image was not loaded.');
    expect(document.querySelectorAll('mcp-remote-media')).to.have.length(1);
    expect(await scriptedLog(url)).to.deep.equal([]);
    press(media.shadowRoot!, 'load-button');
    await waitUntil(() => media.shadowRoot!.querySelector('img')?.naturalWidth === 8, 'the image');
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

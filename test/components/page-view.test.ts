import { aTimeout, expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { script, scriptedLog } from '/__servers__.js';
import '../../components/define/mcp-page-view.ts';
import type { McpLinkOpenRequestEvent, McpPageViewElement, McpSchemeOpenRequestEvent } from '../../components/index.js';

const part = <T extends HTMLElement>(element: Element, name: string): T | null =>
  element.shadowRoot!.querySelector<T>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);
const words = (element: Element): string => element.shadowRoot!.textContent.replace(/\s+/g, ' ').trim();

async function show(text: string): Promise<McpPageViewElement> {
  return fixture(html`<mcp-page-view .text=${text}></mcp-page-view>`);
}
const frameOf = (element: Element): HTMLIFrameElement => part<HTMLIFrameElement>(element, 'frame')!;
async function loaded(text: string): Promise<McpPageViewElement> {
  const element = await show(text);
  await oneEvent(frameOf(element), 'load');
  return element;
}

// Every attack that we know: page-view-attacks.slow.test.ts.
describe('<mcp-page-view>', () => {
  it('shows a page in a locked frame that says what it is', async () => {
    const element = await loaded('<title>Report</title><h1>Hello</h1>');
    const frame = frameOf(element);
    expect(frame.getAttribute('sandbox')).to.equal('');
    expect(frame.title).to.equal('Page from the server, “Report”');
    expect(frame.src).to.match(/^blob:/);
    expect(frame.contentDocument).to.equal(null);
    expect(words(element)).to.include('A page from the server: “Report” Not part of this page');
  });

  it('says how many of its links are listed', async () => {
    const links = Array.from({ length: 150 }, (_, at) => `<a href="https://a.example/${at}">x</a>`).join('');
    const list = part(await loaded(links), 'links')!;
    expect(list.querySelectorAll('li')).to.have.length(100);
    expect(list.querySelector('summary')!.textContent.trim()).to.equal('The first 100 of 150 links on this page');
  });

  it('lets go of what it showed', async () => {
    const gone: string[] = [];
    const { revokeObjectURL } = URL;
    URL.revokeObjectURL = (url) => {
      gone.push(url);
      revokeObjectURL.call(URL, url);
    };
    try {
      const element = await loaded('one');
      const first = frameOf(element).src;
      expect(gone).to.deep.equal([]);
      element.text = 'two';
      await element.updateComplete;
      const second = frameOf(element).src;
      expect(gone).to.deep.equal([first]);
      const parent = element.parentElement!;
      element.remove();
      expect(gone).to.deep.equal([first, second]);
      parent.append(element);
      await element.updateComplete;
      expect([first, second]).to.not.include(frameOf(element).src);
    } finally {
      URL.revokeObjectURL = revokeObjectURL;
    }
  });

  it('is as high as the person wants', async () => {
    const element = await show('x');
    const height = (): number => frameOf(element).getBoundingClientRect().height;
    const first = height();
    part(element, 'taller-button')!.click();
    await element.updateComplete;
    const second = height();
    expect(second).to.be.above(first);
    part(element, 'shorter-button')!.click();
    part(element, 'shorter-button')!.click();
    await element.updateComplete;
    expect(height()).to.be.below(first);
    expect(part<HTMLButtonElement>(element, 'shorter-button')!.disabled).to.equal(true);
  });

  it('asks no server for anything, whatever the page holds', async () => {
    const url = await script({ replies: { '*': { text: '' } } });
    const from = (what: string): string => `${url}?${what}`;
    const element = await loaded(`<!-- <head> -->
      <link rel=stylesheet href=${from('css')}><link rel=preload as=image href=${from('preload')}><link rel=prefetch href=${from('prefetch')}>
      <link rel=icon href=${from('icon')}><meta http-equiv=refresh content="0;url=${from('refresh')}"><base href=${from('base')}>
      <style>@import "${from('import')}"; @font-face { font-family: x; src: url(${from('font')}) } * { font-family: x; background: url(${from('background')}); cursor: url(${from('cursor')}), auto }
      p::before { content: url(${from('content')}) } b { filter: url(${from('filter')}#x); mask: url(${from('mask')}) }</style>
      <p style="background: image-set('${from('set')}' 1x)">x</p><b>x</b>
      <img src=${from('img')}><img srcset="${from('srcset')} 1x"><picture><source srcset=${from('source')}><img></picture>
      <video src=${from('video')} poster=${from('poster')} autoplay></video><audio src=${from('audio')} autoplay></audio><track src=${from('track')}>
      <iframe src=${from('frame')}></iframe><iframe srcdoc="<img src=${from('srcdoc')}>"></iframe><object data=${from('object')}></object><embed src=${from('embed')}>
      <svg><image href=${from('svg')} /><use href="${from('use')}#x" /><feImage href=${from('feimage')} /></svg>
      <input type=image src=${from('button')}><body background=${from('body')}><table background=${from('table')}><td>x</table>
      <script src=${from('script')}></script><script>fetch('${from('fetch')}')</script><img src=x onerror="fetch('${from('handler')}')">
      <form action=${from('form')}><button autofocus>x</button></form><math href=${from('math')}><mi>x</mi></math>`);
    await aTimeout(500);
    expect((await scriptedLog(url)).map(({ path }: { path: string }) => path)).to.deep.equal([]);
    expect(words(element)).to.include('Not loaded: 2 images from');
    expect(words(element)).to.include('Left out for safety');
  });

  it('goes nowhere when a link in it is clicked', async () => {
    const url = await script({ replies: { '*': { text: 'gone', type: 'text/html' } } });
    const frame = frameOf(await loaded(`<a href="${url}" style="position:fixed;inset:0">x</a>`));
    let loads = 0;
    frame.addEventListener('load', () => loads++);
    frame.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = frame.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
    await aTimeout(150);
    expect(loads).to.equal(0);
    expect(await scriptedLog(url)).to.deep.equal([]);
  });

  describe('its links', () => {
    const PAGE = `<a href="https://a.example/x">The guide</a><a href="https://evil.example/">bank.example</a>
      <a href="vscode://open">Open it</a><a href="javascript:1">Run</a><a href="mailto:a@b.example">Write</a><a href="/login">Sign in</a><a href="#x">Up</a>`;

    it('are listed below, with the host that each leads to', async () => {
      const element = await show(PAGE);
      const rows = [...part(element, 'links')!.querySelectorAll('li')].map((row) =>
        row.textContent.replace(/\s+/g, ' ').trim(),
      );
      expect(rows).to.deep.equal([
        'The guide Open a.example',
        'bank.example Open evil.example',
        'Open it Open vscode:',
        'Write a@b.example',
      ]);
      part<HTMLDetailsElement>(element, 'links')!.open = true;
    });
    it('ask the page before they open, and the person where they deceive', async () => {
      const element = await show(PAGE);
      const asked: string[] = [];
      element.addEventListener('mcp-link-open-request', (event: McpLinkOpenRequestEvent) => {
        asked.push(event.url);
        event.preventDefault();
      });
      const [honest, deceiving] = element.shadowRoot!.querySelectorAll<HTMLElement>('[data-name~="open-link"]');
      honest!.click();
      expect(asked).to.deep.equal(['https://a.example/x']);
      deceiving!.click();
      await element.updateComplete;
      expect(asked).to.have.length(1);
      expect(element.shadowRoot!.querySelector('[role="alert"]')!.textContent).to.include('It says “bank.example”.');
    });
    it('with a scheme of their own are offered to the page, and it is said when nobody takes them', async () => {
      const element = await show(PAGE);
      const offered: string[] = [];
      const take = (event: McpSchemeOpenRequestEvent): void => {
        offered.push(`${event.scheme} ${event.url}`);
        event.preventDefault();
      };
      element.addEventListener('mcp-scheme-open-request', take);
      part(element, 'offer-button')!.click();
      await element.updateComplete;
      expect(offered).to.deep.equal(['vscode vscode://open']);
      expect(words(element)).to.not.include('Not opened');
      element.removeEventListener('mcp-scheme-open-request', take);
      part(element, 'offer-button')!.click();
      await element.updateComplete;
      expect(words(element)).to.include('Nothing on this page opens addresses that begin with vscode:');
    });
  });

  describe('under a security policy', () => {
    /** A page of its own, with the element in it. */
    async function pageWith(policy: string): Promise<McpPageViewElement> {
      const frame = document.createElement('iframe');
      const module = new URL('../../components/define/mcp-page-view.ts', import.meta.url).href;
      frame.srcdoc = `<!doctype html><meta http-equiv="content-security-policy" content="default-src 'none'; script-src ${location.origin}; style-src ${location.origin}; require-trusted-types-for 'script'; trusted-types lit-html mcp-embed; ${policy}">
        <body><script type="module" src="${module}"></script></body>`;
      const arrived = oneEvent(frame, 'load');
      document.body.append(frame);
      await arrived;
      const view = frame.contentWindow as Window & typeof globalThis;
      await view.customElements.whenDefined('mcp-page-view');
      const element = Object.assign(view.document.createElement('mcp-page-view'), { text: '<title>T</title>x' });
      view.document.body.append(element);
      await element.updateComplete;
      return element;
    }
    afterEach(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));

    it('with Trusted Types it works, given frame-src blob:', async () => {
      const element = await pageWith('frame-src blob:');
      await oneEvent(frameOf(element), 'load');
      expect(words(element)).to.include('A page from the server: “T”');
      expect(words(element)).to.not.include('cannot be shown');
    });
    for (const [policy, directive] of [
      ['', 'frame-src'],
      ['frame-src https://a.example', 'frame-src'],
    ] as const)
      it(`${policy || "default-src 'none'"} refuses the frame, and it says what is missing`, async () => {
        const element = await pageWith(policy);
        await waitUntil(() => words(element).includes('cannot be shown'), 'the refusal is noticed');
        expect(words(element)).to.include(`add blob: to ${directive}`);
        expect(frameOf(element)).to.equal(null);
      });
  });
});

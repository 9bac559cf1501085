import { expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-client.js';
import '../../components/define/mcp-icon.js';
import { scrollDetailsIntoView } from '../../components/internal/details.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { LitElement, type TemplateResult } from 'lit';
import { StoreController } from '../../components/internal/store-controller.js';
import { Store, type Readable } from '../../src/index.js';

describe('an attribute that an element does not have', () => {
  const { warn } = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
  });

  it('is named once, with the one that is meant', async () => {
    await fixture(html`<mcp-client deny-tool="delete*"></mcp-client>`);
    await fixture(html`<mcp-client deny-tool="delete*"></mcp-client>`);
    expect(warnings).to.deep.equal([
      'mcp-embed: <mcp-client> has no attribute "deny-tool", so it does nothing. Use "deny-tools".',
    ]);
  });

  for (const [old, now] of [
    ['answers', 'capabilities'],
    ['sign-in', 'redirect-uri'],
    ['sign-in-way', 'auth-mode'],
  ] as const)
    it(`of 0.1, ${old}, is named with what it is called now`, async () => {
      const element = document.createElement('mcp-client');
      element.setAttribute(old, 'x');
      document.body.append(element);
      element.remove();
      expect(warnings).to.deep.equal([
        `mcp-embed: <mcp-client> has no attribute "${old}", so it does nothing. Use "${now}".`,
      ]);
    });

  it('is named with those that there are, where none is meant', async () => {
    await fixture(html`<mcp-icon colour="red"></mcp-icon>`);
    expect(warnings).to.deep.equal([
      'mcp-embed: <mcp-icon> has no attribute "colour", so it does nothing. It has "name".',
    ]);
  });

  it('is no matter where HTML, a framework or a browser extension means it', async () => {
    const element = document.createElement('mcp-client');
    for (const name of [
      'id',
      'class',
      'style',
      'slot',
      'hidden',
      'lang',
      'aria-label',
      'data-x',
      'onclick',
      '_nghost-c',
    ])
      element.setAttribute(name, '');
    for (const name of ['ng-version', 'v-cloak', 'x-data', 'bis_skin_checked']) element.setAttribute(name, '');
    document.body.append(element);
    element.remove();
    expect(warnings).to.deep.equal([]);
  });

  it('does not fill the console: a hundred names are enough', async () => {
    const element = document.createElement('mcp-icon');
    for (let at = 0; at < 300; at++) {
      const letters = [...String(at)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
      element.setAttribute(`unheard-${letters}`, '');
    }
    document.body.append(element);
    element.remove();
    expect(warnings.length).to.be.within(90, 100);
  });
});

describe('a fold that is opened at the lower edge of what scrolls', () => {
  let scroller: HTMLElement;
  let fold: HTMLDetailsElement;
  let inside: HTMLElement;
  beforeEach(() => {
    scroller = document.createElement('div');
    scroller.style.cssText = 'block-size: 200px; overflow: auto';
    const before = document.createElement('div');
    before.style.blockSize = '500px';
    // As the elements have it: in a shadow root of its own, in the slot of another.
    const around = document.createElement('div');
    around.attachShadow({ mode: 'open' }).innerHTML =
      '<details><summary>Kept here</summary><div id="inside"></div></details>';
    scroller.append(before, around);
    document.body.append(scroller);
    fold = around.shadowRoot!.querySelector('details')!;
    inside = around.shadowRoot!.querySelector('#inside')!;
    fold.addEventListener('toggle', scrollDetailsIntoView);
    scroller.scrollTop = scroller.scrollHeight;
  });
  afterEach(() => scroller.remove());
  const open = async (): Promise<void> => {
    fold.open = true;
    await pause(50);
  };
  const isInSight = (): boolean => fold.getBoundingClientRect().bottom <= scroller.getBoundingClientRect().bottom + 1;
  const isAtTop = (): boolean => Math.abs(fold.getBoundingClientRect().top - scroller.getBoundingClientRect().top) <= 1;

  it('is brought into sight, also where its contents come later', async () => {
    await open();
    inside.style.blockSize = '100px';
    await eventually(isInSight);
  });

  it('is at the top where it is larger than what is seen', async () => {
    await open();
    inside.style.blockSize = '900px';
    await eventually(isAtTop);
  });

  it('does not go where the person does not want to be', async () => {
    await open();
    scroller.dispatchEvent(new WheelEvent('wheel'));
    scroller.scrollTop = 0;
    inside.style.blockSize = '100px';
    await pause(100);
    expect(scroller.scrollTop).to.equal(0);
  });

  it('leaves the page where it is, and what nothing scrolls around', async () => {
    const { scrollY } = window;
    document.body.append(fold);
    await open();
    inside.style.blockSize = '5000px';
    await pause(100);
    expect(window.scrollY).to.equal(scrollY);
    fold.remove();
  });
});

/** A store that knows how many follow it. */
class CountingStore extends Store<string> {
  followers = 0;

  override subscribe(...[listener, options]: Parameters<Readable<string>['subscribe']>): () => void {
    this.followers++;
    const end = super.subscribe(listener, options);
    return () => {
      this.followers--;
      end();
    };
  }
}

class Follower extends LitElement {
  store: Store<string> | undefined;
  readonly #value = new StoreController(this, () => this.store);

  override render(): TemplateResult {
    return html`${this.#value.value}`;
  }
}
customElements.define('store-follower', Follower);

describe('StoreController', () => {
  let element: Follower;
  const text = (): string => element.shadowRoot!.textContent!.trim();

  beforeEach(() => {
    element = document.createElement('store-follower') as Follower;
  });
  afterEach(() => element.remove());

  it('renders each change', async () => {
    element.store = new Store('one');
    document.body.append(element);
    await element.updateComplete;
    element.store.set('two');
    await element.updateComplete;
    expect(text()).to.equal('two');
  });

  it('follows a store that takes the place of another', async () => {
    const first = new CountingStore('one');
    element.store = first;
    document.body.append(element);
    await element.updateComplete;
    element.store = new Store('other');
    element.requestUpdate();
    await element.updateComplete;
    expect(text()).to.equal('other');
    expect(first.followers).to.equal(0);
  });

  it('lets go when its host leaves, also with a rendering still due', async () => {
    const store = new CountingStore('one');
    element.store = store;
    document.body.append(element);
    await element.updateComplete;
    element.requestUpdate();
    element.remove();
    await element.updateComplete;
    expect(store.followers).to.equal(0);
  });

  it('renders what changed while its host was away', async () => {
    element.store = new Store('one');
    document.body.append(element);
    await element.updateComplete;
    element.remove();
    element.store.set('two');
    document.body.append(element);
    await element.updateComplete;
    expect(text()).to.equal('two');
  });
});
declare global {
  interface HTMLElementTagNameMap {
    'store-follower': Follower;
  }
}

import { expect } from '@open-wc/testing';
import { html, LitElement, type TemplateResult } from 'lit';
import { StoreController } from '../../components/internal/store-controller.js';
import { Store, type Readable } from '../../src/index.js';

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

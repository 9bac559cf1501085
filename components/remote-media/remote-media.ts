import { LitElement, nothing, type CSSResultGroup, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { readAddress, type ContentPolicy, type MediaKind } from '../../src/content/index.js';
import { FocusFallback } from '../controllers/focus-fallback.js';
import { usePolicyAround } from '../controllers/policy-around.js';
import { StoreController } from '../controllers/store-controller.js';
import type { WebAddress } from '../content/link-words.js';
import { base } from '../styles/base.styles.js';
import { controls } from '../styles/controls.styles.js';
import { tokens } from '../styles/tokens.styles.js';
import { RemoteLoad } from './remote-load.js';
import { remoteMediaStyles } from './remote-media.styles.js';
import { html } from '../words/html.js';

const NAMES: { readonly [K in MediaKind]: string } = { image: 'Image', audio: 'Sound', video: 'Video' };

/** Characters of a server's description that are shown. */
const MAX_ALT = 200;

const NOT_DRAWN =
  'It is damaged, it did not come, or the security policy of this page forbids it (img-src or media-src).';

/**
 * @summary An image, a sound or a video on another site: says where, and loads it when the person says so.
 *
 * What is loaded comes without cookies and without a word of this page, and is shown only where its first bytes say that it is what
 * it is said to be. A site that lets no page look at what it sends is asked for once more, with what that means.
 *
 * @csspart base - What stands there instead.
 * @csspart image - The image.
 * @csspart audio - The sound.
 * @csspart video - The video.
 * @csspart load-button - Loads it this time.
 * @csspart always-button - Loads everything from this host, now and later.
 * @csspart direct-button - Shows an image that nobody could look at first.
 * @csspart host - Where it came from, below it.
 * @csspart hidden-character - Stands for characters that nobody would see.
 * @cssprop [--mcp-content-image-size=32rem] - Height beyond which an image or a video is scaled down.
 */
export class McpRemoteMediaElement extends LitElement {
  static override styles: CSSResultGroup = [tokens, base, controls, remoteMediaStyles];

  readonly #load = new RemoteLoad(this);
  readonly #hosts = new StoreController(this, () => this.policy?.remote?.hosts);
  readonly #focus = new FocusFallback(this, ['button', '[part~="base"]', 'img, audio, video']);
  #address: WebAddress | undefined;

  /** The address, as a server gave it. */
  @property()
  src = '';

  /** What it is said to be. */
  @property()
  what: MediaKind = 'image';

  /** What the server says that it shows. */
  @property()
  alt = '';

  /** From where things are loaded without asking, and how large they may be. */
  @property({ attribute: false })
  policy: ContentPolicy | undefined;

  constructor() {
    super();
    usePolicyAround(this);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('src') || changed.has('what')) {
      const address = readAddress(this.src);
      this.#address = address.kind === 'web' ? address : undefined;
      this.#load.forget();
    }
    if (this.#load.state.phase !== 'held' || !this.#address || !this.isConnected) return;
    if (this.#hosts.value && this.policy?.remote?.allows(this.#address.host)) this.#start();
  }

  readonly #start = (): void => {
    if (this.#address) void this.#load.load(this.#address.href, this.what, this.policy);
  };

  readonly #always = (): void => {
    const host = this.#address?.host;
    this.#start();
    // Whatever becomes of remembering it, this one was asked for.
    if (host) this.policy?.remote?.allow(host).catch(() => {});
  };

  override render(): TemplateResult {
    const address = this.#address;
    const name = NAMES[this.what];
    const alt = this.alt.slice(0, MAX_ALT);
    const said = alt ? html`: “<bdi>${alt}</bdi>”` : nothing;
    if (!address) return html`<span class="held" part="base" tabindex="-1">${name} was not loaded${said || '.'}</span>`;
    const host = html`<strong><bdi>${address.host}</bdi></strong>`;
    const { state } = this.#load;
    switch (state.phase) {
      case 'held':
        return this.#frame(html`${name} from ${host} was not loaded${said}`, this.#choices(address));
      case 'loading':
        return this.#frame(html`<span role="status">Loading the ${name.toLowerCase()} from ${host}.</span>`);
      case 'unreadable':
        return this.#frame(html`${name} from ${host} was not shown${said}`, this.#directly(address));
      case 'failed':
        return this.#frame(
          html`${name} from ${host} was not shown${said}`,
          html`<span class="small quiet" role="status">${state.note}</span>`,
        );
      case 'ready':
        return this.#shown(state.url, address);
      case 'direct':
        return this.#shown(address.href, address);
    }
  }

  #frame(line: TemplateResult, more: TemplateResult | typeof nothing = nothing): TemplateResult {
    return html`<span class="held" part="base" tabindex="-1"><span>${line}</span>${more}</span>`;
  }

  #choices({ host, isLocal }: WebAddress): TemplateResult {
    const canRemember = this.policy?.remote && !isLocal;
    return html`<span class="row"
        ><button part="load-button" type="button" @click=${this.#start}>Load once</button>${
          canRemember
            ? html`<button part="always-button" class="plain" type="button" @click=${this.#always}>
                Always load from <bdi>${host}</bdi>
              </button>`
            : nothing
        }</span
      >
      <span class="small quiet"
        >${
          isLocal
            ? 'It is on this computer or in the network around it: loading it may do something there.'
            : 'Loading tells that site your network address, and that you look at this.'
        }</span
      >`;
  }

  #directly({ host }: WebAddress): TemplateResult {
    const why = html`<span class="small quiet" role="status"
      >It did not come, or <bdi>${host}</bdi> does not let other pages read what it sends.</span
    >`;
    if (this.what !== 'image') return why;
    return html`${why}
      <span class="row"
        ><button part="direct-button" type="button" @click=${() => this.#load.showDirectly()}>
          Show unchecked
        </button></span
      >
      <span class="small quiet"
        >Shown so, the site can know you by its cookies, and send you on to another site.</span
      >`;
  }

  #shown(url: string, { host }: WebAddress): TemplateResult {
    const words = this.alt.slice(0, MAX_ALT) || `${NAMES[this.what]} from ${host}`;
    const broken = (): void => this.#load.fail(NOT_DRAWN);
    const from = html`<span class="from small quiet" part="host">From <bdi>${host}</bdi></span>`;
    switch (this.what) {
      case 'image':
        return html`<img
            part="image"
            src=${url}
            alt=${words}
            tabindex="-1"
            decoding="async"
            referrerpolicy="no-referrer"
            @error=${broken}
          />${from}`;
      case 'audio':
        return html`<audio part="audio" src=${url} controls preload="none" aria-label=${words} @error=${broken}></audio
          >${from}`;
      case 'video':
        return html`<video
            part="video"
            src=${url}
            controls
            playsinline
            preload="metadata"
            aria-label=${words}
            @error=${broken}
          ></video
          >${from}`;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-remote-media': McpRemoteMediaElement;
  }
}

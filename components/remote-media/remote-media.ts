import {
  type CSSResultGroup,
  nothing,
  type PropertyValues,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property } from 'lit/decorators.js';
import { McpElement } from '../internal/mcp-element.js';
import {
  type ContentPolicy,
  limitsOf,
  loadRemote,
  type MediaKind,
  readAddress,
  whyRemoteRefused,
} from '../../src/content/index.js';
import type { ErrorText } from '../../src/errors.js';
import type { WebAddress } from '../content/links.js';
import { usePolicyAround } from '../context.js';
import { FocusFallback } from '../internal/focus-fallback.js';
import { html } from '../internal/html.js';
import { richErrorWords } from '../words/messages.js';
import { mediaElement, mediaStyles } from '../internal/media.js';
import { StoreController } from '../internal/store-controller.js';
import { base, controls, tokens } from '../internal/styles.js';
import { remoteMediaStyles } from './remote-media.styles.js';
import { t } from './messages.js';

type RemoteState =
  /** Nothing was requested yet. */
  | { readonly phase: 'held' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly url: string }
  /** The other site sends no CORS headers, so this page cannot check the file before it is shown. */
  | { readonly phase: 'unreadable' }
  /** Loaded by the browser without a check, because the person chose that. */
  | { readonly phase: 'direct' }
  /** Without a note the browser could not show it. */
  | { readonly phase: 'failed'; readonly note: ErrorText | undefined };

/** Characters of a server's description that are shown. */
const MAX_MEDIA_ALT_SHOWN = 200;

/**
 * @summary An image, a sound or a video on another site: says where, and loads it when the person says so.
 *
 * The file loads without cookies and without a referrer, and is shown only if its first bytes match its declared type. If the site
 * does not allow the page to read the file, the person can show it unchecked: a text says what that means.
 *
 * @csspart base - The placeholder, or the media.
 * @csspart image - The image.
 * @csspart audio - The sound.
 * @csspart video - The video.
 * @csspart button - Every button.
 * @csspart host - The host from which something loads.
 * @csspart hidden-character - A sign in place of hidden characters.
 * @cssprop [--mcp-content-image-size=34em] - Height beyond which an image or a video is scaled down.
 */
export class McpRemoteMediaElement extends McpElement {
  static override styles: CSSResultGroup = [tokens, base, controls, mediaStyles, remoteMediaStyles];

  readonly #load = new RemoteLoad(this);
  readonly #hosts = new StoreController(this, () => this.policy?.remote?.hosts);
  readonly #focus = new FocusFallback(this, ['button', '[part~="base"]', 'img, audio, video']);
  #address: WebAddress | undefined;

  /** The URL as the server sent it. */
  @property()
  src = '';

  /** The kind of file that the server declares. */
  @property()
  what: MediaKind = 'image';

  /** The server's description of it. */
  @property()
  alt = '';

  /** The policy: the hosts that the person allowed (src/content/remote-hosts.ts), and the largest sizes. */
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
    // This file loads even if the host cannot be stored.
    if (host) this.policy?.remote?.allow(host).catch(() => {});
  };

  override render(): TemplateResult {
    const address = this.#address;
    const alt = this.alt.slice(0, MAX_MEDIA_ALT_SHOWN);
    const { what } = this;
    if (!address)
      return html`<span class="held" part="base" tabindex="-1"
        >${alt ? t.rich(`remoteMedia.namedNotLoaded.${what}`, { alt }) : t(`remoteMedia.notLoaded.${what}`)}</span
      >`;
    const host = html`<strong><bdi>${address.host}</bdi></strong>`;
    const { state } = this.#load;
    switch (state.phase) {
      case 'held':
        return this.#frame(
          html`${alt ? t.rich(`remoteMedia.namedNotLoadedFrom.${what}`, { host, alt }) : t.rich(`remoteMedia.notLoadedFrom.${what}`, { host })}`,
          this.#choices(address),
        );
      case 'loading':
        return this.#frame(html`<span role="status">${t.rich(`remoteMedia.loadingFrom.${what}`, { host })}</span>`);
      case 'unreadable':
        return this.#frame(
          html`${alt ? t.rich(`remoteMedia.namedNotShownFrom.${what}`, { host, alt }) : t.rich(`remoteMedia.notShownFrom.${what}`, { host })}`,
          this.#directly(address),
        );
      case 'failed':
        return this.#frame(
          html`${alt ? t.rich(`remoteMedia.namedNotShownFrom.${what}`, { host, alt }) : t.rich(`remoteMedia.notShownFrom.${what}`, { host })}`,
          html`<span class="small quiet" role="status"
            >${state.note ? richErrorWords(state.note) : t('remoteMedia.itIsDamagedIt')}</span
          >`,
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

  #choices({ host, href, isLocal }: WebAddress): TemplateResult {
    const refusal = whyRemoteRefused(href);
    if (refusal !== undefined) return html`<span class="small quiet">${richErrorWords(refusal)}</span>`;
    const canRemember = this.policy?.remote && !isLocal;
    return html`<span class="row"
        ><button part="button" data-name="load-button" type="button" @click=${this.#start}>
          ${t('remoteMedia.loadOnce')}</button
        >${
          canRemember
            ? html`<button part="button" data-name="always-button" class="plain" type="button" @click=${this.#always}>
                ${t.rich('remoteMedia.alwaysLoadFrom', { host })}
              </button>`
            : nothing
        }</span
      >
      <span class="small quiet"
        >${isLocal ? t('remoteMedia.itIsOnThis') : t('remoteMedia.loadingTellsThatSite')}</span
      >`;
  }

  #directly({ host }: WebAddress): TemplateResult {
    const why = html`<span class="small quiet" role="status">${t.rich('remoteMedia.itDidNotComeOr', { host })}</span>`;
    if (this.what !== 'image') return why;
    return html`${why}
      <span class="row"
        ><button part="button" data-name="direct-button" type="button" @click=${() => this.#load.showDirectly()}>
          ${t('remoteMedia.showUnchecked')}
        </button></span
      >
      <span class="small quiet">${t('remoteMedia.shownSoTheSite')}</span>`;
  }

  #shown(url: string, { host }: WebAddress): TemplateResult {
    const words = this.alt.slice(0, MAX_MEDIA_ALT_SHOWN) || t(`remoteMedia.mediaFrom.${this.what}`, { host });
    const broken = (): void => this.#load.fail();
    return html`${mediaElement({ kind: this.what, url, label: words, onError: broken, isFocusable: true })}<span
        class="from small quiet"
        part="host"
        >${t.rich('remoteMedia.from', { host })}</span
      >`;
  }
}

/** A file on another site, while its host shows it. A file that was loaded once is not requested again. */
class RemoteLoad implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #state: RemoteState = { phase: 'held' };
  #blob: Blob | undefined;
  #loading: AbortController | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get state(): RemoteState {
    return this.#state;
  }

  hostConnected(): void {
    if (this.#blob) this.#show(this.#blob);
  }

  hostDisconnected(): void {
    this.#set({ phase: 'held' });
  }

  /** Call it before another address is shown. */
  forget(): void {
    this.#blob = undefined;
    this.#set({ phase: 'held' });
  }

  async load(href: string, what: MediaKind, policy: ContentPolicy | undefined): Promise<void> {
    this.#set({ phase: 'loading' });
    const loading = new AbortController();
    this.#loading = loading;
    const { mediaBytes, imagePixels, svgShapes } = limitsOf(policy);
    const limits = { families: [what], bytes: mediaBytes, pixels: imagePixels, shapes: svgShapes };
    const reading = await loadRemote(href, limits, loading.signal);
    if (loading.signal.aborted) return;
    if (reading.kind === 'media') this.#show((this.#blob = reading.blob));
    else if (reading.kind === 'refused') this.fail(reading.note);
    else this.#set({ phase: 'unreadable' });
  }

  /** Lets the browser load the file like any image. */
  showDirectly(): void {
    this.#set({ phase: 'direct' });
  }

  fail(note?: ErrorText): void {
    this.#blob = undefined;
    this.#set({ phase: 'failed', note });
  }

  #show(blob: Blob): void {
    this.#set({ phase: 'ready', url: URL.createObjectURL(blob) });
  }

  #set(state: RemoteState): void {
    this.#loading?.abort();
    this.#loading = undefined;
    if (this.#state.phase === 'ready') URL.revokeObjectURL(this.#state.url);
    this.#state = state;
    this.#host.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-remote-media': McpRemoteMediaElement;
  }
}

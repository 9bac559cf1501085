import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import {
  type ContentPolicy,
  decodeBase64,
  formatBytes,
  type RemovedImage,
  type MediaPlan,
  offeredScheme,
  type RemotePlan,
  type SafeFragment,
  visibleText,
} from '../../src/content/index.js';
import { html } from '../internal/html.js';
import { formatCount } from '../internal/text.js';
import { actionRow, type ContentView, notes, pressButton } from './content-view.js';
import type { LinkGuard } from './links.js';

type MediaState =
  | { readonly phase: 'off' }
  /** Large: shown when the person says so. */
  | { readonly phase: 'waiting' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly url: string }
  /** `note` says in a sentence why it cannot be shown. */
  | { readonly phase: 'failed'; readonly note: string };

/** Keeps the address of one decoded image or sound, for exactly as long as its host shows it. */
export class MediaController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #plan: MediaPlan | undefined;
  #state: MediaState = { phase: 'off' };
  #decoding: AbortController | undefined;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get state(): MediaState {
    return this.#state;
  }

  hostConnected(): void {
    this.use(this.#plan);
  }

  hostDisconnected(): void {
    this.#set({ phase: 'off' });
  }

  /** Shows another image or sound, or none. */
  use(plan: MediaPlan | undefined): void {
    this.#plan = plan;
    this.#set({ phase: 'off' });
    if (!plan || !this.#host.isConnected) return;
    if (plan.onRequest) this.#set({ phase: 'waiting' });
    else void this.load();
  }

  /** Decodes it now. */
  async load(): Promise<void> {
    const plan = this.#plan;
    if (!plan) return;
    this.#set({ phase: 'loading' });
    const decoding = new AbortController();
    this.#decoding = decoding;
    const bytes =
      'text' in plan.data
        ? plan.data.text
        : await decodeBase64(plan.data.base64, { signal: decoding.signal }).catch(() => undefined);
    if (decoding.signal.aborted) return;
    this.#set(
      bytes === undefined
        ? { phase: 'failed', note: 'It is not valid base64.' }
        : { phase: 'ready', url: URL.createObjectURL(new Blob([bytes], { type: plan.mimeType })) },
    );
  }

  /** The browser could not show it. */
  fail(note: string): void {
    this.#set({ phase: 'failed', note });
  }

  #set(state: MediaState): void {
    this.#decoding?.abort();
    this.#decoding = undefined;
    if (this.#state.phase === 'ready') URL.revokeObjectURL(this.#state.url);
    this.#state = state;
    this.#host.requestUpdate();
  }
}

export function mediaView(plan: MediaPlan, view: ContentView): TemplateResult {
  const { phase } = view.media.state;
  return html`${shown(plan, view)}${notes(plan.notes)}
  ${actionRow(
    html`<span class="small quiet">${factsOf(plan).join(' · ')}</span>`,
    phase === 'waiting'
      ? html`<button
          class="small"
          part="button"
          data-name="show-button"
          type="button"
          @click=${() => void view.media.load()}
        >
          Show anyway
        </button>`
      : nothing,
    view.save.render(plan.fileName, plan.data),
    pressButton(view, 'raw', 'raw-button', 'Raw'),
    phase === 'ready' && plan.kind !== 'audio' ? view.page.button(view) : nothing,
  )}`;
}

function factsOf(plan: MediaPlan): readonly string[] {
  const extent = plan.width === undefined ? [] : [`${formatCount(plan.width)} × ${formatCount(plan.height ?? 0)}`];
  return [plan.formatName, ...extent, formatBytes(plan.size)];
}

function shown(plan: MediaPlan, view: ContentView): TemplateResult | typeof nothing {
  const { state } = view.media;
  const name = plan.kind;
  switch (state.phase) {
    case 'off':
      return nothing;
    case 'waiting':
      return html`<div class="note" part="note">
        <strong>This ${name} is not shown yet.</strong>${
          plan.requestReason ? html`<span>${plan.requestReason}</span>` : nothing
        }
      </div>`;
    case 'loading':
      return html`<p class="quiet" role="status">Opening the ${name}.</p>`;
    case 'failed':
      return html`<div class="note" part="note">
        <strong>The ${name} cannot be shown.</strong><span>${state.note}</span>
      </div>`;
    case 'ready':
      return player(plan, view, state.url);
  }
}

const LABELS = { image: 'Image', audio: 'Audio', video: 'Video' } as const;

function player(plan: MediaPlan, view: ContentView, url: string): TemplateResult {
  const words = `${LABELS[plan.kind]} from the server, ${plan.formatName}, ${formatBytes(plan.size)}`;
  const broken = (): void =>
    view.media.fail('It is damaged, or the security policy of this page forbids it (img-src or media-src blob:).');
  switch (plan.kind) {
    case 'image':
      return html`<img part="image" src=${url} alt=${words} decoding="async" @error=${broken} />`;
    case 'audio':
      return html`<audio part="audio" src=${url} controls preload="none" aria-label=${words} @error=${broken}></audio>`;
    case 'video':
      // Its first picture says what it is; it comes from memory.
      return html`<video
        part="video"
        src=${url}
        controls
        playsinline
        preload="metadata"
        aria-label=${words}
        @error=${broken}
      ></video>`;
  }
}

/** Images of one text that can be loaded in their places; those beyond stay words. Each place is an element with a life of its own. */
const MAX_IMAGE_PLACES = 200;

/** How much of a fragment has been through {@link annotate}. A long text grows while it is shown. */
const furnished = new WeakMap<SafeFragment, { images: number; offered: number }>();

/**
 * Puts into formatted text what a person can press: instead of the words for an image one that can be loaded, and behind a link
 * that only an application could open a button that offers it to the page. The sanitizer lets neither through, so both are ours.
 */
export function annotate(fragment: SafeFragment, guard: LinkGuard, policy: ContentPolicy | undefined): void {
  const done = furnished.get(fragment) ?? { images: 0, offered: 0 };
  furnished.set(fragment, { images: fragment.images.size, offered: fragment.offered.size });
  if (done.images < Math.min(fragment.images.size, MAX_IMAGE_PLACES))
    for (const [words, image] of [...fragment.images].slice(done.images, MAX_IMAGE_PLACES)) placeImage(words, image);
  if (done.offered < Math.min(fragment.offered.size, MAX_IMAGE_PLACES))
    for (const [link, uri] of [...fragment.offered].slice(done.offered, MAX_IMAGE_PLACES)) placeOffer(link, uri, guard);
  if (policy) for (const media of fragment.root.querySelectorAll('mcp-remote-media')) media.policy = policy;
}

function placeImage(words: HTMLElement, { address, alt }: RemovedImage): void {
  if (!address) return;
  const media = document.createElement('mcp-remote-media');
  media.src = address.href;
  media.alt = alt;
  words.replaceWith(media);
}

function placeOffer(link: HTMLElement, uri: string, guard: LinkGuard): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'offer small';
  button.setAttribute('part', 'offer-button');
  button.title = visibleText(uri);
  button.textContent = visibleText(`Open ${offeredScheme(uri) ?? ''}:`);
  button.addEventListener('click', () => guard.offer(uri));
  link.after(' ', button);
}

/** Something on another site: named, and loaded when the person says so. */
export function remoteView(plan: RemotePlan, view: ContentView): TemplateResult {
  return html`<mcp-remote-media
    .src=${plan.address.href}
    .what=${plan.what}
    .policy=${view.policy}
  ></mcp-remote-media>`;
}

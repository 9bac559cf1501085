import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { limitsOf, loadRemote, type ContentPolicy, type MediaKind } from '../../src/content/index.js';

export type RemoteState =
  /** Nothing was asked of anybody. */
  | { readonly phase: 'held' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly url: string }
  /** The other site does not let this page read what it sends, so nobody can look at it first. */
  | { readonly phase: 'unreadable' }
  /** Shown as the browser gets it, because the person said so. */
  | { readonly phase: 'direct' }
  | { readonly phase: 'failed'; readonly note: string };

/** Something on another site, for exactly as long as its host shows it. What was loaded once is not asked for again. */
export class RemoteLoad implements ReactiveController {
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

  /** For another address. */
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

  /** Lets the browser load it as it loads any image. */
  showDirectly(): void {
    this.#set({ phase: 'direct' });
  }

  fail(note: string): void {
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

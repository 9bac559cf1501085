import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { decodeBase64, type MediaPlan } from '../../src/content/index.js';

type MediaState =
  | { readonly phase: 'off' }
  /** Too large to be decoded without a press. */
  | { readonly phase: 'waiting' }
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly url: string }
  /** `note` is the key of the reason. */
  | { readonly phase: 'failed'; readonly note: 'content.itIsNotValid' | 'content.itIsDamagedOr' };

/** Keeps the object URL of one decoded image, sound or video while its host shows it. */
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

  /** Shows another image, sound or video, or none. */
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
        ? { phase: 'failed', note: 'content.itIsNotValid' }
        : { phase: 'ready', url: URL.createObjectURL(new Blob([bytes], { type: plan.mimeType })) },
    );
  }

  /** The browser could not show it. */
  fail(): void {
    this.#set({ phase: 'failed', note: 'content.itIsDamagedOr' });
  }

  #set(state: MediaState): void {
    this.#decoding?.abort();
    this.#decoding = undefined;
    if (this.#state.phase === 'ready') URL.revokeObjectURL(this.#state.url);
    this.#state = state;
    this.#host.requestUpdate();
  }
}

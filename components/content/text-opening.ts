import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { decodeBase64, decodeText, type DownloadPlan } from '../../src/content/index.js';
import type { ResourceContents } from '../../src/index.js';

export type TextOpeningState =
  { readonly phase: 'closed' | 'loading' | 'failed' } | { readonly phase: 'open'; readonly contents: ResourceContents };

/** Decodes a file as text, when the person wants to see it as such. */
export class TextOpening implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #state: TextOpeningState = { phase: 'closed' };
  #decoding: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get state(): TextOpeningState {
    return this.#state;
  }

  hostDisconnected(): void {
    this.close();
  }

  close(): void {
    this.#decoding?.abort();
    this.#set({ phase: 'closed' });
  }

  async open(plan: DownloadPlan, uri: string): Promise<void> {
    this.#decoding?.abort();
    const { signal } = (this.#decoding = new AbortController());
    this.#set({ phase: 'loading' });
    const bytes =
      'base64' in plan.data ? await decodeBase64(plan.data.base64, { signal }).catch(() => undefined) : undefined;
    if (signal.aborted) return;
    const text = bytes && decodeText(bytes, plan.mimeType);
    this.#set(
      text === undefined
        ? { phase: 'failed' }
        : { phase: 'open', contents: { uri, mimeType: plan.mimeType || undefined, text } },
    );
  }

  #set(state: TextOpeningState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

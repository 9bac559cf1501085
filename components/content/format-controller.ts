import type { ReactiveControllerHost } from 'lit';
import {
  formatHtml,
  formatMarkdown,
  type FormatOptions,
  type ContentPolicy,
  type Formatted,
  type SafeFragment,
} from '../../src/content/index.js';

export type FormatState =
  /** The source is shown. */
  | { readonly phase: 'off' }
  /** The source is shown until the formatted text is there. */
  | { readonly phase: 'loading' }
  | { readonly phase: 'shown'; readonly fragment: SafeFragment }
  /** The source is shown, and why. */
  | { readonly phase: 'refused'; readonly note: string };

const FORMATTERS: Readonly<
  Record<'markdown' | 'html', (text: string, policy?: ContentPolicy, options?: FormatOptions) => Promise<Formatted>>
> = { markdown: formatMarkdown, html: formatHtml };

/** Turns a text from source to formatted and back. What formats it is loaded on first use. */
export class FormatController {
  readonly #host: ReactiveControllerHost;
  #state: FormatState = { phase: 'off' };
  #current: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  get state(): FormatState {
    return this.#state;
  }

  hide(): void {
    this.#current?.abort();
    this.#set({ phase: 'off' });
  }

  async show(language: 'markdown' | 'html', text: string, policy: ContentPolicy | undefined): Promise<void> {
    this.#current?.abort();
    const { signal } = (this.#current = new AbortController());
    this.#set({ phase: 'loading' });
    const onBeginning = (fragment: SafeFragment): void => {
      if (!signal.aborted) this.#set({ phase: 'shown', fragment });
    };
    const formatted = await FORMATTERS[language](text, policy, { signal, onBeginning });
    // Hidden again, or another text, since it was asked for.
    if (signal.aborted) return;
    this.#set(
      formatted.kind === 'formatted'
        ? { phase: 'shown', fragment: formatted.fragment }
        : { phase: 'refused', note: formatted.note },
    );
  }

  #set(state: FormatState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/**
 * The part of the browser's Prompt API that is used here, by its older and newer names.
 * @see https://webmachinelearning.github.io/prompt-api/
 */
export interface LanguageModelSession {
  promptStreaming(input: readonly Prompt[], options: { readonly signal: AbortSignal }): ReadableStream<string>;
  measureInputUsage?(input: string): Promise<number>;
  measureContextUsage?(input: string): Promise<number>;
  readonly inputUsage?: number;
  readonly contextUsage?: number;
  destroy(): void;
}

export interface Prompt {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: readonly PromptPart[];
}

export interface PromptPart {
  readonly type: 'text' | 'image' | 'audio';
  readonly value: string | Blob;
}

interface ModelOptions {
  readonly expectedInputs?: readonly { readonly type: string }[];
}

export interface LanguageModelFactory {
  availability(options?: ModelOptions): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(
    options: ModelOptions & { readonly initialPrompts?: readonly Prompt[]; readonly signal: AbortSignal },
  ): Promise<LanguageModelSession>;
}

/** The browser's own model, where it has one. */
export function languageModel(): LanguageModelFactory | undefined {
  return (globalThis as { LanguageModel?: LanguageModelFactory }).LanguageModel;
}

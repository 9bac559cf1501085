import type { ReactiveControllerHost } from 'lit';
import type { FieldState } from '../../src/schema/index.js';

/** What somebody knows that could stand in a field. */
export interface Suggestions {
  readonly values: readonly string[];
  /** There are more than these. */
  readonly hasMore: boolean;
}

/** Asks for values of a field while it is typed. It may fail; then nothing is offered. */
export type SuggestValues = (field: FieldState, text: string, signal: AbortSignal) => Promise<Suggestions>;

/** Milliseconds without a key before somebody is asked. */
const PAUSE_MS = 200;

/**
 * Values that come from elsewhere while a field is typed: asked for after a pause, given up when the text goes on, and
 * shown only while they are about the text that stands there.
 */
export class Completions {
  readonly #host: ReactiveControllerHost;
  #asked: AbortController | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #answer: { readonly text: string; readonly suggestions: Suggestions } | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** What is known for this text; nothing while it is asked for. */
  for(text: string): Suggestions | undefined {
    return this.#answer?.text === text ? this.#answer.suggestions : undefined;
  }

  ask(suggest: SuggestValues, field: FieldState, text: string): void {
    this.stop();
    this.#pause = setTimeout(() => void this.#ask(suggest, field, text), PAUSE_MS);
  }

  /** Gives up what is under way: an answer that comes nevertheless is not looked at. */
  stop(): void {
    clearTimeout(this.#pause);
    this.#asked?.abort();
    this.#asked = undefined;
  }

  /** The person left: what was known may not be so when they come back. */
  forget(): void {
    this.stop();
    this.#answer = undefined;
  }

  async #ask(suggest: SuggestValues, field: FieldState, text: string): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const suggestions = await suggest(field, text, asked.signal);
      if (asked.signal.aborted) return;
      this.#answer = { text, suggestions };
    } catch {
      // A server that cannot help does not stand in the way of typing.
      if (!asked.signal.aborted) this.#answer = { text, suggestions: { values: [], hasMore: false } };
    }
    this.#host.requestUpdate();
  }
}

import type { RunState } from './call-run.js';
import { progressInWords } from './running.js';

/** How often progress is spoken, in milliseconds. */
const EVERY_MS = 5_000;

/** How a call goes, in few words and not too often: a screen reader reads out every change. */
export class Spoken<Result> {
  #text = '';
  #at = -Infinity;

  get text(): string {
    return this.#text;
  }

  say(text: string): void {
    this.#text = text;
    this.#at = -Infinity;
  }

  tell(state: RunState<Result>, inWords: (result: Result) => string): void {
    if (state.phase === 'running' && state.progress) {
      const now = performance.now();
      if (now - this.#at < EVERY_MS) return;
      this.#text = progressInWords(state.progress);
      this.#at = now;
    } else {
      this.say(state.phase === 'done' ? inWords(state.result) : state.phase === 'failed' ? state.error.message : '');
    }
  }
}

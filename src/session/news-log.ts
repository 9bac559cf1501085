import { readLogMessage } from '../protocol/check/log-message.js';
import type { JsonObject, LogMessage } from '../protocol/model.js';
import type { Store } from '../util/store.js';

/** Log messages kept; older ones are dropped. */
export const MAX_LOG_MESSAGES = 1000;
/** Characters that the kept ones have in all: a thousand large ones would be 64 MB of text. */
export const MAX_LOG_CHARACTERS = 8_000_000;

/**
 * The server's log, as far as it is kept. What comes together is shown together: a storm of lines is one change, or one
 * for each thousand of them. Whoever follows the store sees every message once at least.
 */
export class NewsLog {
  readonly #shown: Store<readonly LogMessage[]>;
  #waiting: LogMessage[] = [];
  /** Of each message that is kept or waits, in their order. */
  #sizes: number[] = [];

  constructor(shown: Store<readonly LogMessage[]>) {
    this.#shown = shown;
  }

  add(raw: JsonObject | undefined): void {
    const { message, size } = readLogMessage(raw);
    this.#sizes.push(size);
    const count = this.#waiting.push(message);
    if (count === MAX_LOG_MESSAGES) this.#show();
    else if (count === 1) setTimeout(() => this.#show());
  }

  #show(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const all = [...this.#shown.get(), ...waiting];
    const first = this.#firstKept(all.length, waiting.length);
    this.#sizes.splice(0, first);
    this.#shown.set(all.slice(first));
  }

  /** Of a total, the place of the oldest message that is kept. What is new is kept in any case, for those who follow. */
  #firstKept(total: number, fresh: number): number {
    let size = 0;
    for (let index = total - 1; index >= 0; index--) {
      size += this.#sizes[index]!;
      const count = total - index;
      if (count > MAX_LOG_MESSAGES || (size > MAX_LOG_CHARACTERS && count > fresh)) return index + 1;
    }
    return 0;
  }
}

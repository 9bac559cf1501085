import type { ReactiveController } from 'lit';
import { counted } from '../words/counted.js';
import { rankOf, type LogBook } from './log-book.js';

/** How often new lines are told, in milliseconds. */
const EVERY_MS = 5_000;
const ERROR_RANK = rankOf('error');
/** Lines that are looked at for errors; of a storm it is enough to know that it is one. */
const MAX_COUNTED = 2000;

/**
 * Tells a screen reader how many lines came, and how many of them are errors: seldom, and only while the person is in the
 * log. The lines themselves are there to be read, but not read out: there may be a thousand a second.
 */
export class SpokenLines implements ReactiveController {
  readonly #host: HTMLElement & { requestUpdate(): void };
  #text = '';
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { requestUpdate(): void; addController(controller: ReactiveController): void }) {
    this.#host = host;
    host.addController(this);
  }

  get text(): string {
    return this.#text;
  }

  /** Lines have come, or may have. */
  heard(book: LogBook): void {
    if (!this.#host.matches(':focus-within')) {
      this.#told = book.end;
      this.#text = '';
    } else if (book.end > this.#told) this.#timer ??= setTimeout(() => this.#tell(book), EVERY_MS);
  }

  hostConnected(): void {}

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(book: LogBook): void {
    this.#timer = undefined;
    const count = book.end - this.#told;
    let errors = 0;
    for (let number = Math.max(this.#told, book.end - MAX_COUNTED); number < book.end; number++) {
      const message = book.at(number);
      if (message && rankOf(message.level) >= ERROR_RANK) errors++;
    }
    this.#told = book.end;
    const lines = counted(count, { one: 'new line', other: 'new lines' });
    this.#text = errors === 0 ? `${lines}.` : `${lines}, ${counted(errors, { one: 'error', other: 'errors' })}.`;
    this.#host.requestUpdate();
  }
}

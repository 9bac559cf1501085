import type { ReactiveController } from 'lit';
import type { Readable } from '../../src/index.js';
import type { LogBook } from './log-book.js';
import { rankOf } from './log-level.js';
import { t } from './messages.js';

/** Milliseconds until a log that is not visible checks whether it is visible now. */
const LOG_UNSEEN_MS = 250;

/** A book whose changes can be followed. */
interface Followed {
  readonly changes: Readable<unknown>;
}

/** Follows the lines of a book for its host: calls back at most once per frame, and never while the host is not visible. */
export class LogUpdates implements ReactiveController {
  readonly #host: HTMLElement;
  readonly #onLines: () => void;
  #book: Followed | undefined;
  #unsubscribe: (() => void) | undefined;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { addController(controller: ReactiveController): void }, onLines: () => void) {
    this.#host = host;
    this.#onLines = onLines;
    host.addController(this);
  }

  /** Follows this book from now on. */
  follow(book: Followed | undefined): void {
    if (book === this.#book) return;
    this.hostDisconnected();
    this.#book = book;
    if (this.#host.isConnected) this.hostConnected();
  }

  hostConnected(): void {
    this.#unsubscribe ??= this.#book?.changes.subscribe(this.#schedule);
    // Lines may have come while the host was not in the page.
    if (this.#book) this.#schedule();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = undefined;
  }

  readonly #schedule = (): void => {
    if (this.#timer !== undefined) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#host.checkVisibility({ visibilityProperty: true })) this.#onLines();
      else
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#schedule();
        }, LOG_UNSEEN_MS);
    });
  };
}

/** Milliseconds between two announcements of new lines. */
const LOG_SPOKEN_MS = 5_000;

const ERROR_RANK = rankOf('error');

/** Lines, the newest ones, in which errors are counted. With more lines, the exact number does not matter. */
const MAX_LOG_COUNTED = 2000;

/**
 * Tells a screen reader how many lines arrived and how many of them are errors: rarely, and only while focus is in the
 * log. The lines themselves are not announced, because a thousand may arrive in a second.
 */
export class LineAnnouncer implements ReactiveController {
  readonly #host: HTMLElement & { requestUpdate(): void };
  #text = '';
  #announcedEnd = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { requestUpdate(): void; addController(controller: ReactiveController): void }) {
    this.#host = host;
    host.addController(this);
  }

  get text(): string {
    return this.#text;
  }

  /** Must be called when lines have arrived or may have arrived. */
  linesCame(book: LogBook): void {
    if (!this.#host.matches(':focus-within')) {
      this.#announcedEnd = book.end;
      this.#text = '';
    } else if (book.end > this.#announcedEnd) this.#timer ??= setTimeout(() => this.#announce(book), LOG_SPOKEN_MS);
  }

  hostConnected(): void {}

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #announce(book: LogBook): void {
    this.#timer = undefined;
    const count = book.end - this.#announcedEnd;
    let errors = 0;
    for (let number = Math.max(this.#announcedEnd, book.end - MAX_LOG_COUNTED); number < book.end; number++) {
      const message = book.at(number);
      if (message && rankOf(message.level) >= ERROR_RANK) errors++;
    }
    this.#announcedEnd = book.end;
    const lines = t('log.newLines', { count });
    this.#text =
      errors === 0
        ? t('log.linesAnnounced', { lines })
        : t('log.linesWithErrors', { lines, errors: t('log.errors', { count: errors }) });
    this.#host.requestUpdate();
  }
}

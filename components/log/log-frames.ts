import type { ReactiveController } from 'lit';
import type { LogBook } from './log-book.js';

/** Milliseconds until a log that nobody sees looks whether it is seen by now. */
const UNSEEN_MS = 250;

/** Follows a book for its host: at most one call for a frame, and none while the host is not on the screen. */
export class LogFrames implements ReactiveController {
  readonly #host: HTMLElement;
  readonly #onLines: () => void;
  #book: LogBook | undefined;
  #end: (() => void) | undefined;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement & { addController(controller: ReactiveController): void }, onLines: () => void) {
    this.#host = host;
    this.#onLines = onLines;
    host.addController(this);
  }

  /** Goes on with this book. */
  follow(book: LogBook | undefined): void {
    if (book === this.#book) return;
    this.hostDisconnected();
    this.#book = book;
    if (this.#host.isConnected) this.hostConnected();
  }

  hostConnected(): void {
    this.#end ??= this.#book?.changes.subscribe(this.#due);
    // Lines may have come while nobody followed.
    if (this.#book) this.#due();
  }

  hostDisconnected(): void {
    this.#end?.();
    this.#end = undefined;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = undefined;
  }

  readonly #due = (): void => {
    if (this.#timer !== undefined) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#host.checkVisibility({ visibilityProperty: true })) this.#onLines();
      else
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#due();
        }, UNSEEN_MS);
    });
  };
}

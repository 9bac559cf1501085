import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Milliseconds between two readings that nobody asked for: a server may say a thousand times a second that it changed. */
const PAUSE_MS = 1000;

/** Refreshes its host by and by, as long as that is due. */
export class AutomaticRefresh implements ReactiveController {
  readonly #isDue: () => boolean;
  readonly #refresh: () => void;
  #last = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, isDue: () => boolean, refresh: () => void) {
    this.#isDue = isDue;
    this.#refresh = refresh;
    host.addController(this);
  }

  hostUpdated(): void {
    if (!this.#isDue()) return this.hostDisconnected();
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#last = performance.now();
        if (this.#isDue()) this.#refresh();
      },
      Math.max(0, this.#last + PAUSE_MS - performance.now()),
    );
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The seconds until a moment, counted down while the host is on the page. */
export class Countdown implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #read: () => number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param until returns the moment, in milliseconds since 1970; undefined if there is nothing to wait for */
  constructor(host: ReactiveControllerHost, until: () => number | undefined) {
    this.#host = host;
    this.#read = until;
    host.addController(this);
  }

  /** Whole seconds, at least 1; undefined if the moment has come or there is none. */
  get seconds(): number | undefined {
    const until = this.#read();
    const left = until === undefined ? 0 : until - Date.now();
    return left > 0 ? Math.ceil(left / 1000) : undefined;
  }

  hostUpdated(): void {
    if (this.seconds === undefined) return this.#stop();
    this.#timer ??= setInterval(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

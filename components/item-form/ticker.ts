import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Renders its host again and again while something moves by itself, such as time. */
export class Ticker implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isNeeded: () => boolean;
  readonly #everyMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, isNeeded: () => boolean, everyMs: number) {
    this.#host = host;
    this.#isNeeded = isNeeded;
    this.#everyMs = everyMs;
    host.addController(this);
  }

  hostUpdated(): void {
    if (!this.#isNeeded()) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), this.#everyMs);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

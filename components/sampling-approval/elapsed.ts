import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Renders its host every second while something is under way. */
export class Elapsed implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #startedAt: () => number | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, startedAt: () => number | undefined) {
    this.#host = host;
    this.#startedAt = startedAt;
    host.addController(this);
  }

  /** Whole seconds since the start. */
  get seconds(): number {
    return Math.max(0, Math.floor((Date.now() - (this.#startedAt() ?? Date.now())) / 1000));
  }

  hostUpdated(): void {
    if (this.#startedAt() === undefined) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), 1000);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

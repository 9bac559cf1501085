import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Readable } from '../../src/index.js';

/** Milliseconds without another change. */
const PAUSE_MS = 120;

/** Renders its host when a store has stopped changing: for what need not follow each key. */
export class Settled implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #pick: () => Readable<unknown> | undefined;
  #followed: Readable<unknown> | undefined;
  #unfollow: (() => void) | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, pick: () => Readable<unknown> | undefined) {
    this.#host = host;
    this.#pick = pick;
    host.addController(this);
  }

  hostUpdated(): void {
    const store = this.#pick();
    if (store === this.#followed) return;
    this.hostDisconnected();
    this.#followed = store;
    this.#unfollow = store?.subscribe(() => {
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => this.#host.requestUpdate(), PAUSE_MS);
    });
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    clearTimeout(this.#pause);
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#followed = undefined;
  }
}

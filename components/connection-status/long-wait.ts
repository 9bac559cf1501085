import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { currentClock, type Timer } from '../../src/util/clock.js';

/** Milliseconds after which a person is told that something still goes on. */
const LONG_WAIT_MS = 5000;

/** Whether the host has waited long for one thing. */
export class LongWait implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #read: () => object | undefined;
  #awaited: object | undefined;
  #timer: Timer | undefined;
  /** True once {@link LONG_WAIT_MS} have passed. */
  isLong = false;

  /** @param awaited returns what is waited for; undefined if that is nothing */
  constructor(host: ReactiveControllerHost, awaited: () => object | undefined) {
    this.#host = host;
    this.#read = awaited;
    host.addController(this);
  }

  hostUpdate(): void {
    const awaited = this.#read();
    if (awaited === this.#awaited) return;
    this.hostDisconnected();
    this.#awaited = awaited;
    if (!awaited) return;
    this.#timer = currentClock.setTimeout(() => {
      this.isLong = true;
      this.#host.requestUpdate();
    }, LONG_WAIT_MS);
  }

  hostDisconnected(): void {
    currentClock.clearTimeout(this.#timer);
    this.#awaited = undefined;
    this.isLong = false;
  }
}

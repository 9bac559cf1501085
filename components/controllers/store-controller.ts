import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Readable } from '../../src/index.js';

/**
 * Re-renders its host when a store changes. `pick` is asked before each render, so a service that was replaced is
 * followed from then on without anybody telling.
 */
export class StoreController<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #pick: () => Readable<T> | undefined;
  #connected = false;
  #followed: Readable<T> | undefined;
  #end: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, pick: () => Readable<T> | undefined) {
    this.#host = host;
    this.#pick = pick;
    host.addController(this);
  }

  /** The store's value now; undefined without a store. */
  get value(): T | undefined {
    return this.#pick()?.get();
  }

  hostConnected(): void {
    this.#connected = true;
    this.#follow();
  }

  hostUpdate(): void {
    this.#follow();
  }

  hostDisconnected(): void {
    this.#connected = false;
    this.#end?.();
    this.#end = undefined;
    this.#followed = undefined;
  }

  #follow(): void {
    // A rendering that was due when the host left still comes: following again then would never end.
    if (!this.#connected) return;
    const store = this.#pick();
    if (store === this.#followed) return;
    this.#end?.();
    this.#followed = store;
    this.#end = store?.subscribe(() => this.#host.requestUpdate());
    // The value may have changed while nobody followed.
    this.#host.requestUpdate();
  }
}

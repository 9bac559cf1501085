import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { runInSlices } from '../../src/content/index.js';
import type { Readable } from '../../src/index.js';

/** Milliseconds without another change after which the host is rendered. */
const DEBOUNCE_MS = 120;

/**
 * Renders its host when a store changes. `pick` is called before each rendering, so that another store is followed as
 * soon as it is returned.
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

  /** The value of the store; undefined without a store. */
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
    // A rendering that was scheduled before the host was disconnected still happens: following again would then never
    // end.
    if (!this.#connected) return;
    const store = this.#pick();
    if (store === this.#followed) return;
    this.#end?.();
    this.#followed = store;
    this.#end = store?.subscribe(() => this.#host.requestUpdate());
    // The value may have changed while it was not followed.
    this.#host.requestUpdate();
  }
}

/** Calls back when the person returns to this window or tab, because another one may have changed stored data. */
export class RefreshOnReturn implements ReactiveController {
  readonly #refresh: () => void;
  #life: AbortController | undefined;

  constructor(host: ReactiveControllerHost, refresh: () => void) {
    this.#refresh = refresh;
    host.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#life = new AbortController());
    const cameBack = (): void => {
      if (document.visibilityState === 'visible') this.#refresh();
    };
    document.addEventListener('visibilitychange', cameBack, { signal });
    window.addEventListener('focus', cameBack, { signal });
  }

  hostDisconnected(): void {
    this.#life?.abort();
  }
}

/**
 * Runs long work of an element in slices. Only the latest work counts. It continues while the element is disconnected:
 * an element that is moved still needs it, and it ends within a second or two.
 */
export class SlicedWork implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #current: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  get isBusy(): boolean {
    return this.#current !== undefined;
  }

  /** Cancels the running work and begins this. */
  async run<T>(steps: Iterator<unknown, T, undefined>, then: (result: T) => void): Promise<void> {
    this.cancel();
    const mine = (this.#current = new AbortController());
    const result = await runInSlices(steps, mine.signal);
    if (mine.signal.aborted) return;
    this.#current = undefined;
    then(result as T);
    this.#host.requestUpdate();
  }

  cancel(): void {
    this.#current?.abort();
    this.#current = undefined;
  }
}

/** Renders its host when a store has stopped changing, for views that need not follow each key. */
export class Debounced implements ReactiveController {
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
      this.#pause = setTimeout(() => this.#host.requestUpdate(), DEBOUNCE_MS);
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

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { runInSlices } from '../../src/content/index.js';
import type { Readable } from '../../src/index.js';

/** Has something read again when the person comes back to this window or tab: another one may have changed it. */
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
 * Long work of an element, done in slices; only the latest counts. It goes on while the element is out of the page: an
 * element that is moved wants it as well, and it ends by itself within a second or two.
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

  /** Gives up what is under way and begins this. */
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

/** Milliseconds without another change after which it is rendered. */
const DEBOUNCE_MS = 120;

/** Renders its host when a store has stopped changing: for what need not follow each key. */
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

/** Renders its host again and again while something moves by itself, such as time. */
export class IntervalController implements ReactiveController {
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

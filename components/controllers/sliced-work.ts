import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { inTurns } from '../../src/content/index.js';

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
    const result = await inTurns(steps, mine.signal);
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

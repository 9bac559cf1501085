import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Session } from '../../src/index.js';

/** Milliseconds between two renderings of how much there is: a number that runs draws the eye to where nothing happens. */
const EVERY_MS = 1000;

/** Counts the lines that a session keeps of the server's log. The first one shows at once. */
export class LogCount implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  #followed: Session | undefined;
  #end: (() => void) | undefined;
  /** Lines there were when it was last looked. */
  #shown = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, session: () => Session | undefined) {
    this.#host = host;
    this.#session = session;
    host.addController(this);
  }

  get value(): number {
    return this.#followed?.log.get().length ?? 0;
  }

  hostUpdate(): void {
    const session = this.#session();
    if (session === this.#followed) return;
    this.hostDisconnected();
    this.#followed = session;
    this.#end = session?.log.subscribe((lines) => {
      const wait = this.#shown === 0 ? 0 : EVERY_MS;
      this.#shown = lines.length;
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#host.requestUpdate();
      }, wait);
    });
    this.#shown = this.value;
  }

  hostDisconnected(): void {
    this.#end?.();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#followed = undefined;
  }
}

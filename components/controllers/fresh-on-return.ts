import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Has something read again when the person comes back to this window or tab: another one may have changed it. */
export class FreshOnReturn implements ReactiveController {
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

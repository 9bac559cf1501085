import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Says when something is no longer rendered because what is around it went: a page that closes its own dialog, or the tab
 * it is in. A modal dialog that nobody sees would go on locking the page.
 */
export class Vanishing implements ReactiveController {
  readonly #sizes: ResizeObserver;
  #watched: Element | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, gone: () => void) {
    this.#sizes = new ResizeObserver(() => {
      if (this.#watched && !host.checkVisibility()) gone();
    });
    host.addController(this);
  }

  watch(element: Element | null): void {
    if (element === this.#watched) return;
    this.#sizes.disconnect();
    this.#watched = element;
    if (element) this.#sizes.observe(element);
  }

  hostDisconnected(): void {
    this.watch(null);
  }
}

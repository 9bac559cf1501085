import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Keeps the focus inside its host when a rendering takes away what had it, for one the button that was pressed: the
 * first of the places that takes the focus gets it. Without this it would fall to the page's body.
 */
export class FocusFallback implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Selectors, the best place first. */
  readonly #places: readonly string[];
  #hadFocus = false;

  constructor(host: ReactiveControllerHost & HTMLElement, places: readonly string[]) {
    this.#host = host;
    this.#places = places;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = Boolean(this.#host.shadowRoot?.activeElement);
  }

  hostUpdated(): void {
    const root = this.#host.shadowRoot;
    if (!root || !this.#hadFocus) return;
    for (const place of this.#places) {
      if (root.activeElement) return;
      root.querySelector<HTMLElement>(place)?.focus();
    }
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Keeps the focus inside the host when a rendering removes the element that had it, such as the button that was pressed.
 * Without this, the focus would fall to the page's body.
 */
export class FocusFallback implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** The first of these that can be focused gets the focus. */
  readonly #selectors: readonly string[];
  #hadFocus = false;

  constructor(host: ReactiveControllerHost & HTMLElement, selectors: readonly string[]) {
    this.#host = host;
    this.#selectors = selectors;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#hadFocus = Boolean(this.#host.shadowRoot?.activeElement);
  }

  hostUpdated(): void {
    const root = this.#host.shadowRoot;
    if (!root || !this.#hadFocus) return;
    for (const selector of this.#selectors) {
      if (root.activeElement) return;
      root.querySelector<HTMLElement>(selector)?.focus();
    }
  }
}

/** Returns the focused element, also inside open shadow roots. */
export function deepActiveElement(root: Document | ShadowRoot): Element | null {
  let active = root.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** True if `element` is inside `host`, also across shadow roots. */
export function isInside(host: Node, element: Node): boolean {
  for (let node: Node | null = element; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
    if (node === host) return true;
  return false;
}

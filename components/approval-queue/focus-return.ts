import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { deepActiveElement, isInside } from '../internal/focus-fallback.js';

/**
 * Remembers which element had the focus before the host opened a dialog, and restores it. Browsers do this for a dialog
 * too, but not if that element is gone.
 */
export class FocusReturn implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #path: readonly HTMLElement[] = [];

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#path = [];
  }

  /** Remembers the focused element. If it is inside the host, the remembered one stays. */
  remember(): void {
    const active = deepActiveElement(this.#host.ownerDocument);
    if (!active || active === active.ownerDocument.body || isInside(this.#host, active)) return;
    const path: HTMLElement[] = [];
    for (let node: Node | null = active; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
      if (node instanceof HTMLElement && node !== node.ownerDocument.body) path.push(node);
    this.#path = path;
  }

  /** Focuses the remembered element, or its nearest ancestor that is still connected and can be focused. */
  restore(): void {
    for (const element of this.#path) {
      if (!element.isConnected) continue;
      element.focus();
      const active = deepActiveElement(element.ownerDocument);
      if (active && isInside(element, active)) return;
    }
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The element that has the focus, seen through every open shadow root. */
export function deepActiveElement(root: Document | ShadowRoot): Element | null {
  let active = root.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** True when `element` is inside `host`, also across shadow roots. */
export function isInside(host: Node, element: Node): boolean {
  for (let node: Node | null = element; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
    if (node === host) return true;
  return false;
}

/**
 * Remembers what had the focus before its host asked for attention, and gives it back. The browser does this for a
 * dialog too, but not when what opened the dialog is gone by then.
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

  /** Notes what has the focus now, unless it is the host's own: then the earlier note stays. */
  remember(): void {
    const active = deepActiveElement(this.#host.ownerDocument);
    if (!active || active === active.ownerDocument.body || isInside(this.#host, active)) return;
    const path: HTMLElement[] = [];
    for (let node: Node | null = active; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
      if (node instanceof HTMLElement && node !== node.ownerDocument.body) path.push(node);
    this.#path = path;
  }

  /**
   * Gives the focus back to what had it, or to the nearest thing around it that is still there and takes it. The note
   * stays until the next one.
   */
  restore(): void {
    for (const element of this.#path) {
      if (!element.isConnected) continue;
      element.focus();
      const active = deepActiveElement(element.ownerDocument);
      if (active && isInside(element, active)) return;
    }
  }
}

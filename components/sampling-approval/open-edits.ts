import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Which parts of a question are open for editing. Puts the focus into the field that opens, and back on its button
 * when it closes.
 */
export class OpenEdits implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** What to do when a part is closed with Escape: put back what it was when it opened. */
  readonly #undo = new Map<string, () => void>();
  #focusNext: string | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.#focusNext === undefined) return;
    const id = this.#focusNext;
    this.#focusNext = undefined;
    this.#host.shadowRoot?.querySelector<HTMLElement>(`#${id}`)?.focus();
  }

  isOpen(key: string): boolean {
    return this.#undo.has(key);
  }

  open(key: string, undo: () => void): void {
    this.#undo.set(key, undo);
    this.#moveFocus(fieldId(key));
  }

  /** Keeps what was written. */
  close(key: string): void {
    this.#undo.delete(key);
    this.#moveFocus(buttonId(key));
  }

  /** Puts back what was there when the part was opened. */
  abandon(key: string): void {
    this.#undo.get(key)?.();
    this.close(key);
  }

  /** Another question: nothing is open. */
  clear(): void {
    this.#undo.clear();
    this.#focusNext = undefined;
  }

  #moveFocus(id: string): void {
    this.#focusNext = id;
    this.#host.requestUpdate();
  }
}

export function fieldId(key: string): string {
  return `field-${key}`;
}

export function buttonId(key: string): string {
  return `edit-${key}`;
}

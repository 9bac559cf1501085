import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { deepActiveElement, isInside } from '../internal/focus-fallback.js';

const NOT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Keys that write nothing and are part of another key. */
const MODIFIERS = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);

/**
 * Tells whether the person may be typing outside of the host. A field in which their last key was the one that starts
 * something (Enter, or Ctrl and Enter) is one that they are done with.
 */
export class TypingObserver implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** The field in which the person pressed Enter and nothing since. */
  #done: Element | null = null;
  #end = new AbortController();

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#end = new AbortController();
    const page = this.#host.ownerDocument;
    const options = { capture: true, signal: this.#end.signal };
    page.addEventListener(
      'keydown',
      (event) => {
        if (!MODIFIERS.has(event.key)) this.#done = starts(event) ? deepActiveElement(page) : null;
      },
      options,
    );
    // Dictation, a paste by the mouse.
    page.addEventListener('input', () => (this.#done = null), options);
  }

  hostDisconnected(): void {
    this.#end.abort();
    this.#done = null;
  }

  /** A focused frame counts as typing: its contents cannot be seen. */
  get isTyping(): boolean {
    const active = deepActiveElement(this.#host.ownerDocument);
    return active instanceof HTMLElement && !isInside(this.#host, active) && takesText(active) && active !== this.#done;
  }
}

/** True for the key that submits a form. In a text of several lines, Enter alone begins a line. */
function starts(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.isComposing) return false;
  const [field] = event.composedPath();
  // In a combo box, Enter takes a suggestion.
  return event.ctrlKey || event.metaKey || (field instanceof HTMLInputElement && field.role !== 'combobox');
}

function takesText(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement) return !NOT_TEXT.has(element.type);
  return element.isContentEditable || element.matches('textarea, iframe, object, embed, [role="textbox"]');
}

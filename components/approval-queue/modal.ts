import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The state of one page. */
interface MutexState {
  /** The element whose dialog is open. */
  owner: object | undefined;
  /** Called when the dialog closes. */
  readonly waiting: Set<() => void>;
}

/** Shared by every copy of this library on the page, like the contexts. */
const KEY = Symbol.for('mcp-embed.modal-mutex');

/**
 * Lets one question at a time be open on a page, however many elements show questions. Otherwise a dialog could open
 * over another one just before a press, and the person would answer a question that they did not read. An element
 * acquires the mutex while its dialog is open. The others wait and are rendered again when it is released.
 */
export class ModalMutex implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** The state of the document of the host. It changes when the host moves to another document. */
  #state: MutexState | undefined;
  readonly #onRelease = (): void => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** True if another question is open. */
  get isTaken(): boolean {
    const owner = this.#state?.owner;
    return owner !== undefined && owner !== this;
  }

  /** Acquires the mutex while a dialog of the host is open, and releases it when there is none. */
  setOpen(isOpen: boolean): void {
    const state = this.#state;
    if (!state) return;
    if (isOpen) state.owner ??= this;
    else if (state.owner === this) {
      state.owner = undefined;
      for (const notify of state.waiting) if (notify !== this.#onRelease) notify();
    }
  }

  hostConnected(): void {
    const page = this.#host.ownerDocument as Document & { [KEY]?: MutexState };
    this.#state = page[KEY] ??= { owner: undefined, waiting: new Set() };
    this.#state.waiting.add(this.#onRelease);
  }

  hostDisconnected(): void {
    this.#state?.waiting.delete(this.#onRelease);
    this.setOpen(false);
    this.#state = undefined;
  }
}

/**
 * Calls back when an element is no longer rendered because the page hid something around it, such as its own dialog. A
 * modal dialog that nobody sees would still block the page.
 */
export class HiddenObserver implements ReactiveController {
  readonly #resizes: ResizeObserver;
  #observed: Element | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, onHidden: () => void) {
    this.#resizes = new ResizeObserver(() => {
      if (this.#observed && !host.checkVisibility()) onHidden();
    });
    host.addController(this);
  }

  observe(element: Element | null): void {
    if (element === this.#observed) return;
    this.#resizes.disconnect();
    this.#observed = element;
    if (element) this.#resizes.observe(element);
  }

  hostDisconnected(): void {
    this.observe(null);
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Who has the person's attention on this page, and who is to hear when that is over. */
interface Held {
  by: object | undefined;
  readonly waiting: Set<() => void>;
}

/** Found by every copy of this library on the page, like the contexts. */
const KEY = Symbol.for('mcp-embed.floor');

/**
 * One question at a time on a page, however many widgets have one: a dialog that came up over another, under the hand that
 * is about to press, would be answered unread. What asks takes the floor while its dialog is open; the others wait, and are
 * rendered anew when it is free.
 */
export class Floor implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** That of the page in which the host stands: it may be taken to another one. */
  #held: Held | undefined;
  readonly #told = (): void => this.#host.requestUpdate();

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether another question is open. */
  get isTaken(): boolean {
    const by = this.#held?.by;
    return by !== undefined && by !== this;
  }

  /** @param wanted whether a dialog of the host is open */
  hold(wanted: boolean): void {
    const held = this.#held;
    if (!held) return;
    if (wanted) held.by ??= this;
    else if (held.by === this) {
      held.by = undefined;
      for (const tell of held.waiting) if (tell !== this.#told) tell();
    }
  }

  hostConnected(): void {
    const page = this.#host.ownerDocument as Document & { [KEY]?: Held };
    this.#held = page[KEY] ??= { by: undefined, waiting: new Set() };
    this.#held.waiting.add(this.#told);
  }

  hostDisconnected(): void {
    this.#held?.waiting.delete(this.#told);
    this.hold(false);
    this.#held = undefined;
  }
}

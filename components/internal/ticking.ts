import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type DirectiveResult } from 'lit/directive.js';

/** Milliseconds between two renderings of what ticks: the time on a call has tenths of a second. */
const TICK_MS = 100;

class Ticking extends AsyncDirective {
  #what: (() => unknown) | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  override render(what: () => unknown): unknown {
    this.#what = what;
    if (this.isConnected) this.reconnected();
    return what();
  }

  protected override reconnected(): void {
    this.#timer ??= setInterval(() => this.setValue(this.#what?.()), TICK_MS);
  }

  protected override disconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Renders one part of a template again and again, such as the time on a call, and nothing else of its element: a form may
 * have hundreds of fields.
 */
export const ticking: (what: () => unknown) => DirectiveResult = directive(Ticking);

import type { nothing, TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type DirectiveResult } from 'lit/directive.js';

/** Milliseconds between two renderings of a clock: the time on a call has tenths of a second. */
const TICK_MS = 100;

class Ticking extends AsyncDirective {
  #what: (() => TemplateResult | typeof nothing) | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  override render(what: () => TemplateResult | typeof nothing): TemplateResult | typeof nothing {
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
 * have hundreds of fields. It takes a template and no text: `html` makes hidden characters of a text visible, but not in the
 * output of a directive.
 */
export const ticking: (what: () => TemplateResult | typeof nothing) => DirectiveResult = directive(Ticking);

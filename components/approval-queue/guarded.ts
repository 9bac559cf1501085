import { noChange } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { guardOf } from './press-guard.js';

class Guarded extends AsyncDirective {
  #button: HTMLElement | undefined;
  /** That of the page in which it stands: it may be taken to another one. */
  #guard: ReturnType<typeof guardOf> | undefined;
  #standing: [question: string, step: unknown] = ['', undefined];

  override render(_question: string, _step?: unknown): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [question, step]: [question: string, step?: unknown]): typeof noChange {
    this.#button = part.element as HTMLElement;
    this.#standing = [question, step];
    if (this.isConnected) this.reconnected();
    return noChange;
  }

  protected override disconnected(): void {
    if (this.#button) this.#guard?.leave(this.#button);
  }

  protected override reconnected(): void {
    if (!this.#button) return;
    this.#guard = guardOf(this.#button);
    this.#guard.stand(this.#button, ...this.#standing);
  }
}

const asDirective = directive(Guarded);

/**
 * Marks a button, or a link, that lets something happen: its press counts only where the guard says so.
 * @param question its id
 * @param step where the question stands; another value is another step, and begins anew
 */
export function guarded(question: string, step?: unknown): DirectiveResult {
  return asDirective(question, step);
}

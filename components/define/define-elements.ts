import '../internal/lit-ready.js';
import { pageProblem, tellInPlace } from '../internal/page-support.js';

export type ElementClasses = Readonly<Record<string, CustomElementConstructor>>;

/**
 * Registers elements, each unless the page has another one of that name. Where they cannot work, in a browser that is
 * too old, a sentence in the place of each says so instead. Does nothing without a document: on a server Lit brings a
 * registry, and what is in it would be rendered there.
 */
export function defineElements(elements: ElementClasses): void {
  if (!globalThis.document) return;
  const problem = pageProblem();
  if (problem) tellInPlace(Object.keys(elements), problem);
  else
    for (const [tag, element] of Object.entries(elements))
      if (!customElements.get(tag)) customElements.define(tag, element);
}

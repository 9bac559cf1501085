export type ElementClasses = Readonly<Record<string, CustomElementConstructor>>;

/** Registers elements, each unless the page has another one of that name. */
export function defineElements(elements: ElementClasses): void {
  for (const [tag, element] of Object.entries(elements))
    if (!customElements.get(tag)) customElements.define(tag, element);
}

import { LitElement, type ReactiveController } from 'lit';

export type ElementClasses = Readonly<Record<string, CustomElementConstructor>>;

/** Elements whose code comes in a file of its own. */
export interface Part {
  readonly tags: readonly string[];
  load(): Promise<{ readonly elements: ElementClasses }>;
}

const MISSING =
  'This part of the page could not be loaded. Reload the page; all files of mcp-embed must lie beside its script.';

/** Every part, by each of its tags. */
const parts = new Map<string, Part>();
/** Parts that were needed, and whether they could be had. One that failed is not asked for again at each rendering. */
const needed = new Map<Part, Promise<boolean>>();

/* Every element of this library tells what stands in it. It has to be said before the first class is made. */
LitElement.addInitializer((element) => element.addController?.(new Sighting(element as LitElement)));

/** Looks, after each rendering of its host, for elements that nobody has defined yet. */
class Sighting implements ReactiveController {
  readonly #host: LitElement;

  constructor(host: LitElement) {
    this.#host = host;
  }

  hostUpdated(): void {
    if (parts.size > 0) look(this.#host.renderRoot);
  }
}

/** Defines elements, each unless the page has another one of that name. */
export function defineElements(elements: ElementClasses): void {
  for (const [tag, element] of Object.entries(elements)) {
    if (!customElements.get(tag)) customElements.define(tag, element);
    parts.delete(tag);
  }
}

/** Loads a part when the first of its elements stands in the page, or in an element of this library. */
export function defineOnSight(offered: readonly Part[]): void {
  for (const part of offered) for (const tag of part.tags) if (!customElements.get(tag)) parts.set(tag, part);
  const watch = new MutationObserver(() => {
    if (parts.size === 0) watch.disconnect();
    else look(document);
  });
  watch.observe(document, { childList: true, subtree: true });
  look(document);
}

function look(root: ParentNode): void {
  for (const element of root.querySelectorAll(':not(:defined)')) {
    const part = parts.get(element.localName);
    if (part) void bring(part, element);
  }
}

/** Brings the code of a part, or says in the element's place that it cannot be had. */
async function bring(part: Part, element: Element): Promise<void> {
  let arrival = needed.get(part);
  if (!arrival) needed.set(part, (arrival = load(part)));
  // What stands in an element without a class is what the person sees.
  if (await arrival) return;
  if (element.childNodes.length === 0) element.textContent = MISSING;
  addEventListener('online', () => void (needed.delete(part), bring(part, element)), { once: true });
}

async function load(part: Part): Promise<boolean> {
  try {
    defineElements((await part.load()).elements);
    return true;
  } catch (error) {
    console.error(`mcp-embed: ${part.tags.join(', ')} cannot be shown.`, error);
    return false;
  }
}

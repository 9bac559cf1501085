import { LitElement, type ReactiveController } from 'lit';

export type ElementClasses = Readonly<Record<string, CustomElementConstructor>>;

/** Elements whose code comes in a file of its own. */
export interface Part {
  readonly tags: readonly string[];
  load(): Promise<{ readonly elements: ElementClasses }>;
}

/** Parts nobody has needed yet, by each of their tags. */
const waiting = new Map<string, Part>();
let watch: MutationObserver | undefined;

/* Every element of this library tells what stands in it. It has to be said before the first class is made. */
LitElement.addInitializer((element) => element.addController?.(new Sighting(element as LitElement)));

/** Looks, after each rendering of its host, for elements that nobody has defined yet. */
class Sighting implements ReactiveController {
  readonly #host: LitElement;

  constructor(host: LitElement) {
    this.#host = host;
  }

  hostUpdated(): void {
    if (waiting.size > 0) loadWhatStandsIn(this.#host.renderRoot as ParentNode);
  }
}

/** Defines elements, each unless the page has another one of that name. */
export function defineElements(elements: ElementClasses): void {
  for (const [tag, element] of Object.entries(elements))
    if (!customElements.get(tag)) customElements.define(tag, element);
}

/** Loads a part when the first of its elements stands in the page, or in an element of this library. */
export function defineOnSight(parts: readonly Part[]): void {
  for (const part of parts) for (const tag of part.tags) if (!customElements.get(tag)) waiting.set(tag, part);
  watch ??= new MutationObserver(() => loadWhatStandsIn(document));
  watch.observe(document, { childList: true, subtree: true });
  loadWhatStandsIn(document);
}

function loadWhatStandsIn(root: ParentNode): void {
  for (const element of root.querySelectorAll(':not(:defined)')) {
    const part = waiting.get(element.localName);
    if (part) void load(part);
  }
}

async function load(part: Part): Promise<void> {
  for (const tag of part.tags) waiting.delete(tag);
  if (waiting.size === 0) watch?.disconnect();
  try {
    defineElements((await part.load()).elements);
  } catch (error) {
    // Not tried again by itself: where one file is missing, asking for it at each rendering would not bring it back.
    const why = error instanceof Error ? error.message : String(error);
    console.error(
      `mcp-embed: ${part.tags.join(', ')} could not be loaded. Put all files of dist beside the script. ${why}`,
    );
    dispatchEvent(new ErrorEvent('error', { error, message: why }));
  }
}

import { LitElement, type ReactiveController } from 'lit';
import { asMcpError, type McpError } from '../src/index.js';
import { mayLoadAgain } from '../src/util/load-once.js';
import { McpErrorEvent } from './events.js';

export type ElementClasses = Readonly<Record<string, CustomElementConstructor>>;

/** Elements whose code comes in a file of its own. */
export interface Part {
  readonly tags: readonly string[];
  /** @throws McpError `load` */
  load(): Promise<{ readonly elements: ElementClasses }>;
  /** What an element shows in its own words, as text, where its code cannot be had. */
  readonly textOf?: ((element: Element) => string | undefined) | undefined;
}

/** Adornments: where they cannot be had, nothing stands in their place. */
const SILENT: ReadonlySet<string> = new Set(['mcp-icon']);

/** Milliseconds after a failure in which elements that are new do not make it load again; whoever presses a button does. */
const LOAD_AGAIN_MS = 5000;

/** Every part, by each of its tags. */
const parts = new Map<string, Part>();
/** Parts that were needed and could not be had. */
const missing = new Map<Part, Missing>();

interface Missing {
  readonly error: McpError;
  readonly at: number;
  readonly places: Set<Element>;
}

/* Every element of this library tells what stands in it. It has to be said before the first class is made. */
LitElement.addInitializer((element) => element.addController?.(new LazyLoader(element as LitElement)));

/** Looks, after each rendering of its host, for elements that nobody has defined yet. */
class LazyLoader implements ReactiveController {
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
  addEventListener('online', () => {
    for (const [part, { places }] of missing) for (const place of places) void bring(part, place);
  });
  look(document);
}

function look(root: ParentNode): void {
  for (const element of root.querySelectorAll(':not(:defined)')) {
    const part = parts.get(element.localName);
    if (!part) continue;
    const without = missing.get(part);
    if (without?.places.has(element)) {
      if (!SILENT.has(element.localName)) say(part, without, element);
    } else if (without && Date.now() - without.at < LOAD_AGAIN_MS) tell(part, without, element);
    else void bring(part, element);
  }
}

/** Brings the code of a part, or says in the element's place that it cannot be had. */
async function bring(part: Part, element: Element): Promise<void> {
  try {
    const { elements } = await part.load();
    // What stands there without a class would be content of the element.
    for (const place of missing.get(part)?.places ?? []) place.querySelector(':scope > [data-mcp-missing]')?.remove();
    missing.delete(part);
    defineElements(elements);
  } catch (thrown) {
    const { places = new Set<Element>() } = missing.get(part) ?? {};
    const without: Missing = { error: asMcpError(thrown, 'internal'), at: Date.now(), places };
    missing.set(part, without);
    for (const place of [...places, element]) tell(part, without, place);
  }
}

/** The person reads it in its place, and whoever asks a question there hears that nobody will see it. */
function tell(part: Part, without: Missing, element: Element): void {
  without.places.add(element);
  if (SILENT.has(element.localName)) return;
  say(part, without, element);
  element.dispatchEvent(new McpErrorEvent(without.error));
}

/** What stands in an element without a class is what the person sees. */
function say(part: Part, { error }: Missing, element: Element): void {
  const words = [part.textOf?.(element), `${error.message} ${error.remedy ?? ''}`.trim()].filter(Boolean).join('\n\n');
  let place = element.querySelector<HTMLElement>(':scope > [data-mcp-missing]');
  if (place?.dataset['mcpMissing'] === words) return;
  place?.remove();
  // What a page put there itself to be read until then, it put there to be read.
  if (element.childNodes.length > 0) return;
  place = document.createElement('span');
  place.dataset['mcpMissing'] = words;
  place.setAttribute('role', 'status');
  place.style.whiteSpace = 'pre-wrap';
  place.append(words);
  if (mayLoadAgain(error)) place.append(' ', againButton(part, element));
  element.append(place);
}

function againButton(part: Part, element: Element): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.addEventListener('click', () => {
    button.disabled = true;
    void bring(part, element);
  });
  return button;
}

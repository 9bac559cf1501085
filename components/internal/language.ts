/* Which language an element speaks: that of its `lang` attribute, or of what is around it. */
import { onMessages, supportedLanguage, useLanguage } from './messages.js';

type Speaker = Element & { requestUpdate(): void };

/** The elements in a page. */
const speakers = new Set<Speaker>();
/** The language in which an element was rendered last. */
const rendered = new WeakMap<Element, string>();
let observer: MutationObserver | undefined;

/** From now on the element renders again when its language, or the words in it, change. */
export function followLanguage(element: Speaker): void {
  speakers.add(element);
  updateIfChanged(element);
  if (!observer) {
    observer = new MutationObserver(() => speakers.forEach(updateIfChanged));
    onMessages(() => {
      for (const each of speakers) each.requestUpdate();
    });
  }
  // An observer of a document sees nothing of its shadow roots. It does not keep either in memory.
  observer.observe(element.getRootNode(), { subtree: true, attributeFilter: ['lang'] });
  if (element.shadowRoot) observer.observe(element.shadowRoot, { subtree: true, attributeFilter: ['lang'] });
}

export function leaveLanguage(element: Speaker): void {
  speakers.delete(element);
}

/** Sets the language of the words that follow to that of the element. */
export function useLanguageOf(element: Speaker): void {
  const tag = languageOf(element);
  rendered.set(element, tag);
  useLanguage(tag);
}

/** The language of an element’s words: English where nobody registered words in the one of the page. */
export function languageOf(element: Element): string {
  return supportedLanguage(langOf(element));
}

function updateIfChanged(element: Speaker): void {
  const before = rendered.get(element);
  if (before !== undefined && languageOf(element) !== before) element.requestUpdate();
}

/** The nearest `lang` attribute, through shadow roots. */
function langOf(element: Element): string | undefined {
  for (let at: Element | undefined = element; at; at = hostOf(at)) {
    const named = at.closest('[lang]');
    if (named) return named.getAttribute('lang') || undefined;
  }
  return undefined;
}

function hostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}

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
  observer.observe(element.getRootNode(), { subtree: true, attributeFilter: ['lang', 'data-language'] });
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

/**
 * The nearest `lang` attribute, through shadow roots. Inside the elements of this library `lang` tells screen readers what
 * language a text is in, and often that nobody knows; an element there speaks as the one around it, unless a
 * `data-language` says otherwise.
 */
function langOf(element: Element): string | undefined {
  for (let at: Element | undefined = element; at; at = hostOf(at)) {
    const isInside = hostOf(at)?.localName.startsWith('mcp-') === true;
    // The element's own attribute is the page's wish wherever it stands.
    const named = at.hasAttribute('lang') ? at : at.closest(isInside ? '[data-language]' : '[lang]');
    if (named) return named.getAttribute(isInside && named !== at ? 'data-language' : 'lang') || undefined;
  }
  return undefined;
}

function hostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}

/* The language of an element: that of its `lang` attribute, or of an element around it. */
import { LANGUAGES } from '../locales/languages.js';
import { addOwnMessages, fallbacksOf, hasMessages, onMessages, supportedLanguage, useLanguage } from './messages.js';

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

/** The language of an element’s words: English if there are no words in that of the page. */
export function languageOf(element: Element): string {
  const { lang, isAsked } = langOf(element);
  if (lang !== undefined) loadWords(lang, isAsked);
  return supportedLanguage(lang);
}

const loading = new Set<string>();

/** Loads this library's words in a language; until then, and if they do not load, the words are English. */
function loadWords(lang: string, isAsked: boolean): void {
  const tags = fallbacksOf(lang);
  const tag = tags.find((each) => Object.hasOwn(LANGUAGES, each));
  if (tag === undefined || loading.has(tag)) return;
  const language = LANGUAGES[tag]!;
  if (!language.isReviewed && !isAsked && !tags.some(hasMessages)) return;
  loading.add(tag);
  language.load().then(
    ({ messages }) => addOwnMessages(tag, messages),
    (error: unknown) => {
      // The next rendering of an element after that time tries again.
      setTimeout(() => loading.delete(tag), WORDS_AGAIN_MS);
      console.warn(`mcp-embed: the words of "${tag}" did not load, so everything is said in English.`, error);
    },
  );
}

/** Milliseconds after which words that did not load are asked for again. */
const WORDS_AGAIN_MS = 10_000;

function updateIfChanged(element: Speaker): void {
  const before = rendered.get(element);
  if (before !== undefined && languageOf(element) !== before) element.requestUpdate();
}

interface Lang {
  readonly lang: string | undefined;
  /** True if it is on an element of this library: then it is a wish, not only the language of the page. */
  readonly isAsked: boolean;
}

/** The languages that a person chose for an element and its contents. */
const chosen = new WeakMap<Element, string>();

/** Sets the language of the element and its contents; undefined for that of the page. */
export function speakIn(element: Element, language: string | undefined): void {
  if (language === undefined) chosen.delete(element);
  else chosen.set(element, language);
  for (const each of speakers) updateIfChanged(each);
}

/**
 * The nearest `lang` attribute, through shadow roots. Inside the elements of this library `lang` is the language of a text
 * for screen readers, often unknown: an element there has the language of the one around it.
 */
function langOf(element: Element): Lang {
  for (let at: Element | undefined = element; at; at = findShadowHost(at)) {
    const lang = chosen.get(at);
    if (lang !== undefined) return { lang, isAsked: true };
    const isInside = findShadowHost(at)?.localName.startsWith('mcp-') === true;
    const named = isInside ? undefined : at.closest('[lang]');
    if (named) return { lang: named.getAttribute('lang') || undefined, isAsked: named.localName.startsWith('mcp-') };
  }
  return { lang: undefined, isAsked: false };
}

function findShadowHost(element: Element): Element | undefined {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}

/** The name of a language in that language: `Deutsch`. */
export function nameOfLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

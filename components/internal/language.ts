/* Which language an element speaks: that of its `lang` attribute, or of what is around it. */
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

/** The language of an element’s words: English where there are no words in the one of the page. */
export function languageOf(element: Element): string {
  const { lang, isAsked } = langOf(element);
  if (lang !== undefined) loadWords(lang, isAsked);
  return supportedLanguage(lang);
}

const loading = new Set<string>();

/** Loads the words that this library has in a language; until then, and where they do not load, it speaks English. */
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
      // It is tried again when an element is rendered anew after that time.
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
  /** It stands on an element of this library: a wish, and not only what language the page is in. */
  readonly isAsked: boolean;
}

/** The languages that a person chose for an element and what is inside it. */
const chosen = new WeakMap<Element, string>();

/** From now on the element, and what is inside it, speak this language; undefined for that of the page. */
export function speakIn(element: Element, language: string | undefined): void {
  if (language === undefined) chosen.delete(element);
  else chosen.set(element, language);
  for (const each of speakers) updateIfChanged(each);
}

/**
 * The nearest `lang` attribute, through shadow roots. Inside the elements of this library `lang` tells screen readers what
 * language a text is in, and often that nobody knows: an element there speaks as the one around it.
 */
function langOf(element: Element): Lang {
  for (let at: Element | undefined = element; at; at = hostOf(at)) {
    const lang = chosen.get(at);
    if (lang !== undefined) return { lang, isAsked: true };
    const isInside = hostOf(at)?.localName.startsWith('mcp-') === true;
    const named = isInside ? undefined : at.closest('[lang]');
    if (named) return { lang: named.getAttribute('lang') || undefined, isAsked: named.localName.startsWith('mcp-') };
  }
  return { lang: undefined, isAsked: false };
}

function hostOf(element: Element): Element | undefined {
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

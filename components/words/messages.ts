/*
 * The words of the elements, in English in the folder of the element (`messages.ts`), and in other languages as a
 * catalogue that a page registers.
 */
import type { TemplateResult } from 'lit';
import {
  englishMessage,
  type ErrorParam,
  type ErrorText,
  errorTextOf,
  isErrorList,
  McpError,
  writeErrorParam,
} from '../../src/errors.js';
import {
  fillTemplate,
  formatNumber,
  type FormatOptions,
  type Formats,
  intl,
  listParts,
  type Message,
  messageParts,
  type Messages,
  type ParamsOf,
  templateFor,
} from '../../src/format-message.js';
import { errorText } from '../internal/error-texts.js';
import { html } from '../internal/html.js';

export type { Message, Messages, PluralMessage } from '../../src/format-message.js';

/** Gives the words of one catalogue in the language of the element that is being rendered. */
export interface Translate<Catalogue extends Messages> {
  /** As a string: for attributes, and for sentences without anything that a server says. */
  <Key extends keyof Catalogue & string>(key: Key, ...params: ParamsOf<Catalogue[Key], string | number>): string;
  /**
   * For a place of text in a template. A param may be a template; a text is isolated, so that a name in another
   * direction does not turn the sentence around it.
   * @example html`<p>${t.rich('roots.removed', { name })}</p>`
   */
  rich<Key extends keyof Catalogue & string>(
    key: Key,
    ...params: ParamsOf<Catalogue[Key], unknown>
  ): readonly unknown[];
  /** For a sentence that is used on the page and in an attribute. */
  both<Key extends keyof Catalogue & string>(key: Key, ...params: ParamsOf<Catalogue[Key], string | number>): Sentence;
}

/** One sentence, as {@link Translate} gives it. */
export interface Sentence {
  readonly text: string;
  /** For a place of text in a template: the names in it are isolated. */
  readonly content: readonly unknown[];
}

/**
 * The English words of a folder of elements: gives the function that says them in the language of the page.
 * @example
 * const t = defineMessages({ 'roots.count': { one: '{count, number} folder', other: '{count, number} folders' } });
 * t('roots.count', { count: 2 }) // 2 folders
 */
export function defineMessages<const Catalogue extends Messages>(english: Catalogue): Translate<Catalogue> {
  const parts = (key: string, params: Readonly<Record<string, unknown>>): Chosen =>
    chosen(key, english[key]!, params['count']);
  const t = (key: string, params: Readonly<Record<string, unknown>> = {}): string => {
    const { template, language } = parts(key, params);
    return fillTemplate(template, (name, format) => written(params[name], format, language));
  };
  const rich = (key: string, params: Readonly<Record<string, unknown>> = {}): readonly unknown[] => {
    const { template, language } = parts(key, params);
    return messageParts(template).map((part) => {
      if (typeof part === 'string') return part;
      const value = params[part.name];
      return typeof value === 'string'
        ? isolated(value)
        : typeof value === 'number'
          ? written(value, part.format, language)
          : value;
    });
  };
  const both = (key: string, params?: Readonly<Record<string, unknown>>): Sentence => ({
    text: t(key, params),
    content: rich(key, params),
  });
  return Object.assign(t, { rich, both }) as Translate<Catalogue>;
}

const isolated = (text: string): TemplateResult => html`<bdi>${text}</bdi>`;

function written(value: unknown, format: string | undefined, language: string): string {
  if (typeof value === 'number') return formatNumber(value, format, language);
  return typeof value === 'string' ? value : '';
}

/** The text of an error, in the language of the element that is being rendered; in English if it is not translated. */
export function errorWords({ key, params, text }: ErrorText): string {
  const found = registeredFor(key, englishMessage(key));
  if (!found) return text;
  return fillTemplate(templateFor(found.message, params['count'], found.language), (name, format) =>
    params[name] === undefined ? '' : writeErrorParam(params[name], format, found.language, errorWords),
  );
}

/** {@link errorWords} for a text position in a template: a server's words in it are isolated, as in `t.rich`. */
export function richErrorWords({ key, params, text }: ErrorText): unknown {
  const english = englishMessage(key);
  const { message, language } = registeredFor(key, english) ?? { message: english, language: 'en' };
  if (message === undefined) return isolated(text);
  const parts = messageParts(templateFor(message, params['count'], language)).map((part) =>
    typeof part === 'string' ? part : richParam(params[part.name], part.format, language),
  );
  return joined(parts);
}

/** Joins adjacent texts: a screen reader may stop between two text nodes. */
function joined(parts: readonly unknown[]): readonly unknown[] {
  const all: unknown[] = [];
  for (const part of parts.flat(Infinity)) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else all.push(part);
  }
  return all;
}

function richParam(value: ErrorParam | undefined, format: string | undefined, language: string): unknown {
  if (value === undefined) return '';
  if (typeof value === 'string') return isolated(value);
  if (typeof value === 'number') return writeErrorParam(value, format, language, errorWords);
  if (!isErrorList(value)) return richErrorWords(value);
  const words = value.map((one) => writeErrorParam(one, undefined, language, errorWords));
  let at = 0;
  return listParts(words, language, format).map((piece) =>
    piece.type === 'literal' ? piece.value : richParam(value[at++], undefined, language),
  );
}

/** The text of an error or of a form issue. */
type Said = Pick<McpError, 'key' | 'params' | 'message'>;

/** {@link errorWords} of the message. */
export function errorMessage(said: Said): string {
  return errorWords(errorTextOf(said));
}

/** {@link errorWords} of the remedy; empty if the error has none. */
export function errorRemedy({ remedyText }: McpError): string {
  return remedyText ? errorWords(remedyText) : '';
}

/** The error and its remedy, on one line. */
export function errorLine(error: McpError): string {
  return [errorMessage(error), errorRemedy(error)].filter(Boolean).join(' ');
}

interface Chosen {
  readonly template: string;
  readonly language: string;
}

function chosen(key: string, english: Message, count: unknown): Chosen {
  const { message, language } = registeredFor(key, english) ?? { message: english, language: 'en' };
  return { template: templateFor(message, count, language), language };
}

/** Sentences of one language that a page can register. This library has fewer than two thousand. */
export const MAX_REGISTERED_MESSAGES = 10_000;
/** Characters of a registered sentence. */
export const MAX_MESSAGE_LENGTH = 4000;
/** Languages that a page can register. */
export const MAX_LANGUAGES = 100;

/** The sentences of pages, then those of this library: a page's sentences come first. */
const catalogues = new Map<string, Map<string, Message>>();
const own = new Map<string, Messages>();
/** The sentences that have the params of the English one, by language and key: they are looked up at each rendering. */
const compared = new Set<string>();
const listeners = new Set<() => void>();

/**
 * Gives the elements words in a language, or other words in English: all sentences, or some; missing ones are shown in
 * English. Elements use the language of their `lang` attribute, or else of an element around them (`<html lang="de">`).
 * Markup in a sentence is shown as text. A sentence that cannot be used, or does not have the params of the English one, is
 * named in the console and shown in English.
 * @param language a BCP 47 tag such as `de` or `pt-BR`
 * @throws McpError `invalid-input` for an invalid language, and for more than {@link MAX_LANGUAGES}
 * @example registerMessages('de', { 'form.reset': 'Formular zurücksetzen' });
 */
export function registerMessages(language: string, messages: Messages): void {
  const tag = canonical(language);
  if (tag === undefined) throw invalid(errorText('components.noLanguage', { language: String(language) }));
  if (typeof messages !== 'object' || messages === null)
    throw invalid(errorText('components.noMessages', { language: tag }));
  const catalogue = catalogues.get(tag) ?? new Map<string, Message>();
  if (!catalogues.has(tag) && catalogues.size >= MAX_LANGUAGES)
    throw invalid(errorText('components.tooManyLanguages', { limit: MAX_LANGUAGES }));
  catalogues.set(tag, catalogue);
  for (const [key, message] of Object.entries(messages)) {
    if (!isMessage(message)) warn(tag, key, 'is not a text, or longer than 4,000 characters');
    else if (catalogue.size >= MAX_REGISTERED_MESSAGES && !catalogue.has(key)) {
      warn(tag, key, 'and those after it are too many');
      break;
    } else catalogue.set(key, typeof message === 'string' ? message : { ...message });
  }
  compared.clear();
  for (const listener of listeners) listener();
}

/** The words that come with this library, once they are loaded. */
export function addOwnMessages(tag: string, messages: Messages): void {
  own.set(tag, messages);
  for (const listener of listeners) listener();
}

/** True if a page has registered sentences in that language. */
export function hasMessages(tag: string): boolean {
  return catalogues.has(tag);
}

/** Calls back after each change of the sentences. */
export function onMessages(listener: () => void): void {
  listeners.add(listener);
}

const invalid = (text: ErrorText): McpError => new McpError('invalid-input', text);

function isMessage(message: unknown): message is Message {
  if (typeof message === 'string') return message.length <= MAX_MESSAGE_LENGTH;
  if (typeof message !== 'object' || message === null || !('other' in message)) return false;
  return Object.values(message).every((each) => typeof each === 'string' && each.length <= MAX_MESSAGE_LENGTH);
}

/** The registered sentence of the language in use, or a registered one in English. */
function registeredFor(key: string, english: Message | undefined): { message: Message; language: string } | undefined {
  if (catalogues.size === 0 && own.size === 0) return undefined;
  for (const tag of [...fallbacksOf(language), 'en']) {
    const message = catalogues.get(tag)?.get(key) ?? ownMessage(tag, key);
    if (message === undefined) continue;
    const place = `${tag} ${key}`;
    if (english === undefined || compared.has(place) || hasSameParams(message, english)) {
      if (english !== undefined) compared.add(place);
      return { message, language: tag };
    }
    const isOfPage = catalogues.get(tag)?.delete(key) === true;
    if (!isOfPage) continue;
    const wanted = Array.from(paramsIn(readTemplate(english)), (name) => `{${name}}`);
    warn(tag, key, `does not have the params ${wanted.join(', ')}`);
  }
  return undefined;
}

function ownMessage(tag: string, key: string): Message | undefined {
  const messages = own.get(tag);
  return messages && Object.hasOwn(messages, key) ? messages[key] : undefined;
}

/** A translation without `{host}` would hide from whom a question is. */
function hasSameParams(message: Message, english: Message): boolean {
  const wanted = paramsIn(readTemplate(english));
  const forms = typeof message === 'string' ? { other: message } : message;
  return Object.entries(forms).every(([category, form]) => {
    const has = paramsIn(form);
    // “One folder” needs no number.
    const mayMiss = (name: string): boolean => name === 'count' && category !== 'other';
    return [...wanted].every((name) => has.has(name) || mayMiss(name)) && [...has].every((name) => wanted.has(name));
  });
}

function readTemplate(message: Message): string {
  return typeof message === 'string' ? message : message.other;
}

function paramsIn(template: string): ReadonlySet<string> {
  return new Set(messageParts(template).flatMap((part) => (typeof part === 'string' ? [] : [part.name])));
}

/** Warnings about one page's messages. */
const MAX_WARNINGS = 20;
let warnings = 0;

function warn(tag: string, key: string, why: string): void {
  if (warnings++ < MAX_WARNINGS) console.warn(`mcp-embed: the message "${key}" in "${tag}" ${why}. It is not used.`);
}

let language = 'en';

/** The language of the element that is being rendered; between renderings that of the last one. */
export function languageInUse(): string {
  return language;
}

/** A formatter of `Intl` in the language in use. @example formatter('NumberFormat').format(5000) // 5,000 */
export function formatter<Name extends keyof Formats>(
  name: Name,
  options?: FormatOptions<Name>,
): InstanceType<Formats[Name]> {
  return intl(name, language, options);
}

/** Sets the language of the words that follow: each element does so before it renders. @param tag of {@link supportedLanguage} */
export function useLanguage(tag: string): void {
  language = tag;
}

/** The language in use for a requested one: English if there are no words in it. */
export function supportedLanguage(asked: string | undefined): string {
  const tags = asked === undefined ? [] : fallbacksOf(asked);
  return tags.some((each) => catalogues.has(each) || own.has(each)) ? tags[0]! : 'en';
}

const fallbacks = new Map<string, readonly string[]>();

/** `de-AT`, `de`; `zh-CN`, `zh-Hans-CN`, `zh-Hans`, `zh`. Nothing for a tag that is none. */
export function fallbacksOf(asked: string): readonly string[] {
  let all = fallbacks.get(asked);
  if (!all) {
    const tag = canonical(asked);
    if (tag === undefined) return [];
    const shortened = (long: string): string[] =>
      long.split('-').map((_, at, parts) => parts.slice(0, parts.length - at).join('-'));
    all = [...new Set([...shortened(tag), ...shortened(new Intl.Locale(tag).maximize().baseName)])];
    // A page may change `lang` as often as it likes.
    if (fallbacks.size < MAX_LANGUAGES) fallbacks.set(asked, all);
  }
  return all;
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

import { html as litHtml, type TemplateResult } from 'lit';
import { hiddenParts, visibleText } from '../../src/content/index.js';

/** Characters of one text, all hidden, that get an element each; further ones are replaced in plain text. */
const MAX_HIDDEN_SIGNS = 500;

/**
 * The kind of a place in a template: text, an attribute, or a value that is passed unchanged (a property, a listener).
 */
type Place = 'text' | 'attribute' | 'as it is';

interface Reading {
  readonly places: readonly Place[];
  readonly strings: TemplateStringsArray;
}

const readings = new WeakMap<TemplateStringsArray, Reading>();

/**
 * Lit's `html`, for every template of this library: hidden characters of a text, whatever its source, become visible
 * signs and cannot reverse the text beside them. Properties get the exact value: form values, and everything that is
 * copied, saved or sent.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> {
  let reading = readings.get(strings);
  if (!reading)
    readings.set(strings, (reading = { places: readPlaces(strings), strings: withUnknownLanguage(strings) }));
  const { places } = reading;
  for (let at = 0; at < values.length; at++) {
    if (places[at] === 'text') values[at] = asText(values[at]);
    else if (places[at] === 'attribute' && typeof values[at] === 'string')
      values[at] = visibleText(values[at] as string);
  }
  return litHtml(reading.strings, ...values);
}

/**
 * Prepares a server's text for a text node: the same string if it has no hidden characters, otherwise with a visible
 * sign for each run of them. For attributes there is `visibleText`.
 */
export function serverText(text: string): string | readonly (string | TemplateResult)[] {
  const parts = hiddenParts(text);
  if (parts.length === 1 && typeof parts[0] === 'string') return parts[0];
  let signs = 0;
  let rest = '';
  const shown: (string | TemplateResult)[] = [];
  for (const part of parts) {
    if (signs >= MAX_HIDDEN_SIGNS) rest += typeof part === 'string' ? part : `‹${part.sign}›`;
    else if (typeof part === 'string') shown.push(part);
    else {
      signs++;
      shown.push(sign(part.sign, part.name));
    }
  }
  if (rest) shown.push(rest);
  return shown;
}

/** Isolated, so that it keeps its direction in any text. */
export const sign = (text: string, name: string): TemplateResult<1> =>
  litHtml`<span class="hidden-character" part="hidden-character" dir="ltr" title=${name}>${text}</span>`;

/** For attributes that may be absent. */
export function visibleTextOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : visibleText(text);
}

/** Elements that hold the text of a server: it has its own direction, and its language is unknown. */
const OF_SERVER = /<bdi(?=[\s>])|(?<!<bdi[^>]*)\sdir="auto"/g;

/** Lit caches templates by identity and accepts only template literals, so the copy gets `raw` too. */
function withUnknownLanguage(strings: TemplateStringsArray): TemplateStringsArray {
  const named = strings.map((string) => string.replaceAll(OF_SERVER, '$& lang=""'));
  if (named.every((string, at) => string === strings[at])) return strings;
  return Object.assign(named, { raw: named });
}

function asText(value: unknown): unknown {
  if (typeof value === 'string') return serverText(value);
  return Array.isArray(value) && value.some((each) => typeof each === 'string') ? value.map(asText) : value;
}

/** Places that get the exact value: properties, except the one that is text on the page, and the value of an option. */
const EXACT = /^[@?]|^\.(?!textContent$)|^value$/;

/**
 * Reads just enough HTML to tell text from attributes. The templates are those of this library, which are well formed.
 */
function readPlaces(strings: TemplateStringsArray): readonly Place[] {
  let inTag = false;
  let quote = '';
  let name = '';
  return strings.slice(0, -1).map((string) => {
    for (const [part, attribute] of string.matchAll(/<(?=[\w/])|([\w.@?-]+)=|["'>]/g)) {
      if (quote) quote = part === quote ? '' : quote;
      else if (!inTag) inTag = part === '<';
      else if (attribute) name = attribute;
      else if (part === '>') inTag = false;
      else quote = part;
    }
    return !inTag ? 'text' : EXACT.test(name) ? 'as it is' : 'attribute';
  });
}

import { html as litHtml, type TemplateResult } from 'lit';
import { visibleText } from '../../src/content/index.js';
import { serverText } from './server-text.js';

/** Where a value stands in a template: as text, in an attribute, or handed over as it is (a property, a listener). */
type Place = 'text' | 'attribute' | 'as it is';

const placesOf = new WeakMap<TemplateStringsArray, readonly Place[]>();

/**
 * Lit's `html`, for every template of this library: hidden characters of a text show as signs, wherever the text comes from, and
 * cannot turn around what stands beside them. What is handed over as a property stays exact: form values, and whatever is copied, saved or sent.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> {
  let places = placesOf.get(strings);
  if (!places) placesOf.set(strings, (places = readPlaces(strings)));
  for (let at = 0; at < values.length; at++) {
    if (places[at] === 'text') values[at] = asText(values[at]);
    else if (places[at] === 'attribute' && typeof values[at] === 'string')
      values[at] = visibleText(values[at] as string);
  }
  return litHtml(strings, ...values);
}

function asText(value: unknown): unknown {
  if (typeof value === 'string') return serverText(value);
  return Array.isArray(value) && value.some((each) => typeof each === 'string') ? value.map(asText) : value;
}

/** What hands a value over as it is: all properties but the one that is text on the page, and the value of an option. */
const EXACT = /^[@?]|^\.(?!textContent$)|^value$/;

/** Our own templates, which are well-formed: enough of HTML to tell text from attributes. */
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

import { html as litHtml, nothing, type TemplateResult } from 'lit';
import { type AnsiRun, hasAnsi, hiddenParts, readAnsi, visibleText } from '../../src/content/index.js';

/**
 * Characters of one text, all hidden, that get a sign of their own on the screen; further ones are signs in plain text.
 */
const MAX_HIDDEN_SIGNS = 500;

/**
 * What a server wrote, for the text of a page: the same string as a rule, with a sign in place of each run of hidden characters
 * otherwise. For attributes there is `visibleText`.
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

/** Isolated: letters from left to right, whatever stands around. */
const sign = (text: string, name: string) =>
  litHtml`<span class="hidden-character" part="hidden-character" dir="ltr" title=${name}>${text}</span>`;

/** For attributes that may be absent. */
export function visibleTextOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : visibleText(text);
}

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

/**
 * What a server wrote, with the colours of a terminal and without anything else that terminals understand; characters nobody
 * would see have signs. For the text of a page, in an element whose styles have `hues` (components/internal/styles.ts).
 */
export function ansiText(text: string): unknown {
  return hasAnsi(text) ? readAnsi(text).map(ansiRun) : serverText(text);
}

/** One run, for those who read line by line. */
export function ansiRun(run: AnsiRun): unknown {
  const classes = classesOf(run);
  return classes === '' ? serverText(run.text) : styled(run.text, classes);
}

/** The names are our own: a run has only colours that we know. */
function classesOf({ colour, background, bold, faint, italic, underline, strike }: AnsiRun): string {
  return [
    background ? `ansi-on ansi-on-${background}` : colour ? `ansi-${colour}` : faint ? 'ansi-faint' : '',
    bold ? 'ansi-bold' : '',
    italic ? 'ansi-italic' : '',
    underline ? 'ansi-underline' : '',
    strike ? 'ansi-strike' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const styled = (text: string, classes: string): TemplateResult => html`<span class=${classes}>${text}</span>`;

/** Kinds of hidden characters that are named beside a box. */
const SHOWN = 5;

/**
 * Beside a box for text, which shows its text exactly and so cannot show what is hidden in it: says what that is. What is sent
 * stays as it is.
 * @param id names the line, so that the box can be described by it
 */
export function hiddenNote(text: string, id: string): TemplateResult | typeof nothing {
  const signs = new Map<string, string>();
  for (const part of hiddenParts(text)) if (typeof part !== 'string') signs.set(part.sign, part.name);
  if (signs.size === 0) return nothing;
  const named = [...signs].slice(0, SHOWN).map(([sign, name]) => html`<li class="mono">${sign} ${name}</li>`);
  return html`<div id=${id} class="quiet small">
    Holds characters that do not show:
    <ul>
      ${named}${signs.size > SHOWN ? html`<li>and others</li>` : nothing}
    </ul>
  </div>`;
}

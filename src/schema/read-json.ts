import type { Json, JsonObject } from '../protocol/model.js';
import { placeInText } from '../util/place-in-text.js';
import { setOwn } from './json-value.js';
import { MAX_JSON_DEPTH, MAX_JSON_LENGTH } from './limits.js';
import { childPointer } from './pointer.js';
import { readNumber } from './read-number.js';

/** JSON as a person typed it, or the first thing wrong with it, with its place. */
export type JsonReading =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Numbers that cannot be held exactly, where they were to be kept: by JSON Pointer, and where they stand. */
      readonly inexact: ReadonlyMap<string, number>;
    }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/**
 * Reads JSON that a person typed. Stricter than `JSON.parse` where that would lose something in silence: a name given
 * twice and a number that cannot be held exactly are refused. Messages are sentences, the same in every browser.
 * @param keepsInexact gives numbers that cannot be held exactly as texts, instead of refusing them
 */
export function readJson(text: string, keepsInexact = false): JsonReading {
  if (text.length > MAX_JSON_LENGTH) return { ok: false, message: 'This text is too long.', offset: 0 };
  try {
    const inexact = new Map<string, number>();
    const value = new Reader(text, keepsInexact ? inexact : undefined).document();
    return { ok: true, value, inexact };
  } catch (problem) {
    if (!(problem instanceof Misread)) throw problem;
    return { ok: false, message: `${placeInText(text, problem.offset)}: ${problem.message}`, offset: problem.offset };
  }
}

class Misread extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

const WORDS: ReadonlyMap<string, Json> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

class Reader {
  readonly #text: string;
  readonly #inexact: Map<string, number> | undefined;
  #at = 0;

  constructor(text: string, inexact: Map<string, number> | undefined) {
    this.#text = text;
    this.#inexact = inexact;
  }

  document(): Json {
    const value = this.#value(0, '');
    if (this.#peek() !== '') throw this.#misread('there is something after the end of the JSON.');
    return value;
  }

  #value(depth: number, pointer: string): Json {
    if (depth > MAX_JSON_DEPTH) throw this.#misread('this is nested too deeply.');
    const next = this.#peek();
    if (next === '{') return this.#object(depth, pointer);
    if (next === '[') return this.#array(depth, pointer);
    if (next === '"') return this.#string();
    if (next === '') throw this.#misread('the JSON ends too early.');
    if (next === "'") throw this.#misread('text needs double quotes.');
    const token = /[^\s,:\]}[{"']+/y;
    token.lastIndex = this.#at;
    const word = token.exec(this.#text)?.[0] ?? next;
    const known = WORDS.get(word);
    if (known === undefined) return this.#number(word, pointer);
    this.#at += word.length;
    return known;
  }

  #number(word: string, pointer: string): number | string {
    // JSON has fewer spellings than people: no plus sign, no leading zero or point.
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(word)) {
      const looksLikeNumber = /^[-+.\d]/.test(word);
      throw this.#misread(looksLikeNumber ? 'this is not a JSON number.' : 'text needs double quotes.');
    }
    const reading = readNumber(word);
    if (!reading.ok && !this.#inexact) throw this.#misread(lowerFirst(reading.message));
    if (!reading.ok) this.#inexact?.set(pointer, this.#at);
    this.#at += word.length;
    return reading.ok ? reading.value : word;
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    const token = this.#text.slice(start, end + 1);
    if (end >= this.#text.length) throw this.#misread('this text has no closing quote.');
    if (token.includes('\n')) throw this.#misread('this text runs over the end of the line; write \\n for a new line.');
    try {
      const value = JSON.parse(token) as string;
      this.#at = end + 1;
      return value;
    } catch {
      throw this.#misread('this text has a backslash or control character that JSON does not allow.');
    }
  }

  #array(depth: number, pointer: string): Json {
    const items: Json[] = [];
    this.#at++;
    if (this.#take(']')) return items;
    for (;;) {
      items.push(this.#value(depth + 1, this.#inside(pointer, items.length)));
      if (this.#take(']')) return items;
      this.#comma(']');
    }
  }

  #object(depth: number, pointer: string): Json {
    const object: JsonObject = {};
    this.#at++;
    if (this.#take('}')) return object;
    for (;;) {
      if (this.#peek() !== '"') throw this.#misread('a name in double quotes is expected.');
      const start = this.#at;
      const name = this.#string();
      if (Object.hasOwn(object, name)) throw new Misread(`“${name}” is there twice.`, start);
      if (!this.#take(':')) throw this.#misread('a colon is expected after the name.');
      setOwn(object, name, this.#value(depth + 1, this.#inside(pointer, name)));
      if (this.#take('}')) return object;
      this.#comma('}');
    }
  }

  /** Places cost time and are only needed where something is noted by its place. */
  #inside(pointer: string, token: string | number): string {
    return this.#inexact ? childPointer(pointer, token) : '';
  }

  #comma(close: string): void {
    if (!this.#take(',')) {
      throw this.#misread(this.#peek() === '' ? 'the JSON ends too early.' : `a comma or ${close} is expected.`);
    }
    if (this.#peek() === close) throw this.#misread(`there is a comma too many before ${close}.`);
  }

  #peek(): string {
    while (/[ \t\n\r]/.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text[this.#at] ?? '';
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #misread(message: string): Misread {
    return new Misread(message, this.#at);
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

import { isPlainObject } from '../util/json.js';
import type { Json, JsonObject } from '../protocol/model.js';
import { childPointer, positionInText, toJson } from '../util/json.js';
import { type ErrorParams, type ErrorText, said } from '../errors.js';
import { errorText } from './error-texts.js';
import { MAX_JSON_DEPTH, MAX_JSON_LENGTH, setOwn } from './json-value.js';

/**
 * A JSON Schema object as it came: a keyword may have any value. The functions below return a keyword's value if it has
 * the type that the specification requires, and undefined otherwise, so that a malformed keyword counts as absent.
 */
export type SchemaObject = { readonly [keyword: string]: unknown };

export function isSchemaObject(value: unknown): value is SchemaObject {
  return isPlainObject(value);
}

export function readTextKeyword(schema: SchemaObject, keyword: string, maxLength: number): string | undefined {
  const value = schema[keyword];
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, maxLength) : undefined;
}

export function numberOf(schema: SchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A count such as `minLength`; a fraction is rounded to the whole number with the same meaning. */
export function countOf(
  schema: SchemaObject,
  keyword: string,
  round: (value: number) => number = Math.ceil,
): number | undefined {
  const value = numberOf(schema, keyword);
  return value !== undefined && value >= 0 ? round(value) : undefined;
}

export function listOf(schema: SchemaObject, keyword: string): readonly unknown[] | undefined {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

/** True for a schema that accepts everything: `true` or `{}`. */
export function saysNothing(schema: unknown): boolean {
  return schema === undefined || schema === true || (isSchemaObject(schema) && Object.keys(schema).length === 0);
}

export { childPointer } from '../util/json.js';

/** The error of a text: a sentence in English, and its key, as in a {@link FormIssue}. */
interface Refusal {
  readonly ok: false;
  readonly message: string;
  readonly key: string;
  readonly params: ErrorParams;
}

/** A number as the user typed it, or its error. */
export type NumberReading = { readonly ok: true; readonly value: number } | Refusal;

const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const UNFINISHED = /^[+-]?(?:\d+(?:\.(?:\d*e[+-]?)?|e[+-]?)?|\.(?:\d*e[+-]?)?|e[+-]?)?$/i;

/**
 * Significant digits of a number that is compared with its double digit by digit: no double has more than 767. A longer
 * number is not exact.
 */
const MAX_EXACT_DIGITS = 800;

/**
 * Reads a number without changing it. What counts is the text that is sent: a number that JSON would write with other
 * digits is an error. The exact digits of a double with a fraction are accepted too, because every reader of JSON reads
 * a fraction as a double.
 */
export function readNumber(typed: string): NumberReading {
  const text = typed.trim();
  if (!NUMBER.test(text)) return { ok: false, ...said(problemOf(text)) };
  const value = Number(text);
  if (!Number.isFinite(value)) return { ok: false, ...said(errorText('schema.number.tooLarge')) };
  if (digitsOf(text) === digitsOf(String(value)) || isExact(text, value)) return { ok: true, value };
  return { ok: false, ...said(errorText('schema.number.inexact', { value })) };
}

/** True if the text has all digits of a double that is no whole number. */
function isExact(text: string, value: number): boolean {
  if (Number.isInteger(value)) return false;
  const { digits, power } = partsOf(text);
  if (digits.length > MAX_EXACT_DIGITS || power >= 0) return false;
  let halvings = 0n;
  let whole = Math.abs(value);
  for (; !Number.isInteger(whole); whole *= 2) halvings++;
  return BigInt(digits) << halvings === BigInt(whole) * 10n ** BigInt(-power);
}

function problemOf(text: string): ErrorText {
  if (text === '') return errorText('schema.enterNumber');
  if (text.startsWith(ABOUT)) return errorText('schema.number.rounded');
  if (/^[+-]?\d{1,3}(?:[,.' ]\d{3})+$/.test(text)) return errorText('schema.number.separators');
  if (/^[+-]?\d+,\d+$/.test(text)) return errorText('schema.number.point');
  return UNFINISHED.test(text) ? errorText('schema.number.unfinished', { text }) : errorText('schema.number.none');
}

/** Sign, significant digits and exponent: the same text for every spelling of the same decimal. */
function digitsOf(text: string): string {
  const { digits, power } = partsOf(text);
  return digits === '' ? '0' : `${text.startsWith('-') ? '-' : ''}${digits}e${power}`;
}

/** The significant digits of a decimal without its sign, and the power of ten that they are multiplied by. */
function partsOf(text: string): { readonly digits: string; readonly power: number } {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const all = (whole + fraction).replace(/^0+/, '');
  let end = all.length;
  // A pattern such as /0+$/ would take quadratic time for zeros in the middle.
  while (all.charAt(end - 1) === '0') end--;
  const digits = all.slice(0, end);
  return { digits, power: Number(exponent) - fraction.length + (all.length - digits.length) };
}

/** Written before a number that may have lost its last digits on the way here, so that it is not sent as it is. */
const ABOUT = '≈';

/**
 * True for a number of the server that JavaScript may have rounded: `JSON.parse` reads whole numbers past 2^53 without
 * their last digits. It cannot be known if this one had others.
 */
export function isRounded(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** A number of the server as text; `≈` marks one that may be rounded. */
export function serverNumber(value: number): string {
  return isRounded(value) ? `${ABOUT}${value}` : String(value);
}

/** A value of the server as indented JSON. With a number that may be rounded it is not valid JSON. */
export function serverJson(value: Json): string {
  let isExact = true;
  const marked = toJson(
    value,
    (_, part) => {
      if (!isRounded(part)) return part;
      isExact = false;
      return `\0${serverNumber(part)}`;
    },
    2,
  );
  return isExact ? marked : marked.replaceAll(/"\\u0000(≈[^"]+)"/g, '$1');
}

/** JSON as the user typed it, or its first error with the position. */
export type JsonReading =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Offsets of the numbers that cannot be represented exactly, by JSON Pointer. */
      readonly inexact: ReadonlyMap<string, number>;
    }
  | (Refusal & { readonly offset: number });

/**
 * Reads JSON that a user typed. Stricter than `JSON.parse` where that loses data: duplicate names and numbers that
 * cannot be represented exactly are errors. Error messages are sentences, the same in every browser.
 * @param keepsInexact returns inexact numbers as strings instead of reporting an error
 */
export function readJson(text: string, keepsInexact = false): JsonReading {
  if (text.length > MAX_JSON_LENGTH) return { ok: false, ...said(errorText('schema.json.tooLong')), offset: 0 };
  try {
    const inexact = new Map<string, number>();
    const value = new Reader(text, keepsInexact ? inexact : undefined).document();
    return { ok: true, value, inexact };
  } catch (problem) {
    if (!(problem instanceof Misread)) throw problem;
    const { offset, why } = problem;
    const { line, column } = positionInText(text, offset);
    return { ok: false, ...said(errorText('schema.json.at', { line, column, problem: why })), offset };
  }
}

class Misread extends Error {
  constructor(
    readonly why: ErrorText,
    readonly offset: number,
  ) {
    super(why.text);
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
    if (this.#peek() !== '') throw this.#misread(errorText('schema.json.afterEnd'));
    return value;
  }

  #value(depth: number, pointer: string): Json {
    if (depth > MAX_JSON_DEPTH) throw this.#misread(errorText('schema.json.tooDeep'));
    const next = this.#peek();
    if (next === '{') return this.#object(depth, pointer);
    if (next === '[') return this.#array(depth, pointer);
    if (next === '"') return this.#string();
    if (next === '') throw this.#misread(errorText('schema.json.endsEarly'));
    if (next === "'") throw this.#misread(errorText('schema.json.doubleQuotes'));
    const token = /[^\s,:\]}[{"']+/y;
    token.lastIndex = this.#at;
    const word = token.exec(this.#text)?.[0] ?? next;
    const known = WORDS.get(word);
    if (known === undefined) return this.#number(word, pointer);
    this.#at += word.length;
    return known;
  }

  #number(word: string, pointer: string): number | string {
    if (word.startsWith(ABOUT)) throw this.#misread(errorText('schema.json.rounded'));
    // JSON allows no plus sign, no leading zeros and no leading decimal point.
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(word)) {
      const looksLikeNumber = /^[-+.\d]/.test(word);
      throw this.#misread(errorText(looksLikeNumber ? 'schema.json.number' : 'schema.json.doubleQuotes'));
    }
    const reading = readNumber(word);
    if (!reading.ok && !this.#inexact) throw this.#misread(unsendable(Number(word)));
    if (!reading.ok) this.#inexact?.set(pointer, this.#at);
    this.#at += word.length;
    return reading.ok ? reading.value : word;
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    const token = this.#text.slice(start, end + 1);
    if (end >= this.#text.length) throw this.#misread(errorText('schema.json.openQuote'));
    if (token.includes('\n')) throw this.#misread(errorText('schema.json.lineBreak', { sign: '\\n' }));
    try {
      const value = JSON.parse(token) as string;
      this.#at = end + 1;
      return value;
    } catch {
      throw this.#misread(errorText('schema.json.badCharacter'));
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
      if (this.#peek() !== '"') throw this.#misread(errorText('schema.json.name'));
      const start = this.#at;
      const name = this.#string();
      if (Object.hasOwn(object, name)) throw new Misread(errorText('schema.json.nameTwice', { name }), start);
      if (!this.#take(':')) throw this.#misread(errorText('schema.json.colon'));
      setOwn(object, name, this.#value(depth + 1, this.#inside(pointer, name)));
      if (this.#take('}')) return object;
      this.#comma('}');
    }
  }

  /** A pointer is only built if positions are needed, because it takes time. */
  #inside(pointer: string, token: string | number): string {
    return this.#inexact ? childPointer(pointer, token) : '';
  }

  #comma(close: string): void {
    if (!this.#take(',')) {
      throw this.#misread(
        this.#peek() === '' ? errorText('schema.json.endsEarly') : errorText('schema.json.comma', { close }),
      );
    }
    if (this.#peek() === close) throw this.#misread(errorText('schema.json.commaTooMany', { close }));
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

  #misread(why: ErrorText): Misread {
    return new Misread(why, this.#at);
  }
}

/** Why a number as JSON writes it cannot be sent as it is. */
function unsendable(value: number): ErrorText {
  return Number.isFinite(value) ? errorText('schema.json.inexact', { value }) : errorText('schema.json.tooLarge');
}

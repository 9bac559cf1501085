import { type ErrorParams, type ErrorText, said } from '../errors.js';
import { positionInText } from '../util/json.js';
import { errorText } from './error-texts.js';
import {
  HAS_ESCAPES,
  IS_CUT,
  IS_REPEATED,
  IS_TOO_DEEP,
  type JsonKind,
  JsonTree,
  JsonTreeColumns,
  KINDS,
  MAX_NUMBER_DIGITS,
  MAX_TREE_CHARACTERS,
  MAX_TREE_DEPTH,
  MAX_TREE_VALUES,
} from './json-tree.js';

/** A syntax error in a JSON text, and its position. */
class NotJson extends Error {
  constructor(
    readonly why: ErrorText,
    readonly offset: number,
  ) {
    super(why.text);
  }
}

const [QUOTE, COLON, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = Array.from('":,{}[]', (each) =>
  each.charCodeAt(0),
) as [number, number, number, number, number, number, number];
const BACKSLASH = 92;
const U = 117;
const ESCAPES = new Set(Array.from('"\\/bfnrt', (each) => each.charCodeAt(0)));
type JsonWord = 'true' | 'false' | 'null';
/** By first letter. */
const WORDS: ReadonlyMap<number, JsonWord> = new Map([
  [116, 'true'],
  [102, 'false'],
  [110, 'null'],
]);

/** Reads the tokens of a JSON text without building values. Accepts what `JSON.parse` accepts. */
class JsonScanner {
  readonly text: string;
  at = 0;
  /** The last string contains a backslash. */
  sawEscape = false;

  constructor(text: string) {
    this.text = text;
  }

  /**
   * The next character that is not white space; NaN at the end. Stops with a space after `atMost` characters of white
   * space.
   */
  peek(atMost: number): number {
    const stop = this.at + atMost;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if ((code !== 32 && code !== 10 && code !== 13 && code !== 9) || this.at >= stop) return code;
      this.at++;
    }
  }

  /**
   * Reads on in a string, after its opening quote.
   * @param atMost characters after which to pause
   * @returns true when the string has ended
   */
  string(atMost: number): boolean {
    const { text } = this;
    const stop = this.at + atMost;
    for (let at = this.at; ; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return true;
      }
      if (code === BACKSLASH) {
        this.sawEscape = true;
        at = this.#escape(at);
      } else if (!(code >= 32)) throw this.#badString(at);
      if (at >= stop) {
        this.at = at + 1;
        return false;
      }
    }
  }

  /** @returns the end of the escape sequence that begins here */
  #escape(at: number): number {
    const code = this.text.charCodeAt(at + 1);
    if (ESCAPES.has(code)) return at + 1;
    if (code === U && /^[\da-f]{4}$/i.test(this.text.slice(at + 2, at + 6))) return at + 5;
    if (Number.isNaN(code)) throw new NotJson(errorText('content.json.openQuote'), at);
    throw new NotJson(errorText('content.json.backslash'), at);
  }

  #badString(at: number): NotJson {
    if (at >= this.text.length) return new NotJson(errorText('content.json.openQuote'), at);
    return new NotJson(errorText('content.json.controlCharacter', { sign: '\\n' }), at);
  }

  /** @throws NotJson */
  number(): void {
    const from = this.at;
    if (this.text[this.at] === '-') this.at++;
    const whole = this.at;
    if (this.#digits() === 0) throw new NotJson(errorText('content.json.value'), from);
    if (this.text[whole] === '0' && this.at - whole > 1) throw new NotJson(errorText('content.json.leadingZero'), from);
    if (this.text[this.at] === '.') {
      this.at++;
      if (this.#digits() === 0) throw new NotJson(errorText('content.json.point'), from);
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      this.at++;
      if (this.text[this.at] === '+' || this.text[this.at] === '-') this.at++;
      if (this.#digits() === 0) throw new NotJson(errorText('content.json.exponent'), from);
    }
  }

  #digits(): number {
    const from = this.at;
    for (let code = this.text.charCodeAt(from); code >= 48 && code <= 57;) {
      code = this.text.charCodeAt(++this.at);
      if (this.at - from > MAX_NUMBER_DIGITS) throw new NotJson(errorText('content.json.digits'), from);
    }
    return this.at - from;
  }

  /** Reads `true`, `false` or `null`, if one of them is here. */
  word(): JsonWord | undefined {
    const word = WORDS.get(this.text.charCodeAt(this.at));
    if (!word || !this.text.startsWith(word, this.at)) return undefined;
    this.at += word.length;
    return word;
  }
}

/** A tree, or why there is none: a sentence in English, and which one it is. */
export type JsonTreeReading =
  | { readonly ok: true; readonly tree: JsonTree }
  | { readonly ok: false; readonly message: string; readonly key: string; readonly params: ErrorParams };

/** Characters that are read before checking the time; together with the tokens under a millisecond. */
const JSON_READER_CHARACTERS_PER_STEP = 65_536;
/** Tokens that are read before checking the time. */
const JSON_READER_TOKENS_PER_STEP = 512;

/**
 * Reads JSON as a tree of positions in its text, so that everything stays as written: numbers of any size, repeated
 * names, their order. Accepts what `JSON.parse` accepts, and a byte order mark. Nesting needs no call stack.
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export function* readJsonTree(source: string): Generator<undefined, JsonTreeReading, undefined> {
  if (source.length > MAX_TREE_CHARACTERS) return { ok: false, ...said(errorText('content.treeTooLong')) };
  try {
    return { ok: true, tree: yield* new Reader(source).read() };
  } catch (problem) {
    if (!(problem instanceof NotJson)) throw problem;
    const { line, column } = positionInText(source, problem.offset);
    return { ok: false, ...said(errorText('content.invalidJson', { line, column, problem: problem.why })) };
  }
}

/** The expected token. */
type Expected = 'value' | 'first-value' | 'name' | 'first-name' | 'colon' | 'next';

class Reader {
  readonly #scanner: JsonScanner;
  readonly #columns: JsonTreeColumns;
  /** For each open object or array, whether it is an array. */
  #isArray = new Uint8Array(64);
  #depth = 0;
  /**
   * The open objects and arrays that are in the tree. They are the outer ones: where one is not in the tree, nothing
   * inside it is.
   */
  readonly #open: number[] = [];
  /** By level: the first value of each name in the open object of that level. */
  readonly #named: Map<string, number>[] = [];
  #expected: Expected = 'value';
  #name = 0;
  #total = 0;

  constructor(source: string) {
    this.#scanner = new JsonScanner(source);
    this.#columns = new JsonTreeColumns(source.length / 24);
    if (source.charCodeAt(0) === 0xfeff) this.#scanner.at = 1;
  }

  *read(): Generator<undefined, JsonTree, undefined> {
    const scanner = this.#scanner;
    let tokens = 0;
    let pauseAt = JSON_READER_CHARACTERS_PER_STEP;
    for (;;) {
      if (++tokens === JSON_READER_TOKENS_PER_STEP || scanner.at >= pauseAt) {
        yield;
        tokens = 0;
        pauseAt = scanner.at + JSON_READER_CHARACTERS_PER_STEP;
      }
      const next = scanner.peek(JSON_READER_CHARACTERS_PER_STEP);
      if (next <= 32) continue;
      if (next === QUOTE && this.#expected !== 'next' && this.#expected !== 'colon') {
        const start = scanner.at++;
        scanner.sawEscape = false;
        while (!scanner.string(JSON_READER_CHARACTERS_PER_STEP)) yield;
        this.#string(start);
      } else if (this.#token(next)) return new JsonTree(scanner.text, this.#columns, this.#total);
    }
  }

  #string(start: number): void {
    if (this.#expected === 'name' || this.#expected === 'first-name') {
      this.#name = start;
      this.#expected = 'colon';
    } else this.#leaf('string', start, this.#scanner.sawEscape ? HAS_ESCAPES : 0);
  }

  /** @returns true at the end of the text */
  #token(next: number): boolean {
    const inArray = this.#isArray[this.#depth - 1] === 1;
    switch (this.#expected) {
      case 'value':
      case 'first-value':
        if (next === CLOSE_ARRAY && this.#expected === 'first-value') this.#close();
        else this.#value(next);
        return false;
      case 'name':
      case 'first-name':
        if (next === CLOSE_OBJECT && this.#expected === 'first-name') this.#close();
        else if (next === CLOSE_OBJECT) throw this.#wrong(errorText('content.json.commaTooMany', { close: '}' }));
        else throw this.#wrong(errorText(Number.isNaN(next) ? 'content.json.endsEarly' : 'content.json.name'));
        return false;
      case 'colon':
        if (next !== COLON)
          throw this.#wrong(errorText(Number.isNaN(next) ? 'content.json.endsEarly' : 'content.json.colon'));
        this.#scanner.at++;
        this.#expected = 'value';
        return false;
      case 'next':
        if (this.#depth === 0) {
          if (Number.isNaN(next)) return true;
          throw this.#wrong(errorText('content.json.afterEnd'));
        }
        if (next === COMMA) {
          this.#scanner.at++;
          this.#expected = inArray ? 'value' : 'name';
        } else if (next === (inArray ? CLOSE_ARRAY : CLOSE_OBJECT)) this.#close();
        else if (Number.isNaN(next)) throw this.#wrong(errorText('content.json.endsEarly'));
        else throw this.#wrong(errorText('content.json.comma', { close: inArray ? ']' : '}' }));
        return false;
    }
  }

  #value(next: number): void {
    const scanner = this.#scanner;
    const start = scanner.at;
    if (next === OPEN_OBJECT || next === OPEN_ARRAY) this.#openOne(next === OPEN_ARRAY);
    else if (Number.isNaN(next)) throw this.#wrong(errorText('content.json.endsEarly'));
    else if (next === CLOSE_ARRAY && this.#depth > 0)
      throw this.#wrong(errorText('content.json.commaTooMany', { close: ']' }));
    else {
      const word = scanner.word();
      if (!word) scanner.number();
      this.#leaf(word ?? 'number', start);
    }
  }

  #leaf(kind: JsonKind, start: number, marks = 0): void {
    const value = this.#add(kind, start, marks);
    if (value >= 0) this.#columns.end[value] = this.#scanner.at;
    this.#expected = 'next';
  }

  #openOne(isArray: boolean): void {
    const isTooDeep = this.#open.length === MAX_TREE_DEPTH - 1;
    const value = this.#add(isArray ? 'array' : 'object', this.#scanner.at, isTooDeep ? IS_TOO_DEEP : 0);
    if (value >= 0) this.#open.push(value);
    if (this.#depth === this.#isArray.length) {
      const longer = new Uint8Array(this.#depth * 2);
      longer.set(this.#isArray);
      this.#isArray = longer;
    }
    this.#isArray[this.#depth++] = isArray ? 1 : 0;
    this.#scanner.at++;
    this.#expected = isArray ? 'first-value' : 'first-name';
  }

  #close(): void {
    this.#scanner.at++;
    this.#depth--;
    this.#expected = 'next';
    if (this.#open.length <= this.#depth) return;
    const value = this.#open.pop()!;
    const { what, end, after, size, count } = this.#columns;
    end[value] = this.#scanner.at;
    after[value] = count;
    if (size[value] === 0) what[value]! &= ~IS_TOO_DEEP;
    this.#named[this.#depth]?.clear();
  }

  /** @returns -1 where the tree has no room for it, or does not contain its parent */
  #add(kind: JsonKind, start: number, marks: number): number {
    this.#total++;
    if (this.#open.length < this.#depth) return -1;
    const columns = this.#columns;
    const parent = this.#open.at(-1) ?? 0;
    const position = this.#depth === 0 ? 0 : columns.size[parent]!++;
    if (this.#depth > 0 && columns.what[parent]! & IS_TOO_DEEP) return -1;
    if (columns.count === MAX_TREE_VALUES) {
      columns.what[parent]! |= IS_CUT;
      return -1;
    }
    const inObject = this.#depth > 0 && this.#isArray[this.#depth - 1] === 0;
    const value = columns.add(KINDS.indexOf(kind) | marks, start, inObject ? this.#name : 0, parent, position);
    if (inObject) this.#noteName(value);
    return value;
  }

  #noteName(value: number): void {
    const { text } = this.#scanner;
    const named = (this.#named[this.#depth - 1] ??= new Map<string, number>());
    const name = JsonTree.nameAt(text, this.#name);
    const first = named.get(name);
    if (first === undefined) named.set(name, value);
    else {
      this.#columns.what[first]! |= IS_REPEATED;
      this.#columns.what[value]! |= IS_REPEATED;
    }
  }

  #wrong(why: ErrorText): NotJson {
    return new NotJson(why, this.#scanner.at);
  }
}

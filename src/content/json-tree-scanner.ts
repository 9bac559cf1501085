import { MAX_NUMBER_DIGITS } from './json-tree-limits.js';

/** What is wrong with a JSON text, and where. */
export class NotJson extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const U = 117;
const ESCAPES = new Set(Array.from('"\\/bfnrt', (each) => each.charCodeAt(0)));
export type JsonWord = 'true' | 'false' | 'null';
/** By their first letter. */
const WORDS: ReadonlyMap<number, JsonWord> = new Map([
  [116, 'true'],
  [102, 'false'],
  [110, 'null'],
]);

/** Walks over the tokens of a JSON text and makes nothing of them. Accepts what `JSON.parse` accepts. */
export class JsonScanner {
  readonly text: string;
  at = 0;
  /** The string that was walked over last had a backslash in it. */
  sawEscape = false;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character that is not white space, or NaN at the end. After so many characters of white space, a space. */
  peek(atMost: number): number {
    const stop = this.at + atMost;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if ((code !== 32 && code !== 10 && code !== 13 && code !== 9) || this.at >= stop) return code;
      this.at++;
    }
  }

  /**
   * Walks on in a string whose opening quote is behind.
   * @param atMost characters after which to pause
   * @returns true when it is over
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

  /** @returns where the escape that begins here ends */
  #escape(at: number): number {
    const code = this.text.charCodeAt(at + 1);
    if (ESCAPES.has(code)) return at + 1;
    if (code === U && /^[\da-f]{4}$/i.test(this.text.slice(at + 2, at + 6))) return at + 5;
    if (Number.isNaN(code)) throw new NotJson('this text has no closing quote.', at);
    throw new NotJson('this text has a backslash that JSON does not allow.', at);
  }

  #badString(at: number): NotJson {
    if (at >= this.text.length) return new NotJson('this text has no closing quote.', at);
    return new NotJson('this text has a line break or control character in it; JSON writes \\n and the like.', at);
  }

  /** @throws NotJson */
  number(): void {
    const from = this.at;
    if (this.text[this.at] === '-') this.at++;
    const whole = this.at;
    if (this.#digits() === 0) throw new NotJson('this is not a JSON value.', from);
    if (this.text[whole] === '0' && this.at - whole > 1) throw new NotJson('a number begins with 0.', from);
    if (this.text[this.at] === '.') {
      this.at++;
      if (this.#digits() === 0) throw new NotJson('a number has no digit after its point.', from);
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      this.at++;
      if (this.text[this.at] === '+' || this.text[this.at] === '-') this.at++;
      if (this.#digits() === 0) throw new NotJson('a number has no digit after its e.', from);
    }
  }

  #digits(): number {
    const from = this.at;
    for (let code = this.text.charCodeAt(from); code >= 48 && code <= 57;) {
      code = this.text.charCodeAt(++this.at);
      if (this.at - from > MAX_NUMBER_DIGITS) throw new NotJson('a number has more than a million digits.', from);
    }
    return this.at - from;
  }

  /** `true`, `false` or `null`, when one of them stands here. */
  word(): JsonWord | undefined {
    const word = WORDS.get(this.text.charCodeAt(this.at));
    if (!word || !this.text.startsWith(word, this.at)) return undefined;
    this.at += word.length;
    return word;
  }
}

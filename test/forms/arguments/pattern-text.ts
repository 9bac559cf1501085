// A text that fits a regular expression, for as much of their language as real schemas use. What it makes is tried on
// the expression itself; what it cannot read it leaves out.
import type { Random } from '../../support/random.js';

const TRIES = 20;
/** How often something without an upper bound is repeated at most, beyond what it must. */
const MORE = 3;
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const CLASSES: Readonly<Record<string, RegExp>> = {
  d: /\d/,
  D: /\D/,
  w: /\w/,
  W: /\W/,
  s: / /,
  S: /\S/,
};

/** Undefined where none was found. */
export function textFor(pattern: string, random: Random): string | undefined {
  const expression = compile(pattern);
  if (!expression) return undefined;
  for (let times = 0; times < TRIES; times++) {
    let text: string;
    try {
      text = new Sampler(pattern, random).text();
    } catch {
      return undefined;
    }
    if (expression.test(text)) return text;
  }
  return undefined;
}

export function compile(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

class Sampler {
  readonly #pattern: string;
  readonly #random: Random;
  #at = 0;

  constructor(pattern: string, random: Random) {
    this.#pattern = pattern;
    this.#random = random;
  }

  text(): string {
    return this.#alternatives();
  }

  get #next(): string {
    return this.#pattern[this.#at] ?? '';
  }

  #alternatives(): string {
    const all = [this.#sequence()];
    while (this.#next === '|') {
      this.#at++;
      all.push(this.#sequence());
    }
    return this.#random.pick(all);
  }

  #sequence(): string {
    let text = '';
    while (this.#next !== '' && this.#next !== '|' && this.#next !== ')') text += this.#repeated();
    return text;
  }

  #repeated(): string {
    const start = this.#at;
    let text = this.#atom();
    const end = this.#at;
    const [low, high] = this.#bounds();
    const after = this.#at;
    if (low === 1 && high === 1) return text;
    const times = this.#random.between(low, Math.min(high, low + MORE));
    text = '';
    // Read again each time: every round may choose differently.
    for (let round = 0; round < times; round++) {
      this.#at = start;
      text += this.#atom();
    }
    this.#at = Math.max(end, after);
    return text;
  }

  #bounds(): [number, number] {
    const rest = this.#pattern.slice(this.#at);
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(rest);
    if (!found) return [1, 1];
    this.#at += found[0].length;
    if (found[1]) return found[1] === '?' ? [0, 1] : [found[1] === '+' ? 1 : 0, Infinity];
    const low = Number(found[2]);
    return [low, found[4] ? Number(found[4]) : found[3] ? Infinity : low];
  }

  #atom(): string {
    const character = this.#next;
    this.#at++;
    if (character === '^' || character === '$') return '';
    if (character === '.') return this.#random.pick(['a', 'Z', '7', '-']);
    if (character === '(') return this.#group();
    if (character === '[') return this.#oneOf(this.#set());
    if (character === '\\') return this.#oneOf(this.#escape());
    return character;
  }

  #group(): string {
    const kind = /^\?(?:[:=!]|<[=!]|<[^>]*>)/.exec(this.#pattern.slice(this.#at))?.[0] ?? '';
    this.#at += kind.length;
    const text = this.#alternatives();
    this.#at++;
    // What only looks around adds nothing; whether it holds, the expression itself tells.
    return /^\?<?[=!]$/.test(kind) ? '' : text;
  }

  #oneOf(characters: readonly string[]): string {
    return characters.length === 0 ? '' : this.#random.pick(characters);
  }

  #set(): string[] {
    const negated = this.#next === '^';
    if (negated) this.#at++;
    const inside = new Set<string>();
    while (this.#next !== ']' && this.#next !== '') {
      const from = this.#member();
      if (from.length === 1 && this.#next === '-' && this.#pattern[this.#at + 1] !== ']') {
        this.#at++;
        const [to = ''] = this.#member();
        const [first = ''] = from;
        for (let code = first.charCodeAt(0); code <= Math.min(to.charCodeAt(0), 0x2fff); code++) {
          inside.add(String.fromCharCode(code));
        }
      } else for (const each of from) inside.add(each);
    }
    this.#at++;
    return negated ? PRINTABLE.filter((each) => !inside.has(each)) : [...inside];
  }

  #member(): string[] {
    const character = this.#next;
    this.#at++;
    return character === '\\' ? this.#escape() : [character];
  }

  #escape(): string[] {
    const rest = this.#pattern.slice(this.#at);
    const code = /^(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/i.exec(rest);
    if (code) {
      this.#at += code[0].length;
      return [String.fromCodePoint(parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16))];
    }
    const property = /^[pP]\{[^}]*\}/.exec(rest)?.[0];
    if (property) {
      this.#at += property.length;
      const expression = compile(`^\\${property}$`);
      return ['a', 'Z', '7', 'é', ' ', '-', '_'].filter((each) => expression?.test(each));
    }
    const character = this.#next;
    this.#at++;
    const known = CLASSES[character];
    if (known) return PRINTABLE.filter((each) => known.test(each));
    if (character === 'b' || character === 'B') return [];
    return [{ n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', 0: '\0' }[character] ?? character];
  }
}

/** What a regular expression is made of. */
export type Part =
  /** One character. */
  | { readonly kind: 'one'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number }
  /** A place between characters: the beginning, the end, the edge of a word. */
  | { readonly kind: 'edge'; readonly holds: (characters: readonly string[], at: number) => boolean }
  /** What must, or must not, come next. */
  | { readonly kind: 'ahead'; readonly part: Part; readonly holds: boolean }
  /** What must, or must not, stand before. */
  | { readonly kind: 'behind'; readonly part: Part; readonly holds: boolean }
  /** A group that is counted, from 1. */
  | { readonly kind: 'group'; readonly part: Part; readonly number: number }
  /** The same text again as that group matched. */
  | { readonly kind: 'again'; readonly number: number };

const TOKEN =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|c[a-z]|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[)|]|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gisu;
/** Characters written in two halves. */
const BEYOND_US = /^\\ud[89a-f]/i;
/** Deeper groups are no pattern that anybody wrote. */
const MAX_DEPTH = 100;

/** Undefined for what is not understood here. */
export function parsePattern(expression: RegExp): Part | undefined {
  const tokens = expression.source.match(TOKEN) ?? [];
  if (expression.source === '' || tokens.some((token) => BEYOND_US.test(token))) return undefined;
  try {
    return new Parser(tokens, expression.flags).whole();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #flags: string;
  /** The names of the groups that are counted. */
  readonly #groups: readonly (string | undefined)[];
  #opened = 0;
  #at = 0;

  constructor(tokens: readonly string[], flags: string) {
    this.#tokens = tokens;
    this.#flags = flags;
    this.#groups = tokens.filter(isCounted).map((token) => /<(.*)>/.exec(token)?.[1]);
  }

  whole(): Part {
    const part = this.#choice(0);
    if (this.#at < this.#tokens.length) throw new SyntaxError('a group that was not opened');
    return part;
  }

  #choice(depth: number): Part {
    if (depth > MAX_DEPTH) throw new SyntaxError('too deep');
    const parts = [this.#sequence(depth)];
    while (this.#take('|')) parts.push(this.#sequence(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(depth: number): Part {
    const parts: Part[] = [];
    for (let token = this.#peek(); token !== undefined && token !== '|' && token !== ')'; token = this.#peek()) {
      this.#at++;
      parts.push(this.#repeated(this.#single(token, depth)));
    }
    return { kind: 'sequence', parts };
  }

  #single(token: string, depth: number): Part {
    if (token.startsWith('(')) {
      const number = isCounted(token) ? ++this.#opened : undefined;
      const part = this.#choice(depth + 1);
      if (!this.#take(')')) throw new SyntaxError('a group that is not closed');
      if (number !== undefined) return { kind: 'group', part, number };
      if (token === '(?=' || token === '(?!') return { kind: 'ahead', part, holds: token === '(?=' };
      return token.startsWith('(?<') ? { kind: 'behind', part, holds: token === '(?<=' } : part;
    }
    const again = this.#again(token);
    if (again !== undefined) return { kind: 'again', number: again };
    const holds = EDGES[token];
    if (holds) return { kind: 'edge', holds };
    const expression = new RegExp(`^(?:${token})$`, this.#flags);
    const known = new Map<string, boolean>();
    return {
      kind: 'one',
      accepts: (character) => {
        const told = known.get(character) ?? expression.test(character);
        if (known.size < 1_000) known.set(character, told);
        return told;
      },
    };
  }

  /** Which group a token stands for once more. */
  #again(token: string): number | undefined {
    if (!/^\\(?:[1-9]|k<)/.test(token)) return undefined;
    const name = /<(.*)>/.exec(token)?.[1];
    const number = name === undefined ? Number(token.slice(1)) : this.#groups.indexOf(name) + 1;
    // Anything else is a character in an old way of writing.
    if (number < 1 || number > this.#groups.length) throw new SyntaxError('a group that is not there');
    return number;
  }

  #repeated(part: Part): Part {
    const token = this.#peek();
    const bounds = token && /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(token);
    if (!bounds) return part;
    this.#at++;
    const [, sign, low, comma, high] = bounds;
    if (sign) return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    return { kind: 'repeat', part, least: Number(low), most: comma && !high ? Infinity : Number(high || low) };
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(token: string): boolean {
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }
}

const isCounted = (token: string): boolean => /^\((?!\?)|^\(\?<[^=!]/.test(token);

const isWord = (character: string | undefined): boolean => character !== undefined && /^\w$/.test(character);
const isWordEdge = (characters: readonly string[], at: number): boolean =>
  isWord(characters[at - 1]) !== isWord(characters[at]);

const EDGES: { readonly [token: string]: Extract<Part, { kind: 'edge' }>['holds'] | undefined } = {
  '^': (_, at) => at === 0,
  $: (characters, at) => at === characters.length,
  '\\b': isWordEdge,
  '\\B': (characters, at) => !isWordEdge(characters, at),
};

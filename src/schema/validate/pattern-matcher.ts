/** A node of a parsed regular expression. */
type Part =
  /** One character. */
  | { readonly kind: 'one'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number }
  /** A position between characters: start, end, or a word boundary. */
  | { readonly kind: 'edge'; readonly holds: (characters: readonly string[], at: number) => boolean }
  /** A lookahead, positive or negative. */
  | { readonly kind: 'ahead'; readonly part: Part; readonly holds: boolean }
  /** A lookbehind, positive or negative. */
  | { readonly kind: 'behind'; readonly part: Part; readonly holds: boolean }
  /** A capturing group; numbers start at 1. */
  | { readonly kind: 'group'; readonly part: Part; readonly number: number }
  /** A backreference to a group. */
  | { readonly kind: 'again'; readonly number: number };

const TOKEN =
  /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|c[a-z]|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[)|]|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gisu;
/** Escaped surrogate halves, which are not supported. */
const BEYOND_US = /^\\ud[89a-f]/i;
/** Levels of groups in a pattern. A pattern with more is not matched; no real pattern is that deep. */
const MAX_REGEX_DEPTH = 100;

/** @returns undefined for syntax that is not supported */
function parsePattern(expression: RegExp): Part | undefined {
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
  /** The names of the capturing groups. */
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
    if (depth > MAX_REGEX_DEPTH) throw new SyntaxError('too deep');
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
    const results = new Map<string, boolean>();
    return {
      kind: 'one',
      accepts: (character) => {
        const accepted = results.get(character) ?? expression.test(character);
        if (results.size < 1_000) results.set(character, accepted);
        return accepted;
      },
    };
  }

  /** The number of the group that a backreference refers to. */
  #again(token: string): number | undefined {
    if (!/^\\(?:[1-9]|k<)/.test(token)) return undefined;
    const name = /<(.*)>/.exec(token)?.[1];
    const number = name === undefined ? Number(token.slice(1)) : this.#groups.indexOf(name) + 1;
    // Otherwise it is an octal escape of old syntax.
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

/** Steps of one match, some ten milliseconds; a form matches several times. Then the match is given up. */
const MAX_REGEX_STEPS = 50_000;
/** Characters of a text that is matched: each may need a nested call. A longer text is not matched. */
const MAX_REGEX_TEXT_LENGTH = 1_000;

/** Matches the rest after a part; returns true if it matches. */
type Next = (at: number) => boolean;

/** The match exceeds {@link MAX_REGEX_STEPS}. */
class TooLong extends Error {}

/**
 * A backtracking matcher with a limit on steps, for patterns with backreferences or lookbehinds, which {@link
 * linearMatcher} cannot match.
 * @returns undefined for syntax that is not supported
 */
export function boundedMatcher(expression: RegExp): Matcher | undefined {
  const part = parsePattern(expression);
  if (!part) return undefined;
  return (text) => {
    const characters = expression.unicode ? [...text] : text.split('');
    if (characters.length > MAX_REGEX_TEXT_LENGTH) return undefined;
    try {
      const match = new Match(characters);
      return characters.some((_, at) => match.from(part, at)) || match.from(part, characters.length);
    } catch (error) {
      // Firefox throws `InternalError` for too many nested calls.
      if (error instanceof TooLong || error instanceof RangeError || (error as Error).name === 'InternalError')
        return undefined;
      throw error;
    }
  };
}

function groupsIn(part: Part): readonly number[] {
  const own = part.kind === 'group' ? [part.number] : [];
  if ('parts' in part) return part.parts.flatMap(groupsIn);
  return 'part' in part ? [...own, ...groupsIn(part.part)] : own;
}

class Match {
  readonly #characters: readonly string[];
  /** The start and end of each captured group. */
  #groups: ReadonlyMap<number, readonly [from: number, to: number]> = new Map();
  #steps = 0;

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  from(part: Part, at: number): boolean {
    this.#groups = new Map();
    return this.#try(part, at, () => true);
  }

  #try(part: Part, at: number, next: Next): boolean {
    if (++this.#steps > MAX_REGEX_STEPS) throw new TooLong();
    const characters = this.#characters;
    switch (part.kind) {
      case 'one':
        return at < characters.length && part.accepts(characters[at] ?? '') && next(at + 1);
      case 'edge':
        return part.holds(characters, at) && next(at);
      case 'sequence':
        return this.#sequence(part.parts, 0, at, next);
      case 'choice':
        return part.parts.some((each) => this.#try(each, at, next));
      case 'repeat':
        return this.#repeat(part, 0, at, next);
      case 'group':
        return this.#try(part.part, at, (to) => this.#with(part.number, [at, to], () => next(to)));
      case 'again':
        return this.#again(this.#groups.get(part.number), at, next);
      case 'ahead':
        return this.#looks(part.holds, () => this.#try(part.part, at, () => true)) && next(at);
      case 'behind': {
        const stands = (from: number): boolean => this.#try(part.part, from, (to) => to === at);
        return (
          this.#looks(part.holds, () => [...characters.keys(), at].some((from) => from <= at && stands(from))) &&
          next(at)
        );
      }
    }
  }

  #sequence(parts: readonly Part[], index: number, at: number, next: Next): boolean {
    const part = parts[index];
    return part ? this.#try(part, at, (to) => this.#sequence(parts, index + 1, to, next)) : next(at);
  }

  #repeat(part: Part & { kind: 'repeat' }, round: number, at: number, next: Next): boolean {
    // A round that matches nothing is only allowed to reach the minimum; otherwise the repetition would never end.
    const again = (to: number): boolean => (to > at || round < part.least) && this.#repeat(part, round + 1, to, next);
    const before = this.#groups;
    if (round < part.most) {
      // The specification resets inner groups at the start of each round.
      const inside = groupsIn(part.part);
      if (inside.length > 0) this.#groups = new Map([...before].filter(([number]) => !inside.includes(number)));
      if (this.#try(part.part, at, again)) return true;
      this.#groups = before;
    }
    return round >= part.least && next(at);
  }

  #again(group: readonly [number, number] | undefined, at: number, next: Next): boolean {
    const [from, to] = group ?? [at, at];
    for (let offset = 0; offset < to - from; offset++)
      if (this.#characters[from + offset] !== this.#characters[at + offset]) return false;
    return next(at + to - from);
  }

  /** A lookaround consumes no characters. The captured groups of a positive one stay. */
  #looks(holds: boolean, look: () => boolean): boolean {
    const before = this.#groups;
    const isMet = look();
    if (!isMet || !holds) this.#groups = before;
    return isMet === holds;
  }

  #with(number: number, place: readonly [number, number], next: () => boolean): boolean {
    const before = this.#groups;
    this.#groups = new Map(before).set(number, place);
    if (next()) return true;
    this.#groups = before;
    return false;
  }
}

/** Steps in one compiled pattern; a pattern with more is not matched. */
const MAX_REGEX_PROGRAM = 3_000;
/** Steps of the program times characters in one match, some tens of milliseconds. With more it is not matched. */
const MAX_REGEX_WORK = 1_000_000;

type Step =
  | { readonly kind: 'one'; readonly accepts: (character: string) => boolean; readonly next: number }
  | { readonly kind: 'both'; readonly ways: readonly number[] }
  | { readonly kind: 'here'; readonly holds: (run: Run, at: number) => boolean; readonly next: number }
  | { readonly kind: 'end' };

/** Returns whether a text matches; undefined if the text is too long to decide. */
export type Matcher = (text: string) => boolean | undefined;

/**
 * A matcher that needs time proportional to the length of the text, whatever the pattern: it follows all alternatives
 * in parallel. Why no library does this: docs/decisions/0014-libraries-tried.md
 * @returns undefined for patterns with backreferences or lookbehinds, and for syntax that is not supported
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export function linearMatcher(expression: RegExp): Matcher | undefined {
  const part = parsePattern(expression);
  if (!part) return undefined;
  const looksAhead = /\(\?[=!]/.test(expression.source);
  const program: Step[] = [{ kind: 'end' }];
  let start: number;
  try {
    start = compile(part, 0, program);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return (text) => {
    const characters = expression.unicode ? [...text] : text.split('');
    // At each position a lookahead may read the rest of the text.
    const passes = looksAhead ? characters.length : 1;
    if (characters.length * program.length * passes > MAX_REGEX_WORK) return undefined;
    return new Run(program, characters).from(start, 0, true);
  };
}

/** Adds the steps of a part before the step `next`; returns the index of the first one. */
function compile(part: Part, next: number, program: Step[]): number {
  const add = (step: Step): number => {
    if (program.length >= MAX_REGEX_PROGRAM) throw new RangeError('The pattern is too large.');
    return program.push(step) - 1;
  };
  switch (part.kind) {
    case 'one':
      return add({ kind: 'one', accepts: part.accepts, next });
    case 'sequence':
      return part.parts.reduceRight((after, each) => compile(each, after, program), next);
    case 'choice':
      return add({ kind: 'both', ways: part.parts.map((each) => compile(each, next, program)) });
    case 'edge':
      return add({ kind: 'here', holds: (run, at) => part.holds(run.characters, at), next });
    case 'group':
      return compile(part.part, next, program);
    case 'behind':
    case 'again':
      throw new RangeError('This depends on how the rest was matched.');
    case 'ahead': {
      const inner = compile(part.part, 0, program);
      return add({ kind: 'here', holds: (run, at) => run.from(inner, at, false) === part.holds, next });
    }
    case 'repeat': {
      let after = next;
      if (part.most === Infinity) {
        const ways: number[] = [];
        after = add({ kind: 'both', ways });
        ways.push(compile(part.part, after, program), next);
      } else {
        for (let round = part.least; round < part.most; round++)
          after = add({ kind: 'both', ways: [compile(part.part, after, program), next] });
      }
      for (let round = 0; round < part.least; round++) after = compile(part.part, after, program);
      return after;
    }
  }
}

class Run {
  readonly characters: readonly string[];
  readonly #program: readonly Step[];
  /** Results of lookaheads, by step and position. */
  readonly #known = new Map<number, boolean>();

  constructor(program: readonly Step[], characters: readonly string[]) {
    this.#program = program;
    this.characters = characters;
  }

  /** True if the steps from `start` on reach the end; with `anywhere`, also from a later character. */
  from(start: number, at: number, anywhere: boolean): boolean {
    const key = start * (this.characters.length + 1) + at;
    const known = anywhere ? undefined : this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#search(start, at, anywhere);
    if (!anywhere) this.#known.set(key, found);
    return found;
  }

  #search(start: number, at: number, anywhere: boolean): boolean {
    let now = new Set<number>();
    if (this.#reach(start, at, now)) return true;
    for (let place = at; place < this.characters.length && (anywhere || now.size > 0); place++) {
      const character = this.characters[place] ?? '';
      const next = new Set<number>();
      for (const index of now) {
        const step = this.#program[index];
        if (step?.kind === 'one' && step.accepts(character) && this.#reach(step.next, place + 1, next)) return true;
      }
      if (anywhere && this.#reach(start, place + 1, next)) return true;
      now = next;
    }
    return false;
  }

  /** Collects all steps that are reached without consuming a character; returns true if the end is among them. */
  #reach(start: number, at: number, reached: Set<number>): boolean {
    const waiting = [start];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (reached.has(index)) continue;
      reached.add(index);
      const step = this.#program[index];
      if (step?.kind === 'end') return true;
      if (step?.kind === 'both') waiting.push(...step.ways);
      if (step?.kind === 'here' && step.holds(this, at)) waiting.push(step.next);
    }
    return false;
  }
}

import { parsePattern, type Part } from './parse-pattern.js';

/** Steps in one program; a pattern that needs more is not for us. */
const MAX_PROGRAM = 3_000;
/** Work in one match: steps of the program times characters, some tens of milliseconds. */
const MAX_WORK = 1_000_000;

type Step =
  | { readonly kind: 'one'; readonly accepts: (character: string) => boolean; readonly next: number }
  | { readonly kind: 'both'; readonly ways: readonly number[] }
  | { readonly kind: 'here'; readonly holds: (run: Run, at: number) => boolean; readonly next: number }
  | { readonly kind: 'end' };

/** Says whether a text fits; undefined where the text is too long to tell. */
export type Matcher = (text: string) => boolean | undefined;

/**
 * A matcher that takes time in proportion to the text, whatever the pattern: it follows all ways through the pattern at
 * once instead of one after the other. Undefined for what cannot be done in that way: the same text again, looking back.
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
    // At each place a lookahead may look at all the rest.
    const passes = looksAhead ? characters.length : 1;
    if (characters.length * program.length * passes > MAX_WORK) return undefined;
    return new Run(program, characters).from(start, 0, true);
  };
}

/** Writes the steps of a part in front of those that follow it; returns where it begins. */
function compile(part: Part, next: number, program: Step[]): number {
  const add = (step: Step): number => {
    if (program.length >= MAX_PROGRAM) throw new RangeError('The pattern is too large.');
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
  /** What was found out about lookaheads. */
  readonly #known = new Map<number, boolean>();

  constructor(program: readonly Step[], characters: readonly string[]) {
    this.#program = program;
    this.characters = characters;
  }

  /** Whether the steps from `start` on reach the end; `anywhere`: also from a later character. */
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

  /** Notes every step that can be reached without a character; true when the end can be. */
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

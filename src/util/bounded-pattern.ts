import type { Matcher } from './linear-pattern.js';
import { parsePattern, type Part } from './parse-pattern.js';

/** Steps of one match: some ten milliseconds, and a form asks more than once. */
const MAX_STEPS = 50_000;
/** Characters of a text: each may be a call inside a call. */
const MAX_TEXT = 1_000;

/** What comes after a part; true where that fits as well. */
type Next = (at: number) => boolean;

/** The match takes longer than it may. */
class TooLong extends Error {}

/**
 * A matcher that tries one way after the other, as browsers do, and gives up after so many steps: for patterns that can be
 * followed in no other way, with the same text twice or a look back. Undefined for what is not understood.
 */
export function boundedMatcher(expression: RegExp): Matcher | undefined {
  const part = parsePattern(expression);
  if (!part) return undefined;
  return (text) => {
    const characters = expression.unicode ? [...text] : text.split('');
    if (characters.length > MAX_TEXT) return undefined;
    try {
      const match = new Match(characters);
      return characters.some((_, at) => match.from(part, at)) || match.from(part, characters.length);
    } catch (error) {
      // Firefox has an error of its own for calls inside calls.
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
  /** What the counted groups hold, from and to. */
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
    if (++this.#steps > MAX_STEPS) throw new TooLong();
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
    // A round that takes nothing leads nowhere, except where it is asked for.
    const again = (to: number): boolean => (to > at || round < part.least) && this.#repeat(part, round + 1, to, next);
    const before = this.#groups;
    if (round < part.most) {
      // Each round begins with groups that hold nothing.
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

  /** Looking aside takes no character; what its groups hold stays, where it is met. */
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

/** The pattern as an expression; undefined where it is none. */
export function toRegExp(pattern: string): RegExp | undefined {
  // The specification asks for Unicode patterns; `[\w-.]` and the like only compile without.
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Steps of matching that pass unnoticed: some tens of milliseconds. */
const MAX_STEPS = 2e7;
/** How often a bounded repetition may go round before it counts as unbounded. */
const FEW = 10;

const TOKEN =
  /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]|\{\d+(?:,\d*)?\}|./gsu;

interface Group {
  repeats: boolean;
  branches: boolean;
  /** The literal that each round starts with, as long as nothing else inside can match it. */
  separator: string | undefined;
  empty: boolean;
}

/**
 * How long a text may be so that no text of that length makes the pattern slow; 0 for a pattern that may take
 * exponential time: a repeated group that can be divided up in several ways. Told from the text of the pattern alone
 * and on the safe side; a group whose rounds each start with a separator of their own, `(-[a-z]+)*`, is fine.
 */
export function safeInputLength(pattern: string): number {
  const open: Group[] = [{ repeats: false, branches: false, separator: undefined, empty: false }];
  let closed: Group | undefined;
  let repetitions = pattern.startsWith('^') ? 0 : 1;
  for (const [token] of pattern.matchAll(TOKEN)) {
    const group = open.at(-1);
    if (!group) return 0;
    const before = closed;
    closed = undefined;
    if (token.startsWith('(')) {
      group.empty = false;
      open.push({ repeats: false, branches: false, separator: undefined, empty: true });
    } else if (token === ')') {
      closed = open.pop();
      const outer = open.at(-1);
      if (!closed || !outer) return 0;
      outer.repeats ||= closed.repeats;
      outer.branches ||= closed.branches;
    } else if (isRepetition(token)) {
      if (before && (before.branches || (before.repeats && before.separator === undefined))) return 0;
      group.repeats = true;
      repetitions++;
    } else if (token === '|') {
      group.branches = true;
    } else if (!isQuantifier(token)) {
      for (const each of open)
        if (each.separator !== undefined && canMatch(token, each.separator)) each.separator = undefined;
      if (group.empty) group.separator = /^\\?([-./:_,;@ ])$/.exec(token === '.' ? '' : token)?.[1];
      group.empty = false;
    }
  }
  return Math.floor(MAX_STEPS ** (1 / Math.max(1, repetitions)));
}

function isQuantifier(token: string): boolean {
  return token === '?' || /^\{\d/.test(token);
}

function isRepetition(token: string): boolean {
  if (token === '*' || token === '+') return true;
  const bounds = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
  if (!bounds) return false;
  const [, low, comma, high] = bounds;
  return (comma && !high ? Infinity : Number(high || low)) > FEW;
}

function canMatch(atom: string, character: string): boolean {
  return toRegExp(`^(?:${atom})$`)?.test(character) ?? true;
}

/** The pattern as a RegExp; undefined if it is invalid. */
export function toRegExp(pattern: string): RegExp | undefined {
  // The specification requires Unicode patterns, but some patterns, such as `[\w-.]`, only compile without the flag.
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Steps of backtracking, in the worst case, up to which the browser may run a pattern: some tens of milliseconds. */
const MAX_REGEX_BACKTRACKS = 2e7;
/** Rounds up to which a bounded repetition is counted; with more it counts as unbounded. */
const MAX_BOUNDED_REPETITIONS = 10;

const GROUP_TOKEN =
  /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|\)|\||[*+?]|\{\d+(?:,\d*)?\}|./gsu;

interface Group {
  repeats: boolean;
  branches: boolean;
  /** The literal at the start of each round, if no other part of the group can match it. */
  separator: string | undefined;
  empty: boolean;
}

/**
 * The maximum length of a text for which the browser cannot be slow with this pattern; 0 for a pattern that may need
 * exponential time, because a repeated group can be divided in several ways. Estimated from the pattern alone, on the
 * safe side. A group whose rounds all start with their own separator, such as `(-[a-z]+)*`, is safe.
 */
export function safeInputLength(pattern: string): number {
  const open: Group[] = [{ repeats: false, branches: false, separator: undefined, empty: false }];
  let closed: Group | undefined;
  let repetitions = pattern.startsWith('^') ? 0 : 1;
  for (const [token] of pattern.matchAll(GROUP_TOKEN)) {
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
  return Math.floor(MAX_REGEX_BACKTRACKS ** (1 / Math.max(1, repetitions)));
}

function isQuantifier(token: string): boolean {
  return token === '?' || /^\{\d/.test(token);
}

function isRepetition(token: string): boolean {
  if (token === '*' || token === '+') return true;
  const bounds = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
  if (!bounds) return false;
  const [, low, comma, high] = bounds;
  return (comma && !high ? Infinity : Number(high || low)) > MAX_BOUNDED_REPETITIONS;
}

function canMatch(atom: string, character: string): boolean {
  return toRegExp(`^(?:${atom})$`)?.test(character) ?? true;
}

/** Letters that have a meaning after a backslash in every regular expression of JavaScript. */
const KNOWN_ESCAPE = /^\\(?:[dDwWsSbBfnrtv]|c[a-z]|x[\da-f]{2}|u[\da-f]{4}|k<)/i;
/** A backslash with what follows it, a class, or a bracket without a partner. */
const FOREIGN_TOKEN = /\\(?:[a-z].{0,4}|[^a-z])|\[(?:\\.|[^\]\\])*\]|\]/gis;

/**
 * True for a pattern that compiles in JavaScript and means something else there: it was written for PCRE, Ruby, Python,
 * Java or .NET. Such patterns compile only without the flag `u`, which reads `\A` as the letter A, and `[[:alpha:]]` as a
 * class and a bracket.
 */
export function isForeignPattern(pattern: string): boolean {
  try {
    void new RegExp(pattern, 'u');
    return false;
  } catch {
    return hasForeignSyntax(pattern);
  }
}

function hasForeignSyntax(pattern: string): boolean {
  let isNested = false;
  for (const [token] of pattern.matchAll(FOREIGN_TOKEN)) {
    if (token.startsWith('[')) {
      if (escapesIn(token).some(isForeignEscape)) return true;
      // A class of a POSIX kind, or a class in a class.
      isNested ||= /(?<!\\)\[/.test(token.slice(1));
    } else if (token === ']') {
      if (isNested) return true;
    } else if (isForeignEscape(token)) return true;
  }
  return false;
}

function escapesIn(set: string): readonly string[] {
  return set.match(/\\.[^\\\]]{0,4}/gs) ?? [];
}

function isForeignEscape(escape: string): boolean {
  return /^\\[a-z]/i.test(escape) && !isKnown(escape);
}

/** The letters of {@link KNOWN_ESCAPE} are known as they are written: `\D` is not `\d`, and `\Z` is unknown as `\z` is. */
function isKnown(escape: string): boolean {
  return KNOWN_ESCAPE.test(escape) && !/^\\[FNRTVCXUK]/.test(escape);
}

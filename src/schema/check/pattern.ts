import { boundedMatcher } from '../../util/bounded-pattern.js';
import { linearMatcher, type Matcher } from '../../util/linear-pattern.js';
import { safeInputLength, toRegExp } from '../../util/safe-pattern.js';
import { MAX_PATTERN_INPUT, MAX_PATTERN_LENGTH } from '../limits.js';

const matchers = new Map<string, Matcher>();
const MAX_REMEMBERED = 500;

/**
 * Whether `text` fits the server's pattern; undefined when that is not for us to say: the pattern does not compile, is
 * too long, or the text is too long for it. No pattern takes noticeable time: one that could is run in time proportional
 * to the text, or in so many steps and no more. The server checks as well.
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  const known = matchers.get(pattern);
  if (known) return known(text);
  if (matchers.size >= MAX_REMEMBERED) matchers.clear();
  const matcher = matcherOf(pattern);
  matchers.set(pattern, matcher);
  return matcher(text);
}

function matcherOf(pattern: string): Matcher {
  const expression = pattern.length > MAX_PATTERN_LENGTH ? undefined : toRegExp(pattern);
  if (!expression) return () => undefined;
  const maxInput = Math.min(MAX_PATTERN_INPUT, safeInputLength(pattern));
  let slow: Matcher | undefined;
  return (text) => {
    if (text.length <= maxInput) return expression.test(text);
    slow ??= remembering(linearMatcher(expression) ?? boundedMatcher(expression) ?? (() => undefined));
    return slow(text);
  };
}

/** A form asks again and again of the same text. */
function remembering(matcher: Matcher): Matcher {
  let last: { readonly text: string; readonly fits: boolean | undefined } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, fits: matcher(text) };
    return last.fits;
  };
}

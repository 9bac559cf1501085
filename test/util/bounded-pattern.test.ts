import { expect } from '@esm-bundle/chai';
import { boundedMatcher } from '../../src/schema/validate/pattern-matcher.js';

describe('boundedMatcher', () => {
  const texts = [
    '',
    'a',
    'aa',
    'ab',
    'abab',
    'aab',
    'b',
    'xay',
    '"a"',
    `'a"`,
    'a,b',
    'a,b,a',
    '2026-2026',
    'ba',
    '😀😀',
    'aba',
  ];
  const patterns = [
    '^(a)\\1$',
    '^(ab)\\1$',
    '^(a|b)\\1?$',
    '^(?<q>["\'])a\\k<q>$',
    '^(\\d{4})-\\1$',
    '(?<=a)b',
    '(?<!a)b',
    '^(?!.*(?:^|,)(a|b),(?:.*,)?\\1(?:$|,))(a|b)(,(a|b))*$',
    '^(.)\\1$',
    '^(?:(a)|b)*\\1$',
    '^(a*)*$',
    '^(a*?)b\\1$',
    '^(?=(a+))\\1b$',
    '^(?!(a)b)a',
    '^(a){2}\\1?$',
    '\\bab?\\b',
    '^(?:a?){3}$',
    '^\\2(a)(b)$',
    'a{0}b',
  ];
  for (const pattern of patterns) {
    it(`says of ${pattern} what the engine says`, () => {
      const expression = new RegExp(pattern, 'u');
      const fits = boundedMatcher(expression);
      for (const text of texts) expect(fits?.(text), JSON.stringify(text)).to.equal(expression.test(text));
    });
  }

  it('ends, and gives up, where a browser would not', () => {
    for (const pattern of ['^(a+)+\\1$', '^(a|a)*\\1b$', '(x+x+)+\\1y', '^(?=(a+)+$)\\1b'])
      expect(boundedMatcher(new RegExp(pattern, 'u'))?.(`${'a'.repeat(60)}${'x'.repeat(60)}!`), pattern).not.to.equal(
        true,
      );
    expect(boundedMatcher(/^(a+)+\1$/u)?.(`${'a'.repeat(60)}!`)).to.equal(undefined);
  });

  it('does not try long texts', () => {
    expect(boundedMatcher(/^(a)\1$/u)?.('a'.repeat(1_001))).to.equal(undefined);
    expect(boundedMatcher(/^(?:.)*(a)\1$/u)?.(`${'x'.repeat(997)}aa`), 'calls inside calls').not.to.equal(false);
  });

  it('leaves alone what is not understood', () => {
    expect(boundedMatcher(/\ud83d/)).to.equal(undefined);
  });
});

import { expect } from '@esm-bundle/chai';
import { linearMatcher } from '../../src/schema/validate/pattern-matcher.js';

describe('linearMatcher', () => {
  const texts = [
    '',
    'a',
    'ab',
    'abc',
    'aab',
    'b',
    'a-b',
    'a.b.c',
    'foo bar',
    'x1y2',
    'AAA',
    '😀',
    'a😀',
    '\n',
    'a\nb',
    '---',
    '12',
    '2026-11-20',
  ];
  const patterns = [
    'a',
    '^a',
    'a$',
    '^$',
    '^a*$',
    '^(a+)+$',
    '^(a|ab)(c|bcd)?$',
    'a|b',
    '^(?:a|b|c)+$',
    '^[a-z]+(-[a-z]+)*$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^.{2,3}$',
    '^.$',
    '\\bfoo\\b',
    '\\Bo',
    '^(?=.*\\d)[a-z\\d]+$',
    '^(?!a)',
    '^(?:(?!b).)*$',
    '^[^a]*$',
    '^\\p{Lu}+$',
    '^\\u{1F600}$',
    '^(a?){3}$',
    '^(a*)*b$',
    '(x+x+)+y',
    '^a{0}$',
    '\\.',
    '^(?<first>a)b?$',
    '^(([a-zA-Z\\d-]+)\\.)+[a-z]{1,}$',
    '^[\\w-]*$',
    '^\\S+ \\S+$',
    '^a??b$',
  ];
  for (const pattern of patterns) {
    it(`says of ${pattern} what the engine says`, () => {
      const expression = new RegExp(pattern, 'u');
      const fits = linearMatcher(expression);
      for (const text of texts) expect(fits?.(text), JSON.stringify(text)).to.equal(expression.test(text));
    });
  }

  it('reads patterns that are none with the u flag as the engine does', () => {
    const expression = /^[\w-.]+{$/;
    expect(linearMatcher(expression)?.('a-.{')).to.equal(true);
    expect(linearMatcher(expression)?.('a-.')).to.equal(false);
  });

  it('ends with what would take a browser years', () => {
    const text = `${'a'.repeat(250)}!`;
    for (const pattern of [
      '^(a+)+$',
      '^(a|a)*$',
      '^(a*)*$',
      '^(a|aa)+$',
      '(x+x+)+y',
      '^(?=(a+)+$)a',
      '^([a-z]+){20}$',
      '.*.*.*.*x$',
    ])
      expect(linearMatcher(new RegExp(pattern, 'u'))?.(text), pattern).to.equal(false);
  });

  it('leaves alone what cannot be done in this way', () => {
    for (const pattern of ['^(a)\\1$', '(?<=a)b', '^(?:a{1000}){1000}$'])
      expect(linearMatcher(new RegExp(pattern, 'u')), pattern).to.equal(undefined);
  });

  it('does not try texts that are too long', () => {
    expect(linearMatcher(/^(?:a|b){1,500}$/u)?.('a'.repeat(1_000_000))).to.equal(undefined);
    expect(linearMatcher(/^(?:(?=.*b).)*$/u)?.('a'.repeat(10_000))).to.equal(undefined);
  });
});

import { expect } from '@esm-bundle/chai';
import { buildForm, checkValue, constraintsInWords } from '../../src/schema/index.js';
import { fitsPattern } from '../../src/schema/validate/format.js';
import { patternInWords } from '../../src/schema/validate/pattern-words.js';
import { isForeignPattern } from '../../src/util/foreign-regex.js';

describe('a pattern in words', () => {
  const cases: readonly [pattern: string, words: string | undefined][] = [
    ['^[0-9]+$', 'digits only'],
    ['^\\d*$', 'digits only'],
    ['^\\d{4}$', '4 digits'],
    ['^[0-9]{3,5}$', '3 to 5 digits'],
    ['^[A-Z]{2,}$', 'at least 2 capital letters (A–Z)'],
    ['^[a-z]+$', 'small letters (a–z) only'],
    ['^[a-z0-9-]+$', 'small letters (a–z), digits and hyphens only'],
    ['^[a-zA-Z0-9_.-]+$', 'letters (a–z), digits, underscores, hyphens and points only'],
    ['^\\w+$', 'letters (a–z), digits and underscores only'],
    ['^[A-Za-z]{3}$', '3 letters (a–z)'],
    ['^[a-z0-9]{8}$', '8 characters: small letters (a–z) and digits'],
    ['^[a-f0-9]{40}$', '40 hexadecimal digits'],
    [
      '^[a-z0-9][a-z0-9_-]*$',
      'small letters (a–z), digits, underscores and hyphens only, beginning with small letters (a–z) or digits',
    ],
    [
      '^[a-zA-Z0-9_.-]+\\.(png|svg|gif)$',
      'letters (a–z), digits, underscores, hyphens and points only, then .png, .svg or .gif',
    ],
    ['^\\d{4}-\\d{2}-\\d{2}$', 'a date, like 2026-11-20'],
    ['^[0-9]{4}-[0-9]{2}-[0-9]{2}$', 'a date, like 2026-11-20'],
    ['^https?:\\/\\/.+$', 'an address that begins with http:// or https://'],
    ['^(asc|desc)$', 'one of these: asc, desc'],
    ['^cus_', 'text that begins with “cus_”'],
    ['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$', undefined],
    ['^(a+)+$', undefined],
    ['[0-9]', undefined],
    ['^[^a]+$', undefined],
    ['^[à-ü]+$', undefined],
    ['^a.c$', undefined],
    ['^a|b$', undefined],
    ['(', undefined],
  ];
  for (const [pattern, words] of cases)
    it(`${pattern}: ${words}`, () => expect(patternInWords(pattern)?.text).to.equal(words));

  for (const [pattern, words] of [
    ['^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$', 'a UUID'],
    // 2^30 ways, where two alternatives match the same.
    [`^[a]{8}-${'[a]{0}'.repeat(30)}x-[a]{12}$`, undefined],
    [`^[a]{8}-${'[a]{0}-'.repeat(24)}[a]{12}`, undefined],
  ] as const)
    it(`${pattern.slice(0, 40)}…: ${words}`, () => expect(patternInWords(pattern)?.text).to.equal(words));

  it('is a fact of the field and the message, without the pattern', () => {
    const node = buildForm({ type: 'string', pattern: '^[0-9]+$' });
    expect(constraintsInWords(node).map(({ text }) => text)).to.deep.equal(['digits only']);
    expect(checkValue(node, 'a').map(({ message }) => message)).to.deep.equal(['Enter digits only.']);
  });
  it('gives way to the words of a format', () => {
    const node = buildForm({ type: 'string', format: 'date', pattern: '^[0-9-]+$' });
    expect(constraintsInWords(node).map(({ text }) => text)).to.deep.equal(['a date, like 2026-11-20']);
  });
  it('is not there for others: the message gives an example of the server that fits', () => {
    const node = buildForm({ type: 'string', pattern: '^(ab|c)+!$', examples: ['x', 'abc!'] });
    expect(constraintsInWords(node).map(({ text }) => text)).to.deep.equal([]);
    expect(checkValue(node, 'a').map(({ message }) => message)).to.deep.equal([
      'This does not have the form that the server asks for, like “abc!”.',
    ]);
  });
  it('ends, whatever the pattern: with words for those that are only a set of characters', () => {
    const found: unknown[] = [];
    for (const piece of ['[', '(', '\\', 'a-', '^', '[a-z]', '\\d', '(?:', 'a|', '[^', '{1,', '\\w[']) {
      for (const pattern of [piece.repeat(60), `^${piece.repeat(40)}$`, `^[${piece.repeat(40)}]+$`])
        found.push(patternInWords(pattern)?.text);
    }
    expect(found.filter(Boolean)).to.deep.equal(['( only', 'digits only']);
  });
});

describe('a pattern of another language', () => {
  const foreign = [
    '\\A[a-z]+\\z',
    '\\A\\d+\\Z',
    '^\\h+$',
    '^[[:alpha:]]+$',
    '^[[:alpha:]_]+$',
    '^[\\h\\d]+$',
    '^\\p{IsGreek}+$',
    '^\\x{41}+$',
    '^[a-z&&[^aeiou]]+$',
    '^[a-z-[aeiou]]+$',
    '^\\Qa.b\\E$',
    '\\Gfoo',
    '^\\R$',
    '^\\N+$',
    '^\\X$',
    '(a)\\g{1}',
    '\\<word\\>\\Z',
  ];
  for (const pattern of foreign)
    it(`${pattern} is not checked`, () => {
      expect(isForeignPattern(pattern)).to.equal(true);
      expect(fitsPattern(pattern, 'abc')).to.equal(undefined);
      expect(checkValue(buildForm({ type: 'string', pattern }), 'anything')).to.deep.equal([]);
    });

  const own = [
    '^[\\w-.]+$',
    '^a\\-b$',
    '\\.',
    '^[\\s\\S]*$',
    '^\\u0041\\x41\\cA$',
    '^[^[]+$',
    '\\"',
    '^\\p{L}+$',
    '(?<a>x)\\k<a>',
  ];
  for (const pattern of own)
    it(`${pattern} is one of JavaScript, and checked`, () => {
      expect(isForeignPattern(pattern)).to.equal(false);
      expect(fitsPattern(pattern, '')).not.to.equal(undefined);
    });

  it('for the names of properties refuses no name', () => {
    const node = buildForm({
      type: 'object',
      patternProperties: { '\\Ax-[a-z]+\\z': { type: 'string' } },
      additionalProperties: false,
    });
    expect(checkValue(node, { 'x-a': 'b' })).to.deep.equal([]);
  });
});

import { expect } from '@esm-bundle/chai';
import type { Json } from '../../src/index.js';
import { buildForm, checkValue, constraintsInWords, FormState } from '../../src/schema/index.js';
import { fitsPattern } from '../../src/schema/validate/format.js';
import { safeInputLength } from '../../src/util/regex.js';
import { verifies } from '../requirements/verifies.js';

const messages = (schema: unknown, value: Json): readonly string[] =>
  checkValue(buildForm(schema), value).map(({ message }) => message);

describe('checkValue', () => {
  const accepted: readonly [schema: unknown, value: Json][] = [
    [{ type: 'string', minLength: 2, maxLength: 2 }, '👍👍'],
    [{ type: 'string', pattern: 'b' }, 'abc'],
    [{ type: 'string', pattern: '[\\w-.]' }, 'a'],
    [{ type: 'string', pattern: '(' }, 'anything'],
    [{ type: 'number', multipleOf: 0.1 }, 0.3],
    [{ type: 'number', exclusiveMinimum: 0 }, 0.5],
    [{ type: 'integer' }, 2],
    [{ type: ['integer', 'null'] }, null],
    [{ enum: [{ a: 1, b: 2 }, 'x'] }, { b: 2, a: 1 }],
    [{ type: 'array', items: { type: 'integer' }, uniqueItems: true }, [1, 2]],
    [{ type: 'string', format: 'email' }, 'me@localhost'],
    [{ type: 'string', format: 'uri' }, 'urn:isbn:123'],
    [{ type: 'string', format: 'date' }, '2024-02-29'],
    [{ type: 'string', format: 'date-time' }, '2026-11-20T14:30:00.5+01:00'],
    [{ type: 'string', format: 'something-else' }, 'anything'],
    [
      { type: 'object', properties: { a: { type: 'string' } } },
      { a: 'x', extra: 1 },
    ],
  ];
  for (const [schema, value] of accepted) {
    it(`accepts ${JSON.stringify(value)} for ${JSON.stringify(schema)}`, () => {
      expect(messages(schema, value)).to.deep.equal([]);
    });
  }

  const refused: readonly [schema: unknown, value: Json, message: string][] = [
    [{ type: 'string', minLength: 5 }, 'Fix', 'At least 5 characters (now 3).'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'At most 1 character (now 2).'],
    [{ type: 'string', pattern: '^a' }, 'b', 'Enter text that begins with “a”.'],
    [{ type: 'string' }, 5, 'This needs text, not a whole number.'],
    [{ type: 'number', minimum: 2 }, 1, 'Must be 2 or more.'],
    [{ type: 'number', maximum: 2 }, 3, 'Must be 2 or less.'],
    [{ type: 'number', exclusiveMinimum: 2 }, 2, 'Must be more than 2.'],
    [{ type: 'number', exclusiveMaximum: 2 }, 2, 'Must be less than 2.'],
    [{ type: 'number', multipleOf: 5 }, 7, 'Must be a multiple of 5.'],
    [{ type: 'integer' }, 1.5, 'Enter a whole number.'],
    [{ enum: ['a', 'b'] }, 'c', 'This is none of the 2 choices: “a”, “b”.'],
    [
      { enum: ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'] },
      'Gama',
      'This is none of the 7 choices: “alpha”, “beta”, “gamma”, “delta” and 3 more. The nearest is “gamma”.',
    ],
    [{ enum: ['x'.repeat(300), 'y'] }, 'z', `This is none of the 2 choices: “${'x'.repeat(39)}…”, “y”.`],
    [{ const: 'a' }, 'b', 'This can only be "a".'],
    [{ type: 'array', items: { type: 'string' }, minItems: 1 }, [], 'At least 1 item (now 0).'],
    [{ type: 'array', items: { type: 'string' }, uniqueItems: true }, ['a', 'a'], 'The same item is there twice.'],
    [{ type: 'string', format: 'email' }, 'nobody', 'Enter an e-mail address.'],
    [{ type: 'string', format: 'uri' }, 'example.com', 'Enter a full address, like https://example.com.'],
    [{ type: 'string', format: 'date' }, '2026-02-29', 'Enter a date, like 2026-11-20.'],
    [{ type: 'string', format: 'date-time' }, '2026-11-20 14:30', 'Enter a date and time, like 2026-11-20T14:30:00Z.'],
    [{ type: 'object', additionalProperties: false }, { b: 1 }, 'The server does not accept “b” here.'],
  ];
  for (const [schema, value, message] of refused) {
    it(`refuses ${JSON.stringify(value)}: ${message}`, () => {
      expect(messages(schema, value)).to.deep.equal([message]);
    });
  }

  it('says which sentence it is, and what stands in it', () => {
    const [issue] = checkValue(buildForm({ type: 'string', minLength: 5 }), 'Fix');
    expect(issue).to.deep.equal({
      pointer: '',
      label: 'The value',
      message: 'At least 5 characters (now 3).',
      key: 'schema.tooShort',
      params: { count: 5, now: 3 },
    });
  });

  it('names the place by JSON Pointer', () => {
    const node = buildForm({
      type: 'object',
      properties: { 'a/b': { type: 'array', items: { type: 'integer' } } },
      required: ['c~'],
    });
    expect(checkValue(node, { 'a/b': [1, 'x'] }).map(({ pointer }) => pointer)).to.deep.equal(['/a~1b/1', '/c~0']);
  });
});

describe('patterns', () => {
  const endless = [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a*)*$',
    '(x+x+)+y',
    '^(-[-a]+)*$',
    '^([a-z]+){20}$',
    '^(?:a|ab)+$',
    '.*.*.*.*x$',
  ];
  it('that could take exponential time end, with the right answer', () => {
    verifies('schemas-are-bounded');
    for (const pattern of endless) expect(fitsPattern(pattern, `${'a'.repeat(1_000)}!`), pattern).to.equal(false);
    expect(fitsPattern('^(a+)+$', 'a'.repeat(1_000))).to.equal(true);
  });
  it('that could take exponential time and cannot be checked so are not checked', () => {
    expect(safeInputLength('^(a+)+\\1$')).to.equal(0);
    expect(fitsPattern('^(a+)+\\1$', `${'a'.repeat(40)}!`)).to.equal(undefined);
    expect(messages({ type: 'string', pattern: '^(a+)+\\1$' }, `${'a'.repeat(40)}!`)).to.deep.equal([]);
  });
  it('that name a group again are checked as far as that takes no time', () => {
    const pattern = '^(?!.*(?:^|,)(team|scim),(?:.*,)?\\1(?:$|,))(team|scim)(,(team|scim))*$';
    expect(['team,scim', 'team', 'team,team', 'team '].map((text) => fitsPattern(pattern, text))).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
  });
  it('that only look like it are known', () => {
    for (const pattern of ['^[a-z]+(-[a-z]+)*$', '^\\d{4}-\\d{2}$', '^(a+)?b$', '^(ab){2}$', '^[a-z]+\\.(png|svg)$'])
      expect(safeInputLength(pattern), pattern).to.be.above(20);
  });
  it('are tried on long texts as well, and not on very long ones', () => {
    expect(fitsPattern('^a', 'b'.repeat(100_000))).to.equal(false);
    expect(fitsPattern('^[a-c]+x$', 'b'.repeat(4_000_000))).to.equal(undefined);
  });
  it('that are none refuse nothing', () => {
    expect(fitsPattern('(', 'a')).to.equal(undefined);
  });
});

describe('a format beside a pattern that contradicts it', () => {
  const zodTime = '^(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?$';
  const accepts = (format: string, pattern: string, text: string): boolean =>
    messages({ type: 'string', format, pattern }, text).length === 0;
  it('is what the pattern says: a time without a zone', () => {
    for (const time of ['14:30', '14:30:00', '14:30:00.5']) expect(accepts('time', zodTime, time), time).to.equal(true);
    for (const time of ['25:00', '14:30:00Z', 'noon']) expect(accepts('time', zodTime, time), time).to.equal(false);
    expect(messages({ type: 'string', format: 'time', pattern: zodTime }, 'noon')).to.deep.equal([
      'Enter a time, like 14:30:00.',
    ]);
  });
  it('is what the pattern says: a day and a time without a zone', () => {
    const pattern = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$';
    expect(accepts('date-time', pattern, '2026-11-20T14:30:00')).to.equal(true);
    expect(accepts('date-time', pattern, '2026-02-30T14:30:00')).to.equal(false);
  });
  it('stays what it is where both can be met', () => {
    expect(accepts('time', '^\\d\\d:', '14:30')).to.equal(false);
    expect(accepts('time', '^\\d\\d:', '14:30:00Z')).to.equal(true);
    expect(accepts('time', '^never$', '14:30')).to.equal(false);
  });
  it('is read in the same way by the full check', async () => {
    const schema = { type: 'object', properties: { a: { type: 'string', format: 'time', pattern: zodTime } } };
    const checked = await new FormState(buildForm(schema), { a: '14:30:00' }).check();
    expect(checked.ok).to.equal(true);
  });
});

describe('formats', () => {
  const cases: Readonly<Record<string, readonly [good: readonly string[], bad: readonly string[]]>> = {
    email: [
      ['me@example.com', 'a.b+c@sub.example.org', 'me@localhost', '"a b"@example.com'],
      ['me', '@example.com', 'a..b@example.com', 'a@-b.com', 'a b@example.com', 'a@b@c'],
    ],
    uri: [
      ['https://example.com/a?b#c', 'urn:isbn:123', 'mailto:a@b.c'],
      ['example.com', 'https://exa mple.com', 'http://', 'a:%zz', 'x:<y>'],
    ],
    'uri-reference': [
      ['/a/b', '?q', '', '#x', 'https://a.b'],
      ['a b', 'a\\b', '#a#b'],
    ],
    date: [
      ['2024-02-29', '2000-02-29'],
      ['2023-02-29', '1900-02-29', '2026-13-01', '2026-1-1', '20261120'],
    ],
    time: [
      ['14:30:00Z', '14:30:00.5+01:00', '23:59:60Z', '00:59:60+01:00'],
      ['14:30', '25:00:00Z', '14:30:00', '12:00:60Z'],
    ],
    'date-time': [
      ['2026-11-20T14:30:00Z', '2026-11-20t14:30:00z', '2026-11-20 14:30:00+02:00'],
      ['2026-11-20', '2026-11-20T14:30', '2026-02-30T00:00:00Z'],
    ],
    duration: [
      ['P3D', 'PT5M', 'P1Y2M3DT4H5M6S', 'P2W'],
      ['P', 'PT', '3D', 'P1D2W', 'P1.5D'],
    ],
    uuid: [['123e4567-e89b-12d3-a456-426614174000'], ['123e4567', '123e4567e89b12d3a456426614174000']],
    hostname: [
      ['example.com', 'a-b.c', 'localhost'],
      ['-a.com', 'a_b', 'a..b', `${'a'.repeat(64)}.com`, ''],
    ],
    ipv4: [
      ['192.0.2.1', '0.0.0.0'],
      ['192.0.2.256', '1.2.3', '01.2.3.4', '1.2.3.4.5'],
    ],
    ipv6: [
      ['2001:db8::1', '::', '::1', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1'],
      ['1:2:3', ':::', '1::2::3', '12345::', '1:2:3:4:5:6:7:8:9', '::192.0.2.256'],
    ],
    'json-pointer': [
      ['', '/a/b~1c'],
      ['a', '/a~2'],
    ],
    'relative-json-pointer': [
      ['0', '1/a', '2#'],
      ['', '01', '/a'],
    ],
    'json-pointer-uri-fragment': [
      ['#', '#/a/0'],
      ['', '/a'],
    ],
    'uri-template': [
      ['https://example.org/{id}{?page,size}', '/a/{+path*}', '{.a.b,c%20d:30}', ''],
      // The last one has 2^45 ways, where a name may begin with the point that is an operator.
      ['a b', '{', 'a{}', '<x>', '{a.}', `${'{.a}'.repeat(45)}|`],
    ],
    byte: [
      ['', 'aGVsbG8=', 'AAEC', 'AA=='],
      ['a', 'AAE', 'AA=A', '????'],
    ],
    regex: [['^a+$'], ['(', '[']],
    'something-else': [['anything', ''], []],
  };
  for (const [format, [good, bad]] of Object.entries(cases)) {
    it(`${format} takes what is one`, () => {
      for (const text of good) expect(messages({ type: 'string', format }, text), text).to.deep.equal([]);
    });
    if (bad.length > 0)
      it(`${format} refuses what is none`, () => {
        for (const text of bad) expect(messages({ type: 'string', format }, text), text).to.have.length(1);
      });
  }
  it('end with an answer where the text is as long as one that is checked can be, twenty times over', () => {
    const long = ['a'.repeat(15_000), 'a.'.repeat(7_000), '1:'.repeat(7_000), `${'a-'.repeat(5_000)}@`];
    const taken = (format: string): readonly string[] =>
      long.filter((text) => messages({ type: 'string', format }, text).length === 0);
    for (let round = 1; round < 20; round++) Object.keys(cases).forEach(taken);
    const found = Object.fromEntries(Object.keys(cases).map((format) => [format, taken(format).length]));
    expect(Object.entries(found).filter(([, count]) => count > 0)).to.have.deep.members([
      ['uri-reference', 4],
      ['uri-template', 4],
      ['byte', 1],
      ['regex', 4],
      ['something-else', 4],
    ]);
  });
});

describe('constraintsInWords', () => {
  const cases: readonly [schema: unknown, words: readonly string[]][] = [
    [{ type: 'string', minLength: 5, maxLength: 80 }, ['5 to 80 characters']],
    [{ type: 'string', minLength: 2, maxLength: 2 }, ['2 characters']],
    [{ type: 'string', minLength: 0 }, []],
    [{ type: 'string', format: 'date' }, ['a date, like 2026-11-20']],
    [{ type: 'integer', minimum: 0, maximum: 10 }, ['whole number', '0 to 10']],
    [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, ['whole number']],
    [{ type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 }, ['more than 0', 'in steps of 0.5']],
    [
      { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
      ['at least 1 item', 'no duplicates'],
    ],
  ];
  for (const [schema, words] of cases) {
    it(`says ${JSON.stringify(words)} of ${JSON.stringify(schema)}`, () => {
      expect(constraintsInWords(buildForm(schema)).map(({ text }) => text)).to.deep.equal(words);
    });
  }
});

import { expect } from '@open-wc/testing';
import type { Json } from '../../src/index.js';
import { buildForm, checkValue, constraintsInWords } from '../../src/schema/index.js';
import { fitsPattern, safeInputLength } from '../../src/schema/pattern.js';
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
    [{ type: 'string', pattern: '^a' }, 'b', 'This does not fit the server’s pattern ^a'],
    [{ type: 'string' }, 5, 'This needs text, not a whole number.'],
    [{ type: 'number', minimum: 2 }, 1, 'Must be 2 or more.'],
    [{ type: 'number', maximum: 2 }, 3, 'Must be 2 or less.'],
    [{ type: 'number', exclusiveMinimum: 2 }, 2, 'Must be more than 2.'],
    [{ type: 'number', exclusiveMaximum: 2 }, 2, 'Must be less than 2.'],
    [{ type: 'number', multipleOf: 5 }, 7, 'Must be a multiple of 5.'],
    [{ type: 'integer' }, 1.5, 'Enter a whole number.'],
    [{ enum: ['a', 'b'] }, 'c', 'This is not one of the choices.'],
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
  it('that can take exponential time are not tried', () => {
    verifies('schemas-are-bounded');
    for (const pattern of [
      '^(a+)+$',
      '^(a|a)*$',
      '^(a*)*$',
      '(x+x+)+y',
      '^(-[-a]+)*$',
      '^([a-z]+){20}$',
      '^(?:a|ab)+$',
    ]) {
      expect(safeInputLength(pattern), pattern).to.equal(0);
      expect(fitsPattern(pattern, `${'a'.repeat(30)}!`), pattern).to.equal(undefined);
    }
  });
  it('that only look like it are', () => {
    for (const pattern of ['^[a-z]+(-[a-z]+)*$', '^\\d{4}-\\d{2}$', '^(a+)?b$', '^(ab){2}$', '^[a-z]+\\.(png|svg)$']) {
      expect(safeInputLength(pattern), pattern).to.be.above(20);
    }
  });
  it('with many repetitions are tried on short texts only', () => {
    const pattern = '.*.*.*.*x$';
    const start = performance.now();
    expect(fitsPattern(pattern, 'a'.repeat(1_000))).to.equal(undefined);
    expect(fitsPattern(pattern, 'a'.repeat(safeInputLength(pattern)))).to.equal(false);
    expect(performance.now() - start).to.be.below(500);
  });
  it('are not tried on very long texts', () => {
    expect(fitsPattern('^a', 'b'.repeat(100_000))).to.equal(undefined);
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
      expect(constraintsInWords(buildForm(schema))).to.deep.equal(words);
    });
  }
});

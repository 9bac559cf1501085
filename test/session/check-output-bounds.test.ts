import { expect } from '@esm-bundle/chai';
import { scriptedUrl } from '/__servers__.js';
import * as engine from '../../src/json-schema/validator.js';
import { MAX_SCHEMA_CHARACTERS, MAX_CHECKED_DEPTH, MAX_CHECKED_VALUES } from '../../src/json-schema/validator.js';
import { MAX_SCHEMA_NAME_PATTERNS, MAX_SCHEMA_PATTERN_LENGTH, MAX_UNIQUE_ITEMS } from '../../src/json-schema/guards.js';
import { MAX_SCHEMA_DEPTH, MAX_SUBSCHEMAS } from '../../src/json-schema/copy-schema.js';
import { checkOutput } from '../../src/session/output-validation.js';
import type { Json, JsonSchema } from '../../src/protocol/model.js';
import { CountedClock } from '../fixtures/counted-clock.js';
import { verifies } from '../requirements/verifies.js';

/** What is found in such a value, held against such a schema. */
const issues = (outputSchema: unknown, structuredContent: unknown): readonly string[] =>
  checkOutput(
    { content: [], isError: false, structuredContent: structuredContent as Json },
    { name: 'x', inputSchema: { type: 'object' }, outputSchema: outputSchema as JsonSchema },
    engine,
  ).outputIssues?.map(({ message }) => message) ?? [];
/** Why it could not be checked. */
const unchecked = (outputSchema: unknown, structuredContent: unknown): string => {
  const [issue, ...others] = issues(outputSchema, structuredContent);
  expect(others).to.be.empty;
  return /^Could not be checked against the tool’s own output schema: (.*)\.$/s.exec(issue ?? '')?.[1] ?? `${issue}`;
};
const nested = (depth: number, make: (inner: object) => object, innermost: object = {}): object => {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = make(value);
  return value;
};

describe('holding a result against a schema that means no good', () => {
  describe('cannot be done, and says so', () => {
    // The time that a check may take is no reason here.
    let clock: CountedClock;
    beforeEach(() => {
      clock = new CountedClock(0);
    });
    afterEach(() => clock.restore());

    it('where the schema refers elsewhere; nothing is fetched', async () => {
      verifies('references-never-fetched');
      const before = performance.getEntriesByType('resource').length;
      const $ref = scriptedUrl('rev-2025-11-25');
      expect(unchecked({ $ref }, {})).to.equal(`the schema refers to “${$ref}”, which is not in it`);
      expect(unchecked({ items: { $ref: 'other.json#/a' } }, [1])).to.contain('other.json#/a');
      expect(unchecked({ $ref: '#/$defs/none' }, {})).to.contain('#/$defs/none');
      expect(unchecked({ $schema: 'https://json-schema.org/draft/2020-12/schema', $dynamicRef: '#x' }, {})).to.contain(
        '$dynamicRef',
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(performance.getEntriesByType('resource').filter(({ name }) => name === $ref)).to.be.empty;
      expect(performance.getEntriesByType('resource').length).to.equal(before);
      // Parts that no value gets to do no harm.
      expect(issues({ properties: { a: { $ref } } }, { b: 1 })).to.deep.equal([]);
    });
    for (const [what, schema, value, reason] of [
      ['itself', { $ref: '#' }, {}, 'refers to itself without end'],
      [
        'in a circle',
        { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
        {},
        'without end',
      ],
      ['nonsense: no list', { enum: 5 }, 5, 'cannot be understood'],
      ['nonsense: no schemas', { anyOf: { a: 1 } }, 5, 'cannot be understood'],
      ['nonsense: null', { properties: { a: null }, items: null }, { a: 1 }, 'cannot be understood'],
      ['nonsense: an address', { $ref: 'http://[' }, {}, 'cannot be understood'],
      ['no pattern', { pattern: '(' }, 'x', 'is no regular expression'],
      ['no pattern of today’s', { pattern: '[\\w-.]' }, 'x', 'is no regular expression'],
      ['no pattern for names', { patternProperties: { '(': {} } }, { a: 1 }, 'is no regular expression'],
    ] as [string, unknown, unknown, string][])
      it(`where the schema is ${what}`, () => expect(unchecked(schema, value)).to.contain(reason));
    it('only where a value gets there', () => {
      expect(issues({ properties: { a: { pattern: '(' } } }, { b: 'x' })).to.deep.equal([]);
      expect(issues({ pattern: '(' }, 5)).to.deep.equal([]);
      expect(issues({ patternProperties: { '(': {} } }, {})).to.deep.equal([]);
    });
  });

  describe('ends, whatever the server sends', () => {
    const doubling = (times: number): object => ({
      ...Object.fromEntries([['$ref', '#/$defs/d0']]),
      $defs: Object.fromEntries([
        ...Array.from({ length: times }, (_, level) => {
          const next = { $ref: `#/$defs/d${level + 1}` };
          return [`d${level}`, { allOf: [next, next] }];
        }),
        [`d${times}`, {}],
      ]),
    });
    const tree = {
      $defs: { t: { properties: { a: { allOf: [{ $ref: '#/$defs/t' }, { $ref: '#/$defs/t' }] } } } },
      $ref: '#/$defs/t',
    };
    const many = (count: number): object => ({ allOf: Array.from({ length: count }, () => ({})) });
    for (const [what, schema, value, reason] of [
      ['deep', nested(MAX_SCHEMA_DEPTH + 1, (items) => ({ items })), [], `more than ${MAX_SCHEMA_DEPTH} levels`],
      ['very deep', nested(200_000, (items) => ({ items })), [], `more than ${MAX_SCHEMA_DEPTH} levels`],
      ['large', many(MAX_SUBSCHEMAS + 1), {}, `more than ${MAX_SUBSCHEMAS} schemas`],
      ['long', { enum: ['x'.repeat(MAX_SCHEMA_CHARACTERS)] }, '', `more than ${MAX_SCHEMA_CHARACTERS} characters`],
      ['doubling', doubling(40), {}, `takes more than 250,000 steps`],
      ['doubling with the value', tree, nested(60, (a) => ({ a })), `takes more than 250,000 steps`],
      [
        'slow at each value',
        { items: { enum: Array.from({ length: 100_000 }, (_, i) => `v${i}`) } },
        Array(10_000).fill('v99999'),
        'takes more than',
      ],
      ['a pattern that never ends', { pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`, 'could take too long'],
      ['a pattern that is slow on long text', { pattern: '.*.*.*x$' }, 'a'.repeat(5_000), 'could take too long'],
      [
        'a long pattern',
        { pattern: `^${'a?'.repeat(MAX_SCHEMA_PATTERN_LENGTH)}$` },
        'a'.repeat(50),
        'could take too long',
      ],
      [
        'such a pattern for names',
        { patternProperties: { '^(a+)+$': {} } },
        { [`${'a'.repeat(40)}!`]: 1 },
        'could take too long',
      ],
      [
        'many patterns for names',
        {
          patternProperties: Object.fromEntries(
            Array.from({ length: MAX_SCHEMA_NAME_PATTERNS + 1 }, (_, i) => [`^a${i}`, {}]),
          ),
        },
        { a: 1 },
        `more than ${MAX_SCHEMA_NAME_PATTERNS} patterns`,
      ],
      [
        'many items to compare',
        { uniqueItems: true },
        Array.from({ length: MAX_UNIQUE_ITEMS + 1 }, (_, i) => ({ i })),
        'compared with each other',
      ],
    ] as [string, unknown, unknown, string][])
      it(`a schema that is ${what}`, () => {
        verifies('schemas-are-bounded');
        expect(unchecked(schema, value)).to.contain(reason);
      });
    for (const [what, value, reason] of [
      ['deep', nested(MAX_CHECKED_DEPTH + 1, (a) => ({ a })), `more than ${MAX_CHECKED_DEPTH} levels`],
      ['very deep', nested(100_000, (a) => ({ a })), `more than ${MAX_CHECKED_DEPTH} levels`],
      ['large', Array(MAX_CHECKED_VALUES + 1).fill(0), `more than ${MAX_CHECKED_VALUES} values`],
    ] as [string, unknown, string][])
      it(`a result that is ${what}`, () => {
        verifies('schemas-are-bounded');
        expect(unchecked({}, value)).to.contain(reason);
      });
    it('what is within the limits is checked, also where it is much', async () => {
      // The clock stands still here: a busy machine may take longer for it than a schema is given.
      await CountedClock.during(() => {
        expect(issues(many(10_000), {})).to.deep.equal([]);
        expect(
          issues(
            nested(MAX_SCHEMA_DEPTH, (items) => ({ items })),
            [],
          ),
        ).to.deep.equal([]);
        expect(issues({ items: { type: 'integer' } }, Array(20_000).fill(1))).to.deep.equal([]);
        expect(issues({ items: { pattern: '^[a-z]+$' } }, ['a'.repeat(1_000_000)])).to.deep.equal([]);
        expect(
          issues(
            { uniqueItems: true },
            Array.from({ length: MAX_UNIQUE_ITEMS }, (_, i) => i),
          ),
        ).to.deep.equal([]);
        expect(issues(doubling(10), {})).to.deep.equal([]);
      }, 0);
    });
  });
});

import { expect } from '@esm-bundle/chai';
import { everythingUrl, script } from '/__servers__.js';
import * as engine from '../../src/json-schema/validator.js';
import { MAX_CHECKED_VALUES } from '../../src/json-schema/validator.js';
import { checkOutput, MAX_OUTPUT_ISSUE_LENGTH, MAX_OUTPUT_ISSUES } from '../../src/session/output-validation.js';
import type { Json, JsonObject, JsonSchema, Tool } from '../../src/protocol/model.js';
import { sessions } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const toolWith = (outputSchema: unknown): Tool => ({
  name: 'x',
  inputSchema: { type: 'object' },
  outputSchema: outputSchema as JsonSchema,
});
/** What is found in such a value, held against such a schema. */
const issues = (outputSchema: unknown, structuredContent: unknown): readonly string[] =>
  checkOutput(
    { content: [], isError: false, structuredContent: structuredContent as Json },
    toolWith(outputSchema),
    engine,
  ).outputIssues?.map(({ message }) => message) ?? [];
/** Why it could not be checked. */
const unchecked = (outputSchema: unknown, structuredContent: unknown): string => {
  const [issue] = issues(outputSchema, structuredContent);
  return /^Could not be checked against the tool’s own output schema: (.*)\.$/s.exec(issue ?? '')?.[1] ?? `${issue}`;
};

describe('holding a result against its output schema', () => {
  it('finds nothing where all fits, and gives the result as it is', () => {
    verifies('structured-output-checked');
    const result = { content: [], isError: false, structuredContent: { a: 1 } };
    const tool = toolWith({ type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] });
    expect(checkOutput(result, tool, engine)).to.equal(result);
  });
  it('takes nothing out of one that does not fit', () => {
    verifies('structured-output-checked');
    const result = { content: [], isError: false, structuredContent: { a: 'one', b: 2 } };
    const checked = checkOutput(result, toolWith({ properties: { a: { type: 'integer' } } }), engine);
    expect(checked).to.deep.equal({ ...result, outputIssues: checked.outputIssues });
    expect(checked.outputIssues?.map(({ message }) => message)).to.deep.equal(['“/a” should be integer, not string.']);
  });
  it('says that structured content was promised, and is missing', () => {
    verifies('structured-output-checked');
    expect(issues({ type: 'object' }, undefined)).to.deep.equal([
      'There is no structured content, which the tool promises.',
    ]);
    // As which `null` counts.
    expect(issues({ type: ['object', 'null'] }, undefined)).to.deep.equal([]);
  });

  describe('says what and where, in a sentence', () => {
    for (const [schema, value, expected] of [
      [{ type: 'object' }, [], 'The structured content should be object, not array.'],
      [{ type: ['string', 'null'] }, 5, 'The structured content should be string or null, not number.'],
      [{ required: ['total'] }, {}, 'The structured content lacks “total”.'],
      [{ required: ['a “b” "c"'] }, {}, 'The structured content lacks “a “b” "c"”.'],
      [{ items: { required: ['id'] } }, [{ id: 1 }, {}], '“/1” lacks “id”.'],
      [{ properties: { 'a/b c%': { minimum: 2 } } }, { 'a/b c%': 1 }, '“/a~1b c%”: 1 is less than 2.'],
      [{ properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, '“/b” is not allowed.'],
      [{ properties: { a: false } }, { a: 1 }, '“/a” is not allowed.'],
      [{ not: { type: 'object' } }, {}, 'The structured content is not allowed.'],
      [{ properties: { a: { enum: ['x', 'y'] } } }, { a: 'z' }, '“/a” is none of the values it may be.'],
      [{ properties: { a: { const: 1 } } }, { a: 2 }, '“/a” is not the value it must be.'],
      [{ items: { pattern: '^a+$' } }, ['aa', 'b'], '“/1” does not match its pattern.'],
      [{ items: { minLength: 3 } }, ['aaa', '👍👍'], '“/1”: String is too short (2 < 3).'],
      [{ maxItems: 1 }, [1, 2], 'The structured content: Array has too many items (2 > 1).'],
      [{ uniqueItems: true }, [1, 2, 1], 'The structured content: Duplicate items at indexes 0 and 2.'],
      [{ minProperties: 1 }, {}, 'The structured content: it does not have at least 1 properties.'],
      [{ multipleOf: 0.01 }, 0.075, 'The structured content: 0.075 is not a multiple of 0.01.'],
      [
        { properties: { a: { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] } } },
        { a: 'x' },
        '“/a” fits none of its alternatives.',
      ],
      [
        { oneOf: [{ type: 'string' }, { minLength: 1 }] },
        'x',
        'The structured content fits more than one of its alternatives.',
      ],
      [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, 5, 'The structured content fits none of its alternatives.'],
      [
        { contains: { type: 'string' } },
        [1, 2],
        'The structured content: Array does not contain item matching schema.',
      ],
      [{ if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, 'The structured content lacks “b”.'],
      [{ allOf: [{ required: ['a'] }, {}] }, {}, 'The structured content lacks “a”.'],
      [
        { $defs: { id: { type: 'integer' } }, items: { $ref: '#/$defs/id' } },
        [1, 'x'],
        '“/1” should be integer, not string.',
      ],
      [
        { propertyNames: { maxLength: 1 } },
        { ab: 1 },
        'The structured content: Property name "ab" does not match schema.',
      ],
    ] as [unknown, unknown, string][])
      it(`${JSON.stringify(schema)}: ${expected}`, () => {
        verifies('structured-output-checked');
        expect(issues(schema, value)).to.deep.equal([expected]);
      });
    it('all of them, up to a number', () => {
      const all = issues(
        { items: { type: 'string' } },
        Array.from({ length: 100 }, (_, index) => index),
      );
      expect(all).to.have.length(MAX_OUTPUT_ISSUES + 1);
      expect(all[1]).to.equal('“/1” should be string, not number.');
      expect(all.at(-1)).to.equal(`${100 - MAX_OUTPUT_ISSUES} further places do not fit.`);
    });
    it('each once', () => {
      expect(issues({ allOf: [{ required: ['a'] }, { required: ['a'] }] }, {})).to.have.length(1);
    });
    it('and no longer than can be read', () => {
      const [issue] = issues({ required: ['x'.repeat(10_000)] }, {});
      expect(issue).to.have.length(MAX_OUTPUT_ISSUE_LENGTH);
    });
    it('also where nothing at all fits', () => {
      const all = issues({ items: { type: 'string', enum: ['a'] } }, Array(MAX_CHECKED_VALUES - 1).fill(5));
      expect(all[0]).to.equal('“/0” should be string, not number.');
    });
  });

  describe('reads the schema in its dialect', () => {
    const values = [null, true, 0, 1.5, '', 'x', [], [null], {}, { a: 1 }] as Json[];
    it('true fits everything, false nothing', () => {
      for (const value of values) {
        expect(issues(true, value)).to.deep.equal([]);
        expect(issues(false, value)).to.deep.equal(['The structured content is not allowed.']);
      }
    });
    it('any kind of value may be the whole', () => {
      expect(issues({ type: 'array', items: { type: 'number' } }, [1, 2])).to.deep.equal([]);
      expect(issues({ type: 'string' }, 'x')).to.deep.equal([]);
      expect(issues({ type: 'null' }, null)).to.deep.equal([]);
      expect(issues({ type: 'boolean' }, 0)).to.have.length(1);
    });
    const tuple = [1, 'x', true];
    for (const [what, schema, value, count] of [
      ['2020-12 without a word', { prefixItems: [{ type: 'string' }] }, tuple, 1],
      ['2020-12 by name', { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [false] }, tuple, 1],
      ['draft 7', { $schema: 'http://json-schema.org/draft-07/schema#', prefixItems: [false] }, tuple, 0],
      ['draft 7', { $schema: 'http://json-schema.org/draft-07/schema', items: [{ type: 'string' }] }, tuple, 1],
      [
        'draft 7',
        { $schema: 'https://json-schema.org/draft-07/schema#', items: [{}], additionalItems: false },
        tuple,
        2,
      ],
      ['draft 7', { $schema: 'http://json-schema.org/draft-07/schema#', dependencies: { a: ['b'] } }, { a: 1 }, 1],
      ['2020-12', { dependencies: { a: ['b'] } }, { a: 1 }, 0],
      ['2020-12', { dependentRequired: { a: ['b'] } }, { a: 1 }, 1],
      ['2020-12', { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1, b: 2 }, 1],
      [
        'draft 7: what stands beside a $ref counts for nothing',
        {
          $schema: 'http://json-schema.org/draft-07/schema#',
          $ref: '#/definitions/a',
          type: 'string',
          definitions: { a: {} },
        },
        5,
        0,
      ],
      ['2020-12: it does', { $ref: '#/$defs/a', type: 'string', $defs: { a: {} } }, 5, 1],
      [
        'a reference to its own name',
        { $id: 'https://x.example/s', $defs: { a: false }, items: { $ref: '/s#/$defs/a' } },
        [1],
        1,
      ],
      ['an anchor', { $defs: { a: { $anchor: 'complete', type: 'string' } }, items: { $ref: '#here' } }, [1], 1],
      [
        'a reference below a word of nobody’s',
        { 'x-all': { Foo: { type: 'string' } }, items: { $ref: '#/x-all/Foo' } },
        [1],
        1,
      ],
      ['a format says what it is, and asserts nothing', { type: 'string', format: 'email' }, 'nobody', 0],
      [
        'a list that refers to itself',
        { $defs: { n: { properties: { next: { $ref: '#/$defs/n' } }, required: ['v'] } }, $ref: '#/$defs/n' },
        { v: 1, next: { v: 2, next: {} } },
        1,
      ],
      ['names every object has', { required: ['toString', '__proto__', 'constructor'] }, {}, 3],
      [
        'and that mean nothing',
        JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
        JSON.parse('{"__proto__":1,"constructor":2}'),
        2,
      ],
      [
        'words of another kind than they should be',
        { title: 5, description: {}, $comment: [], examples: {}, default: { $ref: 5 } },
        5,
        0,
      ],
    ] as [string, unknown, unknown, number][])
      it(`${what}: ${JSON.stringify(schema).slice(0, 120)} finds ${count}`, () => {
        verifies('schema-dialects-honoured');
        expect(issues(schema, value)).to.have.length(count);
      });
    for (const $schema of [
      'http://json-schema.org/draft-04/schema#',
      'https://example.com/mine',
      5,
      null,
      'constructor',
    ])
      it(`one that is not known is said to be so: ${String($schema)}`, () => {
        verifies('schema-dialects-honoured');
        expect(unchecked({ $schema, type: 'string' }, 5)).to.contain('dialect is not known here');
      });
  });

  it('leaves the schema as it came', () => {
    const schema = { properties: { a: { type: 'string', pattern: 'a' } }, $defs: {} };
    const before = JSON.stringify(schema);
    issues(schema, { a: 'a' });
    expect(JSON.stringify(schema)).to.equal(before);
    expect(Object.getOwnPropertyNames(schema.properties.a)).to.deep.equal(['type', 'pattern']);
    Object.freeze(schema);
    expect(issues(schema, { a: 'b' })).to.have.length(1);
  });
  it('reads it once for each tool, and again for the tool of another list', () => {
    let reads = 0;
    const outputSchema: JsonObject = {
      get type(): string {
        reads++;
        return 'string';
      },
    };
    const result = { content: [], isError: false, structuredContent: 'x' };
    const tool = toolWith(outputSchema);
    checkOutput(result, tool, engine);
    const first = reads;
    checkOutput(result, tool, engine);
    expect(reads).to.equal(first);
    checkOutput(result, { ...tool }, engine);
    expect(reads).to.be.above(first);
  });
});

describe('the results of a session', () => {
  const { open } = sessions();

  it('a real server: what it promises, it gives', async () => {
    verifies('structured-output-checked');
    const session = await open(everythingUrl);
    const tools = await session.tools.list();
    const tool = tools.find(({ outputSchema }) => outputSchema !== undefined)!;
    const result = await session.tools.call(tool.name, { location: 'New York' });
    expect(result.structuredContent).to.be.an('object');
    expect(result).not.to.have.property('outputIssues');
  });

  for (const [what, result, issue] of [
    ['that fits', { structuredContent: { sum: 3 } }, undefined],
    ['that does not', { structuredContent: { sum: '3' } }, '“/sum” should be number, not string.'],
    ['without any', {}, 'There is no structured content, which the tool promises.'],
    ['that says it failed is not checked', { isError: true }, undefined],
  ] as const)
    for (const isListed of [true, false])
      it(`structured content ${what}; the tool was ${isListed ? 'listed' : 'never listed: nobody knows'}`, async () => {
        verifies('structured-output-checked');
        const outputSchema = { type: 'object', properties: { sum: { type: 'number' } } };
        const url = await script({
          replies: {
            'tools/list': { result: { tools: [{ name: 'add', inputSchema: { type: 'object' }, outputSchema }] } },
            'tools/call': { result: { content: [{ type: 'text', text: 'x' }], ...result } },
          },
        });
        const session = await open(url);
        if (isListed) await session.tools.list();
        const { outputIssues } = await session.tools.call('add');
        expect(outputIssues?.map(({ message }) => message)).to.deep.equal(issue && isListed ? [issue] : undefined);
      });
});

import { expect } from '@esm-bundle/chai';
import type { Tool } from '../../src/index.js';
import { definitionTokens, lintTools, MAX_TOOL_FINDINGS } from '../../src/schema/index.js';

const GOOD: Tool = {
  name: 'get_weather',
  description: 'The weather of a city.',
  annotations: { readOnlyHint: true },
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string', description: 'A city', maxLength: 100 } },
    required: ['city'],
  },
  outputSchema: { type: 'object', properties: { celsius: { type: 'number' } } },
} as Tool;

const tool = (some: object): Tool => ({ ...GOOD, ...some }) as Tool;
const input = (schema: object): Tool => tool({ inputSchema: { type: 'object', ...schema } });
const field = (schema: object): Tool => input({ properties: { a: { description: 'A', ...schema } } });
const found = (...tools: readonly Tool[]): string[] =>
  lintTools(tools).map(({ severity, place, text }) =>
    `${severity} ${place} ${text.key.replace('schema.lint.', '')}`.replace(/ {2}/g, ' '),
  );

describe('what to improve in the definitions of tools', () => {
  it('finds nothing in a tool that is as it should be', () => {
    expect(found(GOOD)).to.deep.equal([]);
  });

  for (const [what, given, finding] of [
    ['a name that two tools have', [GOOD, GOOD], 'error nameDuplicate'],
    ['a name with a space', [tool({ name: 'get weather' })], 'warning nameCharacters'],
    ['a name of 129 characters', [tool({ name: 'x'.repeat(129) })], 'warning nameCharacters'],
    ['a name that models do not take', [tool({ name: 'get.weather' })], 'hint nameForModels'],
    ['a title that two tools have', [tool({ title: 'T' }), tool({ name: 'b', title: 'T' })], 'warning titleDuplicate'],
    ['no description', [tool({ description: ' ' })], 'warning descriptionMissing'],
    ['a description that is too long for models', [tool({ description: 'x'.repeat(1025) })], 'hint descriptionLong'],
    ['no annotations', [tool({ annotations: undefined })], 'hint annotationsMissing'],
    ['annotations with a title only', [tool({ annotations: { title: 'x' } })], 'hint annotationsMissing'],
    [
      'annotations that contradict each other',
      [tool({ annotations: { readOnlyHint: true, destructiveHint: true } })],
      'warning annotationsContradict',
    ],
    [
      'a name that deletes, and annotations that it only reads',
      [tool({ name: 'deleteFile' })],
      'warning annotationsAndName',
    ],
    [
      'a name that drops, and annotations that it destroys nothing',
      [tool({ name: 'drop-table', annotations: { destructiveHint: false } })],
      'warning annotationsAndName',
    ],
    ['no output schema', [tool({ outputSchema: undefined })], 'hint outputSchemaMissing'],
    ['an output schema without a type', [tool({ outputSchema: {} })], 'error output noType'],
    ['no input schema', [tool({ inputSchema: undefined })], 'error input noInputSchema'],
    ['an input schema without a type', [tool({ inputSchema: {} })], 'error input noType'],
    [
      'a union at the top',
      [input({ oneOf: [{ required: ['a'] }, { required: ['b'] }], properties: {} })],
      'warning input topLevelUnion',
    ],
    [
      'a field without a description',
      [input({ properties: { a: { type: 'integer' } } })],
      'hint input fieldsUndescribed',
    ],
    ['a field that says nothing of its value', [field({})], 'warning input/properties/a fieldUntyped'],
    ['text of any length', [field({ type: 'string' })], 'hint input unbounded'],
    ['a list of any length', [field({ type: 'array', items: { type: 'integer' } })], 'hint input unbounded'],
    [
      'a keyword with a wrong value',
      [field({ type: 'integer', minimum: 'one' })],
      'error input/properties/a keywordUnusable',
    ],
    ['a type that does not exist', [field({ type: 'int' })], 'error input/properties/a typeUnknown'],
    ['a reference that leads nowhere', [field({ $ref: '#/$defs/none' })], 'error input/properties/a referenceBroken'],
    [
      'a reference to another document',
      [field({ $ref: 'https://example.com/x' })],
      'warning input/properties/a referenceOutside',
    ],
    ['a pattern that is none', [field({ type: 'string', pattern: '(' })], 'warning input/properties/a patternInvalid'],
    [
      'limits that nothing fits',
      [field({ type: 'integer', minimum: 2, maximum: 1 })],
      'error input/properties/a limitsContradict',
    ],
    [
      'a default of another type',
      [field({ type: 'integer', default: 'x' })],
      'warning input/properties/a defaultMisfit',
    ],
    [
      'a default that is not in the list',
      [field({ enum: ['a'], default: 'b' })],
      'warning input/properties/a defaultMisfit',
    ],
    [
      'what is required and does not exist',
      [input({ required: ['b'], properties: {} })],
      'warning input requiredUnknown',
    ],
    ['an empty list of values', [field({ enum: [] })], 'error input/properties/a enumEmpty'],
    ['a value twice', [field({ enum: ['x', 'x'] })], 'warning input/properties/a enumDuplicate'],
    [
      'alternatives that nothing tells apart',
      [
        field({
          anyOf: [
            { type: 'object', properties: { x: { type: 'string', maxLength: 1 } } },
            { type: 'object', properties: { y: { type: 'integer' } } },
          ],
        }),
      ],
      'warning input/properties/a/anyOf unionAmbiguous',
    ],
    [
      'the same type twice',
      [field({ oneOf: [{ type: 'string' }, { type: 'string', description: 'Other' }] })],
      'warning input/properties/a/oneOf unionAmbiguous',
    ],
  ] as const)
    it(`finds ${what}`, () => {
      expect(found(...(given as unknown as Tool[]))).to.include(finding);
    });

  for (const [what, schema] of [
    ['by type', { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }] }],
    ['by a fixed value', { oneOf: [{ const: 'a' }, { const: 'b' }] }],
    [
      'by a property with a fixed value',
      {
        oneOf: ['a', 'b'].map((kind) => ({
          type: 'object',
          properties: { kind: { const: kind }, x: { type: 'integer' } },
        })),
      },
    ],
    [
      'by what each requires',
      {
        oneOf: ['a', 'b'].map((name) => ({
          type: 'object',
          properties: { [name]: { type: 'integer' } },
          required: [name],
        })),
      },
    ],
    [
      'by their formats',
      {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'uri' },
        ],
      },
    ],
  ] as const)
    it(`is content with alternatives that are told apart ${what}`, () => {
      expect(found(field(schema)).filter((one) => one.includes('unionAmbiguous'))).to.deep.equal([]);
    });

  it('follows references within the schema, also to itself', () => {
    const node = {
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' }, value: { type: 'integer', minimum: 'x' } },
    };
    expect(found(input({ properties: { a: { $ref: '#/$defs/node' } }, $defs: { node } }))).to.include(
      'error input/$defs/node/properties/value keywordUnusable',
    );
    expect(found(input({ properties: { a: { $ref: '#' } } }))).not.to.include(
      'error input/properties/a referenceBroken',
    );
  });

  for (const [what, schema] of [
    [
      'a required property that a pattern defines',
      { required: ['a1'], properties: {}, patternProperties: { '^a': { type: 'integer' } } },
    ],
    [
      'a required property that another part defines',
      { required: ['b'], properties: {}, allOf: [{ properties: { b: { type: 'integer' } } }] },
    ],
  ] as const)
    it(`is content with ${what}`, () => {
      expect(found(input(schema)).filter((one) => one.includes('requiredUnknown'))).to.deep.equal([]);
    });

  it('is content with a reference by name, with draft 4, and with output of any type', () => {
    const named = input({
      properties: { a: { $ref: '#here', description: 'A' } },
      $defs: { x: { $anchor: 'here', type: 'integer' } },
    });
    expect(found(named).filter((one) => one.includes('reference'))).to.deep.equal([]);
    expect(found(field({ $ref: '#nowhere' }))).to.include('error input/properties/a referenceBroken');
    expect(found(field({ type: 'integer', minimum: 1, exclusiveMinimum: true }))).to.deep.equal([]);
    expect(found(tool({ outputSchema: { type: 'array', items: { type: 'integer' } } }))).to.deep.equal([]);
  });

  it('compares whole values, and sees lists that are empty', () => {
    const long = 'x'.repeat(100);
    expect(found(field({ oneOf: [{ const: `${long}a` }, { const: `${long}b` }] }))).to.deep.equal([]);
    expect(found(field({ enum: [`${long}a`], default: `${long}b` }))).to.include(
      'warning input/properties/a defaultMisfit',
    );
    for (const schema of [
      { type: [] },
      { anyOf: [] },
      { type: 'string', pattern: 5 },
      { type: 'object', properties: [] },
    ])
      expect(found(field(schema)), JSON.stringify(schema)).to.include('error input/properties/a keywordUnusable');
    expect(found(field({ type: 'number', exclusiveMinimum: 3, exclusiveMaximum: 3 }))).to.include(
      'error input/properties/a limitsContradict',
    );
  });

  it('ends with many large lists of values in one union, which it finds ambiguous', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `d${at}`,
        { enum: Array.from({ length: 10_000 }, (__, value) => `v${at}-${value}`) },
      ]),
    );
    const anyOf = Array.from({ length: 60 }, (_, at) => ({ $ref: `#/$defs/d${at % 12}` }));
    const findings = lintTools([input({ properties: { a: { anyOf } }, $defs })]);
    expect(findings.map(({ text }) => text.key)).to.include('schema.lint.unionAmbiguous');
  });

  it('names fields in one finding, six at most', () => {
    const properties = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, { type: 'integer' }]));
    const { text } = lintTools([input({ properties })]).find(({ text: { key } }) => key.endsWith('fieldsUndescribed'))!;
    expect(text.text).to.contain('9 of 9 fields have no description: f0, f1, f2, f3, f4, f5');
    expect(text.text).not.to.contain('f6');
  });

  it('ends with a schema that is deep, wide or hostile, and tells at most so many things of a tool', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 5000; level++) deep = { type: 'object', properties: { a: deep } };
    expect(found(input({ properties: { a: deep } }))).to.include('warning input tooMuch');
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`f${at}`, { type: 'x' }]));
    expect(lintTools([input({ properties: wide })]).length).to.be.at.most(MAX_TOOL_FINDINGS);
    const odd = input({ properties: { __proto__: null, constructor: 5, a: [] }, required: 'x', enum: {}, allOf: 7 });
    expect(() => lintTools([odd])).not.to.throw();
  });

  it('estimates what a definition costs a model', () => {
    expect(definitionTokens(GOOD)).to.be.within(35, 55);
    expect(definitionTokens(tool({ description: '天気を調べる'.repeat(20) }))).to.be.greaterThan(
      definitionTokens(GOOD) + 60,
    );
  });
});

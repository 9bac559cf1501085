import { expect } from '@esm-bundle/chai';
import { buildForm, checkValue, type FormNode, FormState, MAX_FORM_OPTIONS } from '../../src/schema/index.js';
import { verifies } from '../requirements/verifies.js';

function propertyOf(schema: unknown, name = 'a'): FormNode {
  const root = buildForm({ type: 'object', properties: { [name]: schema } });
  if (root.kind !== 'object') throw new Error(`the root is ${root.kind}`);
  const property = root.properties[0];
  if (!property) throw new Error('there is no property');
  return property.node;
}

describe('buildForm', () => {
  describe('serves', () => {
    const cases: readonly [words: string, schema: unknown, expected: Partial<Record<string, unknown>>][] = [
      ['text', { type: 'string', minLength: 1, format: 'uri' }, { kind: 'string', minLength: 1, format: 'uri' }],
      ['a number', { type: 'number', maximum: 3 }, { kind: 'number', integer: false, maximum: 3 }],
      ['a whole number', { type: 'integer' }, { kind: 'number', integer: true }],
      ['number or integer as number', { type: ['integer', 'number'] }, { kind: 'number', integer: false }],
      ['yes or no', { type: 'boolean' }, { kind: 'boolean', nullable: false }],
      ['null alone', { type: 'null' }, { kind: 'constant', value: null }],
      ['const', { const: 7 }, { kind: 'constant', value: 7 }],
      ['an enum of one as a constant', { enum: ['a'] }, { kind: 'constant', value: 'a' }],
      ['anyOf with null', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, { kind: 'number', nullable: true }],
      ['oneOf with null', { oneOf: [{ type: 'boolean' }, { type: 'null' }] }, { kind: 'boolean', nullable: true }],
      ['unions of one', { anyOf: [{ type: 'string' }] }, { kind: 'string', nullable: false }],
      ['allOf of one', { allOf: [{ type: 'string' }], title: 'T' }, { kind: 'string', title: 'T' }],
      ['a list', { type: 'array', items: { type: 'string' }, maxItems: 2 }, { kind: 'list', maxItems: 2 }],
      ['an untyped object', { properties: { b: { type: 'string' } } }, { kind: 'object' }],
      ['a closed object', { type: 'object', additionalProperties: false }, { kind: 'object' }],
      [
        'the words outside a union',
        { title: 'Out', anyOf: [{ title: 'In', type: 'string' }, { type: 'null' }] },
        { title: 'Out' },
      ],
      ['text that is long by its name', { type: 'string' }, { kind: 'string', multiline: false }],
    ];
    for (const [words, schema, expected] of cases) {
      it(words, () => expect(propertyOf(schema)).to.include(expected));
    }

    it('several lines where the name says so', () => {
      expect(propertyOf({ type: 'string' }, 'commitMessage')).to.include({ multiline: true });
      expect(propertyOf({ type: 'string' }, 'file-content')).to.include({ multiline: true });
      expect(propertyOf({ type: 'string' }, 'name')).to.include({ multiline: false });
    });

    it('the properties in the order of the schema, each with whether it is required', () => {
      const root = buildForm({
        type: 'object',
        required: ['b'],
        properties: { b: { type: 'string' }, a: { type: 'string' } },
      });
      const properties = root.kind === 'object' ? root.properties.map(({ name, required }) => [name, required]) : [];
      expect(properties).to.deep.equal([
        ['b', true],
        ['a', false],
      ]);
    });

    it('names that clobber objects', () => {
      const names = ['__proto__', 'constructor', 'id', 'toString', 'x-loc-lat', 'a/b~c', ''];
      const properties = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:{"type":"string"}`).join()}}`);
      const root = buildForm({ type: 'object', properties, required: ['__proto__', 'toString'] });
      expect(root.kind === 'object' && root.properties.map(({ name }) => name)).to.deep.equal(names);
      expect(
        root.kind === 'object' && root.properties.filter(({ required }) => required).map(({ name }) => name),
      ).to.deep.equal(['__proto__', 'toString']);
    });

    it('a required name without a description as anything', () => {
      const root = buildForm({ type: 'object', properties: {}, required: ['tag'] });
      const tag = root.kind === 'object' ? root.properties[0] : undefined;
      expect(tag).to.include({ name: 'tag', required: true });
      expect(tag?.node.kind).to.equal('union');
    });
  });

  describe('choices', () => {
    const labels = (schema: unknown): unknown => {
      const node = propertyOf(schema);
      return node.kind === 'choice' ? node.options.map(({ value, label }) => [value, label]) : node.kind;
    };

    it('come from enum, of any type', () => {
      expect(labels({ enum: ['a', 1, true, { b: 2 }] })).to.deep.equal([
        ['a', 'a'],
        [1, '1'],
        [true, 'true'],
        [{ b: 2 }, '{"b":2}'],
      ]);
    });
    it('come from an enum that PHP wrote as an object, because its list has holes', () => {
      expect(labels({ type: 'string', enum: { 1: 'x', 2: 'y' } } as never)).to.deep.equal(
        labels({ type: 'string', enum: ['x', 'y'] }),
      );
      expect(propertyOf({ type: 'string', enum: { a: 'x' } } as never).kind).to.equal('string');
    });

    it('have the names of enumNames', () => {
      expect(labels({ type: 'string', enum: ['a', 'b'], enumNames: ['A!', 'B!'] })).to.deep.equal([
        ['a', 'A!'],
        ['b', 'B!'],
      ]);
    });
    it('come from oneOf and anyOf of constants with titles', () => {
      for (const keyword of ['oneOf', 'anyOf']) {
        expect(labels({ type: 'string', [keyword]: [{ const: 'a', title: 'First' }, { enum: ['b'] }] })).to.deep.equal([
          ['a', 'First'],
          ['b', 'b'],
        ]);
      }
    });
    it('hold null apart, and only where the type allows it', () => {
      expect(propertyOf({ enum: ['a', 'b', null] })).to.deep.include({ kind: 'choice', nullable: true });
      expect(propertyOf({ type: 'string', enum: ['a', 'b', null] })).to.deep.include({
        kind: 'choice',
        nullable: false,
      });
      expect(propertyOf({ type: ['string', 'null'], enum: ['a', 'b'] })).to.deep.include({ nullable: false });
    });
    it('leave out what the type refuses and what is there twice', () => {
      expect(labels({ type: 'string', enum: ['a', 1, 'b', 'a'] })).to.deep.equal([
        ['a', 'a'],
        ['b', 'b'],
      ]);
    });
    it('are all the values of several lists', () => {
      expect(labels({ anyOf: [{ enum: ['a', 'b'] }, { const: 'c', title: 'Third' }] })).to.deep.equal([
        ['a', 'a'],
        ['b', 'b'],
        ['c', 'Third'],
      ]);
      expect(
        labels({ oneOf: [{ enum: ['a', 'b', 'c'] }, { enum: ['b'] }] }),
        'none that fits two of oneOf',
      ).to.deep.equal([
        ['a', 'a'],
        ['c', 'c'],
      ]);
    });
    it('are only those that everything else accepts', () => {
      expect(labels({ enum: ['a', 'b', 'ccc'], maxLength: 1, not: { const: 'b' } })).to.equal('constant');
      expect(labels({ allOf: [{ enum: [1, 2, 3] }, { enum: [2, 3, 4] }] })).to.deep.equal([
        [2, '2'],
        [3, '3'],
      ]);
    });
    it('of more than a list can show are said to be so', () => {
      const node = propertyOf({ enum: Array.from({ length: MAX_FORM_OPTIONS + 1 }, (_, index) => index) });
      expect(node).to.include({ kind: 'json', anything: false });
    });
  });

  describe('defaults', () => {
    const text = { type: 'string' };
    it('are kept where they fit', () => {
      verifies('defaults-filled-in');
      expect(propertyOf({ type: 'string', default: 'x' }).default).to.equal('x');
      expect(propertyOf({ type: ['string', 'null'], default: null }).default).to.equal(null);
      expect(propertyOf({ type: 'array', items: { type: 'integer' }, default: [1] }).default).to.deep.equal([1]);
    });
    it('are kept where the schema does not accept them: the form shows what is wrong', () => {
      expect(propertyOf({ type: 'integer', default: '5' }).default).to.equal('5');
      expect(propertyOf({ type: 'string', minLength: 1, default: '' }).default).to.equal('');
      expect(propertyOf({ enum: ['a', 'b'], default: 'c' }).default).to.equal('c');
    });
    it('of null say that nothing is given, where the schema does not accept null', () => {
      expect(propertyOf({ type: 'string', default: null }).default).to.equal(undefined);
    });
    it('an empty one of the other container is the empty one that fits: PHP has one for both', () => {
      expect(propertyOf({ type: 'object', properties: { a: text }, default: [] }).default).to.deep.equal({});
      expect(propertyOf({ type: 'object', required: ['a'], default: [] }).default).to.deep.equal({});
      expect(propertyOf({ type: 'array', items: text, default: {} }).default).to.deep.equal([]);
      expect(propertyOf({ anyOf: [text, { type: 'object' }], default: [] }).default).to.deep.equal({});
      expect(propertyOf({ anyOf: [text, { type: 'array' }], default: [] }).default).to.deep.equal([]);
      for (const schema of [
        { type: 'object', properties: [], default: [] },
        { type: 'object', properties: { a: text, b: { ...text, default: 'x' } }, default: [] },
      ]) {
        const state = new FormState(buildForm(schema));
        expect(state.toArguments().ok).to.equal(true);
        expect(state.root.properties).to.have.length(Object.keys(schema.properties).length);
      }
    });
    it('an empty one that fits nothing is left out, so that nobody has to remove it', () => {
      for (const schema of [text, { type: 'integer' }, { enum: ['a'] }, { anyOf: [text, { type: 'boolean' }] }])
        for (const preset of [[], {}]) expect(propertyOf({ ...schema, default: preset }).default).to.equal(undefined);
      expect(propertyOf({ ...text, default: [1] }).default, 'what says something is shown').to.deep.equal([1]);
    });
  });

  describe('references', () => {
    it('inside the document are followed, with the words around them', () => {
      const root = buildForm({
        type: 'object',
        $defs: { 'a/b': { type: 'integer', description: 'inner' } },
        properties: { n: { $ref: '#/$defs/a~1b', description: 'outer' } },
      });
      expect(root.kind === 'object' && root.properties[0]?.node).to.include({ kind: 'number', description: 'outer' });
    });
    const faults: readonly [words: string, schema: unknown][] = [
      ['to another document', { $ref: 'https://example.com/schema' }],
      ['to nothing', { $ref: '#/$defs/none' }],
      ['to a prototype', { $ref: '#/constructor' }],
      ['that are no text', { $ref: 5 }],
      ['that are no URI', { $ref: '#/%E0%A4%A' }],
    ];
    for (const [words, schema] of faults) {
      it(`${words} are said to be so`, () => {
        const node = propertyOf(schema);
        expect(node.kind).to.equal('json');
        expect(node.kind === 'json' && node.reason.text).to.match(/^[A-Z].*\.$/);
      });
    }
  });

  describe('offers JSON only where the server says "anything", and then beside fields:', () => {
    const cases: readonly [words: string, schema: unknown, labels: readonly string[]][] = [
      ['any value', {}, ['Text', 'Number', 'Yes or no', 'List', 'Object', 'JSON']],
      ['true', true, ['Text', 'Number', 'Yes or no', 'List', 'Object', 'JSON']],
      ['only words', { title: 'T', 'x-own': 1 }, ['Text', 'Number', 'Yes or no', 'List', 'Object', 'JSON']],
      ['a free object', { type: 'object' }, ['Names and values', 'JSON']],
      ['an object of anything', { type: 'object', additionalProperties: {} }, ['Names and values', 'JSON']],
    ];
    for (const [words, schema, labels] of cases) {
      it(words, () => {
        const node = propertyOf(schema);
        expect(node.kind === 'union' && node.alternatives.map(({ label }) => label)).to.deep.equal(labels);
        const json = node.kind === 'union' ? node.alternatives.at(-1)?.node : undefined;
        expect(json).to.include({ kind: 'json', anything: true });
      });
    }

    it('a list of anything is a list', () => {
      const node = propertyOf({ type: 'array' });
      expect(node.kind === 'list' && node.item.kind).to.equal('union');
    });
    it('an object without properties at the top takes no arguments', () => {
      for (const schema of [{ type: 'object' }, {}, true]) {
        const root = buildForm(schema);
        expect(root.kind === 'object' && root.properties).to.deep.equal([]);
        expect(new FormState(root).toArguments()).to.deep.equal({ ok: true, value: {} });
      }
    });
  });

  describe('says where nothing can be filled in:', () => {
    const cases: readonly [words: string, schema: unknown, reason: RegExp][] = [
      ['descriptions made of themselves', { allOf: [{ $ref: '#/properties/a' }] }, /made of itself/],
      [
        'very many kinds',
        {
          anyOf: Array.from({ length: 1_000 }, (_, index) => ({
            type: 'object',
            required: [`${index}`],
            properties: {},
          })),
        },
        /1,000 kinds/,
      ],
    ];
    for (const [words, schema, reason] of cases) {
      it(words, () => {
        const node = propertyOf(schema);
        expect(node).to.include({ kind: 'json', anything: false });
        expect(node.kind === 'json' && node.reason.text).to.match(reason);
      });
    }
    for (const [words, schema] of [
      ['contradictions', { type: 'string', allOf: [{ type: 'object' }] }],
      ['a choice of nothing', { type: 'number', enum: ['a'] }],
      ['not anything', { not: {} }],
    ] as const) {
      it(`${words} are a choice of nothing, and no JSON box`, () => {
        expect(propertyOf(schema)).to.deep.include({ kind: 'choice', options: [] });
        const form = new FormState(buildForm({ type: 'object', properties: { a: schema }, required: ['a'] }));
        expect(form.issues.map(({ message }) => message)).to.deep.equal(['The server accepts no value here.']);
        expect(checkValue(propertyOf(schema), 'a').map(({ message }) => message)).to.deep.equal([
          'The server accepts no value here.',
        ]);
      });
    }
    it('a property that must not be there has no field', () => {
      const root = buildForm({ type: 'object', properties: { a: { type: 'string' }, b: false } });
      expect(root.kind === 'object' && root.properties.map(({ name }) => name)).to.deep.equal(['a']);
    });
  });
});

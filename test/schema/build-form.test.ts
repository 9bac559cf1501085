import { expect } from '@open-wc/testing';
import { buildForm, type FormNode, MAX_FORM_NODES, MAX_OPTIONS, MAX_PROPERTIES } from '../../src/schema/index.js';
import { verifies } from '../requirements/verifies.js';

function propertyOf(schema: unknown, name = 'a'): FormNode {
  const root = buildForm({ type: 'object', properties: { [name]: schema } });
  if (root.kind !== 'object') throw new Error(`the root is ${root.kind}`);
  const property = root.properties[0];
  if (!property) throw new Error('there is no property');
  return property.node;
}

function count(node: FormNode): number {
  if (node.kind === 'object') return node.properties.reduce((sum, { node: part }) => sum + count(part), 1);
  return node.kind === 'list' ? 1 + count(node.item) : 1;
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
      ['type lists with null', { type: ['string', 'null'] }, { kind: 'string', nullable: true }],
      ['anyOf with null', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, { kind: 'number', nullable: true }],
      ['oneOf with null', { oneOf: [{ type: 'boolean' }, { type: 'null' }] }, { kind: 'boolean', nullable: true }],
      ['unions of one', { anyOf: [{ type: 'string' }] }, { kind: 'string', nullable: false }],
      ['allOf of one', { allOf: [{ type: 'string' }], title: 'T' }, { kind: 'string', title: 'T' }],
      ['a list', { type: 'array', items: { type: 'string' }, maxItems: 2 }, { kind: 'list', maxItems: 2 }],
      ['an untyped object', { properties: { b: { type: 'string' } } }, { kind: 'object' }],
      ['a closed object', { type: 'object', additionalProperties: false }, { kind: 'object', others: 'refused' }],
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

    it('a required name without a description as JSON', () => {
      const root = buildForm({ type: 'object', properties: {}, required: ['tag'] });
      expect(root.kind === 'object' && root.properties[0]).to.deep.include({ name: 'tag', required: true });
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
    it('are typed as JSON when there are too many', () => {
      expect(propertyOf({ enum: Array.from({ length: MAX_OPTIONS + 1 }, (_, index) => index) }).kind).to.equal('json');
    });
  });

  describe('defaults', () => {
    it('are kept where they fit', () => {
      verifies('defaults-filled-in');
      expect(propertyOf({ type: 'string', default: 'x' }).default).to.equal('x');
      expect(propertyOf({ type: ['string', 'null'], default: null }).default).to.equal(null);
      expect(propertyOf({ type: 'array', items: { type: 'integer' }, default: [1] }).default).to.deep.equal([1]);
    });
    it('are dropped where the schema itself refuses them', () => {
      expect(propertyOf({ type: 'string', default: null }).default).to.equal(undefined);
      expect(propertyOf({ type: 'integer', default: '5' }).default).to.equal(undefined);
      expect(propertyOf({ type: 'string', minLength: 1, default: '' }).default).to.equal(undefined);
      expect(propertyOf({ enum: ['a', 'b'], default: 'c' }).default).to.equal(undefined);
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
      ['to the whole, again and again', { $ref: '#' }],
      ['that are no text', { $ref: 5 }],
      ['that are no URI', { $ref: '#/%E0%A4%A' }],
    ];
    for (const [words, schema] of faults) {
      it(`${words} are said to be so`, () => {
        const node = propertyOf(schema);
        expect(node.kind).to.equal('json');
        expect(node.kind === 'json' && node.reason).to.match(/^[A-Z].*\.$/);
      });
    }
  });

  describe('falls back to JSON, with the reason, for', () => {
    const cases: readonly [words: string, schema: unknown][] = [
      ['any value', {}],
      ['true', true],
      ['false', false],
      ['no schema', 'string'],
      ['a free object', { type: 'object' }],
      ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
      ['a union', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
      ['several types', { type: ['string', 'number'] }],
      ['a list of anything', { type: 'array' }],
      ['a list of objects', { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } }],
      ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'string' } }],
      ['a draft-07 tuple', { type: 'array', items: [{ type: 'string' }] }],
      ['conditions', { type: 'object', properties: { a: { type: 'string' } }, if: {}, then: {} }],
      ['dependencies', { type: 'object', properties: { a: { type: 'string' } }, dependentRequired: { a: ['b'] } }],
      ['not', { type: 'string', not: { const: 'x' } }],
      ['patterns of names', { type: 'object', patternProperties: { '^a': { type: 'string' } } }],
      ['several allOf', { allOf: [{ type: 'string' }, { minLength: 2 }] }],
      ['contradictions around a reference', { anyOf: [{ type: 'string' }], type: 'object' }],
    ];
    for (const [words, schema] of cases) {
      it(words, () => {
        const node = propertyOf(schema);
        expect(node.kind).to.equal('json');
        expect(node.kind === 'json' && node.reason).to.match(/^[A-Z].*\.$/);
      });
    }

    it('nothing that only looks like a rule', () => {
      expect(
        propertyOf({ type: 'string', $comment: 'x', examples: ['y'], deprecated: true, 'x-own': 1 }).kind,
      ).to.equal('string');
      expect(buildForm({ type: 'object', propertyNames: { type: 'string' }, properties: {} }).kind).to.equal('object');
    });
  });

  describe('survives a hostile schema:', () => {
    const nested = (depth: number): unknown => {
      let schema: unknown = { type: 'string' };
      for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { a: schema } };
      return schema;
    };
    const doubling = (levels: number): unknown => {
      const $defs: Record<string, unknown> = { d0: { type: 'string' } };
      for (let level = 1; level <= levels; level++) {
        const $ref = `#/$defs/d${level - 1}`;
        $defs[`d${level}`] = { type: 'object', properties: { a: { $ref }, b: { $ref } } };
      }
      return { type: 'object', $defs, properties: { root: { $ref: `#/$defs/d${levels}` } } };
    };
    const many = (amount: number): unknown => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: amount }, (_, index) => [`p${index}`, { type: 'string' }])),
    });
    const cyclic: Record<string, unknown> = { type: 'object' };
    cyclic['properties'] = { again: cyclic };
    let deepDefault: unknown = 1;
    for (let level = 0; level < 5_000; level++) deepDefault = [deepDefault];

    const cases: readonly [words: string, schema: unknown][] = [
      ['depth 1,000', nested(1_000)],
      ['10,000 properties', many(10_000)],
      ['references doubling 2^18', doubling(18)],
      ['an object that holds itself', cyclic],
      ['a cycle of references', { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }],
      [
        'a default 5,000 deep',
        { type: 'object', properties: { a: { type: 'array', items: {}, default: deepDefault } } },
      ],
      ['an enum 5,000 deep', { type: 'object', properties: { a: { enum: [deepDefault, 1] } } }],
      [
        'an endless pattern',
        { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` } } },
      ],
      ['a long description', { type: 'object', description: 'x'.repeat(1_000_000) }],
      [
        'keywords of the wrong type',
        { type: 5, properties: [], required: 'a', enum: {}, anyOf: 1, items: 'x', title: {}, minLength: '1' },
      ],
    ];
    for (const [words, schema] of cases) {
      it(words, () => {
        verifies('schemas-are-bounded');
        const start = performance.now();
        const node = buildForm(schema);
        expect(performance.now() - start).to.be.below(200);
        expect(count(node)).to.be.at.most(MAX_FORM_NODES + MAX_PROPERTIES * 20);
      });
    }
  });
});

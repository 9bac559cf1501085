import { expect } from '@esm-bundle/chai';
import type { Json } from '../../src/index.js';
import { buildForm, type FieldState, FormState, MAX_SHOWN_PROPERTIES, nodesOf } from '../../src/schema/index.js';
import { verifies } from '../requirements/verifies.js';

/** Whoever follows each reference anew would still be at it when the test runner gives up. */
const DOUBLINGS = 60;

function fieldsIn({ parts }: FieldState): number {
  return parts.reduce((sum, part) => sum + fieldsIn(part), 1);
}

describe('buildForm', () => {
  describe('ends with a form of no more fields than a page can show, whatever the schema:', () => {
    const nested = (depth: number): unknown => {
      let schema: unknown = { type: 'string' };
      for (let level = 0; level < depth; level++)
        schema = { type: 'object', properties: { a: schema }, required: ['a'] };
      return schema;
    };
    const doubling = (make: ($ref: string) => unknown): unknown => {
      const $defs: Record<string, unknown> = { d0: { type: 'string' } };
      for (let level = 1; level <= DOUBLINGS; level++) $defs[`d${level}`] = make(`#/$defs/d${level - 1}`);
      return { type: 'object', $defs, properties: { root: { $ref: `#/$defs/d${DOUBLINGS}` } }, required: ['root'] };
    };
    const many = (amount: number, more: object = {}): object => ({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: amount }, (_, index) => [`p${index}`, { type: 'string' }])),
      ...more,
    });
    const knot = (parts: number): unknown => ({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/n0' } },
      required: ['tree'],
      $defs: Object.fromEntries(
        Array.from({ length: parts }, (_, index) => [
          `n${index}`,
          {
            type: 'object',
            description: 'x'.repeat(100),
            properties: {
              next: { $ref: `#/$defs/n${(index + 1) % parts}` },
              all: {
                type: 'array',
                items: { anyOf: [{ $ref: `#/$defs/n${(index * 7) % parts}` }, { type: 'string' }] },
              },
            },
            required: ['next'],
          },
        ]),
      ),
    });
    const cyclic: Record<string, unknown> = { type: 'object', required: ['again'] };
    cyclic['properties'] = { again: cyclic };
    let deepDefault: unknown = 1;
    for (let level = 0; level < 5_000; level++) deepDefault = [deepDefault];
    const one = (value: unknown): unknown => ({ type: 'object', properties: { a: value }, required: ['a'] });

    const cases: readonly [words: string, schema: unknown][] = [
      ['depth 1,000', nested(1_000)],
      ['10,000 properties', many(10_000)],
      ['10,000 required properties', many(10_000, { required: Object.keys(many(10_000)) })],
      ['properties doubling 2^60', doubling(($ref) => ({ type: 'object', properties: { a: { $ref }, b: { $ref } } }))],
      [
        'required properties doubling 2^60',
        doubling(($ref) => ({ type: 'object', properties: { a: { $ref }, b: { $ref } }, required: ['a', 'b'] })),
      ],
      ['tuples doubling 2^60', doubling(($ref) => ({ type: 'array', prefixItems: [{ $ref }, { $ref }] }))],
      ['allOf doubling 2^60', doubling(($ref) => ({ allOf: [{ $ref }, { $ref, title: 'again' }] }))],
      ['anyOf doubling 2^60', doubling(($ref) => ({ anyOf: [{ $ref }, { $ref, minLength: 1 }] }))],
      ['oneOf doubling 2^60', doubling(($ref) => ({ oneOf: [{ $ref }, { $ref }] }))],
      ['conditions doubling 2^60', doubling(($ref) => ({ if: { $ref }, then: { $ref }, else: { $ref } }))],
      ['84 KB that hold each other', knot(300)],
      ['an object that holds itself', cyclic],
      ['a cycle of references', { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }],
      ['a union of itself', one({ anyOf: [{ $ref: '#/properties/a' }, { type: 'string' }] })],
      ['a rule that asks itself', one({ not: { $ref: '#/properties/a', additionalProperties: false } })],
      ['a list that must contain itself', one({ type: 'array', contains: { $ref: '#/properties/a', title: '' } })],
      [
        'names that are described by the object that they are in',
        { type: 'object', properties: { a: {} }, propertyNames: { $ref: '#' } },
      ],
      ['a condition that asks itself', one({ if: { $ref: '#/properties/a' }, then: { type: 'object' } })],
      ['a default 5,000 deep', one({ type: 'array', items: {}, default: deepDefault })],
      ['an enum 5,000 deep', one({ enum: [deepDefault, 1] })],
      ['an endless pattern', one({ type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` })],
      [
        'endless patterns of names',
        one(
          many(300, {
            patternProperties: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`^(a+)+${index}$`, {}])),
          }),
        ),
      ],
      ['a pattern that is none', one({ type: 'string', pattern: '(((' })],
      ['200 kinds with 50 properties each', one({ oneOf: Array.from({ length: 200 }, () => many(50)) })],
      [
        '200 conditions',
        many(20, {
          allOf: Array.from({ length: 200 }, (_, index) => ({
            if: { properties: { [`p${index % 20}`]: { const: 'x' } } },
            then: { properties: { [`q${index}`]: { type: 'string' } } },
          })),
        }),
      ],
      ['1,000 descriptions of one object', { type: 'object', allOf: Array.from({ length: 1_000 }, () => many(1)) }],
      [
        'a long description',
        {
          type: 'object',
          description: 'x'.repeat(1_000_000),
          properties: { a: { type: 'string', description: 'base64 '.repeat(2_000) } },
        },
      ],
      [
        'keywords of the wrong type',
        { type: 5, properties: [], required: 'a', enum: {}, anyOf: 1, items: 'x', title: {}, minLength: '1', if: 5 },
      ],
    ];
    for (const [words, schema] of cases) {
      it(words, () => {
        verifies('schemas-are-bounded');
        const form = new FormState(buildForm(schema));
        expect(fieldsIn(form.root)).to.be.below(1_000);
        expect([...nodesOf(form.node)].length).to.be.below(20_000);
        expect(form.toArguments()).to.have.property('ok');
      });
    }

    it('unions inside each other around a deep default end in being filled in and restored', () => {
      const schema = {
        $defs: { y: { $ref: '#', required: ['a', 'c'] } },
        unevaluatedProperties: { $dynamicRef: '#/$defs/y', anyOf: [{ type: false }, true] },
      };
      let value: Json = 1;
      for (let level = 0; level < 90; level++) value = { a: value, c: {} };
      const form = new FormState(buildForm(schema), value);
      expect(form.draft).to.deep.equal(value);
      const again = new FormState(form.node);
      again.restore(form.snapshot());
      expect(again.draft).to.deep.equal(value);
    });
    it('what is not shown of very many properties can be added by name', () => {
      const root = buildForm(many(1_000, { required: ['p999'], additionalProperties: false }));
      const state = new FormState(root);
      expect(state.root.properties).to.have.length(MAX_SHOWN_PROPERTIES);
      expect(state.root.properties.at(-1)?.name, 'what is required is shown').to.equal('p999');
      expect(root.kind === 'object' && root.additional.suggestions).to.include('p700');
      state.root.addEntry('p700')?.setText('x');
      state.field('/p999')?.setText('y');
      expect(state.toArguments()).to.deep.equal({ ok: true, value: { p999: 'y', p700: 'x' } });
      state.root.addEntry('q', 'z');
      expect(state.issues.map(({ message }) => message)).to.deep.equal(['The server does not accept “q” here.']);
    });
    it('every part of what contains itself is visited once', () => {
      expect([...nodesOf(buildForm(knot(5)))].length).to.be.below(50);
    });
  });
});

import { expect } from '@esm-bundle/chai';
import { buildArgumentsForm, type FormNode, FormState } from '../../src/schema/index.js';

const reasonOf = (node: FormNode): string | undefined => (node.kind === 'json' ? node.reason.text : undefined);

describe('arguments that are described as no object', () => {
  const wrong: readonly [schema: unknown, kind: string][] = [
    [{ type: 'string' }, 'text'],
    [{ type: ['array', 'null'] }, 'a list'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'text or a whole number'],
    [{ oneOf: [{ type: 'array' }, { type: 'null' }] }, 'a list'],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'boolean' } } }, 'true or false'],
    [{ const: 5 }, 'another value'],
    [{ enum: ['a', 'b'] }, 'another value'],
    [{ type: 'null' }, 'another value'],
  ];
  for (const [schema, kind] of wrong) {
    it(`are edited as JSON, with what is wrong: ${JSON.stringify(schema)}`, async () => {
      const node = buildArgumentsForm(schema);
      expect(reasonOf(node)).to.equal(
        `The server’s description of the arguments is wrong: it asks for ${kind}, but arguments are always an object.`,
      );
      const form = new FormState(node);
      form.root.setText('{"a": 1}');
      expect(await form.check()).to.deep.equal({ ok: true, value: { a: 1 } });
    });
  }
  it('are edited as JSON where the description accepts nothing', () => {
    for (const schema of [{ not: {} }, { allOf: [false] }, { type: 'object', allOf: [{ type: 'string' }] }])
      expect(reasonOf(buildArgumentsForm(schema))).to.equal(
        'The server’s description of the arguments is wrong: it accepts nothing.',
      );
  });
  it('are edited as JSON where the description refers to nothing or to itself', () => {
    for (const schema of [{ $ref: '#' }, { $ref: '#/nowhere' }, { $ref: 'https://example.com/x' }])
      expect(buildArgumentsForm(schema)).to.include({ kind: 'json' });
  });
  it('are fields where one of several descriptions is an object', () => {
    expect(buildArgumentsForm({ anyOf: [{ type: 'string' }, { type: 'object' }] }).kind).to.equal('union');
    expect(buildArgumentsForm({ const: { a: 1 } }).kind).to.equal('constant');
  });
  it('are none where nothing is described', () => {
    for (const schema of [true, undefined, null, {}, []])
      expect(buildArgumentsForm(schema)).to.deep.include({ kind: 'object', properties: [] });
  });
});

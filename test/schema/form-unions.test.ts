import { expect } from '@esm-bundle/chai';
import type { Json } from '../../src/index.js';
import { replaced } from '../fixtures/broken-apis.js';
import { buildForm, checkValue, type FieldState, FormState, type UnionNode } from '../../src/schema/index.js';

const form = (value: unknown, initial?: Json, required = false): FormState =>
  new FormState(
    buildForm({ type: 'object', properties: { value }, required: required ? ['value'] : [] }),
    initial === undefined ? undefined : { value: initial },
  );

function at(state: FormState, pointer = '/value'): FieldState {
  const field = state.field(pointer);
  if (!field) throw new Error(`there is no field ${pointer}`);
  return field;
}

function unionOf(value: unknown): UnionNode {
  const { node } = at(form(value));
  if (node.kind !== 'union') throw new Error(`this is a ${node.kind}`);
  return node;
}

function sent(state: FormState): unknown {
  const reading = state.toArguments();
  return reading.ok ? reading.value['value'] : reading.issues.map(({ pointer, message }) => `${pointer} ${message}`);
}

const labels = (value: unknown): readonly string[] => unionOf(value).alternatives.map(({ label }) => label);
const text = { type: 'string' };
const circle = {
  type: 'object',
  properties: { shape: { const: 'circle' }, radius: { type: 'number' } },
  required: ['shape', 'radius'],
};
const square = {
  type: 'object',
  properties: { shape: { const: 'square' }, side: { type: 'number' } },
  required: ['shape', 'side'],
};

describe('a union', () => {
  it('has the same alternative for a value, and a value the same problems, however slow the computer is', () => {
    let now = 0;
    // Each look at the clock is a second later.
    const end = replaced(performance, 'now', { value: () => (now += 1000) });
    try {
      const rows = Array.from({ length: 50 }, () => ({ shape: 'square', side: 2 }));
      const state = form({ type: 'array', items: { anyOf: [circle, square] } }, rows);
      expect(sent(state)).to.deep.equal(rows);
      expect(at(state, '/value/49').input).to.deep.equal({ kind: 'alternative', index: 1 });
      const list = buildForm({ type: 'array', items: square });
      expect(checkValue(list, [...rows, { shape: 'square' }])).to.have.length(1);
    } finally {
      end();
    }
  });

  describe('is one field where that is plainer', () => {
    const cases: readonly [words: string, schema: unknown, kind: string][] = [
      ['text with suggestions: values or free text', { anyOf: [{ enum: ['a', 'b'] }, text] }, 'string'],
      [
        'text of one of several forms',
        {
          anyOf: [
            { ...text, format: 'ipv4' },
            { ...text, format: 'ipv6' },
          ],
        },
        'string',
      ],
      [
        'a number within one of several bounds',
        {
          oneOf: [
            { type: 'integer', maximum: 0 },
            { type: 'number', minimum: 5 },
          ],
        },
        'number',
      ],
      [
        'what is left when the impossible is gone',
        { type: 'string', anyOf: [{ minLength: 1 }, { type: 'object' }] },
        'string',
      ],
      ['something with null', { anyOf: [circle, { type: 'null' }] }, 'object'],
      ['the same twice', { anyOf: [text, { type: 'string', description: 'again' }] }, 'string'],
      [
        'demands on what must be given',
        { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
        'object',
      ],
    ];
    for (const [words, schema, kind] of cases) it(words, () => expect(at(form(schema)).node.kind).to.equal(kind));

    it('and asks for what all of them ask', () => {
      const state = form({ anyOf: [{ enum: ['day', 'week'] }, { ...text, pattern: '^\\d+d$' }] });
      for (const [typed, isFine] of [
        ['day', true],
        ['10d', true],
        ['month', false],
      ] as const) {
        at(state).setText(typed);
        expect(state.toArguments().ok, typed).to.equal(isFine);
      }
      expect(
        sent(
          form(
            {
              oneOf: [
                { type: 'number', multipleOf: 2 },
                { type: 'number', multipleOf: 3 },
              ],
            },
            6,
          ),
        ),
      ).to.match(/must be one of these/);
    });
    it('and says which of the fields it wants', () => {
      const either = { type: 'object', properties: { a: text, b: text } };
      const any = { ...either, anyOf: [{ required: ['a'] }, { required: ['b'] }] };
      expect(sent(form(any, {}))).to.deep.equal(['/value Fill in at least one of these: “a”; “b”.']);
      expect(sent(form(any, { a: 'x', b: 'y' }))).to.deep.equal({ a: 'x', b: 'y' });
      const one = { ...either, oneOf: [{ required: ['a'] }, { required: ['b'] }] };
      expect(sent(form(one, { a: 'x', b: 'y' }))).to.deep.equal(['/value Fill in exactly one of these: “a”; “b”.']);
    });
  });

  describe('names its kinds', () => {
    it('by title, by the value that tells them apart, by what only one has, by reference, by type', () => {
      expect(labels({ anyOf: [{ ...circle, title: 'Circle' }, text] })).to.deep.equal(['Circle', 'Text']);
      expect(labels({ oneOf: [circle, square] })).to.deep.equal(['circle', 'square']);
      expect(
        labels({
          anyOf: [
            { type: 'object', properties: { id: text }, required: ['id'] },
            { type: 'object', properties: { url: text } },
          ],
        }),
      ).to.deep.equal(['id', 'url']);
      expect(labels({ anyOf: [text, { type: 'array', items: text }] })).to.deep.equal(['Text', 'List of texts']);
      expect(labels({ type: ['string', 'number', 'boolean'] })).to.deep.equal(['Text', 'Number', 'Yes or no']);
    });
    it('by the constant that tells them apart, wherever allOf put it', () => {
      const id = { type: 'object', properties: { id: text }, required: ['id'] };
      const typed = (type: string): object => ({ properties: { type: { allOf: [text, { const: type }] } } });
      expect(labels({ oneOf: [{ allOf: [id, typed('http')] }, { allOf: [typed('code'), id] }] })).to.deep.equal([
        'http',
        'code',
      ]);
      expect(labels({ allOf: [id, { oneOf: [typed('a'), typed('b')] }] })).to.deep.equal(['a', 'b']);
    });
    it('by what is inside, where they would be called the same', () => {
      const inside = (type: string): object => ({
        type: 'object',
        properties: { parent: { type: 'object', properties: { type: { const: type }, id: text } } },
      });
      expect(labels({ anyOf: [inside('page'), inside('database')] })).to.deep.equal(['page', 'database']);
      const list = (type: string): object => ({
        type: 'array',
        items: { type: 'object', properties: { op: { const: type } } },
      });
      expect(labels({ anyOf: [list('add'), list('remove')] })).to.deep.equal([
        'List of objects: add',
        'List of objects: remove',
      ]);
      const shapeless = { type: 'object', properties: { parent: { type: 'object' } } };
      expect(labels({ anyOf: [shapeless, { ...shapeless, minProperties: 1 }] })).to.deep.equal([
        'Object',
        'Object (2)',
      ]);
    });
    it('by how their descriptions begin, where nothing else tells them apart', () => {
      const branch = { type: 'array', items: text, minItems: 1, description: 'Branch names (as git takes them).' };
      const commit = { type: 'array', items: text, description: 'Commits: short or full.' };
      expect(labels({ anyOf: [branch, commit] })).to.deep.equal(['Branch names', 'Commits']);
    });
    it('by a few of many given values', () => {
      const days = { enum: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] };
      expect(labels({ anyOf: [days, circle] })).to.deep.equal(['mon, tue, wed, thu, fri or 2 more', 'Object']);
      const root = buildForm({
        type: 'object',
        properties: { value: { anyOf: [{ $ref: '#/$defs/Address' }, text] } },
        $defs: { Address: { type: 'object', properties: { city: text } } },
      });
      const node = root.kind === 'object' ? root.properties[0]?.node : undefined;
      expect(node?.kind === 'union' && node.alternatives[0]?.label).to.equal('Address');
    });
    it('each differently', () => {
      expect(
        labels({
          oneOf: [{ type: 'object', properties: { a: text } }, { type: 'object', properties: { a: text } }, text],
        }),
      ).to.deep.equal(['Object', 'Object (2)', 'Text']);
    });
    it('and knows the property that tells them apart', () => {
      expect(unionOf({ oneOf: [circle, square] }).discriminator).to.equal('shape');
      expect(unionOf({ oneOf: [circle, text] }).discriminator).to.equal(undefined);
    });
  });

  describe('of a value', () => {
    const cases: readonly [schema: unknown, value: Json, index: number][] = [
      [{ anyOf: [text, { type: 'array', items: text }] }, ['a'], 1],
      [{ oneOf: [circle, square] }, { shape: 'square', side: 2 }, 1],
      [
        {
          anyOf: [
            { type: 'object', properties: { a: text }, required: ['a'] },
            { type: 'object', properties: { b: text }, required: ['b'] },
          ],
        },
        { b: '' },
        1,
      ],
      [{ type: ['string', 'boolean'] }, false, 1],
      [{}, [1, { a: null }], 3],
      [{}, { a: 1 }, 4],
      [{ anyOf: [{ type: 'integer', minimum: 5 }, { type: 'boolean' }, { type: 'number', title: 'Any' }] }, 2, 2],
    ];
    for (const [schema, value, index] of cases) {
      it(`takes ${JSON.stringify(value)} for number ${index} of ${JSON.stringify(schema).slice(0, 60)}`, () => {
        const state = form(schema, value);
        expect(at(state).input).to.deep.equal({ kind: 'alternative', index });
        expect(sent(state)).to.deep.equal(value);
      });
    }
    it('that is not right takes the kind it was meant to be, and says what is wrong there', () => {
      const state = form({ oneOf: [circle, square] }, { shape: 'square', side: 'x' });
      expect(at(state).input).to.deep.equal({ kind: 'alternative', index: 1 });
      expect(sent(state)).to.deep.equal(['/value/side This is not a number.']);
    });
    it('that is none of them keeps it and says so', () => {
      const state = form({ oneOf: [circle, square] }, 7);
      expect(state.draft).to.deep.equal({ value: 7 });
      expect(state.toArguments().ok).to.equal(false);
    });
    it('that fits several kinds which the server tells apart is refused', () => {
      const open = (name: string): unknown => ({ type: 'object', title: name, properties: { [name]: text } });
      expect(sent(form({ oneOf: [open('a'), open('b')] }, { a: 'x', b: 'y' }))).to.match(/fits several: a, b/);
      expect(sent(form({ anyOf: [open('a'), open('b')] }, { a: 'x', b: 'y' }))).to.deep.equal({ a: 'x', b: 'y' });
    });
    it('so large that its parts cannot be shown is JSON where anything goes', () => {
      const value = Array.from({ length: 400 }, (_, index) => index);
      expect(at(form({}, value)).input).to.deep.equal({ kind: 'alternative', index: 5 });
    });
  });

  describe('keeps what was typed', () => {
    it('while another kind is chosen', () => {
      const state = form({ anyOf: [text, { type: 'array', items: text }] });
      at(state).choose(0);
      at(state).chosen?.setText('x');
      at(state).choose(1);
      expect(sent(state)).to.deep.equal([]);
      at(state).chosen?.addRow('y');
      expect(sent(state)).to.deep.equal(['y']);
      at(state).choose(0);
      expect(sent(state)).to.equal('x');
      at(state).leaveOut();
      expect(sent(state)).to.equal(undefined);
      at(state).include();
      expect(sent(state)).to.equal('x');
    });
    it('and takes over what both kinds have', () => {
      const named = (shape: unknown): unknown => ({ allOf: [shape], properties: { name: text } });
      const state = form({ oneOf: [named(circle), named(square)] }, { shape: 'circle', radius: 1, name: 'n' });
      at(state).choose(1);
      expect(state.draft).to.deep.equal({ value: { shape: 'square', name: 'n' } });
    });
  });

  it('that may be null says so as a whole', () => {
    const state = form({ anyOf: [circle, text, { type: 'null' }] }, null);
    expect(at(state).node.nullable).to.equal(true);
    expect(at(state).input.kind).to.equal('null');
    expect(sent(state)).to.equal(null);
  });
  it('that is left empty is left out, unless it is required', () => {
    const schema = { anyOf: [text, { type: 'array', items: text }] };
    const state = form(schema);
    at(state).choose(0);
    expect(sent(state)).to.equal(undefined);
    expect(sent(form(schema, undefined, true))).to.deep.equal(['/value Enter a value.']);
  });
  it('has the pointer and the label of its place', () => {
    const state = form({ title: 'Shape', oneOf: [circle, square] }, { shape: 'circle', radius: 1 });
    expect([at(state).chosen?.pointer, at(state).chosen?.label]).to.deep.equal(['/value', 'Shape']);
    expect(at(state, '/value/radius').value).to.equal(1);
  });
  it('at the root is one as well', () => {
    const state = new FormState(buildForm({ type: 'object', oneOf: [circle, square] }));
    state.root.choose(1);
    state.field('/side')?.setText('2');
    expect(state.toArguments()).to.deep.equal({ ok: true, value: { shape: 'square', side: 2 } });
  });
});

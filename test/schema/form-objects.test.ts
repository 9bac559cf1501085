import { expect } from '@esm-bundle/chai';
import type { Json } from '../../src/index.js';
import { buildForm, type FieldState, FormState } from '../../src/schema/index.js';

const make = (schema: object, initial?: Json): FormState =>
  new FormState(buildForm({ type: 'object', ...schema }), initial);

function at(state: FormState, pointer: string): FieldState {
  const field = state.field(pointer);
  if (!field) throw new Error(`there is no field ${pointer}`);
  return field;
}

function sent(state: FormState): unknown {
  const reading = state.toArguments();
  return reading.ok ? reading.value : reading.issues.map(({ pointer, message }) => `${pointer} ${message}`);
}

const names = ({ root }: FormState): readonly (string | undefined)[] => root.properties.map(({ name }) => name);
const text = { type: 'string' };

describe('a map', () => {
  const headers = { properties: { headers: { type: 'object', additionalProperties: text } } };

  it('has entries with names that can be given and changed', () => {
    const state = make(headers);
    const map = at(state, '/headers');
    expect(map.node.kind === 'object' && map.node.additional.kind).to.equal('described');
    const entry = map.addEntry();
    expect(sent(state)).to.deep.equal(['/headers/ Enter a name.']);
    entry?.rename('accept');
    entry?.setText('text/plain');
    expect(sent(state)).to.deep.equal({ headers: { accept: 'text/plain' } });
    entry?.rename('Accept');
    expect(sent(state), 'the value stays').to.deep.equal({ headers: { Accept: 'text/plain' } });
    map.addEntry('empty');
    expect(sent(state)).to.deep.equal({ headers: { Accept: 'text/plain', empty: '' } });
    if (entry) map.removeEntry(entry);
    expect(sent(state)).to.deep.equal({ headers: { empty: '' } });
  });
  it('says so when a name is there twice, or is not one the server takes', () => {
    const state = make({
      properties: { m: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: text } },
    });
    const map = at(state, '/m');
    map.addEntry('a', 'x');
    const second = map.addEntry('a', 'y');
    expect(second?.issues.map(({ message, part }) => [message, part])).to.deep.equal([['“a” is there twice.', 'name']]);
    second?.rename('B');
    expect(sent(state)).to.deep.equal(['/m/B Enter small letters (a–z) only.']);
  });
  it('has the values that their names ask for', () => {
    const patternProperties = { '^n_': { type: 'number' }, '^s_': text };
    const state = make({ patternProperties, additionalProperties: false }, { n_a: 1, s_a: 'x' });
    expect(state.root.entries.map(({ node }) => node.kind)).to.deep.equal(['number', 'string']);
    at(state, '/n_a').rename('s_b');
    expect(sent(state), 'typed as a number, sent as text').to.deep.equal({ s_b: '1', s_a: 'x' });
    at(state, '/s_b').rename('other');
    expect(sent(state)).to.deep.equal(['/other The server does not accept “other” here.']);
  });
  it('with names given one by one has a field for each', () => {
    const state = make({ propertyNames: { enum: ['low', 'high'] }, additionalProperties: { type: 'number' } });
    expect(names(state)).to.deep.equal(['low', 'high']);
    expect(state.root.properties[0]?.node.kind).to.equal('number');
  });
  it('beside described properties takes both', () => {
    const state = make({ properties: { a: text }, additionalProperties: { type: 'number' } }, { a: 'x', b: 2 });
    expect([names(state), state.root.entries.map(({ name }) => name)]).to.deep.equal([['a'], ['b']]);
    at(state, '/b').setText('x');
    expect(sent(state)).to.deep.equal(['/b This is not a number.']);
  });
  it('of anything offers every kind of value', () => {
    const state = make({ properties: { m: { type: 'object' } } }, { m: { a: [1], b: null } });
    expect(sent(state)).to.deep.equal({ m: { a: [1], b: null } });
  });
});

describe('descriptions put together', () => {
  it('ask for all that each asks', () => {
    const state = make({
      allOf: [
        { $ref: '#/$defs/Named' },
        { properties: { name: { maxLength: 5 }, age: { type: 'integer' } }, required: ['age'] },
      ],
      $defs: { Named: { properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] } },
    });
    expect(state.root.properties.map(({ name, required }) => [name, required])).to.deep.equal([
      ['name', true],
      ['age', true],
    ]);
    const { node } = at(state, '/name');
    expect(node.kind === 'string' && [node.minLength, node.maxLength]).to.deep.equal([2, 5]);
  });
  it('leave no property that one of them refuses', () => {
    const state = make({
      allOf: [{ properties: { a: text }, additionalProperties: false }, { properties: { a: text, b: text } }],
    });
    expect(names(state)).to.deep.equal(['a']);
  });
  it('let unevaluatedProperties see them all', () => {
    const state = make(
      { allOf: [{ properties: { a: text } }], properties: { b: text }, unevaluatedProperties: false },
      { a: 'x', c: 1 },
    );
    expect(names(state)).to.deep.equal(['b', 'a']);
    expect(sent(state)).to.deep.equal(['/c The server does not accept “c” here.']);
  });
  it('follow anchors and names inside the document', () => {
    const state = make({
      properties: { a: { $ref: '#size' }, b: { $ref: 'size.json' }, c: { $ref: '#/definitions/old' } },
      $defs: { size: { $anchor: 'size', type: 'integer' }, other: { $id: 'size.json', type: 'boolean' } },
      definitions: { old: text },
    });
    expect(state.root.properties.map(({ node }) => node.kind)).to.deep.equal(['number', 'boolean', 'string']);
  });
  it('take what stands beside a reference for what the dialect says', () => {
    const schema = (dialect: string): object => ({
      $schema: dialect,
      properties: { a: { $ref: '#/$defs/t', maxLength: 3, description: 'D' } },
      $defs: { t: text },
    });
    const node = (dialect: string): unknown => {
      const found = at(make(schema(dialect)), '/a').node;
      return found.kind === 'string' && [found.maxLength, found.description];
    };
    expect(node('https://json-schema.org/draft/2020-12/schema')).to.deep.equal([3, 'D']);
    expect(node('http://json-schema.org/draft-07/schema#')).to.deep.equal([undefined, 'D']);
  });
  it('open what contains itself on demand', () => {
    const state = make({
      $ref: '#/$defs/node',
      $defs: { node: { type: 'object', properties: { name: text, child: { $ref: '#/$defs/node' } } } },
    });
    at(state, '/child').include();
    at(state, '/child/child').include();
    at(state, '/child/child/name').setText('x');
    expect(sent(state)).to.deep.equal({ child: { child: { name: 'x' } } });
  });
});

describe('what depends on values', () => {
  const shipping = {
    properties: { country: { enum: ['CH', 'US'] }, note: text },
    required: ['country'],
    if: { properties: { country: { const: 'US' } }, required: ['country'] },
    then: { properties: { state: { type: 'string', minLength: 2 } }, required: ['state'] },
    else: { properties: { canton: text } },
  };

  it('comes, goes and comes back as it was', () => {
    const state = make(shipping);
    expect(names(state)).to.deep.equal(['country', 'note', 'canton']);
    const note = at(state, '/note');
    note.setText('n');
    at(state, '/country').setOption(1);
    expect(names(state)).to.deep.equal(['country', 'note', 'state']);
    expect(at(state, '/note'), 'what stays is the same field').to.equal(note);
    expect(sent(state)).to.deep.equal(['/state Enter a value.']);
    at(state, '/state').setText('NY');
    expect(sent(state)).to.deep.equal({ country: 'US', note: 'n', state: 'NY' });
    at(state, '/country').setOption(0);
    expect(sent(state), 'what is gone is not sent').to.deep.equal({ country: 'CH', note: 'n' });
    at(state, '/country').setOption(1);
    expect(sent(state)).to.deep.equal({ country: 'US', note: 'n', state: 'NY' });
  });
  it('is told to the object it is in', () => {
    const state = make(shipping);
    let told = 0;
    state.root.changes.subscribe(() => told++);
    at(state, '/note').setText('n');
    expect(told).to.equal(0);
    at(state, '/country').setOption(1);
    expect(told).to.equal(1);
  });
  it('is there from the start where the value asks for it', () => {
    expect(names(make(shipping, { country: 'US', state: 'NY' }))).to.deep.equal(['country', 'note', 'state']);
    expect(sent(make(shipping, { country: 'US', state: 'N' }))).to.deep.equal([
      '/state At least 2 characters (now 1).',
    ]);
  });
  it('makes a property required', () => {
    for (const keyword of ['dependentRequired', 'dependencies']) {
      const state = make({ properties: { card: text, address: text }, [keyword]: { card: ['address'] } });
      expect(at(state, '/address').required).to.equal(false);
      at(state, '/card').setText('1');
      expect(sent(state)).to.deep.equal(['/address Enter a value.']);
      at(state, '/card').setText('');
      expect(sent(state)).to.deep.equal({});
    }
  });
  it('brings in properties with another', () => {
    const state = make({ properties: { card: text }, dependentSchemas: { card: { properties: { address: text } } } });
    expect(names(state)).to.deep.equal(['card']);
    at(state, '/card').setText('1');
    expect(names(state)).to.deep.equal(['card', 'address']);
  });
  it('changes what a property may be, and keeps what was typed', () => {
    const state = make({
      properties: { unit: { enum: ['%', 'px'] }, size: { type: 'number' } },
      if: { properties: { unit: { const: '%' } }, required: ['unit'] },
      then: { properties: { size: { maximum: 100 } } },
    });
    at(state, '/size').setText('120');
    at(state, '/unit').setOption(0);
    expect(sent(state)).to.deep.equal(['/size Must be 100 or less.']);
    at(state, '/unit').setOption(1);
    expect(sent(state)).to.deep.equal({ unit: 'px', size: 120 });
  });
  it('may turn an object into one of several kinds', () => {
    const state = make({
      properties: { by: { enum: ['id', 'place'] } },
      if: { properties: { by: { const: 'place' } }, required: ['by'] },
      then: {
        oneOf: [
          { properties: { city: text }, required: ['city'] },
          { properties: { zip: text }, required: ['zip'] },
        ],
      },
    });
    at(state, '/by').setOption(1);
    expect(state.root.node.kind).to.equal('union');
    state.root.choose(1);
    at(state, '/zip').setText('8000');
    expect(sent(state)).to.deep.equal({ by: 'place', zip: '8000' });
  });
  it('leaves the fields where the values must not be together', () => {
    const state = make({
      properties: { a: { type: 'boolean' }, b: { type: 'boolean' } },
      if: { properties: { a: { const: true }, b: { const: true } }, required: ['a', 'b'] },
      then: false,
    });
    at(state, '/a').setFlag(true);
    at(state, '/b').setFlag(true);
    expect(sent(state)).to.deep.equal([' The server does not accept these values together.']);
    at(state, '/b').setFlag(false);
    expect(sent(state)).to.deep.equal({ a: true, b: false });
  });
});

describe('what must not be', () => {
  const cases: readonly [words: string, schema: object, value: Json, message: string][] = [
    ['a value', { properties: { a: { type: 'string', not: { const: 'x' } } } }, { a: 'x' }, '/a This must not be “x”.'],
    [
      'one of several',
      { properties: { a: { type: 'string', not: { enum: ['x', 'y'] } } } },
      { a: 'y' },
      '/a This must not be “x” or “y”.',
    ],
    ['a property', { properties: { a: text }, not: { required: ['a'] } }, { a: '' }, ' “a” must not be sent.'],
    [
      'two at once',
      { properties: { a: text, b: text }, not: { required: ['a', 'b'] } },
      { a: '', b: '' },
      ' “a” and “b” must not be sent together.',
    ],
    [
      'a pattern',
      { properties: { a: { type: 'string', not: { pattern: '^-' } } } },
      { a: '-x' },
      '/a This must not be text that begins with “-”.',
    ],
    [
      'an item that is missing',
      { properties: { a: { type: 'array', items: text, contains: { const: 'x' } } } },
      { a: ['y'] },
      '/a At least 1 item must be "x".',
    ],
  ];
  for (const [words, schema, value, message] of cases) {
    it(`is told: ${words}`, () => expect(sent(make(schema, value))).to.deep.equal([message]));
  }
});

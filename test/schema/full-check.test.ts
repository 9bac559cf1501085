import { expect } from '@esm-bundle/chai';
import type { Json } from '../../src/index.js';
import { buildForm, type Checked, FormState } from '../../src/schema/index.js';

const make = (schema: object, initial?: Json): FormState =>
  new FormState(buildForm({ type: 'object', ...schema }), initial);
const told = (checked: Checked): readonly string[] =>
  checked.ok ? ['sent'] : checked.issues.map(({ pointer, message }) => `${pointer} ${message}`);

describe('FormState.check', () => {
  it('gives the arguments where nothing is wrong', async () => {
    const checked = await make(
      { properties: { a: { type: 'string', pattern: '^x', format: 'date-time', default: null } } },
      {},
    ).check();
    expect(checked).to.deep.equal({ ok: true, value: {} });
  });

  it('says what the form itself finds, as toArguments does', async () => {
    const state = make({ properties: { a: { type: 'integer' } }, required: ['a'] });
    expect(await state.check()).to.deep.equal(state.toArguments());
  });

  it('finds what no field can see, and puts it where it belongs', async () => {
    const state = make(
      {
        properties: { a: { $ref: '#/$defs/loop/properties/x' }, b: { type: 'string' } },
        $defs: { loop: { properties: { x: { not: { type: 'array', items: { type: 'string' }, minItems: 1 } } } } },
        dependentSchemas: { b: { unevaluatedItems: false } },
      },
      { a: ['x'], b: 'y' },
    );
    const found = told(await state.check());
    expect(found).to.deep.equal(['/a The server does not accept this value.']);
    expect(state.field('/a')?.issues.length).to.be.above(0);
  });

  it('forgets what it found as soon as the value changes', async () => {
    // What is met by unevaluatedProperties in nested unions is beyond the fields.
    const schema = {
      properties: { a: { type: 'string' } },
      anyOf: [
        { properties: { b: { type: 'string' } }, required: ['b'] },
        { properties: { c: { type: 'string' } }, required: ['c'] },
      ],
      allOf: [{ not: { anyOf: [{ required: ['a', 'b'], properties: { a: { const: 'x' } } }] } }],
    };
    const state = make(schema, { a: 'x', b: 'y' });
    expect((await state.check()).ok).to.equal(false);
    state.field('/a')?.setText('z');
    expect(state.issues).to.deep.equal([]);
    expect((await state.check()).ok).to.equal(true);
  });

  it('agrees with the fields on formats and patterns, wherever they stand', async () => {
    const either = {
      anyOf: [{ type: 'string', format: 'ipv4' }, { type: 'string', pattern: '^[\\w-.]+$' }, { type: 'boolean' }],
    };
    expect((await make({ properties: { a: either } }, { a: 'a.b-c' }).check()).ok).to.equal(true);
    expect((await make({ properties: { a: either } }, { a: '10.0.0.1' }).check()).ok).to.equal(true);
    const not = { type: 'string', not: { format: 'email' } };
    expect((await make({ properties: { a: not } }, { a: 'nobody' }).check()).ok).to.equal(true);
    expect((await make({ properties: { a: not } }, { a: 'me@example.com' }).check()).ok).to.equal(false);
  });

  it('takes names as they are', async () => {
    const names = ['__proto__', 'constructor', 'id', 'style', 'x-loc-lat', 'a/b~c', 'ä%', ''];
    const properties = JSON.parse(
      `{${names.map((name) => `${JSON.stringify(name)}:{"type":"string"}`).join()}}`,
    ) as object;
    const value = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:"x"`).join()}}`) as Json;
    expect((await make({ properties, required: names, additionalProperties: false }, value).check()).ok).to.equal(true);
  });

  it('sends nothing anywhere for a schema elsewhere, and says that it could not check', async () => {
    const checked = await make({ properties: { a: { $ref: 'https://example.com/schema.json' } } }, { a: 1 }).check();
    expect(checked.ok && checked.unchecked?.text).to.equal(
      'These values could not be checked in full before sending: the schema refers to “https://example.com/schema.json”, which is not in it.',
    );
  });

  it('says so where a pattern cannot be tried', async () => {
    const checked = await make(
      { properties: { a: { type: 'string', pattern: '^(a+)+\\1$' } } },
      { a: `${'a'.repeat(40)}!` },
    ).check();
    expect(checked.ok && checked.unchecked?.text).to.match(/pattern .* cannot be tried/);
  });

  it('keeps what a server said until the value changes, and sends again all the same', async () => {
    const state = make(
      {
        properties: {
          a: { type: 'string' },
          l: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
        },
      },
      { a: 'x', l: [{ b: 'y' }] },
    );
    state.report([
      { pointer: '/l/0/b', message: 'Not this.' },
      { pointer: '/l/0/gone', message: 'Missing.' },
      { pointer: '/nowhere', message: 'No.' },
    ]);
    expect(state.issues.map(({ pointer, message }) => `${pointer} ${message}`)).to.deep.equal([
      ' “nowhere”: No.',
      '/l/0 “gone”: Missing.',
      '/l/0/b Not this.',
    ]);
    expect(state.issues.map(({ key }) => key)).to.deep.equal(['schema.inside', 'schema.inside', 'verbatim']);
    expect(state.toArguments().ok).to.equal(true);
    state.field('/l/0/b')?.setText('z');
    expect(state.issues).to.deep.equal([]);
  });

  it('ends where it would take for ever, and its bound is told', async () => {
    const $defs: Record<string, unknown> = { d0: { type: 'string' } };
    for (let level = 1; level <= 60; level++)
      $defs[`d${level}`] = {
        allOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}`, title: 'x' }],
      };
    const state = make({ properties: { a: { $ref: '#/$defs/d60' } }, $defs }, { a: 'x' });
    const checked = await state.check();
    expect(checked.ok && checked.unchecked?.text).to.match(/more than [\d,]+ steps/);
  });
});

import { expect } from '@esm-bundle/chai';
import { buildForm, FormState, type FieldSnapshot, isDeclaredSecret } from '../../src/schema/index.js';

const form = (properties: Readonly<Record<string, unknown>>, more: object = {}): FormState =>
  new FormState(buildForm({ type: 'object', properties, ...more }));

/** As it comes back from a store. */
const kept = (snapshot: FieldSnapshot | undefined): FieldSnapshot | undefined =>
  snapshot && (JSON.parse(JSON.stringify(snapshot)) as FieldSnapshot);

describe('what was typed, kept and put back', () => {
  const properties = {
    text: { type: 'string' },
    amount: { type: 'number' },
    flag: { type: 'boolean' },
    choice: { enum: ['one', 'two'] },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', properties: { city: { type: 'string' }, zip: { type: ['string', 'null'] } } },
    either: {
      anyOf: [
        { type: 'string', title: 'Words' },
        { type: 'object', title: 'Thing', properties: { a: { type: 'string' } } },
      ],
    },
  };

  it('is exactly what was typed: half numbers, numbers as spelled, broken JSON, none, empty text', () => {
    const before = form(properties);
    before.field('/text')!.setEmptyText();
    before.field('/amount')!.setText('1.50e');
    before.field('/flag')!.setFlag(false);
    before.field('/choice')!.setOption(1);
    before.field('/tags')!.addRow('a');
    before.field('/tags')!.addRow();
    before.field('/place')!.include();
    before.field('/place/city')!.setText('Ulm');
    before.field('/place/zip')!.setNull();
    before.field('/either')!.choose(1);
    before.field('/either')!.chosen!.properties[0]!.setText('in a thing');
    const after = form(properties);
    const orphaned = after.restore(kept(before.snapshot()));
    expect(orphaned).to.deep.equal([]);
    expect(after.snapshot()).to.deep.equal(before.snapshot());
    expect(after.field('/amount')!.input).to.deep.equal({ kind: 'text', text: '1.50e' });
    expect(after.field('/text')!.input).to.deep.equal({ kind: 'text', text: '' });
    expect(after.draft).to.deep.equal({
      text: '',
      amount: '1.50e',
      flag: false,
      choice: 'two',
      tags: ['a', ''],
      place: { city: 'Ulm', zip: null },
      either: { a: 'in a thing' },
    });
  });

  it('a number keeps its spelling', () => {
    const before = form(properties);
    before.field('/amount')!.setText('1.50');
    const after = form(properties);
    after.restore(kept(before.snapshot()));
    expect(after.field('/amount')!.input).to.deep.equal({ kind: 'text', text: '1.50' });
  });

  it('broken JSON stays what it was', () => {
    const unknown = { $ref: 'https://elsewhere.example/schema' };
    const before = form({ unknown });
    const after = form({ unknown });
    expect(before.field('/unknown')!.node.kind).to.equal('json');
    before.field('/unknown')!.setText('{"half": ');
    after.restore(kept(before.snapshot()));
    expect(after.snapshot()).to.deep.equal(before.snapshot());
    expect(JSON.stringify(after.snapshot())).to.contain('half');
  });

  it('what was left out stays left out, against a default too', () => {
    const withDefault = { text: { type: 'string', default: 'given' } };
    const before = form(withDefault);
    expect(before.draft).to.deep.equal({ text: 'given' });
    before.field('/text')!.leaveOut();
    const after = form(withDefault);
    after.restore(kept(before.snapshot()));
    expect(after.draft).to.deep.equal({});
  });

  it('leaves out what must not be kept', () => {
    const before = form({ user: { type: 'string' }, password: { type: 'string', format: 'password' } });
    before.field('/user')!.setText('me');
    before.field('/password')!.setText('hunter2');
    const snapshot = before.snapshot(isDeclaredSecret);
    expect(JSON.stringify(snapshot)).to.contain('me').and.not.contain('hunter2');
  });

  it('a field that was never kept stays as it is', () => {
    const secret = { user: { type: 'string' }, password: { type: 'string', format: 'password' } };
    const before = form(secret);
    before.field('/user')!.setText('me');
    const after = form(secret);
    after.field('/user')!.setText('other');
    after.field('/password')!.setText('hunter2');
    after.restore(kept(before.snapshot(isDeclaredSecret)), isDeclaredSecret);
    expect(after.draft).to.deep.equal({ user: 'me', password: 'hunter2' });
  });

  describe('in a form whose schema has changed', () => {
    it('what still fits is there; what has no field any more is given back, and not sent unseen', () => {
      const before = form(properties);
      before.field('/text')!.setText('stays');
      before.field('/amount')!.setText('12');
      const after = form({ text: { type: 'string' } });
      expect(after.restore(kept(before.snapshot()))).to.deep.equal([{ pointer: '/amount', value: 12 }]);
      expect(after.draft).to.deep.equal({ text: 'stays' });
    });

    it('so where the server refuses other names', () => {
      const before = form({ old: { type: 'string' } });
      before.field('/old')!.setText('x');
      const after = form({ fresh: { type: 'string' } }, { additionalProperties: false });
      expect(after.restore(kept(before.snapshot()))).to.deep.equal([{ pointer: '/old', value: 'x' }]);
      expect(after.draft).to.deep.equal({});
    });

    it('an entry of a map is one still', () => {
      const map = { additionalProperties: { type: 'number' } };
      const before = form({}, map);
      before.root.addEntry('a')!.setText('1.0');
      const after = form({}, map);
      expect(after.restore(kept(before.snapshot()))).to.deep.equal([]);
      expect(after.field('/a')!.input).to.deep.equal({ kind: 'text', text: '1.0' });
    });

    it('a text that is no number is held where a number is wanted now, a choice that is gone is said to be wrong', () => {
      const before = form({ a: { type: 'string' }, b: { enum: ['x', 'y'] } });
      before.field('/a')!.setText('twelve');
      before.field('/b')!.setOption(1);
      const after = form({ a: { type: 'number' }, b: { enum: ['x', 'z'] } });
      after.restore(kept(before.snapshot()));
      expect(after.draft).to.deep.equal({ a: 'twelve', b: 'y' });
      expect(after.issues.map(({ pointer }) => pointer)).to.deep.equal(['/a', '/b']);
    });
  });

  it('names from strangers do no harm', () => {
    const before = form({}, { additionalProperties: { type: 'string' } });
    before.root.addEntry('__proto__')!.setText('x');
    before.root.addEntry('constructor')!.setText('y');
    const after = form({}, { additionalProperties: { type: 'string' } });
    after.restore(kept(before.snapshot()));
    expect(Object.entries(after.draft as object)).to.deep.equal([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });
});

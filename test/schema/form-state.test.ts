import { expect } from '@esm-bundle/chai';
import { type Json, verbatim } from '../../src/index.js';
import {
  buildForm,
  buildPromptForm,
  constraintsInWords,
  type FieldState,
  FormState,
  MAX_FORM_ROWS,
} from '../../src/schema/index.js';
import { verifies } from '../requirements/verifies.js';

const form = (properties: Record<string, unknown>, required: readonly string[] = [], initial?: Json): FormState =>
  new FormState(buildForm({ type: 'object', properties, required }), initial);

function at(state: FormState, pointer: string): FieldState {
  const field = state.field(pointer);
  if (!field) throw new Error(`there is no field ${pointer}`);
  return field;
}

function sent(state: FormState): unknown {
  const reading = state.toArguments();
  return reading.ok ? reading.value : reading.issues.map(({ pointer, message }) => `${pointer} ${message}`);
}

describe('FormState', () => {
  describe('tells apart', () => {
    it('left out, null, empty text and text', () => {
      const state = form({ a: { type: ['string', 'null'] } });
      const field = at(state, '/a');
      expect(sent(state)).to.deep.equal({});
      field.setNull();
      expect(sent(state)).to.deep.equal({ a: null });
      field.include();
      expect(sent(state)).to.deep.equal({ a: '' });
      field.setText('x');
      expect(sent(state)).to.deep.equal({ a: 'x' });
      field.leaveOut();
      expect(sent(state)).to.deep.equal({});
      field.include();
      expect(sent(state), 'what was typed comes back').to.deep.equal({ a: 'x' });
    });

    it('an empty text from nothing typed', () => {
      const state = form({ a: { type: 'string' } });
      at(state, '/a').setText('x');
      at(state, '/a').setText('');
      expect(sent(state)).to.deep.equal({});
      at(state, '/a').setEmptyText();
      expect(sent(state)).to.deep.equal({ a: '' });
    });

    it('an empty list from none, and one emptied by hand from one said to be empty', () => {
      const state = form({ a: { type: 'array', items: { type: 'string' } } });
      const field = at(state, '/a');
      field.include();
      expect(sent(state)).to.deep.equal({ a: [] });
      const row = field.addRow('x');
      expect(sent(state)).to.deep.equal({ a: ['x'] });
      if (row) field.removeRow(row);
      expect(sent(state)).to.deep.equal({});
    });

    it('an empty object from none', () => {
      const state = form({ a: { type: 'object', properties: { b: { type: 'string' } } } });
      at(state, '/a').include();
      expect(sent(state)).to.deep.equal({ a: {} });
      at(state, '/a').leaveOut();
      expect(sent(state)).to.deep.equal({});
    });

    it('no answer from No', () => {
      const state = form({ a: { type: 'boolean' }, b: { type: 'boolean' } }, ['b']);
      expect(sent(state)).to.deep.equal({ b: false });
      at(state, '/a').setFlag(false);
      expect(sent(state)).to.deep.equal({ a: false, b: false });
    });
  });

  describe('numbers', () => {
    const cases: readonly [typed: string, outcome: number | string][] = [
      ['1', 1],
      ['-0.5', -0.5],
      ['+3', 3],
      ['.5', 0.5],
      ['007', 7],
      ['1e3', 1000],
      ['1.10', 1.1],
      ['9007199254740991', 9007199254740991],
      ['1e21', 1e21],
      ['1.', '“1.” is not a finished number.'],
      ['-', '“-” is not a finished number.'],
      ['1e', '“1e” is not a finished number.'],
      ['1,5', 'Use a point for decimals, like 1.5.'],
      ['1,000,000', 'Write the number without separators, like 1234567.'],
      ['abc', 'This is not a number.'],
      ['0x10', 'This is not a number.'],
      ['NaN', 'This is not a number.'],
      ['9007199254740992', 9007199254740992],
      ['1e21', 1e21],
      ['9007199254740993', 'This number has more digits than can be sent exactly; 9007199254740992 can.'],
      ['12345678901234567890', 'This number has more digits than can be sent exactly; 12345678901234567000 can.'],
      ['0.12345678901234567890', 'This number has more digits than can be sent exactly; 0.12345678901234568 can.'],
      ['1e400', 'This number is too large to be sent.'],
      ['1e-400', 'This number has more digits than can be sent exactly; 0 can.'],
    ];
    for (const [typed, outcome] of cases) {
      it(`${typed} → ${outcome}`, () => {
        const state = form({ n: { type: 'number' } });
        at(state, '/n').setText(typed);
        expect(at(state, '/n').input, 'what was typed stays').to.deep.equal({ kind: 'text', text: typed });
        expect(sent(state)).to.deep.equal(typeof outcome === 'number' ? { n: outcome } : [`/n ${outcome}`]);
      });
    }
  });

  describe('required', () => {
    it('fields say what they need, in the order of the form', () => {
      const properties = {
        s: { type: 'string' },
        n: { type: 'number' },
        e: { enum: ['a', 'b'] },
        j: {},
        b: { type: ['boolean', 'null'] },
      };
      expect(sent(form(properties, Object.keys(properties)))).to.deep.equal([
        '/s Enter a value.',
        '/n Enter a number.',
        '/e Choose one.',
        '/j Choose what kind of value this is.',
        '/b Choose yes or no.',
      ]);
    });
    it('counts only inside objects that are there', () => {
      const state = form({ o: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } });
      expect(sent(state)).to.deep.equal({});
      at(state, '/o').include();
      expect(sent(state)).to.deep.equal(['/o/a Enter a value.']);
    });
    it('objects and lists are there from the start', () => {
      const properties = {
        o: { type: 'object', properties: { a: { type: 'string' } } },
        l: { type: 'array', items: { type: 'string' } },
        c: { const: 1 },
      };
      expect(sent(form(properties, ['o', 'l', 'c']))).to.deep.equal({ o: {}, l: [], c: 1 });
    });
  });

  describe('a default that the schema does not accept', () => {
    const cases: readonly [schema: Record<string, unknown>, message: string][] = [
      [{ type: 'integer', default: '5' }, 'This needs a number, not text.'],
      [{ type: 'string', minLength: 2, default: 'x' }, 'At least 2 characters (now 1).'],
      [{ enum: ['a', 'b'], default: 'c' }, 'This is none of the 2 choices: “a”, “b”.'],
      [{ type: 'boolean', default: 'false' }, 'This needs true or false, not text.'],
      [{ type: 'array', items: { type: 'integer' }, default: 'x' }, 'This needs a list, not text.'],
    ];
    for (const [schema, message] of cases) {
      it(`is shown with what is wrong: ${JSON.stringify(schema)}`, () => {
        const state = form({ a: schema });
        expect(at(state, '/a').touched, 'the message is shown at once').to.equal(true);
        expect(at(state, '/a').value).to.deep.equal(schema['default']);
        expect(sent(state)).to.deep.equal([`/a ${message}`]);
        at(state, '/a').leaveOut();
        expect(sent(state)).to.deep.equal({});
      });
    }
    it('is shown part by part: what it lacks starts with its own default', () => {
      const inner = { type: 'object', properties: { b: { type: 'integer' }, c: { type: 'string', default: 'd' } } };
      const state = form({ a: { ...inner, required: ['b', 'c'], default: {} } }, ['a']);
      expect(at(state, '/a').value).to.deep.equal({ c: 'd' });
      expect(sent(state)).to.deep.equal(['/a/b Enter a number.']);
    });
  });

  describe('a number of the server past 2^53', () => {
    const MESSAGE =
      'This number came from the server and may have lost its last digits. Type it as it must be sent, or remove it.';
    const rounded = JSON.parse('9223372036854775807') as number;
    it('as a default is shown as about that, and is not sent before somebody typed it', () => {
      const state = form({ a: { type: 'integer', default: rounded } });
      expect(at(state, '/a').input).to.deep.equal({ kind: 'text', text: '≈9223372036854776000' });
      expect(at(state, '/a').touched).to.equal(true);
      expect(sent(state)).to.deep.equal([`/a ${MESSAGE}`]);
      at(state, '/a').setText('9223372036854776000');
      expect(sent(state)).to.deep.equal({ a: 9223372036854776000 });
    });
    it('in a default is told apart at its place', () => {
      const list = { type: 'array', items: { type: 'integer' } };
      const state = form({ a: { type: 'object', properties: { l: list }, default: { l: [1, rounded] } } });
      expect(sent(state)).to.deep.equal([`/a/l/1 ${MESSAGE}`]);
    });
    it('in a default that is edited as JSON is told apart in the text', () => {
      const state = form({ a: { $ref: 'https://example.com/x', default: { l: [1, rounded] } } });
      expect(at(state, '/a').input).to.deep.equal({
        kind: 'text',
        text: '{\n  "l": [\n    1,\n    ≈9223372036854776000\n  ]\n}',
      });
      expect(sent(state)).to.deep.equal([`/a Line 4, column 5: ${MESSAGE.charAt(0).toLowerCase()}${MESSAGE.slice(1)}`]);
    });
    it('stays so in the text of the form and in what is stored', () => {
      const properties = { a: { type: 'integer', default: rounded }, b: { type: 'string' } };
      const state = form(properties);
      const other = form(properties, [], {});
      other.restore(state.snapshot());
      expect(sent(other)).to.deep.equal([`/a ${MESSAGE}`]);
      expect(other.readText(state.text).ok).to.equal(true);
      expect(sent(other)).to.deep.equal([`/a ${MESSAGE}`]);
    });
    it('among given values is named as about that, and the field says what that means', () => {
      for (const schema of [{ enum: [1, rounded] }, { const: rounded }]) {
        const { node } = at(form({ a: schema }), '/a');
        expect(constraintsInWords(node).map(({ text }) => text)).to.deep.equal([
          '≈ marks a number that may have lost its last digits',
        ]);
        if (node.kind === 'choice')
          expect(node.options.map(({ label }) => label)).to.deep.equal(['1', '≈9223372036854776000']);
      }
    });
    it('below it is nothing special', () => {
      expect(sent(form({ a: { type: 'integer', default: 9007199254740991 } }))).to.deep.equal({ a: 9007199254740991 });
    });
  });

  describe('a value that the server sets itself', () => {
    const id = { type: 'string', readOnly: true, default: 'x' };
    it('is not filled in from its default where it can be left out', () => {
      expect(sent(form({ id }))).to.deep.equal({});
    });
    it('is filled in where the schema requires it', () => {
      expect(sent(form({ id }, ['id']))).to.deep.equal({ id: 'x' });
    });
    it('is sent where somebody fills it in', () => {
      const state = form({ id });
      at(state, '/id').setText('y');
      expect(sent(state)).to.deep.equal({ id: 'y' });
    });
  });

  describe('defaults', () => {
    it('fill in, and can be removed', () => {
      verifies('defaults-filled-in');
      const state = form({
        s: { type: 'string', default: 'x' },
        n: { type: 'integer', default: 0 },
        l: { type: 'array', items: { type: 'string' }, default: ['a'] },
      });
      expect(sent(state)).to.deep.equal({ s: 'x', n: 0, l: ['a'] });
      at(state, '/s').setText('');
      at(state, '/n').setText('');
      at(state, '/l').leaveOut();
      expect(sent(state)).to.deep.equal({});
    });
    it('are not put where a value was given', () => {
      expect(sent(form({ s: { type: 'string', default: 'x' } }, [], {}))).to.deep.equal({});
    });
  });

  describe('lists', () => {
    it('keep the identity of rows while others go, and move their pointers', () => {
      const state = form({ l: { type: 'array', items: { type: 'integer' } } }, [], { l: [1, 2, 3] });
      const [first, second, third] = at(state, '/l').rows;
      expect(third?.pointer).to.equal('/l/2');
      if (first) at(state, '/l').removeRow(first);
      expect(at(state, '/l').rows).to.deep.equal([second, third]);
      expect(third?.pointer).to.equal('/l/1');
      expect(third?.label).to.equal('l 2');
      third?.setText('x');
      expect(sent(state)).to.deep.equal(['/l/1 This is not a number.']);
    });
    it('send an empty row of text as an empty text, and refuse an empty row of numbers', () => {
      const state = form({
        s: { type: 'array', items: { type: 'string' } },
        n: { type: 'array', items: { type: 'number' } },
      });
      at(state, '/s').addRow();
      expect(sent(state)).to.deep.equal({ s: [''] });
      at(state, '/n').addRow();
      expect(sent(state)).to.deep.equal(['/n/0 Enter a number.']);
    });
    it('are put in another order, and take rows in between', () => {
      const state = form({ l: { type: 'array', items: { type: 'string' } } }, [], { l: ['a', 'b', 'c'] });
      const list = at(state, '/l');
      const [first] = list.rows;
      if (first) list.moveRow(first, 2);
      expect(sent(state)).to.deep.equal({ l: ['b', 'c', 'a'] });
      expect(list.rows[2]).to.equal(first);
      list.insertRow(1, 'x');
      expect(sent(state)).to.deep.equal({ l: ['b', 'x', 'c', 'a'] });
    });
    it('with places of their own kind begin with as many as there must be', () => {
      const prefixItems = [{ type: 'number', title: 'Longitude' }, { type: 'number' }, { type: 'string' }];
      const state = form({ t: { type: 'array', prefixItems, items: false, minItems: 2 } }, ['t']);
      const tuple = at(state, '/t');
      expect(tuple.rows.map(({ label }) => label)).to.deep.equal(['Longitude', 't 2']);
      tuple.rows.forEach((row, index) => row.setText(`${index}.5`));
      expect(sent(state)).to.deep.equal({ t: [0.5, 1.5] });
      tuple.addRow('x');
      expect(sent(state)).to.deep.equal({ t: [0.5, 1.5, 'x'] });
      expect(tuple.addRow(), 'there is no fourth place').to.equal(undefined);
      expect(
        tuple.rows.map((row) => tuple.canRemove(row)),
        'only the last can go',
      ).to.deep.equal([false, false, true]);
      if (tuple.rows[0]) tuple.moveRow(tuple.rows[0], 1);
      expect(sent(state)).to.deep.equal({ t: [0.5, 1.5, 'x'] });
    });
    it('with places keep what came and has none', () => {
      const state = form({ t: { type: 'array', prefixItems: [{ type: 'number' }], items: false } }, [], { t: [1, 2] });
      expect(state.draft).to.deep.equal({ t: [1, 2] });
      expect(sent(state)).to.deep.equal(['/t At most 1 item (now 2).']);
    });
    it('longer than can be shown are kept whole', () => {
      const numbers = Array.from({ length: MAX_FORM_ROWS + 1 }, (_, index) => index);
      const state = form({ l: { type: 'array', items: { type: 'integer' } } }, [], { l: numbers });
      expect(at(state, '/l').input.kind).to.equal('held');
      expect(sent(state)).to.deep.equal({ l: numbers });
    });
  });

  describe('values from elsewhere', () => {
    it('of names the schema does not know are sent along, and can be taken away', () => {
      const state = form({ a: { type: 'string' } }, [], JSON.parse('{"a":"x","b":{"c":1},"__proto__":2}'));
      expect(JSON.stringify(sent(state))).to.equal('{"a":"x","b":{"c":1},"__proto__":2}');
      state.root.removeEntry(at(state, '/b'));
      expect(JSON.stringify(sent(state))).to.equal('{"a":"x","__proto__":2}');
    });
    it('that do not fit are held and said to be wrong, not changed', () => {
      const state = form({ n: { type: 'number' } }, [], { n: '5' });
      expect(sent(state)).to.deep.equal(['/n This needs a number, not text.']);
      expect(state.draft).to.deep.equal({ n: '5' });
    });
    it('round-trip through the form', () => {
      const properties = {
        s: { type: 'string' },
        n: { type: ['number', 'null'] },
        b: { type: 'boolean' },
        e: { enum: [1, 'a', { x: 1 }] },
        j: {},
        l: { type: 'array', items: { enum: ['a', 'b'] } },
        o: {
          type: 'object',
          properties: { constructor: { type: 'string' }, k: { type: 'array', items: { type: 'integer' } } },
        },
      };
      const value = {
        s: '',
        n: null,
        b: false,
        e: { x: 1 },
        j: [1, { a: null }],
        l: ['b', 'b', 'a'],
        o: { constructor: 'c', k: [] },
      };
      expect(sent(form(properties, [], value))).to.deep.equal(value);
    });
  });

  describe('hostile names', () => {
    it('come out as they went in', () => {
      const names = ['__proto__', 'constructor', 'toString', 'id', 'x-loc-lat', 'a/b', '~', ''];
      const properties = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:{"type":"string"}`).join()}}`);
      const state = new FormState(buildForm({ type: 'object', properties }));
      for (const field of state.root.properties) field.setText(`<${field.name}>`);
      const reading = state.toArguments();
      expect(reading.ok && Object.entries(reading.value)).to.deep.equal(names.map((name) => [name, `<${name}>`]));
      expect(reading.ok && Object.getPrototypeOf(reading.value)).to.equal(Object.prototype);
      expect(at(state, '/a~1b').name).to.equal('a/b');
    });
  });

  describe('what is typed and is no value yet', () => {
    it('stays, and is said to be none', () => {
      const state = form({ e: { enum: ['Berlin', 'Bern'] } });
      at(state, '/e').setText('Ber');
      expect(at(state, '/e').input).to.deep.equal({ kind: 'text', text: 'Ber' });
      expect(sent(state)).to.deep.equal(['/e This is none of the 2 choices: “Berlin”, “Bern”.']);
      expect(state.draft).to.deep.equal({ e: 'Ber' });
      at(state, '/e').setText('Bern');
      expect(sent(state)).to.deep.equal({ e: 'Bern' });
      at(state, '/e').setText('');
      expect(sent(state)).to.deep.equal({});
    });
    it('can be something that only the control knows', () => {
      const state = form({ d: { type: 'string', format: 'date' } });
      at(state, '/d').setUnfinished(verbatim('Finish the date.'));
      expect(sent(state)).to.deep.equal(['/d Finish the date.']);
      at(state, '/d').setText('2026-11-20');
      expect(sent(state)).to.deep.equal({ d: '2026-11-20' });
      at(state, '/d').setUnfinished(verbatim('Finish the date.'));
      at(state, '/d').setUnfinished(undefined);
      expect(sent(state)).to.deep.equal({ d: '2026-11-20' });
    });
  });

  describe('as text', () => {
    const properties = {
      n: { type: 'integer' },
      l: { type: 'array', items: { type: 'number' } },
      s: { type: 'string' },
      o: { type: 'object', properties: { u: { type: ['number', 'boolean'] } } },
    };
    it('is the same JSON, numbers as they were typed', () => {
      const state = form(properties, [], { n: 1, l: [1], s: 'x\ny', o: { u: 2 }, more: { b: [] } });
      at(state, '/n').setText('9007199254740993');
      at(state, '/l/0').setText('1.');
      at(state, '/o/u').chosen?.setText('1e400');
      expect(state.text).to.equal(
        '{\n  "n": 9007199254740993,\n  "l": [\n    "1."\n  ],\n  "s": "x\\ny",\n  "o": {\n    "u": 1e400\n  },\n  "more": {\n    "b": []\n  }\n}',
      );
      const other = form(properties);
      expect(other.readText(state.text).ok).to.equal(true);
      expect(other.text).to.equal(state.text);
      expect(sent(other)).to.deep.equal([
        '/n This number has more digits than can be sent exactly; 9007199254740992 can.',
        '/l/0 “1.” is not a finished number.',
        '/o/u This number is too large to be sent.',
      ]);
    });
    it('is refused where it would lose something, and then changes nothing', () => {
      const state = form(properties, [], { s: 'x' });
      for (const text of ['{"s": 9007199254740993}', '{"more": 1e400}', '{"s":"a","s":"b"}', '{']) {
        expect(state.readText(text).ok, text).to.equal(false);
        expect(sent(state)).to.deep.equal({ s: 'x' });
      }
    });
  });

  describe('what changed', () => {
    it('is told to the form and the field, not to fields beside it', () => {
      const state = form({ a: { type: 'string' }, b: { type: 'string' } });
      let ofForm = 0;
      let ofA = 0;
      let ofB = 0;
      state.changes.subscribe(() => ofForm++);
      at(state, '/a').changes.subscribe(() => ofA++);
      at(state, '/b').changes.subscribe(() => ofB++);
      at(state, '/a').setText('x');
      expect([ofForm, ofA, ofB]).to.deep.equal([1, 1, 0]);
    });
    it('is told to a list whose rule is about its rows together', () => {
      const state = form({ l: { type: 'array', items: { type: 'string' }, uniqueItems: true } }, [], { l: ['a', 'b'] });
      let told = 0;
      at(state, '/l').changes.subscribe(() => told++);
      at(state, '/l/1').setText('a');
      expect(told).to.equal(1);
      expect(sent(state)).to.deep.equal(['/l The same item is there twice.']);
    });
    it('touches every field when all issues are shown', () => {
      const state = form({ o: { type: 'object', properties: { a: { type: 'string' } } } }, ['o']);
      state.showAllIssues();
      expect(at(state, '/o/a').touched).to.equal(true);
    });
  });
});

describe('buildPromptForm', () => {
  it('makes text fields of a prompt’s arguments', () => {
    const state = new FormState(buildPromptForm([{ name: 'city', required: true, title: 'City' }, { name: 'style' }]));
    expect(state.root.properties.map(({ label, required }) => [label, required])).to.deep.equal([
      ['City', true],
      ['style', false],
    ]);
    at(state, '/city').setText('Bern');
    expect(sent(state)).to.deep.equal({ city: 'Bern' });
  });
});

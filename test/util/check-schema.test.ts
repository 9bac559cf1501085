import { expect } from '@esm-bundle/chai';
import { compileValidator, type SchemaReader } from '../../src/json-schema/validator.js';

const texts: SchemaReader = {
  fitsPattern: (pattern, text) => new RegExp(pattern).test(text),
  fitsFormat: (format, text) => format !== 'digits' || /^\d+$/.test(text),
};
/** What is found: keywords and places, or why nothing could be. */
const found = (schema: unknown, value: unknown, reader: SchemaReader): string => {
  const checked = compileValidator(schema, reader)(value);
  if ('unchecked' in checked) return checked.unchecked.text;
  return checked.faults.map(({ keyword, pointer }) => `${keyword} ${pointer}`.trim()).join(', ');
};

describe('compileValidator', () => {
  describe('by the letter, or as people mean it', () => {
    for (const [what, schema, value, strict, meant] of [
      [
        'a dialect nobody knows',
        { $schema: 'https://example.com/mine', type: 'string' },
        5,
        'the schema’s dialect is not known here ("https://example.com/mine")',
        'type',
      ],
      ['a keyword that is malformed', { required: true, type: 'object' }, {}, 'the schema cannot be understood', ''],
      ['a type that is none', { type: 'text' }, 5, 'the schema cannot be understood', ''],
      ['a keyword of another dialect', { dependencies: { a: ['b'] } }, { a: 1 }, '', 'required'],
      ['none, as OpenAPI says it', { type: 'string', nullable: true }, null, 'type', ''],
      [
        'exclusive bounds, as draft-04 says it',
        { minimum: 1, exclusiveMinimum: true },
        1,
        'the schema cannot be understood',
        'exclusiveMinimum',
      ],
      ['$dynamicRef', { $dynamicRef: '#a', $defs: { a: { $dynamicAnchor: 'a', type: 'string' } } }, 5, 'uses', 'type'],
      ['a boolean that says nothing', { uniqueItems: false }, [1, 1], '', ''],
      [
        'a reference below a word of nobody’s',
        { 'x-a': { b: { type: 'string' } }, $ref: '#/x-a/b' },
        5,
        'type',
        'type',
      ],
    ] as [string, unknown, unknown, string, string][])
      it(what, () => {
        expect(found(schema, value, { ...texts, isStrict: true })).to.contain(strict);
        expect(found(schema, value, { ...texts, isStrict: true }) === '').to.equal(strict === '');
        expect(found(schema, value, texts)).to.equal(meant);
      });
  });

  it('leaves texts to whoever asks, and tells patterns from formats', () => {
    const { fitsPattern } = texts;
    expect(found({ items: { pattern: '^a' } }, ['a', 'b'], texts)).to.equal('pattern /1');
    expect(found({ items: { format: 'digits' } }, ['1', 'b'], texts)).to.equal('format /1');
    expect(found({ items: { format: 'digits' } }, ['1', 'b'], { fitsPattern })).to.equal('');
    expect(found({ pattern: 'a' }, 'a', { fitsPattern: () => undefined })).to.contain('cannot be tried');
  });

  it('takes no more steps than it is told, and then tells one thing where it can', () => {
    const items = { anyOf: Array.from({ length: 50 }, (_, index) => ({ const: index })) };
    // Each of the fifty that is tried is a step.
    const within = (value: unknown): string => found({ items }, Array(1000).fill(value), { ...texts, maxSteps: 300 });
    expect(within('x')).to.equal('anyOf /0');
    expect(within(49)).to.equal('it takes more than 300 steps');
  });

  it('counts long choices and slow patterns as more', () => {
    const choice = { items: { enum: Array.from({ length: 1600 }, (_, index) => `option ${index}`) } };
    expect(found(choice, ['x'], { ...texts, maxSteps: 300 })).to.equal('enum /0');
    expect(found(choice, ['option 1', 'option 2', 'option 3'], { ...texts, maxSteps: 300 })).to.contain('300 steps');
    const slow = { ...texts, fitsPattern: () => true, patternSteps: () => 150, maxSteps: 300 };
    expect(found({ pattern: 'a' }, 'a', slow)).to.equal('');
    expect(found({ items: { pattern: 'a' } }, ['a', 'a'], slow)).to.contain('300 steps');
  });
});

import { expect } from '@esm-bundle/chai';
import { jsonText, sameJson, saysTheSame } from '../../src/content/index.js';
import { prettyJson } from '../../src/content/json-tree.js';

describe('indented JSON', () => {
  const pretty = (text: string): string | undefined => prettyJson(text, 10_000);

  for (const value of [
    {},
    [],
    { a: 1 },
    [1, [2, { b: [] }]],
    { 'a"b': 'c\\"d', e: null, f: [true, -1.5e3] },
    ['{', '}', '[,:]'],
  ])
    it(`${JSON.stringify(value)} looks as JSON.stringify would have it`, () => {
      expect(pretty(JSON.stringify(value))).to.equal(JSON.stringify(value, null, 2));
      expect(pretty(JSON.stringify(value, null, 7))).to.equal(JSON.stringify(value, null, 2));
    });

  it('keeps every value as it was written', () => {
    expect(pretty('{"id":12345678901234567890,"x":1.0,"y":1e400,"y":"\\u0041"}')).to.equal(
      '{\n  "id": 12345678901234567890,\n  "x": 1.0,\n  "y": 1e400,\n  "y": "\\u0041"\n}',
    );
  });

  for (const text of ['', '42', '"x"', 'null', '{', '[1,]', '{"a":1}x', "{'a':1}"])
    it(`“${text}” is no object or array`, () => expect(pretty(text)).to.equal(undefined));

  it('does not grow without end', () => {
    const depth = 5000;
    const text = prettyJson('['.repeat(depth) + ']'.repeat(depth), 20_000);
    expect(text?.length).to.be.below(20_200);
  });
});

describe('a value as JSON for reading', () => {
  it('is cut, and says how much is missing', () =>
    expect(jsonText('x '.repeat(999), 10)).to.equal('"x x x x x…\n(10 of 2,000 characters)'));
  it('never throws', () => {
    const round: Record<string, unknown> = {};
    round['self'] = round;
    expect(jsonText(round, 100)).to.equal('[object Object]');
    expect(jsonText(undefined, 100)).to.equal('undefined');
    expect(jsonText(10n, 100)).to.equal('10');
  });
});

describe('the same JSON', () => {
  it('whatever the order of keys', () => {
    expect(sameJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).to.equal(true);
  });
  for (const [left, right] of [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    [0, false],
    ['1', 1],
    [{ toString: 1 }, { valueOf: 1 }],
  ] as const)
    it(`not ${JSON.stringify(left)} and ${JSON.stringify(right)}`, () => {
      expect(sameJson(left, right)).to.equal(false);
    });
  it('also as text', () => {
    expect(saysTheSame(' {"a": 1} ', { a: 1 })).to.equal(true);
    expect(saysTheSame('5', 5)).to.equal(true);
    expect(saysTheSame('hello', 'hello')).to.equal(false);
  });
});

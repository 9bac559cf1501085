import { expect } from '@esm-bundle/chai';
import { recordsIn } from '../../src/content/index.js';

describe('a list of records in JSON', () => {
  for (const [what, json, csv, name, isAll] of [
    ['a list', '[{"a":1,"b":"x"},{"a":2}]', '"a","b"\n1,"x"\n2,', undefined, true],
    ['the only value of an object', '{ "items": [ {"a": 1} , {"a": 2} ] }', '"a"\n1\n2', 'items', true],
    ['one value among others', '{"total":2,"items":[{"a":1},{"a":2}],"next":null}', '"a"\n1\n2', 'items', false],
    [
      'numbers as written',
      '[{"n":12345678901234567890},{"n":1.50}]',
      '"n"\n12345678901234567890\n1.50',
      undefined,
      true,
    ],
    ['quotes and lines', '[{"a\\"b":"x,\\ny"},{"a\\"b":null}]', '"a""b"\n"x,\ny"\nnull', undefined, true],
    ['inner values', '[{"a":{ "b": [1, 2] }},{"a":true}]', '"a"\n"{""b"":[1,2]}"\ntrue', undefined, true],
    ['empty inner values', '[{"a":[],"b":{}},{"a":[ ],"b":""}]', '"a","b"\n"[]","{}"\n"[]",""', undefined, true],
    ['the longest of two', '{"x":[{"a":1},{"a":2}],"y":[{"b":1},{"b":2},{"b":3}]}', '"b"\n1\n2\n3', 'y', false],
  ] as const)
    it(`${what}, as rows`, () => {
      expect(recordsIn(json)).to.deep.equal({ csv, name, isAll });
    });

  for (const [what, json] of [
    ['one record', '[{"a":1}]'],
    ['records with nothing in common', '[{"a":1},{"b":1},{"c":1}]'],
    ['anything else in the list', '[{"a":1},{"a":2},3]'],
    ['a name that is given twice', '[{"a":1,"a":2},{"a":3}]'],
    ['no names', '[{},{}]'],
    [
      'more than 60 names',
      JSON.stringify(
        [1, 2].map(() =>
          Object.fromEntries(
            Array(61)
              .fill(0)
              .map((_, at) => [at, 1]),
          ),
        ),
      ),
    ],
    ['no JSON', '[{"a":1},{"a":2}'],
    ['a text of more than 500,000 characters', JSON.stringify(Array(5000).fill({ a: 'x'.repeat(100) }))],
  ] as const)
    it(`is none with ${what}`, () => {
      expect(recordsIn(json)).to.equal(undefined);
    });

  it('cuts a long inner value', () => {
    const { csv } = recordsIn(JSON.stringify([{ a: Array(500).fill(1) }, { a: 1 }]))!;
    expect(csv.split('\n')[1]).to.match(/^"\[1,.{100,200}…"$/);
  });
});

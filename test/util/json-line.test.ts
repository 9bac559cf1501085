import { expect } from '@esm-bundle/chai';
import { jsonLine } from '../../src/util/json.js';
import { allowing } from '../fixtures/allowing.js';

describe('JSON on one line', () => {
  const values = [null, true, 0, -1.5, '', 'a "b"\n', [], {}, [1, [2, {}]], { a: 1, 'b c': [null, { d: 'e' }] }];
  for (const value of values)
    it(`is the value: ${JSON.stringify(value)}`, () => {
      const line = jsonLine(value, 1000);
      expect(line.isWhole).to.equal(true);
      expect(JSON.parse(line.text)).to.deep.equal(value);
      expect(line.text).not.to.include('\n');
    });

  it('has spaces where people put them', () => {
    expect(jsonLine({ a: [1, 2], b: {} }, 100).text).to.equal('{"a": [1, 2], "b": {}}');
  });

  it('ends at the limit, and says so', () => {
    expect(jsonLine('abcdef', 4)).to.deep.equal({ text: '"abc', isWhole: false });
    expect(jsonLine([1, 2, 3], 9)).to.deep.equal({ text: '[1, 2, 3]', isWhole: true });
    expect(jsonLine([1, 2, 3], 8)).to.deep.equal({ text: '[1, 2, 3', isWhole: false });
    for (const key of ['k', 'a long name of a key'])
      for (let limit = 0; limit < 40; limit++) {
        const whole = `{"${key}": ["x", {"y": null}]}`;
        const line = jsonLine({ [key]: ['x', { y: null }] }, limit);
        expect(line, `${limit}`).to.deep.equal({ text: whole.slice(0, limit), isWhole: limit >= whole.length });
      }
  });

  it('costs what is written', () => {
    const large = { first: 'x'.repeat(20_000_000), rest: Array.from({ length: 1_000_000 }, () => ({})) };
    const before = performance.now();
    for (let turn = 0; turn < 1000; turn++) jsonLine(large, 100);
    expect(performance.now() - before).to.be.below(allowing(500));
  });

  it('goes as deep as it likes, and round in circles until the limit', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(jsonLine(deep, 1_000_000)).to.include({ isWhole: true }).and.have.property('text').with.length(200_001);
    const circle: unknown[] = [];
    circle.push(circle);
    expect(jsonLine(circle, 5)).to.deep.equal({ text: '[[[[[', isWhole: false });
  });

  it('has a word for what JSON has none for', () => {
    expect(jsonLine([undefined, 10n, () => 1, Number.NaN], 100).text).to.equal('[null, 10, null, null]');
  });
});

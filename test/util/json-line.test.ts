import { expect } from '@esm-bundle/chai';
import { jsonLine } from '../../src/util/json.js';

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

  it('reads what is written, and no more of a list or an object', () => {
    for (const whole of [Array.from({ length: 1_000_000 }, () => 1), { ...Array.from({ length: 1000 }, () => 1) }]) {
      let read = 0;
      const counted = new Proxy(whole, {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) read++;
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      expect(jsonLine(counted, 99).isWhole).to.equal(false);
      // An item takes three characters at least.
      expect(read).to.be.within(1, 34);
    }
  });

  it('ends where a hundred characters of twenty million are written ten thousand times', () => {
    const large = { first: 'x'.repeat(20_000_000) };
    let line = jsonLine(large, 100);
    for (let turn = 1; turn < 10_000; turn++) line = jsonLine(large, 100);
    expect(line).to.deep.equal({ text: `{"first": "${'x'.repeat(89)}`, isWhole: false });
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

import { expect } from '@esm-bundle/chai';
import { formatBytes, formatCount } from '../../src/util/numbers.js';

describe('sizes for people', () => {
  for (const [bytes, words] of [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1234, '1.2 kB'],
    [48_200, '48 kB'],
    [12_000_000, '12 MB'],
    [3_400_000_000, '3.4 GB'],
  ] as const)
    it(`${bytes} is ${words}`, () => expect(formatBytes(bytes)).to.equal(words));
});

describe('counts for people', () => {
  for (const [count, words] of [
    [0, '0'],
    [999, '999'],
    [5000, '5,000'],
    [1_234_567, '1,234,567'],
  ] as const)
    it(`${count} is ${words}`, () => expect(formatCount(count)).to.equal(words));
});

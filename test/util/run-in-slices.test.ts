import { expect } from '@esm-bundle/chai';
import { runInSlices } from '../../src/util/async.js';
import { positionInText } from '../../src/util/json.js';
import { allowing } from '../fixtures/allowing.js';

/** Works for so many milliseconds, a little at a time. */
function* work(milliseconds: number): Generator<undefined, string, undefined> {
  for (const ends = performance.now() + milliseconds; performance.now() < ends;) yield;
  return 'done';
}

describe('long work in turns', () => {
  it('lets other tasks have their turn, and gives what comes of it', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    expect(await runInSlices(work(400))).to.equal('done');
    clearInterval(timer);
    expect(turns).to.be.above(0);
  });

  it('is over before the next task when it is short', async () => {
    let isNextTask = false;
    setTimeout(() => (isNextTask = true));
    await runInSlices(work(0));
    expect(isNextTask).to.equal(false);
  });

  it('ends when it is given up', async () => {
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), 20);
    const started = performance.now();
    expect(await runInSlices(work(5000), giveUp.signal)).to.equal(undefined);
    expect(performance.now() - started).to.be.below(allowing(2000));
  });
});

describe('a place in a text', () => {
  for (const [text, offset, place] of [
    ['abc', 0, { line: 1, column: 1 }],
    ['abc', 3, { line: 1, column: 4 }],
    ['a\nbc\n', 3, { line: 2, column: 2 }],
    ['a\nbc\n', 4, { line: 2, column: 3 }],
    ['a\nbc\n', 5, { line: 3, column: 1 }],
  ] as const)
    it(`${JSON.stringify(text)} at ${offset}: line ${place.line}, column ${place.column}`, () =>
      expect(positionInText(text, offset)).to.deep.equal(place));
});

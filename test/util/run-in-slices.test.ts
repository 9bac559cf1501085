import { expect } from '@esm-bundle/chai';
import { runInSlices } from '../../src/util/async.js';
import { positionInText } from '../../src/util/json.js';
import { CountedClock } from '../fixtures/counted-clock.js';

/** Works in so many steps. */
function* work(steps: number, step: (number: number) => void = () => {}): Generator<undefined, string, undefined> {
  for (let number = 1; number <= steps; number++) {
    step(number);
    yield;
  }
  return 'done';
}
/** Tells when the page does what was asked of it just now. */
function nextTask(): { readonly hasBegun: boolean } {
  const next = { hasBegun: false };
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    next.hasBegun = true;
    port1.close();
  });
  port1.start();
  port2.postMessage(undefined);
  return next;
}

describe('long work in turns', () => {
  it('lets other tasks have their turn after every eight milliseconds, and gives what comes of it', async () => {
    const other = nextTask();
    // On this clock a step takes a millisecond.
    const { result, turns } = await CountedClock.during(() => runInSlices(work(801)));
    expect(result).to.equal('done');
    expect(turns).to.equal(100);
    expect(other.hasBegun).to.equal(true);
  });

  it('is over before the next task when it is short', async () => {
    const other = nextTask();
    const { turns } = await CountedClock.during(() => runInSlices(work(7)));
    expect(turns).to.equal(0);
    expect(other.hasBegun).to.equal(false);
  });

  it('ends with the slice in which it is given up', async () => {
    const giveUp = new AbortController();
    let last = 0;
    const steps = work(5000, (number) => {
      last = number;
      if (number === 20) giveUp.abort();
    });
    const { result } = await CountedClock.during(() => runInSlices(steps, giveUp.signal));
    expect(result).to.equal(undefined);
    expect(last).to.be.within(20, 28);
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

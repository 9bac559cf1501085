import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { playSequences } from '../support/press/sequences.js';

/**
 * Pointers, keys, focus and questions in random order, judged by a second reading of the rule. `press-sequences/`
 * has the same with 10,000 seeds.
 */
describe('a press in a random sequence', () => {
  before(() => setViewport({ width: 420, height: 900 }));
  after(() => setViewport({ width: 800, height: 600 }));

  it('decides exactly where the rule says so, in 200 sequences', async () => {
    const { verdicts, refusals } = await playSequences(0, 200);
    // Neither side of the rule is left untried.
    expect(verdicts.acts).to.be.greaterThan(50);
    expect(verdicts['acts not']).to.be.greaterThan(200);
    expect(verdicts.either).to.be.lessThan(verdicts.acts);
    expect(refusals).to.be.greaterThan(20);
  }).timeout(30_000);
});

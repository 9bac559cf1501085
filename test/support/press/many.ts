import { setViewport } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';
import { playSequences } from './sequences.js';

/** Sequences in one file: more would take longer than one may. */
const IN_A_FILE = 1250;
const IN_A_TEST = 250;

/** As `press-guard-sequences.test.ts`, with the seeds from that one on. */
export function playMany(first: number): void {
  describe(`a press in a random sequence, from seed ${first} on`, () => {
    before(() => setViewport({ width: 420, height: 900 }));
    after(() => setViewport({ width: 800, height: 600 }));

    for (let from = first; from < first + IN_A_FILE; from += IN_A_TEST)
      it(`decides exactly where the rule says so: seeds ${from} to ${from + IN_A_TEST - 1}`, async () => {
        const { verdicts, refusals } = await playSequences(from, from + IN_A_TEST);
        expect(verdicts.acts).to.be.greaterThan(50);
        expect(verdicts['acts not']).to.be.greaterThan(150);
        expect(refusals).to.be.greaterThan(25);
      }).timeout(60_000);
  });
}

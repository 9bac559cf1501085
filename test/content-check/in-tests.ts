import { expect } from '@open-wc/testing';
import { script } from '/__servers__.js';
import '../../components/define/all.js';
import { checkStage, fieldsNotShown, type StageReport } from './check-stage.js';
import { PAYLOADS } from './payloads.js';
import type { Stage } from './stage.js';
import { Witness } from './witness.js';

/** What the runner and our own files are loaded from; everything else a payload asked for. */
const OWN = /^\/(?:$|components\/|src\/|node_modules\/|test\/(?!.*never)|__|wtr-|favicon)/;
/** Payloads at the same time: a stage with all of them would take longer than a test may. */
const AT_ONCE = 30;
const PATIENCE = 120_000;

let witness: Witness | undefined;

export function check(stage: Stage, payloads: readonly string[]): Promise<StageReport> {
  witness ??= new Witness((url) => {
    const { hostname, origin, pathname } = new URL(url);
    return hostname === '127.0.0.1' || (origin === location.origin && OWN.test(pathname));
  });
  return checkStage(stage, payloads, witness, script);
}

/**
 * The tests of a stage: that its fields come to stand on the screen, and that no payload does anything there.
 * @param mayBeMissing fields that are shown nowhere, or not as words
 */
export function stageTests(stage: Stage, mayBeMissing: readonly string[] = []): void {
  describe(`what a server says in ${stage.name}`, () => {
    it('comes to stand on the screen', async function () {
      this.timeout(PATIENCE);
      const missing = await fieldsNotShown(stage, script);
      expect(missing.filter((field) => !mayBeMissing.includes(field))).to.deep.equal([]);
    });

    for (let start = 0; start < PAYLOADS.length; start += AT_ONCE)
      it(`does nothing, leaves nothing and loads nothing (${start + 1} …)`, async function () {
        this.timeout(PATIENCE);
        const { findings, elements } = await check(stage, PAYLOADS.slice(start, start + AT_ONCE));
        expect(findings).to.deep.equal([]);
        expect(elements).to.be.greaterThan(0);
      });

    it('loads nothing later either', async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(witness?.take()).to.deep.equal([]);
    });
  });
}

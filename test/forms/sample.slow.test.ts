import { expect } from '@open-wc/testing';
import { cfworkerReferee } from './arguments/referee.js';
import { checkTool } from './check/check-tool.js';
import { sample } from './sample.js';

// What `npm run check:forms` does with published tools, on a few of our own.
describe('a form', () => {
  for (const tool of sample) {
    it(`says what ${tool.name} accepts and refuses what it does not, at its place`, async () => {
      const options = { seed: '1', cases: 3, mutants: 6, fast: false };
      const { counts, misses, json } = await checkTool(tool, cfworkerReferee(tool.inputSchema), options);
      // Which of several alternatives is meant, wrong arguments do not always say.
      const told = misses.filter(({ what }) => what !== 'near place');
      expect(told.map(({ what, why, pointer, args }) => ({ what, why, pointer, args }))).to.deep.equal([]);
      expect(json.filter(({ anything }) => !anything)).to.deep.equal([]);
      expect(counts.typed).to.equal(counts.valid);
      expect(counts.valid).to.be.greaterThan(0);
    });
  }
});

import { expect } from '@esm-bundle/chai';
import { sessions } from '../fixtures/sessions.js';
import { fingerprintsIn, honest, NEIGHBOURS } from './neighbours.js';

for (const revision of ['2025-11-25', '2026-07-28'])
  describe(`each odd tool by itself changes no other, ${revision}`, () => {
    const { open } = sessions();

    for (const [what, neighbour] of NEIGHBOURS)
      it(`a tool beside one with ${what} is the same as alone`, async () => {
        const [alone] = await fingerprintsIn(open, revision, [honest]);
        expect(alone).to.match(/^sha256:/);
        expect((await fingerprintsIn(open, revision, [honest, neighbour]))[0]).to.equal(alone);
        expect((await fingerprintsIn(open, revision, [neighbour, honest])).at(-1)).to.equal(alone);
      });
  });

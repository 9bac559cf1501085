import { expect } from '@esm-bundle/chai';
import { script } from '/__servers__.js';
import { definitionOf, fingerprint } from '../../src/approvals/grants.js';
import type { Json } from '../../src/protocol/model.js';
import { fingerprintsIn, honest, inputSchema, NEIGHBOURS } from './neighbours.js';
import { sessions } from '../fixtures/sessions.js';

for (const revision of ['2025-11-25', '2026-07-28'])
  describe(`one reader for definitions of tools, ${revision}`, () => {
    const { open } = sessions();

    const fingerprintsOf = (...lists: readonly (readonly Json[])[]): ReturnType<typeof fingerprintsIn> =>
      fingerprintsIn(open, revision, ...lists);

    it('a tool beside all that is odd in others is the same as alone, before and after it', async () => {
      const [alone] = await fingerprintsOf([honest]);
      expect(alone).to.match(/^sha256:/);
      const all = NEIGHBOURS.map(([, neighbour]) => neighbour);
      expect((await fingerprintsOf([honest, ...all]))[0]).to.equal(alone);
      expect((await fingerprintsOf([...all, honest])).at(-1)).to.equal(alone);
    });

    it('a tool beside another one of its name is no longer that: its hints do not count', async () => {
      const [alone] = await fingerprintsOf([honest]);
      const [beside, more] = await fingerprintsOf([honest, { ...honest, annotations: { destructiveHint: true } }]);
      expect(more).to.equal(undefined);
      expect(beside)
        .to.match(/^sha256:/)
        .and.not.to.equal(alone);
    });

    it('a tool on a page of its own is the same as in one list', async () => {
      const [alone] = await fingerprintsOf([honest]);
      expect(await fingerprintsOf([{ name: 'n', inputSchema }], [honest])).to.deep.equal([alone]);
      expect(await fingerprintsOf([NEIGHBOURS[0]![1]], [honest])).to.deep.equal([alone]);
    });

    it('a tool that was kept over a visit is the same as read anew', async () => {
      const [alone] = await fingerprintsOf([honest]);
      const envelope = revision === '2026-07-28' ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
      const url = await script({
        revision,
        capabilities: { tools: {} },
        replies: { 'tools/list': [{ result: { tools: [honest], ...envelope } }, { hang: true }] },
      });
      const kept = { storage: 'local', namespace: `one-reader-${revision}` } as const;
      const first = await open(url, kept);
      await first.tools.list();
      await first.close();
      const second = await open(url, kept);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const state = second.tools.state.get();
      expect(state.phase).to.equal('stale');
      const [restored] = 'items' in state ? state.items : [];
      expect(fingerprint(definitionOf(restored!))).to.equal(alone);
    });
  });

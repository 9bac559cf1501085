// What a page may rely on changes on purpose only: docs/public.txt lists it.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PUBLIC, publicText } from '../../scripts/public.mjs';
import { textOf } from './sources.mjs';

it('the interface is the one that docs/public.txt lists: npm run public, and a line in CHANGELOG.md', async () => {
  const [is, was] = [await publicText(), textOf(PUBLIC)].map((text) => text.split('\n'));
  const [known, there] = [new Set(was), new Set(is)];
  assert.deepEqual(
    { new: is.filter((line) => !known.has(line)), gone: was.filter((line) => !there.has(line)) },
    { new: [], gone: [] },
  );
});

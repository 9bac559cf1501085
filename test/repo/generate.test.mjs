// To add an element is one folder and one line in components/index.ts: everything else is made from them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listElements } from '../../scripts/elements.mjs';
import { filesIn, root, textOf } from './sources.mjs';

describe('the files that are made from the list of elements', () => {
  it('repeat it alone, beside an element’s own folder, that repeat the list', () => {
    const tags = listElements(root).map(({ tag }) => tag);
    const made = /^components\/(define|groups)\//;
    const repeating = filesIn('.', '.ts', '.mjs', '.json')
      .filter((file) => !/^(dist|node_modules|coverage|test|\.git)\b/.test(file) && !made.test(file))
      .filter(
        (file) => tags.filter((tag) => new RegExp(`['"\`/]${tag}(?:\\.[jt]s)?['"\`]`).test(textOf(file))).length > 12,
      );
    assert.deepEqual(repeating, []);
  });
});

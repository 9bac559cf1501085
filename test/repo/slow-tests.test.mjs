// scripts/slow-tests.mjs names what `npm test` leaves out: a name with a mistake in it would run there again, or nowhere.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { SLOW, SLOW_PAGES, slowShare } from '../../scripts/slow-tests.mjs';
import { root } from './sources.mjs';

describe('the slow tests', () => {
  it('are all there', () => {
    const { browser } = slowShare(1, 1);
    assert.deepEqual(
      browser.filter((file) => !existsSync(`${root}/${file}`)),
      [],
    );
    assert.ok(browser.length > SLOW.length, 'a folder stands for its files');
    const pages = ['repo', 'relay', 'cli'].flatMap((folder) => readdirSync(`${root}/test/${folder}`));
    assert.deepEqual(
      SLOW_PAGES.filter((name) => !pages.includes(name)),
      [],
    );
  });

  it('are run in turns: each of them in one', () => {
    const all = slowShare(1, 1);
    for (const turns of [2, 3])
      for (const kind of ['browser', 'pages']) {
        const run = Array.from({ length: turns }, (_, turn) => slowShare(turn + 1, turns)[kind]).flat();
        assert.deepEqual(run.toSorted(), all[kind].toSorted());
        assert.equal(new Set(run).size, run.length);
      }
  });
});

// `npm run check:mutations` takes minutes and is run by hand. That what it changes and the tests it runs are there is checked
// each time: a file that was renamed would otherwise be found out by the next person who needs it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { browser, protocol, store } from '../../scripts/check-mutations/mutations.mjs';
import { presses } from '../../scripts/check-mutations/presses.mjs';
import { root, textOf } from './sources.mjs';

const mutations = [...protocol, ...browser, ...store, ...presses];

describe('each mutation', () => {
  it('changes text that stands exactly once in its file', () => {
    const wrong = mutations.flatMap(({ name, changes }) =>
      changes
        .filter(([file, from]) => !existsSync(path.join(root, file)) || textOf(file).split(from).length !== 2)
        .map(([file, from]) => `${name}: ${file}: ${from}`),
    );
    assert.deepEqual(wrong, []);
    assert.ok(mutations.length > 50);
  });

  it('names tests that are there', () => {
    const missing = mutations.flatMap(({ name, tests }) =>
      tests.filter((test) => !existsSync(path.join(root, `test/${test}.test.ts`))).map((test) => `${name}: ${test}`),
    );
    assert.deepEqual(missing, []);
  });
});

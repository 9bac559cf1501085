// Where each line lives: rules of the source's structure.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS, limitsText } from '../../scripts/limits.mjs';
import { textOf } from './sources.mjs';
import { structureToday } from './structure-rules.mjs';

describe('the structure of the source', () => {
  for (const [rule, places] of Object.entries(structureToday()))
    it(`nothing is ${rule}`, () => assert.deepEqual(places, []));
});

describe('the document of limits', () => {
  it(`${LIMITS} tells those of the source: npm run limits`, async () => {
    assert.equal(textOf(LIMITS), await limitsText());
  });
});

// Where each line lives: rules of the source's structure.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { structureToday } from './structure-rules.mjs';

describe('the structure of the source', () => {
  for (const [rule, places] of Object.entries(structureToday()))
    it(`nothing is ${rule}`, () => assert.deepEqual(places, []));
});

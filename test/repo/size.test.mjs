import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measure } from '../../scripts/size.mjs';

describe('size', () => {
  it('every first load is within its budget', async () => {
    const rows = await measure();
    assert.ok(rows.filter(({ budget }) => budget).length >= 3);
    assert.deepEqual(
      rows
        .filter(({ over }) => over)
        .map(({ what, gzip, budget }) => `${what}: ${(gzip / 1024).toFixed(1)} KB of ${budget}`),
      [],
    );
  });
});

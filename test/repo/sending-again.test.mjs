// docs/sending-again.md says what the tests of its table run.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellsOf, HEAD, ROWS } from '../support/sending-again.mjs';
import { textOf } from './sources.mjs';

const DOCUMENT = 'docs/sending-again.md';
const cellsIn = (line) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

describe('what is sent again', () => {
  it('stands in the document, row by row, as it is tested', () => {
    const [head, , ...rows] = textOf(DOCUMENT)
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map(cellsIn)
      .slice(0, ROWS.length + 2);
    assert.deepEqual(head, HEAD);
    assert.deepEqual(rows, ROWS.map(cellsOf));
  });

  it('has no sign twice for the same request of the same era', () => {
    const keys = ROWS.map(({ sign, era, request }) => [sign, era, request].join(' | '));
    assert.equal(new Set(keys).size, keys.length);
  });
});

// An element is as large as its text: the page's root size and its window say nothing about it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filesIn, textOf } from './sources.mjs';

/** A length in the size of the page's root. */
const OF_THE_ROOT = /\b\d*\.?\d+r(?:em|lh|ch|ex|cap|ic)\b/;
/** A length in the size of the window. */
const OF_THE_WINDOW = /\b\d*\.?\d+[sld]?v(?:w|h|i|b|min|max)\b/;
/** A widget is never higher than its window: with its own height it would not be seen whole on a phone on its side. */
const LIMIT_OF_HEIGHT = /^\s*max-block-size: 100dvh;$/;

function linesWith(pattern, file) {
  return textOf(file)
    .split('\n')
    .flatMap((line, at) =>
      pattern.test(line) && !LIMIT_OF_HEIGHT.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [],
    );
}

describe('styles of the elements', () => {
  const files = filesIn('components', '.ts');

  it('have no length in the size of the page’s root', () =>
    assert.deepEqual(
      files.flatMap((file) => linesWith(OF_THE_ROOT, file)),
      [],
    ));

  it('have no length in the size of the window, but as the limit of a height', () =>
    assert.deepEqual(
      files.flatMap((file) => linesWith(OF_THE_WINDOW, file)),
      [],
    ));
});

import { expect } from '@open-wc/testing';
import { formatMarkdown } from '../../src/content/index.js';
import { pageDocument } from '../../src/content/page.js';
import { expectFewElements } from './few-elements.js';

/*
 * Text that other engines need time for without an end. Each is as long as it may be, for code that is wrong does not end
 * with it: so a second for the right code is little, and too much for each run of the tests.
 */
describe('text as long as it may be', () => {
  for (const [title, text] of [
    ['lists in each other', Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth % 200)}- x`).join('\n')],
    ['quotations in each other', `${'>'.repeat(200_000)} x`],
    ['brackets', `${'['.repeat(80_000)}x${']('.repeat(80_000)}`],
    ['stars', '*a **a '.repeat(30_000)],
    ['entities', '&#'.repeat(120_000)],
  ] as const)
    it(`${title} in Markdown: few elements come of it`, () => expectFewElements(text));

  for (const [piece, count] of [
    ['a_', 120_000],
    // Every one of these becomes an element.
    ['`a', 4000],
    ['[a](', 60_000],
    ['*', 240_000],
    ['![[', 80_000],
  ] as const)
    it(`${count} times ${piece} in Markdown: it is formatted`, async () => {
      expect((await formatMarkdown(piece.repeat(count))).kind).to.equal('formatted');
    });

  for (const [title, text] of [
    ['attributes', `<p ${'a '.repeat(130_000)}>`],
    ['an attribute without an end', `<p title="${'<'.repeat(260_000)}`],
  ] as const)
    it(`${title} in a page: it is one`, async () => {
      expect((await pageDocument(text)).kind).to.equal('page');
    });
});

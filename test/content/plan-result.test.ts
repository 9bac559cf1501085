import { expect } from '@open-wc/testing';
import { planResult } from '../../src/content/index.js';
import { type ContentRenderer, rendererFor } from '../../src/content/policy.js';
import type { ContentBlock } from '../../src/index.js';

const text = (length: number): ContentBlock => ({ type: 'text', text: 'x'.repeat(length) });
const image = (bytes: number): ContentBlock => ({
  type: 'image',
  data: 'A'.repeat((bytes / 3) * 4),
  mimeType: 'image/png',
});
const many = (count: number, block: ContentBlock): ContentBlock[] => Array.from({ length: count }, () => block);

describe('how much of a result is shown without asking', () => {
  for (const [title, blocks, limits, expected] of [
    ['nothing of nothing', [], {}, { shown: 0, left: 0, bytesLeft: 0, reason: undefined }],
    ['all of a few', many(14, text(10)), {}, { shown: 14, left: 0, bytesLeft: 0, reason: undefined }],
    ['the first fifty of many', many(862, text(1)), {}, { shown: 50, left: 812, bytesLeft: 812, reason: 'blocks' }],
    ['as many bytes as allowed', many(5, image(300)), { resultBytes: 700 }, { shown: 2, left: 3, reason: 'bytes' }],
    ['the first whatever it has', [text(900), text(1)], { resultBytes: 700 }, { shown: 1, left: 1, reason: 'bytes' }],
    [
      'what waits anyway counts for nothing',
      [image(900), image(900), text(5)],
      { resultBytes: 700, mediaBytes: 800 },
      { shown: 3, left: 0 },
    ],
  ] as const)
    it(title, () => expect(planResult(blocks, { limits })).to.deep.include(expected));

  it('never throws, whatever a page hands over', () => {
    for (const wrong of [{ type: 'text' }, { type: 'image' }, { type: 'resource' }, { type: 'tool_result' }, {}])
      expect(planResult([wrong as unknown as ContentBlock]).shown).to.equal(1);
  });
});

describe('the page’s own renderer for a type', () => {
  const renderer = (mimeType: string): ContentRenderer => ({ mimeType, render: () => mimeType });
  const renderers = ['chemical/*', 'application/geo+json', 'chemical/x-pdb', 'text/*'].map(renderer);
  const found = (mimeType: string, unsafeTypes?: string[]): string | undefined =>
    rendererFor(mimeType, { renderers, unsafeTypes })?.mimeType;

  it('is found by its type, an exact one first', () => {
    expect(found('application/geo+json')).to.equal('application/geo+json');
    expect(found('chemical/x-pdb')).to.equal('chemical/x-pdb');
    expect(found('chemical/x-xyz')).to.equal('chemical/*');
    expect(found('image/png')).to.equal(undefined);
    expect(found('')).to.equal(undefined);
    expect(found('chemicals/x')).to.equal(undefined);
  });
  it('is never asked for types that the policy calls unsafe', () => {
    expect(found('text/html', ['text/html'])).to.equal(undefined);
    expect(found('text/css', ['text/html'])).to.equal('text/*');
    expect(found('text/css', ['Text/*'])).to.equal(undefined);
  });
});

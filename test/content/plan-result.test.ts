import { expect } from '@esm-bundle/chai';
import { planResult, sizeOfBlock } from '../../src/content/index.js';
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
    ['nothing of nothing', [], {}, { shown: 0, left: 0, waiting: [] }],
    ['all of a few', many(14, text(10)), {}, { shown: 14, left: 0, waiting: [] }],
    ['the first fifty of many', many(862, text(1)), {}, { shown: 50, left: 812, waiting: [] }],
    ['as many bytes as allowed', many(5, image(300_000)), { resultBytes: 700_000 }, { shown: 5, waiting: [2, 3, 4] }],
    ['the first whatever it has', [text(900_000), image(600_000)], { resultBytes: 700_000 }, { shown: 2, waiting: [] }],
    [
      'all but the one in the middle that is too large alone',
      [text(5), image(900_000), text(600_000), text(5)],
      { resultBytes: 700_000 },
      { shown: 4, left: 0, waiting: [1] },
    ],
    [
      'what is small, however much came before',
      [...many(4, image(300_000)), text(100), image(90_000)],
      { resultBytes: 700_000 },
      { waiting: [2, 3] },
    ],
    [
      'what waits anyway counts for nothing',
      [image(900_000), image(900_000), text(5)],
      { resultBytes: 700_000, mediaBytes: 800_000 },
      { shown: 3, left: 0, waiting: [] },
    ],
  ] as const)
    it(title, () => expect(planResult(blocks, { limits })).to.deep.include(expected));

  it('says how large a block is', () => {
    expect(sizeOfBlock(image(300))).to.equal(300);
    expect(sizeOfBlock(text(7))).to.equal(7);
  });

  it('never throws, whatever a page hands over', () => {
    for (const wrong of [
      { type: 'text' },
      { type: 'image' },
      { type: 'resource' },
      { type: 'tool_result' },
      {},
      null,
      'x',
      5,
    ])
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

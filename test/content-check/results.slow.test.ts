import { expect } from '@open-wc/testing';
import { check, stageTests } from './in-tests.js';
import { results } from './stages/results.js';

// Pictures say no words.
stageTests(results, ['inside an SVG', 'SVG as an image', 'link icon']);

describe('the check of results', () => {
  it('looks at formatted text and pages, and follows links as far as the guard', async function () {
    this.timeout(60_000);
    const { findings, frames, opened } = await check(results, ['<a href="https://b.example/">b.example</a>']);
    expect(findings).to.deep.equal([]);
    expect(frames).to.be.greaterThan(0);
    expect(opened).to.include('https://b.example/');
  });
});

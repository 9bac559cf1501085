// What docs/forms.md says of each keyword is what the tests show.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DOCUMENT, documentText } from '../forms/document.mjs';
import { groups } from '../schema/keywords/index.mjs';
import { textOf } from './sources.mjs';

describe('the table of keywords', () => {
  it(`stands in ${DOCUMENT} as it is: npm run forms:table`, async () => {
    assert.equal(textOf(DOCUMENT), await documentText());
  });

  it('has each keyword once, and no “?” where react-jsonschema-form was not measured', () => {
    const keywords = groups.flatMap(({ cases }) => cases.map(({ keyword }) => keyword));
    assert.equal(new Set(keywords).size, keywords.length);
    assert.doesNotMatch(textOf(DOCUMENT), /\| +\? +\|/);
  });
});

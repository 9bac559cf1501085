// What docs/accessibility.md says is looked at is what the tests look at.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DOCUMENT, documentText } from '../accessibility/document.mjs';
import { textOf } from './sources.mjs';

it(`the states stand in ${DOCUMENT} as they are: npm run accessibility:table`, async () => {
  assert.equal(textOf(DOCUMENT), await documentText());
});

// What the form makes of each keyword of JSON Schema: one case each, for ../keywords.test.ts, which shows it, and
// for docs/forms.md, which says it (`npm run forms:table`). The schema stands at `/value`; with `root` it is the whole.
// What the Inspector does was measured (2.12.0), for each shape by hand; what react-jsonschema-form does is measured anew
// whenever the table is written, see test/forms/rjsf-measured.json.

import { kindsCases } from './kinds.mjs';
import { givenValuesCases } from './given-values.mjs';
import { textCases } from './text.mjs';
import { numbersCases } from './numbers.mjs';
import { objectsCases } from './objects.mjs';
import { listsCases } from './lists.mjs';
import { combinationsCases } from './combinations.mjs';
import { referencesCases } from './references.mjs';
import { wordsCases } from './words.mjs';

/** @type {readonly import('./index.mjs').KeywordGroup[]} */
export const groups = [
  { title: 'Kinds of value', cases: kindsCases },
  { title: 'Given values', cases: givenValuesCases },
  { title: 'Text', cases: textCases },
  { title: 'Numbers', cases: numbersCases },
  { title: 'Objects', cases: objectsCases },
  { title: 'Lists', cases: listsCases },
  { title: 'Combinations', cases: combinationsCases },
  { title: 'References', cases: referencesCases },
  { title: 'Words', cases: wordsCases },
];

/** The schema of a whole tool for a case. */
export function toolSchema({ schema, root, optional, dialect }) {
  const whole = root
    ? schema
    : { type: 'object', properties: { value: schema }, ...(optional ? {} : { required: ['value'] }) };
  return dialect ? { $schema: dialect, ...whole } : whole;
}

/** The arguments for a value of a case. */
export const argumentsFor = ({ root }, value) => (root ? value : { value });

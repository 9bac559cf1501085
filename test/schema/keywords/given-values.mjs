import { text, editor, ignored, unknown, unchecked } from './shapes.mjs';

/** @type {readonly import('./index.mjs').KeywordCase[]} */
export const givenValuesCases = [
  {
    keyword: '`enum`, texts',
    schema: { type: 'string', enum: ['a', 'b', 'c'] },
    kind: 'choice',
    ours: 'choice; over 12 with search',
    good: ['a', 'c'],
    bad: ['d', 1],
    inspector: 'select',
  },
  {
    keyword: '`enum`, numbers',
    schema: { type: 'number', enum: [1, 2, 3] },
    kind: 'choice',
    ours: 'choice, sent as numbers',
    good: [2],
    bad: [99, '2'],
    inspector: ignored,
  },
  {
    keyword: '`enum`, mixed',
    schema: { enum: ['auto', 0, true, { deep: 1 }] },
    kind: 'choice',
    ours: 'choice, sent as given',
    good: ['auto', 0, true, { deep: 1 }],
    bad: ['0', false],
    inspector: editor,
  },
  {
    keyword: '`enum` with null',
    schema: { enum: ['a', 'b', null] },
    kind: 'choice',
    facts: { nullable: true },
    ours: 'choice, and null',
    good: ['a', null],
    bad: ['c'],
    inspector: 'select; clearing sends null',
  },
  {
    keyword: '`enumNames`',
    schema: { enum: ['a', 'b'], enumNames: ['First', 'Second'] },
    kind: 'choice',
    ours: 'choice by the names',
    good: ['b'],
    bad: ['Second'],
    inspector: 'select by the names',
  },
  {
    keyword: '`oneOf` of titled `const`',
    schema: {
      oneOf: [
        { const: 'a', title: 'First' },
        { const: 'b', title: 'Second' },
      ],
    },
    kind: 'choice',
    ours: 'choice by the titles',
    good: ['a'],
    bad: ['First'],
    inspector: 'select by the titles',
  },
  {
    keyword: '`anyOf` of titled `const`',
    schema: {
      type: 'string',
      anyOf: [
        { const: 'a', title: 'First' },
        { const: 'b', title: 'Second' },
      ],
    },
    kind: 'choice',
    ours: 'choice by the titles',
    good: ['b'],
    bad: ['c'],
    inspector: unchecked,
  },
  {
    keyword: 'given values or free text',
    schema: { anyOf: [{ enum: ['small', 'large'] }, text] },
    kind: 'string',
    ours: 'text box with suggestions',
    good: ['small', 'other'],
    bad: [1],
    inspector: unknown,
  },
];

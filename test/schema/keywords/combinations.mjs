import { text, number, editor, ignored } from './shapes.mjs';

/** @type {readonly import('./index.mjs').KeywordCase[]} */
export const combinationsCases = [
  {
    keyword: '`anyOf`, one value or a list of them',
    schema: { anyOf: [text, { type: 'array', items: text }] },
    kind: 'union',
    ours: 'a labelled choice that keeps what was typed',
    good: ['a', ['a', 'b']],
    bad: [1, [1]],
    inspector: editor,
  },
  {
    keyword: '`anyOf`, object or text',
    schema: { anyOf: [{ type: 'object', properties: { id: number }, required: ['id'] }, text] },
    kind: 'union',
    ours: 'a labelled choice',
    good: ['a', { id: 1 }],
    bad: [1, {}],
    inspector: editor,
  },
  {
    keyword: '`oneOf`, told apart by a `const`',
    schema: {
      oneOf: [
        { type: 'object', properties: { kind: { const: 'a' }, size: number }, required: ['kind', 'size'] },
        { type: 'object', properties: { kind: { const: 'b' }, name: text }, required: ['kind', 'name'] },
      ],
    },
    kind: 'union',
    facts: { discriminator: 'kind' },
    ours: 'a choice by the constant',
    good: [
      { kind: 'a', size: 1 },
      { kind: 'b', name: 'x' },
    ],
    bad: [{ kind: 'a', name: 'x' }, { kind: 'c' }],
    inspector: editor,
  },
  {
    keyword: '`anyOf`, objects not told apart',
    schema: {
      anyOf: [
        { type: 'object', properties: { a: text }, required: ['a'] },
        { type: 'object', properties: { b: text }, required: ['b'] },
      ],
    },
    kind: 'union',
    ours: 'a choice',
    good: [{ a: 'x' }, { b: 'x' }],
    bad: [{}, { a: 1 }],
    inspector: editor,
  },
  {
    keyword: '`oneOf`, overlapping',
    schema: {
      oneOf: [
        { ...number, multipleOf: 2 },
        { ...number, multipleOf: 3 },
      ],
    },
    kind: 'number',
    ours: 'one number box; what fits both is refused',
    good: [2, 3],
    bad: [6, 1],
    inspector: editor,
  },
  {
    keyword: '`allOf`',
    schema: {
      allOf: [{ type: 'object', properties: { a: text }, required: ['a'] }, { properties: { b: number } }],
    },
    kind: 'object',
    ours: 'one set of fields',
    good: [{ a: 'x', b: 1 }],
    bad: [{ b: 1 }, { a: 'x', b: 'y' }],
    inspector: editor,
  },
  {
    keyword: '`not`',
    schema: { ...text, not: { enum: ['admin', 'root'] } },
    kind: 'string',
    ours: 'checked',
    good: ['ada'],
    bad: ['root'],
    inspector: ignored,
  },
  {
    keyword: '`oneOf` at the root',
    root: true,
    schema: {
      type: 'object',
      oneOf: [
        { properties: { id: number }, required: ['id'] },
        { properties: { name: text }, required: ['name'] },
      ],
    },
    kind: 'union',
    ours: 'a choice above the fields',
    good: [{ id: 1 }, { name: 'x' }],
    bad: [{}, { id: 'x' }],
    inspector: 'choice; where it is not plain, raw JSON',
  },
  {
    keyword: '`allOf` at the root',
    root: true,
    schema: {
      type: 'object',
      allOf: [{ properties: { id: number }, required: ['id'] }, { properties: { name: text } }],
    },
    kind: 'object',
    ours: 'one set of fields',
    good: [{ id: 1, name: 'x' }],
    bad: [{ name: 'x' }],
    inspector: 'one set of fields',
  },
];

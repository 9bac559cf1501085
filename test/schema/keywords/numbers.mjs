import { number, ignored } from './shapes.mjs';

/** @type {readonly import('./index.mjs').KeywordCase[]} */
export const numbersCases = [
  {
    keyword: '`minimum`, `maximum`',
    schema: { ...number, minimum: 1, maximum: 5 },
    kind: 'number',
    ours: 'checked; a slider where both are near',
    good: [1, 5],
    bad: [0, 5.5],
    inspector: 'given to the box',
  },
  {
    keyword: '`exclusiveMinimum`, `exclusiveMaximum`',
    schema: { ...number, exclusiveMinimum: 0, exclusiveMaximum: 1 },
    kind: 'number',
    ours: 'checked',
    good: [0.5],
    bad: [0, 1],
    inspector: ignored,
  },
  {
    keyword: '`multipleOf`',
    schema: { ...number, multipleOf: 0.1 },
    kind: 'number',
    ours: 'checked, without rounding errors',
    good: [0.3, 1.1],
    bad: [0.35],
    inspector: ignored,
  },
];

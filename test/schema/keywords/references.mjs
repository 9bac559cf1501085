import { text, number, editor } from './shapes.mjs';

/** @type {readonly import('./index.mjs').KeywordCase[]} */
export const referencesCases = [
  {
    keyword: '`$ref`, `$defs`, `definitions`',
    root: true,
    schema: {
      type: 'object',
      $defs: { size: { ...number, minimum: 0 } },
      properties: { value: { $ref: '#/$defs/size' } },
      required: ['value'],
    },
    kind: 'object',
    ours: 'followed',
    good: [{ value: 1 }],
    bad: [{ value: -1 }],
    inspector: 'followed',
  },
  {
    keyword: '`$anchor`',
    root: true,
    schema: {
      type: 'object',
      $defs: { size: { $anchor: 'size', ...number } },
      properties: { value: { $ref: '#size' } },
      required: ['value'],
    },
    kind: 'object',
    ours: 'followed',
    good: [{ value: 1 }],
    bad: [{ value: 'x' }],
    inspector: editor,
  },
  {
    keyword: 'a schema inside itself',
    root: true,
    schema: {
      type: 'object',
      $defs: {
        node: {
          type: 'object',
          properties: { name: text, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          required: ['name'],
        },
      },
      properties: { value: { $ref: '#/$defs/node' } },
      required: ['value'],
    },
    kind: 'object',
    ours: 'opened as far as you go',
    good: [{ value: { name: 'a', children: [{ name: 'b', children: [] }] } }],
    bad: [{ value: { name: 'a', children: [{}] } }],
    inspector: 'fields to some depth, then raw JSON',
  },
  {
    keyword: '`$ref` to another document',
    schema: { $ref: 'https://example.org/size.json' },
    kind: 'json',
    ours: 'never fetched; typed as JSON, and says so',
    good: [],
    bad: [],
    inspector: editor,
  },
];

// Schemas that are there to hang a page, or that a generator wrote in its sleep.
import type { Json, JsonObject } from '../../src/index.js';

export interface HostileSchema {
  readonly what: string;
  readonly schema: Json;
  /** What is put in before the button is pressed, where the danger is in checking it. */
  readonly args?: JsonObject;
}

const text = { type: 'string' };
const many = (count: number, make: (index: number) => readonly [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

/** Each part refers twice to the next: followed to the end that would be 2^60. */
function doubling(keyword: 'allOf' | 'anyOf' | 'properties'): JsonObject {
  const twice = (name: string): Json => {
    const inner = { $ref: `#/$defs/${name}` };
    return keyword === 'properties' ? { a: inner, b: inner } : [inner, inner];
  };
  const $defs = many(61, (index) => [
    `d${index}`,
    index === 60
      ? text
      : {
          ...(keyword === 'properties' && { type: 'object', required: ['a', 'b'] }),
          [keyword]: twice(`d${index + 1}`),
        },
  ]);
  return { type: 'object', $defs, properties: { value: { $ref: '#/$defs/d0' } }, required: ['value'] };
}

/** Forty kinds of block, each of which may hold all forty: some 84 KB. */
function recursive(): JsonObject {
  const anyBlock = { anyOf: Array.from({ length: 40 }, (_, index) => ({ $ref: `#/$defs/block${index}` })) };
  const $defs = many(40, (index) => [
    `block${index}`,
    {
      type: 'object',
      description: `Block number ${index}. ${'It says a few things about itself. '.repeat(8)}`,
      properties: {
        kind: { const: `block${index}` },
        ...many(6, (place) => [
          `property_${place}`,
          { ...text, description: 'Something of this block, in some words.'.repeat(4) },
        ]),
        children: { type: 'array', items: anyBlock, minItems: 1 },
        next: { anyOf: [anyBlock, { type: 'null' }] },
      },
      required: ['kind', 'children'],
    },
  ]);
  return {
    type: 'object',
    $defs,
    properties: { root: anyBlock, others: { type: 'array', items: anyBlock } },
    required: ['root'],
  };
}

function deep(levels: number): JsonObject {
  let inner: JsonObject = text;
  for (let level = 0; level < levels; level++) inner = { type: 'object', properties: { a: inner }, required: ['a'] };
  return inner;
}

const withPattern = (pattern: string): JsonObject => ({
  type: 'object',
  properties: { value: { ...text, pattern } },
  required: ['value'],
});

export const hostile: readonly HostileSchema[] = [
  { what: '2^60 references by allOf', schema: doubling('allOf'), args: { value: 'a' } },
  { what: '2^60 references by anyOf', schema: doubling('anyOf'), args: { value: 'a' } },
  { what: '2^60 references by required properties', schema: doubling('properties') },
  { what: '84 KB that contain themselves', schema: recursive() },
  { what: '10,000 properties', schema: { type: 'object', properties: many(10_000, (index) => [`p${index}`, text]) } },
  {
    what: '10,000 required properties',
    schema: {
      type: 'object',
      properties: many(10_000, (index) => [`p${index}`, text]),
      required: Array.from({ length: 10_000 }, (_, index) => `p${index}`),
    },
  },
  {
    what: '10,000 required names without a property',
    schema: { type: 'object', required: Array.from({ length: 10_000 }, (_, index) => `p${index}`) },
  },
  { what: 'objects 1,000 deep', schema: deep(1000) },
  { what: 'a schema that is itself', schema: { $ref: '#' } },
  {
    what: 'references in a circle',
    schema: {
      type: 'object',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      properties: { value: { $ref: '#/$defs/a' } },
    },
    args: { value: 1 },
  },
  {
    what: 'allOf in a circle',
    schema: {
      type: 'object',
      $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } },
      properties: { value: { $ref: '#/$defs/a' } },
    },
    args: { value: 1 },
  },
  {
    what: 'a required part inside itself',
    schema: { type: 'object', properties: { self: { $ref: '#' } }, required: ['self'] },
  },
  {
    what: 'a description of 13,000 characters',
    schema: { type: 'object', properties: { value: { ...text, description: 'Word after word. '.repeat(765) } } },
  },
  {
    what: 'a description of a megabyte',
    schema: { type: 'object', properties: { value: { ...text, description: 'x'.repeat(1_000_000) } } },
  },
  { what: 'a pattern that does not compile', schema: withPattern('(unclosed['), args: { value: 'a' } },
  { what: 'a pattern that takes for ever', schema: withPattern('^(a+)+$'), args: { value: `${'a'.repeat(60)}!` } },
  {
    what: 'another pattern that takes for ever',
    schema: withPattern('^(.*)*(.*)*[^x]*y$'),
    args: { value: 'x'.repeat(2000) },
  },
  {
    what: 'a pattern with a back-reference that takes for ever',
    schema: withPattern('^(a+)+\\1(b+)+$'),
    args: { value: 'a'.repeat(60) },
  },
  {
    what: '10,000 choices',
    schema: {
      type: 'object',
      properties: { value: { enum: Array.from({ length: 10_000 }, (_, index) => `choice ${index}`) } },
      required: ['value'],
    },
  },
  {
    what: '5,000 kinds of value',
    schema: {
      type: 'object',
      properties: {
        value: {
          anyOf: Array.from({ length: 5000 }, (_, index) => ({
            type: 'object',
            properties: { [`p${index}`]: text },
            required: [`p${index}`],
          })),
        },
      },
      required: ['value'],
    },
    args: { value: { none: 1 } },
  },
  {
    what: 'a list of a billion items',
    schema: {
      type: 'object',
      properties: { value: { type: 'array', items: text, minItems: 1e9 } },
      required: ['value'],
    },
  },
  {
    what: 'a default of a megabyte',
    schema: {
      type: 'object',
      properties: {
        value: { type: 'array', items: text, default: Array.from({ length: 50_000 }, () => 'an item of it') },
      },
    },
  },
  {
    what: 'keywords that hold nonsense',
    schema: {
      type: 7,
      properties: [1],
      required: 'all',
      anyOf: {},
      items: 'text',
      enum: null,
      pattern: 5,
      $ref: [],
    } as unknown as Json,
  },
];

// Tools as real servers publish them, in miniature: what each of them is known to trip forms with.
import type { JsonObject, Tool } from '../../src/index.js';

const text = { type: 'string' };
const nullable = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });
const object = (properties: JsonObject, required: readonly string[] = []): Tool['inputSchema'] => ({
  type: 'object',
  properties,
  required: [...required],
});

const block = {
  type: 'object',
  properties: {
    type: { const: 'group' },
    title: text,
    children: { type: 'array', items: { $ref: '#/$defs/block' } },
  },
  required: ['type'],
};

const schemas: { readonly [name: string]: Tool['inputSchema'] } = {
  no_arguments: { type: 'object' },
  all_optional: object({
    query: text,
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    archived: { type: 'boolean', default: false },
  }),
  zod_integer: object({ page: { type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 } }, ['page']),
  iso_time: object(
    {
      since: {
        ...text,
        format: 'date-time',
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?(?:Z|[+-]\\d{2}:\\d{2})$',
      },
    },
    ['since'],
  ),
  date_range: object({ from: { ...text, format: 'date' }, to: nullable({ ...text, format: 'date' }) }),
  everything_nullable: object({
    name: { type: ['string', 'null'] },
    size: { type: ['number', 'null'] },
    flag: { type: ['boolean', 'null'] },
    tags: nullable({ type: 'array', items: text }),
  }),
  scalar_or_list: object({ labels: { anyOf: [text, { type: 'array', items: text }] } }, ['labels']),
  object_or_string: object(
    {
      parent: {
        anyOf: [{ type: 'object', properties: { page_id: { ...text, format: 'uuid' } }, required: ['page_id'] }, text],
      },
    },
    ['parent'],
  ),
  told_apart: object(
    {
      target: {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'file' }, path: { ...text, minLength: 1 } },
            required: ['kind', 'path'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { kind: { const: 'url' }, url: { ...text, format: 'uri' } },
            required: ['kind', 'url'],
            additionalProperties: false,
          },
        ],
      },
    },
    ['target'],
  ),
  list_of_objects: object(
    {
      edits: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: { oldText: text, newText: text },
          required: ['oldText', 'newText'],
          additionalProperties: false,
        },
      },
      dryRun: { type: 'boolean', default: false },
    },
    ['edits'],
  ),
  strict_names: {
    ...object(
      {
        'auth-method': { enum: ['key', 'token'] },
        id: text,
        style: text,
        'x-loc-lat': { type: 'number', minimum: -90, maximum: 90 },
      },
      ['id'],
    ),
    additionalProperties: false,
  },
  string_map: object({ headers: { type: 'object', additionalProperties: text } }),
  named_map: object(
    {
      env: {
        type: 'object',
        propertyNames: { pattern: '^[A-Z_]+$' },
        additionalProperties: { type: ['string', 'number'] },
      },
    },
    ['env'],
  ),
  anything: object({ value: {}, options: { type: 'object' } }, ['value']),
  long_choice: object(
    {
      country: { enum: Array.from({ length: 37 }, (_, index) => `C${index}`) },
      language: { ...text, enum: ['de', 'en', 'fr'], default: 'en' },
    },
    ['country'],
  ),
  titled_choice: object(
    {
      level: {
        oneOf: [
          { const: 1, title: 'Low' },
          { const: 2, title: 'High' },
        ],
      },
    },
    ['level'],
  ),
  choice_list: object({
    fields: { type: 'array', items: { enum: ['name', 'size', 'owner'] }, default: ['name'], minItems: 1 },
  }),
  number_list: object({ range: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } }, ['range']),
  recursive: { type: 'object', $defs: { block }, properties: { root: { $ref: '#/$defs/block' } }, required: ['root'] },
  references: {
    type: 'object',
    $defs: { id: { ...text, pattern: '^[a-z]{2}-\\d+$' } },
    properties: { a: { $ref: '#/$defs/id' }, b: { type: 'array', items: { $ref: '#/$defs/id' } } },
    required: ['a'],
  },
  dependent: {
    ...object({ start: { type: 'integer' }, end: { type: 'integer' } }),
    dependentRequired: { end: ['start'] },
  },
  conditional: {
    ...object({ format: { enum: ['csv', 'json'] } }, ['format']),
    if: { properties: { format: { const: 'csv' } } },
    then: { properties: { separator: { ...text, minLength: 1, maxLength: 1 } }, required: ['separator'] },
  },
  secret: object({ token: { ...text, description: 'API token' }, url: { ...text, format: 'uri' } }, ['token', 'url']),
  upload: object({ name: text, content: { ...text, contentEncoding: 'base64' } }, ['name', 'content']),
  deep: object({
    filter: object({
      and: {
        type: 'array',
        items: object({ field: text, op: { enum: ['eq', 'lt'] }, value: { type: ['string', 'number', 'boolean'] } }, [
          'field',
          'op',
        ]),
      },
    }),
  }),
  draft_7: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...object({ pair: { type: 'array', items: [text, { type: 'number' }], additionalItems: false, minItems: 2 } }, [
      'pair',
    ]),
  },
  all_of: {
    type: 'object',
    allOf: [
      object({ id: { type: 'integer', exclusiveMinimum: 0 } }, ['id']),
      object({ note: { ...text, maxLength: 5 } }),
    ],
  },
  root_choice: {
    type: 'object',
    oneOf: [object({ id: { type: 'integer' } }, ['id']), object({ name: { ...text, minLength: 1 } }, ['name'])],
  },
  nested_unions: object(
    {
      rules: {
        type: 'array',
        items: {
          anyOf: [
            text,
            {
              type: 'object',
              properties: { any: { type: 'array', items: { anyOf: [text, { type: 'number' }] } } },
              required: ['any'],
            },
          ],
        },
      },
    },
    ['rules'],
  ),
  undescribed: { type: 'object', properties: {}, required: ['tag'] },
};

export const sample: readonly Tool[] = Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema }));

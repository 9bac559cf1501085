import type { ErrorText } from '../errors.js';
import { isPlainObject } from '../util/json.js';
import { errorText } from './error-texts.js';

export type SchemaObject = { readonly [keyword: string]: unknown };

export function isObject(value: unknown): value is SchemaObject {
  return isPlainObject(value);
}

/** A value cannot be checked. The reason is a phrase that follows a colon. */
export class Unchecked extends Error {
  constructor(readonly reason: ErrorText) {
    super(reason.text);
  }
}

/** The versions of JSON Schema that the validator distinguishes: up to draft-07, keywords beside `$ref` are ignored. */
type Draft = '7' | '2020-12';

/** How a schema is interpreted. */
export interface Reading {
  readonly draft: Draft;
  /**
   * Strict: each dialect has its own keywords, and a malformed keyword is an error. Otherwise keywords of all dialects
   * are accepted together, and malformed ones are ignored.
   */
  readonly isStrict: boolean;
}

/**
 * The dialect of a schema; 2020-12 if `$schema` is missing.
 * @throws Unchecked for an unknown dialect in strict mode
 */
export function readingOf(schema: unknown, isStrict: boolean): Reading {
  const named = isObject(schema) ? schema['$schema'] : undefined;
  if (!isStrict) return { isStrict, draft: typeof named === 'string' && /draft-0[3-7]/.test(named) ? '7' : '2020-12' };
  const name = typeof named === 'string' ? named.replace(/^https?:\/\/|#$/g, '') : '';
  const draft = named === undefined ? '2020-12' : DRAFTS.get(name);
  if (draft) return { isStrict, draft };
  throw new Unchecked(errorText('jsonSchema.unchecked.dialect', { dialect: JSON.stringify(named).slice(0, 100) }));
}

const DRAFTS: ReadonlyMap<string, Draft> = new Map([
  ['json-schema.org/draft-07/schema', '7'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
]);

/** Keywords that do not exist in the dialect. */
const UNKNOWN_IN: { readonly [draft in Draft]: ReadonlySet<string> } = {
  '7': new Set(
    (
      '$anchor $dynamicRef $recursiveRef $dynamicAnchor dependentRequired dependentSchemas prefixItems minContains ' +
      'maxContains unevaluatedItems unevaluatedProperties'
    ).split(' '),
  ),
  '2020-12': new Set('$recursiveRef additionalItems dependencies'.split(' ')),
};

/** True if the keyword exists in the dialect. */
export function isOfDialect(keyword: string, { draft, isStrict }: Reading): boolean {
  return !isStrict || !UNKNOWN_IN[draft].has(keyword);
}

/** The type of a keyword's value: one schema, a list, or a map. */
type Shape = 'schema' | 'schemas' | 'map';

/** Keywords that contain schemas. */
export const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ...shaped(
    'schema',
    'not if then else additionalProperties propertyNames contains additionalItems unevaluatedItems unevaluatedProperties items',
  ),
  ...shaped('schemas', 'allOf anyOf oneOf prefixItems'),
  ...shaped('map', 'properties patternProperties dependentSchemas definitions $defs'),
]);

function shaped(shape: Shape, keywords: string): [string, Shape][] {
  return keywords.split(' ').map((keyword) => [keyword, shape]);
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

const isCount = (value: unknown): boolean => isNumber(value) && (value as number) >= 0;

const isGiven = (value: unknown): boolean => value !== undefined;

/** Keywords that contain other values, and a test for valid ones. */
const VALUES: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ['$id', isText],
  ['$ref', isText],
  ['$anchor', isText],
  ['const', isGiven],
  ['enum', Array.isArray],
  ['required', isTexts],
  ['dependentRequired', (value) => isObject(value) && Object.values(value).every(isTexts)],
  ['uniqueItems', (value) => typeof value === 'boolean'],
  ['multipleOf', (value) => isNumber(value) && (value as number) > 0],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [keyword, isNumber] as const),
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
  ].map((keyword) => [keyword, isCount] as const),
]);

/** True if a keyword can have this value; undefined for a keyword that contains schemas, or for an unknown one. */
export function isUsableValue(keyword: string, value: unknown): boolean | undefined {
  return VALUES.get(keyword)?.(value);
}

const WORDS: ReadonlySet<string> = new Set('type default examples id dependencies discriminator xml'.split(' '));

/** True for unknown keywords: a `$ref` may point into one. */
export function isUnknown(keyword: string): boolean {
  return !SHAPES.has(keyword) && !VALUES.has(keyword) && !WORDS.has(keyword);
}

/** The keywords of a schema that contain values, translated for the validator. */
interface PlainKeywords {
  readonly content: Map<string, unknown>;
  /** True if a keyword was malformed and therefore left out. */
  readonly isMalformed: boolean;
}

export function plainKeywords(schema: SchemaObject, reading: Reading): PlainKeywords {
  const content = new Map<string, unknown>();
  let isMalformed = false;
  for (const keyword in schema) {
    if (!Object.hasOwn(schema, keyword) || !isOfDialect(keyword, reading)) continue;
    const value = schema[keyword];
    const name = (reading.isStrict ? undefined : OTHER_NAMES.get(keyword)) ?? keyword;
    const isFit = VALUES.get(name)?.(value);
    if (isFit) content.set(name, value);
    isMalformed ||= isFit === false || !hasShape(keyword, value);
  }
  const type = typeOf(schema, reading);
  if (type) content.set('type', type);
  isMalformed ||= type === undefined && schema['type'] !== undefined;
  for (const [bound, beside] of EXCLUSIVE) {
    // In draft-04 this keyword is a boolean that belongs to `minimum` or `maximum`.
    if (schema[bound] !== true || !isNumber(schema[beside])) continue;
    content.set(bound, schema[beside]);
    content.delete(beside);
  }
  return { content, isMalformed };
}

/** True if the value of a keyword has the type that can contain schemas. */
function hasShape(keyword: string, value: unknown): boolean {
  const shape = SHAPES.get(keyword);
  if (shape === undefined) return true;
  if (shape === 'map') return isObject(value) && Object.values(value).every(isSchema);
  if (shape === 'schemas' || (keyword === 'items' && Array.isArray(value)))
    return Array.isArray(value) && value.every(isSchema);
  return isSchema(value);
}

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);

/** References of other dialects, which mean the same as `$ref` within one document. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['$dynamicRef', '$ref'],
  ['$recursiveRef', '$ref'],
  ['$dynamicAnchor', '$anchor'],
]);

const EXCLUSIVE = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const;

const TYPES: ReadonlySet<unknown> = new Set(['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']);

function typeOf({ type, nullable }: SchemaObject, { isStrict }: Reading): readonly unknown[] | undefined {
  const all = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  const named = all.filter((each) => TYPES.has(each));
  if (named.length === 0 || (isStrict && named.length < all.length)) return undefined;
  // OpenAPI's way to accept null.
  return nullable === true && !isStrict ? [...named, 'null'] : named;
}

export function textIn(schema: SchemaObject, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === 'string' ? value : undefined;
}

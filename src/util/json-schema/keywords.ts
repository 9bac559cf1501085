import { isOfDialect, type Reading } from './dialect.js';

type Unknown = { readonly [keyword: string]: unknown };

const isObject = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a keyword's value is made of. */
export type Shape = 'schema' | 'schemas' | 'map';

/** Keywords with schemas in them. */
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

/** Keywords with values in them, and what a value has to be to mean anything. */
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

const WORDS: ReadonlySet<string> = new Set('type default examples id dependencies discriminator xml'.split(' '));

/** A keyword of nobody we know: a `$ref` may lead into it. */
export function isUnknown(keyword: string): boolean {
  return !SHAPES.has(keyword) && !VALUES.has(keyword) && !WORDS.has(keyword);
}

/** The keywords of a schema with values in them, as the validator knows them. */
export interface PlainKeywords {
  readonly content: Map<string, unknown>;
  /** One of them is malformed. It is left out. */
  readonly isMalformed: boolean;
}

export function plainKeywords(schema: Unknown, reading: Reading): PlainKeywords {
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
    // In draft-04 it is a word about the bound beside it.
    if (schema[bound] !== true || !isNumber(schema[beside])) continue;
    content.set(bound, schema[beside]);
    content.delete(beside);
  }
  return { content, isMalformed };
}

/** Whether the value of a keyword can hold the schemas that the keyword is for. */
function hasShape(keyword: string, value: unknown): boolean {
  const shape = SHAPES.get(keyword);
  if (shape === undefined) return true;
  if (shape === 'map') return isObject(value) && Object.values(value).every(isSchema);
  if (shape === 'schemas' || (keyword === 'items' && Array.isArray(value)))
    return Array.isArray(value) && value.every(isSchema);
  return isSchema(value);
}

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);

/** References that are told apart by where one comes from, which makes no difference inside one document. */
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

function typeOf({ type, nullable }: Unknown, { isStrict }: Reading): readonly unknown[] | undefined {
  const all = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  const named = all.filter((each) => TYPES.has(each));
  if (named.length === 0 || (isStrict && named.length < all.length)) return undefined;
  // As OpenAPI says it.
  return nullable === true && !isStrict ? [...named, 'null'] : named;
}

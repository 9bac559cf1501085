import type { Flat, NumberRules, TextRules, Words } from './flat.js';
import { countOf, listOf, numberOf, textOf, type SchemaObject } from '../json-schema.js';
import { isModestJson, type JsonType } from '../json-value.js';
import { MAX_DESCRIPTION_LENGTH, MAX_EXAMPLES, MAX_LABEL_LENGTH } from '../limits.js';

/** The larger of what is there. */
export const larger = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
/** The smaller of what is there. */
export const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

/** Whether a schema has any of these keywords; most have few. */
export const hasAny = (schema: SchemaObject, keywords: readonly string[]): boolean =>
  keywords.some((keyword) => schema[keyword] !== undefined);

const WORD_KEYWORDS = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly'];
const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'];

/** The outer words win: whoever refers to a description knows best what it is there for. */
export function mergeWords(outer: Words, schema: SchemaObject): Words {
  if (!hasAny(schema, WORD_KEYWORDS)) return outer;
  const own = listOf(schema, 'examples')?.slice(0, MAX_EXAMPLES).filter(isModestJson) ?? [];
  return {
    title: outer.title ?? textOf(schema, 'title', MAX_LABEL_LENGTH),
    description: outer.description ?? textOf(schema, 'description', MAX_DESCRIPTION_LENGTH),
    default: outer.default ?? (Object.hasOwn(schema, 'default') ? { value: schema['default'] } : undefined),
    examples: outer.examples.length > 0 ? outer.examples : own,
    deprecated: outer.deprecated || schema['deprecated'] === true,
    readOnly: outer.readOnly || schema['readOnly'] === true,
  };
}

export function mergeNumbers(rules: NumberRules, schema: SchemaObject): NumberRules {
  if (!hasAny(schema, NUMBER_KEYWORDS)) return rules;
  const step = numberOf(schema, 'multipleOf');
  // In draft-04 these two are words about the bounds beside them.
  const isAbove = schema['exclusiveMinimum'] === true;
  const isBelow = schema['exclusiveMaximum'] === true;
  const minimum = numberOf(schema, 'minimum');
  const maximum = numberOf(schema, 'maximum');
  return {
    minimum: larger(rules.minimum, isAbove ? undefined : minimum),
    maximum: smaller(rules.maximum, isBelow ? undefined : maximum),
    exclusiveMinimum: larger(rules.exclusiveMinimum, isAbove ? minimum : numberOf(schema, 'exclusiveMinimum')),
    exclusiveMaximum: smaller(rules.exclusiveMaximum, isBelow ? maximum : numberOf(schema, 'exclusiveMaximum')),
    steps: step === undefined || step <= 0 || rules.steps.includes(step) ? rules.steps : [...rules.steps, step],
  };
}

export function mergeTexts(rules: TextRules, schema: SchemaObject): TextRules {
  if (!hasAny(schema, TEXT_KEYWORDS)) return rules;
  const { pattern } = schema;
  const format = textOf(schema, 'format', MAX_LABEL_LENGTH);
  return {
    minLength: larger(rules.minLength, countOf(schema, 'minLength')),
    maxLength: smaller(rules.maxLength, countOf(schema, 'maxLength', Math.floor)),
    patterns: withOne(rules.patterns, pattern),
    formats: withOne(rules.formats, format),
    contentEncoding: rules.contentEncoding ?? textOf(schema, 'contentEncoding', MAX_LABEL_LENGTH),
    contentMediaType: rules.contentMediaType ?? textOf(schema, 'contentMediaType', MAX_LABEL_LENGTH),
  };
}

function withOne(list: readonly string[], one: unknown): readonly string[] {
  return typeof one !== 'string' || one === '' || list.includes(one) ? list : [...list, one];
}

const TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  'null',
  'boolean',
  'number',
  'integer',
  'string',
  'array',
  'object',
]);
const isType = (value: unknown): value is JsonType => TYPES.has(value);

/** The types both allow. */
export function mergeTypes(types: Flat['types'], schema: SchemaObject): Flat['types'] {
  const own = typesOf(schema);
  if (!types || !own) return types ?? own;
  const shared = [...types].flatMap((type): JsonType[] => {
    if (own.has(type)) return [type];
    if (type === 'integer' && own.has('number')) return ['integer'];
    return type === 'number' && own.has('integer') ? ['integer'] : [];
  });
  return new Set(shared);
}

function typesOf(schema: SchemaObject): Flat['types'] {
  const type = schema['type'];
  const named = (Array.isArray(type) ? (type as readonly unknown[]) : [type]).filter(isType);
  if (named.length === 0) return undefined;
  // As OpenAPI says it.
  return new Set(schema['nullable'] === true ? [...named, 'null' as const] : named);
}

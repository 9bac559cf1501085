import { isObject, setOwn, type Schema } from './schema-parts.js';

const COUNTS = 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'.split(' ');
const BOUNDS = 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' ');
const TYPES = new Set(['null', 'boolean', 'number', 'integer', 'string', 'array', 'object']);
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);
const WELL_FORMED: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ['required', isTexts],
  ['enum', Array.isArray],
  ['properties', isObject],
  ['type', (value) => [value].flat().some((type) => TYPES.has(type as string))],
  ['items', (value) => isSchema(value) || (Array.isArray(value) && value.length > 0)],
  ...['not', 'if', 'then', 'else', 'additionalProperties', 'contains', 'propertyNames'].map(
    (keyword) => [keyword, isSchema] as const,
  ),
  ...['allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, (value: unknown) => Array.isArray(value)] as const),
  ...[...COUNTS, ...BOUNDS].map((keyword) => [keyword, isNumber] as const),
  ...['pattern', 'format', '$ref', '$id', '$schema'].map(
    (keyword) => [keyword, (value: unknown) => typeof value === 'string'] as const,
  ),
]);
/** What is below these is no schema. */
const VALUES = new Set(['const', 'enum', 'default', 'examples', 'example']);
/** Below these are names, not keywords. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** The schema without keywords that no dialect understands as they stand, such as `required: true`: they say nothing. */
export function wellFormed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(wellFormed);
  if (!isObject(schema)) return schema;
  const clean: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (WELL_FORMED.get(keyword)?.(value) === false) continue;
    if (VALUES.has(keyword)) setOwn(clean, keyword, value);
    else if (NAMED.has(keyword) && isObject(value)) setOwn(clean, keyword, entriesMapped(value));
    else setOwn(clean, keyword, cleaned(keyword, value));
  }
  // In draft-04 it is a word about the bound beside it.
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[exclusive] !== true || !isNumber(schema[bound])) continue;
    clean[exclusive] = schema[bound];
    delete clean[bound];
  }
  return clean;
}

function cleaned(keyword: string, value: unknown): unknown {
  if (keyword === 'type') return Array.isArray(value) ? value.filter((type) => TYPES.has(type as string)) : value;
  return keyword === 'required' ? value : wellFormed(value);
}

function entriesMapped(map: Schema): Schema {
  const clean: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(map)) setOwn(clean, name, isSchema(value) ? wellFormed(value) : true);
  return clean;
}

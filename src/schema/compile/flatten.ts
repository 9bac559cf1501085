import type { ErrorText } from '../../errors.js';
import type { Json } from '../../protocol/model.js';
import { errorText } from '../error-texts.js';
import type { Option } from '../form-node.js';
import {
  canonicalJson,
  isModestJson,
  isTypeAmong,
  type JsonType,
  jsonTypeOf,
  MAX_COMBINED_SCHEMAS,
  MAX_FORM_DESCRIPTION_LENGTH,
  MAX_FORM_EXAMPLES,
  MAX_LABEL_LENGTH,
  MAX_FORM_NAME_PATTERNS,
  MAX_FORM_OPTIONS,
  MAX_TUPLE_PLACES,
} from '../json-value.js';
import {
  countOf,
  isRounded,
  isSchemaObject,
  listOf,
  numberOf,
  saysNothing,
  type SchemaObject,
  serverNumber,
  readTextKeyword,
} from '../json.js';
import { fitsPattern } from '../validate/format.js';
import type { SchemaDocument } from './document.js';
import {
  type Condition,
  type Contains,
  EMPTY,
  type NormalizedSchema,
  type ObjectRulesLayer,
  type ListRules,
  type NumberRules,
  type ObjectRules,
  type StringRules,
  type Words,
} from './normalized-schema.js';

/** One branch of a union. */
export interface Branch {
  /** The branch combined with the schema around the union. */
  readonly flat: NormalizedSchema;
  /** The branch alone. */
  readonly own: NormalizedSchema;
  /** The branch as the server sent it. */
  readonly schema: unknown;
}

const KINDS: readonly (readonly [JsonType, (flat: NormalizedSchema) => boolean])[] = [
  [
    'object',
    (flat) => Object.values(flat.object).some(isSaid) || flat.conditions.some((condition) => condition.isOfObject),
  ],
  ['array', (flat) => Object.values(flat.list).some(isSaid)],
  ['string', (flat) => Object.values(flat.texts).some(isSaid)],
  ['number', (flat) => Object.values(flat.numbers).some(isSaid)],
];

const WORD_KEYWORDS = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly'];
const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'];

const TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  'null',
  'boolean',
  'number',
  'integer',
  'string',
  'array',
  'object',
]);

const KEYWORDS = ['items', 'prefixItems', 'unevaluatedItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'];

interface Places {
  readonly prefix: readonly unknown[];
  readonly items: unknown;
}

const OBJECT_KEYWORDS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'required',
  'minProperties',
  'maxProperties',
];

/** Keywords that add rules for the same object. */
const IN_PLACE = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', 'dependencies', 'not'];

/** Keywords of other tools with a text for each value of `enum`, the first one that there is. */
const ENUM_NAMES = ['enumNames', 'x-enumNames', 'x-enum-varnames'];
const ENUM_DESCRIPTIONS = ['enumDescriptions', 'x-enum-descriptions', 'x-enumDescriptions', 'markdownEnumDescriptions'];

/** All rules of a schema for one value. Pure; it does not read the schemas of inner values. */
export function flatten(schema: unknown, source: SchemaDocument): NormalizedSchema {
  return extend(EMPTY, schema, source);
}

/** The types that a schema is about, without `null`: the named ones, or else those to which its keywords apply. */
export function typesIn(flat: NormalizedSchema): readonly JsonType[] {
  if (!flat.types) return KINDS.filter(([, isAbout]) => isAbout(flat)).map(([type]) => type);
  return [...flat.types].filter((type) => type !== 'null' && !(type === 'integer' && flat.types?.has('number')));
}

const isSaid = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value instanceof Set
      ? value.size > 0
      : value !== undefined && value !== false;

/** The type, if the schema accepts exactly one. */
export function onlyType(flat: NormalizedSchema): JsonType | undefined {
  if (flat.values) {
    const kinds = new Set(flat.values.map(({ value }) => jsonTypeOf(value)));
    return kinds.size === 1 ? [...kinds][0] : undefined;
  }
  const types = flat.types ? typesIn(flat) : [];
  return types.length === 1 && !flat.types?.has('null') ? types[0] : undefined;
}

/** The larger of two optional numbers. */
const larger = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

/** The smaller of two optional numbers. */
const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

/** Tested first, because most schemas have few of these keywords. */
const hasAny = (schema: SchemaObject, keywords: readonly string[]): boolean =>
  keywords.some((keyword) => schema[keyword] !== undefined);

/** The outer description wins: it is written for the place that refers to the inner one. */
function mergeWords(outer: Words, schema: SchemaObject): Words {
  if (!hasAny(schema, WORD_KEYWORDS)) return outer;
  const own = listOf(schema, 'examples')?.slice(0, MAX_FORM_EXAMPLES).filter(isModestJson) ?? [];
  return {
    title: outer.title ?? readTextKeyword(schema, 'title', MAX_LABEL_LENGTH),
    description: outer.description ?? readTextKeyword(schema, 'description', MAX_FORM_DESCRIPTION_LENGTH),
    default: outer.default ?? (Object.hasOwn(schema, 'default') ? { value: schema['default'] } : undefined),
    examples: outer.examples.length > 0 ? outer.examples : own,
    deprecated: outer.deprecated || schema['deprecated'] === true,
    readOnly: outer.readOnly || schema['readOnly'] === true,
  };
}

function mergeNumbers(rules: NumberRules, schema: SchemaObject): NumberRules {
  if (!hasAny(schema, NUMBER_KEYWORDS)) return rules;
  const step = numberOf(schema, 'multipleOf');
  // In draft-04 these two are booleans that belong to `minimum` and `maximum`.
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

function mergeTexts(rules: StringRules, schema: SchemaObject): StringRules {
  if (!hasAny(schema, TEXT_KEYWORDS)) return rules;
  const { pattern } = schema;
  const format = readTextKeyword(schema, 'format', MAX_LABEL_LENGTH);
  return {
    minLength: larger(rules.minLength, countOf(schema, 'minLength')),
    maxLength: smaller(rules.maxLength, countOf(schema, 'maxLength', Math.floor)),
    patterns: withOne(rules.patterns, pattern),
    formats: withOne(rules.formats, format),
    contentEncoding: rules.contentEncoding ?? readTextKeyword(schema, 'contentEncoding', MAX_LABEL_LENGTH),
    contentMediaType: rules.contentMediaType ?? readTextKeyword(schema, 'contentMediaType', MAX_LABEL_LENGTH),
  };
}

function withOne(list: readonly string[], one: unknown): readonly string[] {
  return typeof one !== 'string' || one === '' || list.includes(one) ? list : [...list, one];
}

const isType = (value: unknown): value is JsonType => TYPES.has(value);

/** The types that both accept. */
function mergeTypes(types: NormalizedSchema['types'], schema: SchemaObject): NormalizedSchema['types'] {
  const own = typesOf(schema);
  if (!types || !own) return types ?? own;
  const shared = [...types].flatMap((type): JsonType[] => {
    if (own.has(type)) return [type];
    if (type === 'integer' && own.has('number')) return ['integer'];
    return type === 'number' && own.has('integer') ? ['integer'] : [];
  });
  return new Set(shared);
}

function typesOf(schema: SchemaObject): NormalizedSchema['types'] {
  const type = schema['type'];
  const named = (Array.isArray(type) ? (type as readonly unknown[]) : [type]).filter(isType);
  if (named.length === 0) return undefined;
  // OpenAPI's way to accept null.
  return new Set(schema['nullable'] === true ? [...named, 'null' as const] : named);
}

/** Both describe items: each place must match both. */
function mergeList(rules: ListRules, schema: SchemaObject, source: SchemaDocument): ListRules {
  if (!hasAny(schema, KEYWORDS)) return rules;
  const own = placesOf(schema);
  const prefix = Array.from({ length: Math.max(rules.prefix.length, own.prefix.length) }, (_, index) =>
    source.both(placeAt(rules, index), placeAt(own, index)),
  );
  return {
    prefix,
    items: source.both(rules.items, own.items),
    unevaluated: rules.unevaluated ?? schema['unevaluatedItems'],
    minItems: larger(rules.minItems, countOf(schema, 'minItems')),
    maxItems: smaller(rules.maxItems, countOf(schema, 'maxItems', Math.floor)),
    uniqueItems: rules.uniqueItems || schema['uniqueItems'] === true,
    contains: Object.hasOwn(schema, 'contains') ? [...rules.contains, containsOf(schema)] : rules.contains,
  };
}

/** The schema of the item at an index. */
function placeAt(places: Places, index: number): unknown {
  return index < places.prefix.length ? places.prefix[index] : places.items;
}

/** Tuples are written in two ways: `prefixItems` with `items`, or `items` as a list with `additionalItems`. */
function placesOf(schema: SchemaObject): Places {
  const older = listOf(schema, 'items');
  const items = older ? schema['additionalItems'] : schema['items'];
  const prefix = (older ?? listOf(schema, 'prefixItems') ?? []).slice(0, MAX_TUPLE_PLACES);
  return { prefix, items: isSchemaObject(items) || typeof items === 'boolean' ? items : undefined };
}

function containsOf(schema: SchemaObject): Contains {
  return {
    schema: schema['contains'],
    least: countOf(schema, 'minContains') ?? 1,
    most: countOf(schema, 'maxContains') ?? Infinity,
  };
}

const isAlone = (schema: SchemaObject): boolean => !IN_PLACE.some((keyword) => Object.hasOwn(schema, keyword));

function mergeObject(rules: ObjectRules, schema: SchemaObject): ObjectRules {
  if (!hasAny(schema, OBJECT_KEYWORDS)) return rules;
  const layer = layerOf(schema);
  const required = (listOf(schema, 'required') ?? []).filter((name) => typeof name === 'string');
  return {
    layers: layer ? [...rules.layers, layer] : rules.layers,
    required: required.length > 0 ? new Set([...rules.required, ...required]) : rules.required,
    names: Object.hasOwn(schema, 'propertyNames') ? [...rules.names, schema['propertyNames']] : rules.names,
    unevaluated: rules.unevaluated ?? (isAlone(schema) ? undefined : schema['unevaluatedProperties']),
    minProperties: larger(rules.minProperties, countOf(schema, 'minProperties')),
    maxProperties: smaller(rules.maxProperties, countOf(schema, 'maxProperties', Math.floor)),
  };
}

function layerOf(schema: SchemaObject): ObjectRulesLayer | undefined {
  const { properties, patternProperties } = schema;
  // Without another keyword about properties, `unevaluatedProperties` means the same as `additionalProperties`.
  const additional = schema['additionalProperties'] ?? (isAlone(schema) ? schema['unevaluatedProperties'] : undefined);
  const described = isSchemaObject(properties) ? properties : undefined;
  const patterns = isSchemaObject(patternProperties)
    ? Object.entries(patternProperties).slice(0, MAX_FORM_NAME_PATTERNS)
    : [];
  const saysMore = isSchemaObject(additional) || typeof additional === 'boolean';
  if (!described && patterns.length === 0 && !saysMore) return undefined;
  return { properties: described ?? {}, patterns, additional: saysMore ? additional : undefined };
}

/** Applies `const` and `enum`. */
function mergeValues(flat: NormalizedSchema, schema: SchemaObject): NormalizedSchema {
  let next = flat;
  if (Object.hasOwn(schema, 'const')) next = onlyOf(next, [schema['const']], []);
  const values = listOf(schema, 'enum') ?? numberedValues(schema['enum']);
  if (!values) return next;
  if (values.length > MAX_FORM_OPTIONS)
    return { ...next, fault: errorText('schema.reason.tooManyChoices', { count: values.length }) };
  return onlyOf(next, values, besideEnum(schema, ENUM_NAMES, values), besideEnum(schema, ENUM_DESCRIPTIONS, values));
}

/** PHP writes a list with holes as an object: `{"1":"x","2":"y"}`. */
function numberedValues(values: unknown): readonly unknown[] | undefined {
  if (!isSchemaObject(values)) return undefined;
  const names = Object.keys(values);
  return names.length > 0 && names.every((name) => /^\d+$/.test(name)) ? Object.values(values) : undefined;
}

/** The texts for the values; none if their number differs, because then they cannot be matched. */
function besideEnum(schema: SchemaObject, keywords: readonly string[], values: readonly unknown[]): readonly unknown[] {
  for (const keyword of keywords) {
    const texts = listOf(schema, keyword);
    if (texts?.length === values.length) return texts;
  }
  return [];
}

function onlyOf(
  flat: NormalizedSchema,
  values: readonly unknown[],
  names: readonly unknown[],
  descriptions: readonly unknown[] = [],
): NormalizedSchema {
  if (!isModestJson(values)) return { ...flat, fault: errorText('schema.reason.largeValues') };
  return withOptions(
    flat,
    values.map((value, index) => optionOf(value, names[index], descriptionOf(descriptions[index]))),
  );
}

/** Restricts the accepted values to these. If a value has several labels, the first one is used. */
export function withOptions(flat: NormalizedSchema, options: readonly Option[]): NormalizedSchema {
  const unique = new Map<string, Option>();
  for (const option of options) {
    const key = canonicalJson(option.value);
    if (!unique.has(key)) unique.set(key, option);
  }
  if (!flat.values) return { ...flat, values: [...unique.values()] };
  return { ...flat, values: flat.values.filter(({ value }) => unique.has(canonicalJson(value))) };
}

/** The listed values that also have an accepted type. */
export function typedValues({ values, types }: NormalizedSchema): readonly Option[] | undefined {
  return types ? values?.filter(({ value }) => isTypeAmong(jsonTypeOf(value), types)) : values;
}

function descriptionOf(text: unknown): string | undefined {
  return typeof text === 'string' && text.trim() !== '' ? text.slice(0, MAX_FORM_DESCRIPTION_LENGTH) : undefined;
}

export function optionOf(value: Json, name?: unknown, description?: string): Option {
  const spelled =
    typeof value === 'string' && value !== '' ? value : isRounded(value) ? serverNumber(value) : JSON.stringify(value);
  const label = typeof name === 'string' && name.trim() !== '' ? name : spelled;
  return { value, label: label.slice(0, MAX_LABEL_LENGTH), description };
}

/** The names of described properties, in the order of the schema. */
export function propertyNames({ layers }: ObjectRules): readonly string[] {
  return [...new Set(layers.flatMap(({ properties }) => Object.keys(properties)))];
}

export function isDescribed({ layers }: ObjectRules, name: string): boolean {
  return layers.some(({ properties }) => Object.hasOwn(properties, name));
}

/** The schema of a property: the combination of all layers. */
export function propertySchema(rules: ObjectRules, name: string, source: SchemaDocument): unknown {
  const [only, more] = rules.layers;
  if (only && !more && only.patterns.length === 0 && Object.hasOwn(only.properties, name)) return only.properties[name];
  let schema: unknown;
  for (const layer of allLayers(rules)) for (const part of schemasFor(layer, name)) schema = source.both(schema, part);
  return schema;
}

/** The layers, with `unevaluatedProperties` as the last one where it applies. */
function allLayers(rules: ObjectRules): readonly ObjectRulesLayer[] {
  const { layers, unevaluated } = rules;
  if (unevaluated === undefined || layers.some(({ additional }) => additional !== undefined)) return layers;
  const known = Object.fromEntries(propertyNames(rules).map((name) => [name, true]));
  const patterns = layers.flatMap((layer) => layer.patterns.map(([pattern]) => [pattern, true] as const));
  return [...layers, { properties: known, patterns, additional: unevaluated }];
}

function schemasFor({ properties, patterns, additional }: ObjectRulesLayer, name: string): readonly unknown[] {
  const tried = patterns.map(([pattern, schema]) => ({ fits: fitsPattern(pattern, name), schema }));
  const schemas = tried.filter(({ fits }) => fits === true).map(({ schema }) => schema);
  if (Object.hasOwn(properties, name)) schemas.unshift(properties[name]);
  if (schemas.length > 0) return schemas;
  // A name that may fit a pattern that cannot be checked here is left to the server.
  return tried.some(({ fits }) => fits === undefined) ? [true] : [additional];
}

/** Returns how the object treats further names; `described`: it has a schema for their values. */
export function additionalPropertiesKind(rules: ObjectRules): 'refused' | 'allowed' | 'described' {
  const layers = allLayers(rules);
  if (layers.some(({ additional, patterns }) => additional === false && patterns.length === 0)) return 'refused';
  const isDescribed = layers.some(({ additional, patterns }) => patterns.length > 0 || !saysNothing(additional));
  return isDescribed ? 'described' : 'allowed';
}

/** The combination of both: it accepts the values that both accept. */
export function extend(
  flat: NormalizedSchema,
  schema: unknown,
  source: SchemaDocument,
  inside?: ReadonlySet<object>,
): NormalizedSchema {
  const parts = new Set(flat.parts);
  return { ...add(flat, schema, { source, parts, inside: inside ?? new Set() }), parts };
}

/** The fault of a schema that refers to itself for the same value, without end. */
export const MADE_OF_ITSELF: ErrorText = errorText('schema.reason.madeOfItself');

interface Way {
  readonly source: SchemaDocument;
  /** The schemas that are already included: including one twice changes nothing. */
  readonly parts: Set<object>;
  /** The schemas being read, to find those that refer to themselves. */
  readonly inside: ReadonlySet<object>;
}

function add(flat: NormalizedSchema, schema: unknown, way: Way): NormalizedSchema {
  if (schema === false) return { ...flat, isImpossible: true };
  if (!isSchemaObject(schema) || saysNothing(schema) || flat.fault !== undefined) return flat;
  if (way.inside.has(schema)) return { ...flat, fault: MADE_OF_ITSELF };
  if (way.parts.has(schema)) return flat;
  if (way.parts.size >= MAX_COMBINED_SCHEMAS) return { ...flat, fault: errorText('schema.reason.tooManyCombined') };
  way.parts.add(schema);
  const inner: Way = { ...way, inside: new Set(way.inside).add(schema) };
  let next: NormalizedSchema = { ...flat, words: mergeWords(flat.words, schema) };
  const reference = referenceOf(schema);
  // Up to draft-07, `$ref` replaces the keywords beside it. Titles and descriptions beside it are still used.
  if (reference === undefined || way.source.dialect === '2020-12') next = addKeywords(next, schema, inner);
  return reference === undefined ? next : follow(next, reference, inner);
}

function referenceOf(schema: SchemaObject): unknown {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'])
    if (Object.hasOwn(schema, keyword)) return schema[keyword];
  return undefined;
}

function follow(flat: NormalizedSchema, reference: unknown, way: Way): NormalizedSchema {
  const found = way.source.find(reference);
  if ('reason' in found) return { ...flat, fault: found.reason };
  const name = String(reference).split(/[/#]/).at(-1) || undefined;
  return add({ ...flat, referred: flat.referred ?? name?.slice(0, 100) }, found.schema, way);
}

function addKeywords(flat: NormalizedSchema, schema: SchemaObject, way: Way): NormalizedSchema {
  let next: NormalizedSchema = {
    ...flat,
    types: mergeTypes(flat.types, schema),
    numbers: mergeNumbers(flat.numbers, schema),
    texts: mergeTexts(flat.texts, schema),
    list: mergeList(flat.list, schema, way.source),
    object: mergeObject(flat.object, schema),
    conditions: [...flat.conditions, ...conditionsOf(schema)],
    nots: Object.hasOwn(schema, 'not') && schema['not'] !== false ? [...flat.nots, schema['not']] : flat.nots,
  };
  next = mergeValues(next, schema);
  const never = next.nots.some((not) => saysNothing(not));
  if (never || next.types?.size === 0 || next.values?.length === 0) next = { ...next, isImpossible: true };
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = listOf(schema, keyword);
    if (branches && branches.length > 0)
      next = { ...next, unions: [...next.unions, { keyword, branches, inside: way.inside }] };
  }
  for (const part of listOf(schema, 'allOf') ?? []) next = add(next, part, way);
  return next;
}

/** Everything that depends on the value, such as `if` and `then`. */
function conditionsOf(schema: SchemaObject): readonly Condition[] {
  const conditions: Condition[] = [];
  if (Object.hasOwn(schema, 'if') && !(saysNothing(schema['then']) && saysNothing(schema['else'])))
    conditions.push({
      isOfName: false,
      isOfObject: [schema['if'], schema['then'], schema['else']].some(isOfObject),
      test: schema['if'],
      met: schema['then'],
      unmet: schema['else'],
    });
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const dependent = schema[keyword];
    if (!isSchemaObject(dependent)) continue;
    for (const [name, then] of Object.entries(dependent)) {
      const needed = Array.isArray(then) ? { required: then } : then;
      if (!saysNothing(needed))
        conditions.push({
          isOfName: true,
          isOfObject: true,
          test: { type: 'object', required: [name] },
          met: needed,
          unmet: undefined,
        });
    }
  }
  return conditions;
}

function isOfObject(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema, keyword) ?? []);
  return (
    schema['type'] === 'object' || [schema['properties'], schema['required']].some(Boolean) || parts.some(isOfObject)
  );
}

import { dereference, format as formats, type OutputUnit, type Schema, validate } from '@cfworker/json-schema';
import { safeInputLength } from './regex.js';

type SchemaObject = { readonly [keyword: string]: unknown };

function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value cannot be checked. The message gives the reason and is written to follow a colon. */
export class Unchecked extends Error {}

/** The versions of JSON Schema that the validator distinguishes: up to draft-07, keywords beside `$ref` are ignored. */
type Draft = '7' | '2020-12';

/** How a schema is interpreted. */
interface Reading {
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
function readingOf(schema: unknown, isStrict: boolean): Reading {
  const named = isObject(schema) ? schema['$schema'] : undefined;
  if (!isStrict) return { isStrict, draft: typeof named === 'string' && /draft-0[3-7]/.test(named) ? '7' : '2020-12' };
  const name = typeof named === 'string' ? named.replace(/^https?:\/\/|#$/g, '') : '';
  const draft = named === undefined ? '2020-12' : DRAFTS.get(name);
  if (draft) return { isStrict, draft };
  throw new Unchecked(`the schema’s dialect is not known here (${JSON.stringify(named).slice(0, 100)})`);
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

/** Whether the keyword exists in the dialect. */
function isOfDialect(keyword: string, { draft, isStrict }: Reading): boolean {
  return !isStrict || !UNKNOWN_IN[draft].has(keyword);
}

/**
 * Limits of a check: schema and value are untrusted, and the check runs in the page's thread. They are far above what
 * real servers need (of 1,621 published tools: 84 KB, 11 levels, 126 options).
 */

/** Characters of a schema as JSON. A longer one is not checked, and the result says so. */
export const MAX_SCHEMA_CHARACTERS = 1_000_000;
/** Levels of schemas inside each other. A deeper one is not checked, and the result says so. */
export const MAX_SCHEMA_DEPTH = 64;
/** Schemas inside one schema. One with more is not checked, and the result says so. */
export const MAX_SUBSCHEMAS = 20_000;
/** Values inside one value. One with more is not checked, and the result says so. */
export const MAX_CHECKED_VALUES = 50_000;
/** Levels of objects and lists in a value. A deeper one is not checked, and the result says so. */
export const MAX_CHECKED_DEPTH = 100;
/** Characters of a pattern. A schema with a longer one is not checked, and the result says so. */
export const MAX_SCHEMA_PATTERN_LENGTH = 1_000;
/** Patterns for the names of one object. A schema with more is not checked, and the result says so. */
export const MAX_SCHEMA_NAME_PATTERNS = 100;
/**
 * Items of a list with `uniqueItems`, which are all compared with each other. A longer list is not checked, and the
 * result says so.
 */
export const MAX_UNIQUE_ITEMS = 1_000;
/**
 * Milliseconds that a check may take, including its second attempt, unless `maxMs` is given. After them the value is
 * not checked, and the result says so.
 */
const SCHEMA_CHECK_MS = 150;

/** A part of a schema that must not be used for certain values. */
interface Guard {
  /** A schema that describes these values. */
  readonly when: object;
  /** The reason, written to follow a colon. */
  readonly reason: string;
  /** A keyword that must be removed from the copy. */
  readonly without?: string;
}

const SOME_PROPERTY = { type: 'object', minProperties: 1 };

/** Guards for the parts of a schema that could take too long, or cannot be understood. */
function guardsOf(schema: SchemaObject, { draft, isStrict }: Reading, isMalformed: boolean): readonly Guard[] {
  const found: Guard[] = [];
  if (isMalformed && isStrict) found.push({ when: {}, reason: 'the schema cannot be understood' });
  if (isStrict && draft === '2020-12' && '$dynamicRef' in schema)
    found.push({ when: {}, reason: 'the schema uses $dynamicRef' });
  found.push(...nameGuards(schema['patternProperties']));
  if (schema['uniqueItems'] === true)
    found.push({
      when: { type: 'array', minItems: MAX_UNIQUE_ITEMS + 1 },
      reason: `more than ${MAX_UNIQUE_ITEMS} items would have to be compared with each other`,
    });
  return found;
}

/** Guards for `patternProperties`: the validator runs these patterns itself. */
function nameGuards(patternProperties: unknown): readonly Guard[] {
  if (typeof patternProperties !== 'object' || patternProperties === null) return [];
  const patterns = Object.keys(patternProperties);
  const tooMany = `the schema has more than ${MAX_SCHEMA_NAME_PATTERNS} patterns for names in one place`;
  if (patterns.length > MAX_SCHEMA_NAME_PATTERNS)
    return [{ when: SOME_PROPERTY, reason: tooMany, without: 'patternProperties' }];
  return patterns.flatMap((pattern): readonly Guard[] => {
    const { longest, reason } = judgePattern(pattern);
    if (longest < 0) return [{ when: SOME_PROPERTY, reason, without: 'patternProperties' }];
    return [{ when: { type: 'object', not: { propertyNames: { maxLength: longest } } }, reason }];
  });
}

/**
 * The maximum length of a text on which the validator may run a pattern; it uses the browser's regular expressions.
 * Less than 0 if the pattern cannot be used at all.
 */
export function judgePattern(pattern: string): { readonly longest: number; readonly reason: string } {
  const quoted = `“${pattern.slice(0, 100)}”`;
  try {
    void new RegExp(pattern, 'u');
  } catch {
    return { longest: -1, reason: `the schema’s pattern ${quoted} is no regular expression` };
  }
  const longest = pattern.length > MAX_SCHEMA_PATTERN_LENGTH ? 0 : safeInputLength(pattern);
  return { longest, reason: `the schema’s pattern ${quoted} could take too long` };
}

/** The type of a keyword's value: one schema, a list, or a map. */
type Shape = 'schema' | 'schemas' | 'map';

/** Keywords that contain schemas. */
const SHAPES: ReadonlyMap<string, Shape> = new Map([
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

const WORDS: ReadonlySet<string> = new Set('type default examples id dependencies discriminator xml'.split(' '));

/** True for unknown keywords: a `$ref` may point into one. */
function isUnknown(keyword: string): boolean {
  return !SHAPES.has(keyword) && !VALUES.has(keyword) && !WORDS.has(keyword);
}

/** The keywords of a schema that contain values, translated for the validator. */
interface PlainKeywords {
  readonly content: Map<string, unknown>;
  /** True if a keyword was malformed and therefore left out. */
  readonly isMalformed: boolean;
}

function plainKeywords(schema: SchemaObject, reading: Reading): PlainKeywords {
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

/** Whether the value of a keyword has the type that can contain schemas. */
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

/** Functions that the copy calls. */
interface Hooks {
  /** Called each time a part of the schema is applied to a value. It may throw to end the check. */
  readonly onVisit: () => void;
  /**
   * Returns the name of a format that checks texts with this pattern and format; undefined if there is nothing to
   * check.
   */
  readonly textRule: (pattern: string | undefined, format: string | undefined) => string | undefined;
}

/**
 * Copies a schema for the validator, which writes into the schemas it gets and runs every pattern. If a value reaches a
 * part that could take too long or cannot be understood, the check ends with {@link Unchecked}. Parts that no value
 * reaches do no harm.
 * @throws Unchecked for a schema over the limits
 */
function copySchema(schema: unknown, reading: Reading, hooks: Hooks): SchemaObject {
  let count = 0;

  /** The validator reads this property each time it applies a schema. No supported dialect uses it. */
  class Copy {
    get $recursiveAnchor(): undefined {
      hooks.onVisit();
      return undefined;
    }
  }
  const make = (content: object): SchemaObject => Object.assign(new Copy(), content) as unknown as SchemaObject;

  const copy = (value: unknown, depth: number): SchemaObject => {
    if (depth > MAX_SCHEMA_DEPTH) throw new Unchecked(`the schema has more than ${MAX_SCHEMA_DEPTH} levels`);
    if (++count > MAX_SUBSCHEMAS) throw new Unchecked(`the schema consists of more than ${MAX_SUBSCHEMAS} schemas`);
    // Written as `not`, because the validator reports no location for `false`.
    if (value === false) return make({ not: make({}) });
    if (!isObject(value)) return make({});
    const { content, isMalformed } = plainKeywords(value, reading);
    const whole = isOfDialect('dependencies', reading) ? withDependencies(value) : value;
    for (const keyword of Object.keys(whole)) {
      const child = whole[keyword];
      const isTranslated = whole !== value && keyword === 'dependentSchemas';
      if ((typeof child !== 'object' && typeof child !== 'boolean') || child === null) continue;
      if (!isTranslated && !isOfDialect(keyword, reading)) continue;
      const inner = isUnknown(keyword)
        ? isObject(child) && copy(child, depth + 1)
        : copyPart(keyword, child, depth + 1);
      if (inner) content.set(keyword, inner);
    }
    const format = hooks.textRule(textIn(value, 'pattern'), textIn(value, 'format'));
    if (format !== undefined) content.set('format', format);
    return make(withGuards(content, guardsOf(value, reading, isMalformed)));
  };

  const copyPart = (keyword: string, child: unknown, depth: number): unknown => {
    const shape = SHAPES.get(keyword);
    if (Array.isArray(child))
      return shape === 'schemas' || keyword === 'items' ? child.map((one: unknown) => copy(one, depth)) : undefined;
    if (shape === 'map')
      return isObject(child)
        ? Object.fromEntries(Object.entries(child).map(([name, one]) => [name, copy(one, depth)]))
        : undefined;
    return shape === 'schema' && (isObject(child) || typeof child === 'boolean') ? copy(child, depth) : undefined;
  };

  /** Adds guards to the keywords, and removes keywords that the validator must not use. */
  const withGuards = (content: Map<string, unknown>, guards: readonly Guard[]): SchemaObject => {
    for (const { without } of guards) if (without !== undefined) content.delete(without);
    if (content.get('uniqueItems') === false) content.delete('uniqueItems');
    const stops = guards.map(({ when, reason }) =>
      make(Object.fromEntries(new Map<string, unknown>().set('if', guardCopy(when)).set('then', new Stop(reason)))),
    );
    if (stops.length > 0)
      content.set('allOf', [...stops, ...((content.get('allOf') as SchemaObject[] | undefined) ?? [])]);
    return Object.fromEntries(content);
  };

  /** These schemas are copied too, because the validator writes into them. */
  const guardCopy = (when: object): SchemaObject =>
    make(Object.fromEntries(Object.entries(when).map(([key, one]) => [key, isObject(one) ? guardCopy(one) : one])));

  return copy(schema, 0);
}

/** A schema that ends the check as soon as it is applied to a value. */
class Stop {
  readonly #reason: string;

  constructor(reason: string) {
    this.#reason = reason;
  }

  get $recursiveAnchor(): never {
    throw new Unchecked(this.#reason);
  }
}

/** Replaces `dependencies` with the two newer keywords. */
function withDependencies(schema: SchemaObject): SchemaObject {
  if (!isObject(schema['dependencies'])) return schema;
  const { dependencies, ...rest } = schema;
  const schemas = Object.entries(dependencies).map(([name, one]) => [
    name,
    Array.isArray(one) ? { required: one } : one,
  ]);
  const existing = isObject(rest['dependentSchemas']) ? rest['dependentSchemas'] : {};
  return { ...rest, dependentSchemas: { ...Object.fromEntries(schemas), ...existing } };
}

function textIn(schema: SchemaObject, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === 'string' ? value : undefined;
}

/** One problem of a value. */
export interface Fault {
  /** JSON Pointer to the value that has the problem. */
  readonly pointer: string;
  /** The keyword that the value violates; `format` if a pattern and a format are checked together. */
  readonly keyword: string;
  /** The missing property, if one is missing. */
  readonly property?: string | undefined;
  /** The validator's message. */
  readonly words: string;
}

/** Keywords that only report that an inner value is wrong. That value has a fault of its own. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    '$ref allOf if properties patternProperties additionalProperties unevaluatedProperties items prefixItems ' +
    'additionalItems unevaluatedItems dependentSchemas dependencies'
  ).split(' '),
);
/** Keywords whose inner faults are not useful: the keyword itself is the problem. */
const CLOSED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'contains', 'minContains', 'propertyNames']);

/** The faults of a value, without those that only point to inner faults. */
function faultsIn(units: readonly OutputUnit[]): readonly Fault[] {
  const faults: Fault[] = [];
  let closed: string | undefined;
  for (const { keyword, keywordLocation, instanceLocation, error } of units) {
    if (closed !== undefined && keywordLocation.startsWith(`${closed}/`)) continue;
    closed = CLOSED.has(keyword) ? keywordLocation : undefined;
    const property = missingIn(error);
    // Dependencies are reported in two ways: a property is missing, or an inner value is wrong, which has a fault of
    // its own.
    if (WRAPPERS.has(keyword) && property === undefined) continue;
    const violated = keyword === 'format' && PATTERN_ALONE.test(error) ? 'pattern' : keyword;
    faults.push({ pointer: decoded(instanceLocation.slice(1)), keyword: violated, words: error, property });
  }
  return faults;
}

/** Patterns are checked as custom formats, named after pattern and format. */
const PATTERN_ALONE = /^String does not match format "mcp-embed \["[^]*",null\]"\.$/;

function missingIn(error: string): string | undefined {
  return /^Instance (?:does not have required property|has "[^]*" but does not have) "([^]*)"\.$/.exec(error)?.[1];
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** Options of a check. */
export interface SchemaReader {
  /**
   * Interprets the schema strictly by its dialect, which must be a known one; see `Reading.isStrict`. Default: false.
   */
  readonly isStrict?: boolean;
  /** Milliseconds that a check may take, including its second attempt. Default: {@link SCHEMA_CHECK_MS}. */
  readonly maxMs?: number;
  /** Returns undefined if a text cannot be checked. @throws Unchecked to give the reason */
  readonly fitsPattern: (pattern: string, text: string) => boolean | undefined;
  /** Checks a format; `pattern` is the pattern of the same schema. Without this function formats are not checked. */
  readonly fitsFormat?: (format: string, text: string, pattern: string | undefined) => boolean | undefined;
}

/** The result of a check: all faults, or the reason why no check was possible, written to follow a colon. */
export type Checked = { readonly faults: readonly Fault[] } | { readonly unchecked: string };

/** Checks a value with a schema. */
export type SchemaCheck = (value: unknown) => Checked;

/** Base of references in a schema without a base. Nothing is ever fetched from it. */
const BASE = new URL('schema:/');

/** Prepares a schema for checks. Never throws: errors of the schema are reported by each check. */
export function compileSchema(schema: unknown, reader: SchemaReader): SchemaCheck {
  try {
    return compile(schema, reader);
  } catch (error) {
    return () => ({ unchecked: reasonOf(error) });
  }
}

function compile(schema: unknown, reader: SchemaReader): SchemaCheck {
  const rules: Rules = new Map();
  const { maxMs = SCHEMA_CHECK_MS } = reader;
  let end = 0;
  const reading = readingOf(schema, reader.isStrict === true);
  const copy = copySchema(schema, reading, {
    onVisit: () => {
      if (performance.now() > end) throw new Unchecked(`it takes longer than ${maxMs} ms`);
    },
    textRule: (pattern, named) => {
      const format = reader.fitsFormat && named;
      if (pattern === undefined && format === undefined) return undefined;
      const name = `mcp-embed ${JSON.stringify([pattern, format])}`;
      rules.set(name, textRule(pattern, format, reader));
      return name;
    },
  }) as Schema;
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS)
    throw new Unchecked(`the schema has more than ${MAX_SCHEMA_CHARACTERS} characters`);
  const known = dereference(copy, undefined, BASE);
  const run = (value: unknown, untilFirst: boolean): readonly Fault[] =>
    faultsIn(withFormats(rules, () => validate(value, copy, reading.draft, known, untilFirst)).errors);
  return (value) => {
    try {
      measure(value);
      try {
        end = performance.now() + maxMs * FIRST_ATTEMPT;
        return { faults: run(value, false) };
      } catch {
        // There may be too many faults to collect them in time. The second attempt stops at the first one.
        end = performance.now() + maxMs * (1 - FIRST_ATTEMPT);
        return { faults: run(value, true) };
      }
    } catch (error) {
      return { unchecked: reasonOf(error) };
    }
  };
}

/** Share of the time for finding all faults; the rest is for finding one. */
const FIRST_ATTEMPT = 2 / 3;

type Rules = Map<string, (text: string) => boolean>;

function textRule(
  pattern: string | undefined,
  format: string | undefined,
  reader: SchemaReader,
): (text: string) => boolean {
  return (text) => {
    const fits = pattern === undefined || reader.fitsPattern(pattern, text);
    if (fits === undefined)
      throw new Unchecked(`the schema’s pattern “${pattern?.slice(0, 100)}” cannot be tried on this text`);
    return fits && (format === undefined || reader.fitsFormat?.(format, text, pattern) !== false);
  };
}

/** The validator has one global table of formats. Ours are added only during a check. */
function withFormats<Result>(rules: Rules, run: () => Result): Result {
  const table = formats as Record<string, (text: string) => boolean>;
  for (const [name, rule] of rules) table[name] = rule;
  try {
    return run();
  } finally {
    for (const name of rules.keys()) delete table[name];
  }
}

/** @throws Unchecked for a value that is too large to check */
function measure(value: unknown): void {
  let count = 0;
  const look = (one: unknown, depth: number): void => {
    if (++count > MAX_CHECKED_VALUES) throw new Unchecked(`the value holds more than ${MAX_CHECKED_VALUES} values`);
    if (typeof one !== 'object' || one === null) return;
    if (depth >= MAX_CHECKED_DEPTH) throw new Unchecked(`the value has more than ${MAX_CHECKED_DEPTH} levels`);
    for (const child of Object.values(one)) look(child, depth + 1);
  };
  look(value, 0);
}

function reasonOf(error: unknown): string {
  if (error instanceof Unchecked) return error.message;
  // Firefox throws `InternalError` instead of `RangeError`.
  if (error instanceof RangeError || (error as Error).name === 'InternalError')
    return 'the schema refers to itself without end';
  const reference = error instanceof Error && /^Unresolved \$ref "([^"]{0,200})/.exec(error.message)?.[1];
  return reference ? `the schema refers to “${reference}”, which is not in it` : 'the schema cannot be understood';
}

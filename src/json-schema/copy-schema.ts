import type { ErrorText } from '../errors.js';
import { errorText } from './error-texts.js';
import { type Guard, guardsOf } from './guards.js';
import {
  type Reading,
  SHAPES,
  type SchemaObject,
  Unchecked,
  isObject,
  isOfDialect,
  isUnknown,
  plainKeywords,
  textIn,
} from './keywords.js';

/** Levels of schemas inside each other. A deeper one is not checked, and the result says so. */
export const MAX_SCHEMA_DEPTH = 64;

/** Schemas inside one schema. One with more is not checked, and the result says so. */
export const MAX_SUBSCHEMAS = 20_000;

/** Functions that the copy calls. */
interface Hooks {
  /**
   * Called each time a part of the schema is applied to a value. It may throw to end the check.
   * @param steps how many ordinary visits take as long as this one
   */
  readonly onVisit: (steps: number) => void;
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
export function copySchema(schema: unknown, reading: Reading, hooks: Hooks): SchemaObject {
  let count = 0;

  /** The validator reads this property each time it applies a schema. No supported dialect uses it. */
  class Copy {
    // The validator enumerates the other members as keywords.
    readonly #steps: number;

    constructor(steps: number) {
      this.#steps = steps;
    }

    get $recursiveAnchor(): undefined {
      hooks.onVisit(this.#steps);
      return undefined;
    }
  }
  const make = (content: object): SchemaObject =>
    Object.assign(new Copy(stepsOf(content as SchemaObject)), content) as unknown as SchemaObject;

  const copy = (value: unknown, depth: number): SchemaObject => {
    if (depth > MAX_SCHEMA_DEPTH)
      throw new Unchecked(errorText('jsonSchema.unchecked.schemaLevels', { limit: MAX_SCHEMA_DEPTH }));
    if (++count > MAX_SUBSCHEMAS)
      throw new Unchecked(errorText('jsonSchema.unchecked.schemas', { limit: MAX_SUBSCHEMAS }));
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

/** Members and values to compare with that take as long as a visit. */
const MEMBERS_OF_A_STEP = 16;
/** Visits that take as long as comparing the items of a list with each other, or its names with each of some patterns. */
const STEPS_OF_COMPARING = 100;

/** How many visits of a small schema take as long as a visit of this one. */
function stepsOf(content: SchemaObject): number {
  let members = 0;
  for (const keyword of ['enum', 'const', 'properties', 'required', 'dependentRequired', 'dependentSchemas'])
    if (Object.hasOwn(content, keyword))
      members += countMembers(content[keyword], keyword === 'enum' || keyword === 'const');
  const compares = content['uniqueItems'] === true || Object.hasOwn(content, 'patternProperties');
  return 1 + members / MEMBERS_OF_A_STEP + (compares ? STEPS_OF_COMPARING : 0);
}

function countMembers(value: unknown, isDeep: boolean): number {
  if (typeof value !== 'object' || value === null) return 1;
  const members = Object.values(value);
  return isDeep ? members.reduce<number>((sum, one) => sum + countMembers(one, true), 1) : members.length;
}

/** A schema that ends the check as soon as it is applied to a value. */
class Stop {
  readonly #reason: ErrorText;

  constructor(reason: ErrorText) {
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

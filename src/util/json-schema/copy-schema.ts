import { isOfDialect, type Reading } from './dialect.js';
import { guardsOf, type Guard } from './guards.js';
import { isUnknown, plainKeywords, SHAPES } from './keywords.js';
import { MAX_SCHEMA_DEPTH, MAX_SUBSCHEMAS } from './limits.js';
import { Unchecked } from './unchecked.js';

export type SchemaCopy = { readonly [keyword: string]: unknown };

/** What the copy asks of whoever made it. */
export interface Hooks {
  /** Called each time a part of the schema is held against a value; may throw to end the check. */
  readonly onVisit: () => void;
  /** Gives the name of a format that checks texts for this pattern and format; undefined where there is nothing to check. */
  readonly textRule: (pattern: string | undefined, format: string | undefined) => string | undefined;
}

/**
 * A copy of a schema to hold values against: the validator writes into the schemas it is given, and would run any
 * pattern. Where a value gets to a part that could take too long or cannot be understood, the check ends with
 * {@link Unchecked}; parts that no value gets to do no harm.
 * @throws Unchecked for a schema over the limits
 */
export function copySchema(schema: unknown, reading: Reading, hooks: Hooks): SchemaCopy {
  let count = 0;

  /** The validator looks at this name at each visit, and no dialect we know gives it a meaning. */
  class Copy {
    get $recursiveAnchor(): undefined {
      hooks.onVisit();
      return undefined;
    }
  }
  const make = (content: object): SchemaCopy => Object.assign(new Copy(), content) as unknown as SchemaCopy;

  const copy = (value: unknown, depth: number): SchemaCopy => {
    if (depth > MAX_SCHEMA_DEPTH) throw new Unchecked(`the schema has more than ${MAX_SCHEMA_DEPTH} levels`);
    if (++count > MAX_SUBSCHEMAS) throw new Unchecked(`the schema consists of more than ${MAX_SUBSCHEMAS} schemas`);
    // Said in a way that the validator can give the place of.
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

  /** With what keeps the validator from taking too long, and with what it cannot check itself. */
  const withGuards = (content: Map<string, unknown>, guards: readonly Guard[]): SchemaCopy => {
    for (const { without } of guards) if (without !== undefined) content.delete(without);
    if (content.get('uniqueItems') === false) content.delete('uniqueItems');
    const stops = guards.map(({ when, reason }) =>
      make(Object.fromEntries(new Map<string, unknown>().set('if', guardCopy(when)).set('then', new Stop(reason)))),
    );
    if (stops.length > 0)
      content.set('allOf', [...stops, ...((content.get('allOf') as SchemaCopy[] | undefined) ?? [])]);
    return Object.fromEntries(content);
  };

  /** The validator writes into these schemas as well. */
  const guardCopy = (when: object): SchemaCopy =>
    make(Object.fromEntries(Object.entries(when).map(([key, one]) => [key, isObject(one) ? guardCopy(one) : one])));

  return copy(schema, 0);
}

/** A schema that ends the check as soon as it is held against anything. */
class Stop {
  readonly #reason: string;

  constructor(reason: string) {
    this.#reason = reason;
  }

  get $recursiveAnchor(): never {
    throw new Unchecked(this.#reason);
  }
}

/** The older keyword for two newer ones. */
function withDependencies(schema: SchemaCopy): SchemaCopy {
  if (!isObject(schema['dependencies'])) return schema;
  const { dependencies, ...rest } = schema;
  const schemas = Object.entries(dependencies).map(([name, one]) => [
    name,
    Array.isArray(one) ? { required: one } : one,
  ]);
  const known = isObject(rest['dependentSchemas']) ? rest['dependentSchemas'] : {};
  return { ...rest, dependentSchemas: { ...Object.fromEntries(schemas), ...known } };
}

function textIn(schema: SchemaCopy, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is SchemaCopy {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

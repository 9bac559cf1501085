import { isObject, listAt, numberAt, objectAt, own, setOwn, target, type Schema } from './schema-parts.js';

const WHOLE = { type: 'integer' };

/** One schema that accepts at most what both accept, as well as that can be said; what it gets wrong the referee notices. */
export function combined(a: Schema, b: Schema): Schema {
  const both: Record<string, unknown> = {};
  for (const keyword of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const one = own(a, keyword);
    const other = own(b, keyword);
    const value = one === undefined ? other : other === undefined ? one : combinedKeyword(keyword, a, b);
    setOwn(both, keyword, value);
  }
  return both;
}

function combinedKeyword(keyword: string, a: Schema, b: Schema): unknown {
  const one = own(a, keyword);
  const other = own(b, keyword);
  switch (keyword) {
    case 'type':
      return commonTypes(typesOf(a) ?? [], typesOf(b) ?? []);
    case 'enum': {
      const known = new Set((listAt(b, 'enum') ?? []).map((each) => JSON.stringify(each)));
      return (listAt(a, 'enum') ?? []).filter((each) => known.has(JSON.stringify(each)));
    }
    case 'required':
      return [...new Set([...(listAt(a, 'required') ?? []), ...(listAt(b, 'required') ?? [])])];
    case 'properties':
    case 'patternProperties':
      return namedParts(objectAt(a, keyword) ?? {}, objectAt(b, keyword) ?? {});
    case 'items':
    case 'propertyNames':
    case 'contains':
      return { allOf: [one, other] };
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return one === false || other === false ? false : { allOf: [one, other] };
    case 'not':
      return { anyOf: [one, other] };
    case 'minimum':
    case 'exclusiveMinimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return Math.max(numberAt(a, keyword) ?? -Infinity, numberAt(b, keyword) ?? -Infinity);
    case 'maximum':
    case 'exclusiveMaximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return Math.min(numberAt(a, keyword) ?? Infinity, numberAt(b, keyword) ?? Infinity);
    case 'dependentRequired':
    case 'dependentSchemas':
    case 'dependencies':
      return { ...(one as object), ...(other as object) };
    default:
      return other;
  }
}

function namedParts(a: Schema, b: Schema): Schema {
  const both: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const parts = [own(a, name), own(b, name)].filter((part) => part !== undefined);
    setOwn(both, name, parts.length === 1 ? parts[0] : { allOf: parts });
  }
  return both;
}

export function typesOf(schema: Schema): readonly unknown[] | undefined {
  const type = own(schema, 'type');
  return typeof type === 'string' ? [type] : listAt(schema, 'type');
}

function commonTypes(a: readonly unknown[], b: readonly unknown[]): readonly unknown[] {
  const accepts = (types: readonly unknown[], type: unknown): boolean =>
    types.includes(type) || (type === WHOLE.type && types.includes('number'));
  return [...new Set([...a.filter((type) => accepts(b, type)), ...b.filter((type) => accepts(a, type))])];
}

/** The type a schema is about where it names none. */
export function impliedType(schema: Schema): string | undefined {
  const has = (...keywords: readonly string[]): boolean => keywords.some((keyword) => Object.hasOwn(schema, keyword));
  if (has('properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames')) return 'object';
  if (has('items', 'prefixItems', 'contains', 'minItems')) return 'array';
  if (has('pattern', 'minLength', 'maxLength', 'format')) return 'string';
  if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return 'number';
  return undefined;
}

/** Keywords that only speak of values of one type, and of no others. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  array: ['items', 'prefixItems', 'additionalItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};
/** Keywords that say something of a value. What anybody else writes beside them says nothing. */
const ASSERTING = new Set(
  (
    '$ref $dynamicRef $recursiveRef enum const not if then else allOf anyOf oneOf properties patternProperties ' +
    'additionalProperties unevaluatedProperties propertyNames required minProperties maxProperties dependentRequired ' +
    'dependentSchemas dependencies prefixItems items additionalItems unevaluatedItems contains minItems maxItems ' +
    'uniqueItems minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'
  ).split(' '),
);
/** References and combinators one inside the other. */
const MAX_HOPS = 20;

/**
 * True for a schema that a form has nothing to go by: it accepts everything, or everything of one container type, and
 * perhaps null.
 * @param root where its references lead
 */
export function saysAnything(schema: unknown, root?: unknown, hops = 0): boolean {
  if (schema === true || schema === undefined) return true;
  if (!isObject(schema) || hops > MAX_HOPS) return false;
  const types = typesOf(schema) ?? [];
  if (types.some((type) => type !== 'object' && type !== 'array' && type !== 'null')) return false;
  const isAboutOthers = (keyword: string): boolean =>
    types.length > 0 && Object.entries(ABOUT).some(([type, all]) => !types.includes(type) && all.includes(keyword));
  const isFree = (part: unknown): boolean => saysAnything(part, root, hops + 1);
  return Object.entries(schema).every(([keyword, value]) => {
    if (!ASSERTING.has(keyword) || isAboutOthers(keyword)) return true;
    if (keyword === 'additionalProperties' || keyword === 'items') return isFree(value);
    if (keyword === '$ref') return typeof value === 'string' && isFree(target(root, value) ?? false);
    if (keyword === 'propertyNames')
      return isObject(value) && value['type'] === 'string' && isFree({ ...value, type: [] });
    if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf')
      return Array.isArray(value) && value.every((branch) => isFree(branch));
    return keyword === 'properties' && isObject(value) && Object.keys(value).length === 0;
  });
}

import { fits } from '../check/check-value.js';
import type { Flat } from './flat.js';
import { flatten } from './flatten.js';
import type { FormNode, ObjectNode, OtherNames, Property } from '../form-node.js';
import { saysNothing } from '../json-schema.js';
import { lazily } from './lazily.js';
import { MAX_PROPERTIES } from '../limits.js';
import { typedValues } from './merge-values.js';
import { othersKind, propertyNames, propertySchema } from './object-layers.js';
import { factsOf, lateDefault, type Compiler, type Place } from './place.js';

/** Names and their values, whether they are described one by one or all together. */
export function buildMap(flat: Flat, place: Place, compiler: Compiler, conditional = false): ObjectNode {
  const { object } = flat;
  const schemas = new Map<string, unknown>();
  const schemaOf = (name: string): unknown => {
    if (!schemas.has(name)) schemas.set(name, propertySchema(object, name, compiler.source));
    return schemas.get(name);
  };
  const { shown, hidden } = namesOf(flat, schemaOf, compiler);
  const property = (name: string): Property =>
    lazily({ name, required: object.required.has(name) }, { node: () => compiler.node(schemaOf(name), name) });
  const known = {
    ...factsOf(flat, place),
    kind: 'object' as const,
    minProperties: object.minProperties,
    maxProperties: object.maxProperties,
    conditional,
    others: othersOf(flat, place, hidden, compiler),
  };
  const node: ObjectNode = lazily(known, {
    properties: () => shown.map(property),
    ...lateDefault(flat, () => node),
  });
  return node;
}

interface Names {
  readonly shown: readonly string[];
  /** More than a form can show at once: each gets its field when it is asked for by name. */
  readonly hidden: readonly string[];
}

function namesOf({ object }: Flat, schemaOf: (name: string) => unknown, compiler: Compiler): Names {
  const rule = nameRule(object.names, compiler);
  const described = [...new Set([...propertyNames(object), ...enumerated(object.names, compiler), ...object.required])];
  const possible = described.filter((name) => {
    if (object.required.has(name)) return true;
    return schemaOf(name) !== false && (!rule || fits(rule, name));
  });
  if (possible.length <= MAX_PROPERTIES) return { shown: possible, hidden: [] };
  const asked = possible.filter((name) => object.required.has(name)).slice(0, MAX_PROPERTIES);
  const first = possible.filter((name) => !object.required.has(name)).slice(0, MAX_PROPERTIES - asked.length);
  const chosen = new Set([...asked, ...first]);
  return {
    shown: possible.filter((name) => chosen.has(name)),
    hidden: possible.filter((name) => !chosen.has(name)),
  };
}

/** Names that are given one by one are properties, whichever keyword gives them. */
function enumerated(names: readonly unknown[], { source }: Compiler): readonly string[] {
  const options = names.flatMap((rule) => typedValues(flatten(rule, source)) ?? []);
  return options.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

function othersOf(flat: Flat, place: Place, hidden: readonly string[], compiler: Compiler): OtherNames {
  const { object } = flat;
  const isClosed = enumerated(object.names, compiler).length > 0;
  const kind = isClosed ? 'refused' : othersKind(object);
  // Without any property, other names are all there is to fill in.
  const isMap = kind === 'allowed' && !place.isRoot && propertyNames(object).length === 0;
  const schemaOf = (name: string): unknown => propertySchema(object, name, compiler.source);
  return {
    kind: isMap || hidden.length > 0 ? 'described' : kind,
    name: nameRule(object.names, compiler),
    suggestions: hidden,
    accepts: (name) => schemaOf(name) !== false,
    nodeOf: (name) => compiler.node(schemaOf(name) === false ? true : schemaOf(name), name),
  };
}

/** Names are always text: to say that says nothing. */
function nameRule(names: readonly unknown[], compiler: Compiler): FormNode | undefined {
  let rule: unknown;
  for (const one of names) rule = compiler.source.both(rule, one);
  if (saysNothing(rule)) return undefined;
  const node = compiler.node(rule);
  const isAnyText =
    node.kind === 'string' &&
    [...node.rules, node.minLength, node.maxLength, node.pattern, node.format].every((each) => each === undefined);
  return isAnyText ? undefined : node;
}

import type { SchemaDocument } from './document.js';
import type { Layer, ObjectRules } from './flat.js';
import { fitsPattern } from '../check/pattern.js';
import { saysNothing } from '../json-schema.js';

/** The names that are described one by one, in the order of the schema. */
export function propertyNames({ layers }: ObjectRules): readonly string[] {
  return [...new Set(layers.flatMap(({ properties }) => Object.keys(properties)))];
}

export function isDescribed({ layers }: ObjectRules, name: string): boolean {
  return layers.some(({ properties }) => Object.hasOwn(properties, name));
}

/** What the value of that name must be: what every layer says of it together. */
export function propertySchema(rules: ObjectRules, name: string, source: SchemaDocument): unknown {
  const [only, more] = rules.layers;
  if (only && !more && only.patterns.length === 0 && Object.hasOwn(only.properties, name)) return only.properties[name];
  let schema: unknown;
  for (const layer of allLayers(rules)) for (const part of saidOf(layer, name)) schema = source.both(schema, part);
  return schema;
}

/** With what is said of all names that nothing else looks at. */
export function allLayers(rules: ObjectRules): readonly Layer[] {
  const { layers, unevaluated } = rules;
  if (unevaluated === undefined || layers.some(({ additional }) => additional !== undefined)) return layers;
  const known = Object.fromEntries(propertyNames(rules).map((name) => [name, true]));
  const patterns = layers.flatMap((layer) => layer.patterns.map(([pattern]) => [pattern, true] as const));
  return [...layers, { properties: known, patterns, additional: unevaluated }];
}

function saidOf({ properties, patterns, additional }: Layer, name: string): readonly unknown[] {
  const said = patterns.filter(([pattern]) => fitsPattern(pattern, name) === true).map(([, schema]) => schema);
  if (Object.hasOwn(properties, name)) said.unshift(properties[name]);
  return said.length > 0 ? said : [additional];
}

/** Whether names that are not described may be given, and whether something is said of their values. */
export function othersKind(rules: ObjectRules): 'refused' | 'allowed' | 'described' {
  const layers = allLayers(rules);
  if (layers.some(({ additional, patterns }) => additional === false && patterns.length === 0)) return 'refused';
  const isDescribed = layers.some(({ additional, patterns }) => patterns.length > 0 || !saysNothing(additional));
  return isDescribed ? 'described' : 'allowed';
}

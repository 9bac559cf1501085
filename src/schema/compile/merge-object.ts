import type { Layer, ObjectRules } from './flat.js';
import { countOf, isSchemaObject, listOf, type SchemaObject } from '../json-schema.js';
import { MAX_NAME_PATTERNS } from '../limits.js';
import { hasAny, larger, smaller } from './merge-scalars.js';

const KEYWORDS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'required',
  'minProperties',
  'maxProperties',
];

/** Keywords with more about the same object. */
const IN_PLACE = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', 'dependencies', 'not'];
const isAlone = (schema: SchemaObject): boolean => !IN_PLACE.some((keyword) => Object.hasOwn(schema, keyword));

export function mergeObject(rules: ObjectRules, schema: SchemaObject): ObjectRules {
  if (!hasAny(schema, KEYWORDS)) return rules;
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

function layerOf(schema: SchemaObject): Layer | undefined {
  const { properties, patternProperties } = schema;
  // With nothing else that looks at properties, what is not looked at is what is additional.
  const additional = schema['additionalProperties'] ?? (isAlone(schema) ? schema['unevaluatedProperties'] : undefined);
  const described = isSchemaObject(properties) ? properties : undefined;
  const patterns = isSchemaObject(patternProperties)
    ? Object.entries(patternProperties).slice(0, MAX_NAME_PATTERNS)
    : [];
  const saysMore = isSchemaObject(additional) || typeof additional === 'boolean';
  if (!described && patterns.length === 0 && !saysMore) return undefined;
  return { properties: described ?? {}, patterns, additional: saysMore ? additional : undefined };
}

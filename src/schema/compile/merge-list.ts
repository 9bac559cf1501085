import type { Contains, ListRules } from './flat.js';
import type { SchemaDocument } from './document.js';
import { countOf, isSchemaObject, listOf, type SchemaObject } from '../json-schema.js';
import { MAX_PREFIX } from '../limits.js';
import { hasAny, larger, smaller } from './merge-scalars.js';

const KEYWORDS = ['items', 'prefixItems', 'unevaluatedItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'];

/** Both say something of the items: at each place, what both accept. */
export function mergeList(rules: ListRules, schema: SchemaObject, source: SchemaDocument): ListRules {
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

interface Places {
  readonly prefix: readonly unknown[];
  readonly items: unknown;
}

/** What the item at a place must be. */
export function placeAt(places: Places, index: number): unknown {
  return index < places.prefix.length ? places.prefix[index] : places.items;
}

/** The two ways to write a tuple: `prefixItems` with `items`, and `items` as a list with `additionalItems`. */
function placesOf(schema: SchemaObject): Places {
  const older = listOf(schema, 'items');
  const items = older ? schema['additionalItems'] : schema['items'];
  const prefix = (older ?? listOf(schema, 'prefixItems') ?? []).slice(0, MAX_PREFIX);
  return { prefix, items: isSchemaObject(items) || typeof items === 'boolean' ? items : undefined };
}

function containsOf(schema: SchemaObject): Contains {
  return {
    schema: schema['contains'],
    least: countOf(schema, 'minContains') ?? 1,
    most: countOf(schema, 'maxContains') ?? Infinity,
  };
}

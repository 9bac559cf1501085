import type { SchemaDocument } from './document.js';
import { EMPTY, type Condition, type Flat } from './flat.js';
import { isSchemaObject, listOf, saysNothing, type SchemaObject } from '../json-schema.js';
import { MAX_COMBINED } from '../limits.js';
import { mergeList } from './merge-list.js';
import { mergeObject } from './merge-object.js';
import { mergeNumbers, mergeTexts, mergeTypes, mergeWords } from './merge-scalars.js';
import { mergeValues } from './merge-values.js';

/** All that a schema says of one value. Pure; looks into nothing that describes the inside of the value. */
export function flatten(schema: unknown, source: SchemaDocument): Flat {
  return extend(EMPTY, schema, source);
}

/** What accepts the values that both accept. */
export function extend(flat: Flat, schema: unknown, source: SchemaDocument, inside?: ReadonlySet<object>): Flat {
  const parts = new Set(flat.parts);
  return { ...add(flat, schema, { source, parts, inside: inside ?? new Set() }), parts };
}

/** The fault of a description that leads back to itself before it has said anything of the inside of a value. */
export const MADE_OF_ITSELF = 'The server’s description of this part is made of itself.';

interface Way {
  readonly source: SchemaDocument;
  /** The schemas that are in it already: to be in it twice changes nothing. */
  readonly parts: Set<object>;
  /** The schemas we are in, to notice one that is made of itself. */
  readonly inside: ReadonlySet<object>;
}

function add(flat: Flat, schema: unknown, way: Way): Flat {
  if (schema === false) return { ...flat, isImpossible: true };
  if (!isSchemaObject(schema) || saysNothing(schema) || flat.fault !== undefined) return flat;
  if (way.inside.has(schema)) return { ...flat, fault: MADE_OF_ITSELF };
  if (way.parts.has(schema)) return flat;
  if (way.parts.size >= MAX_COMBINED) return { ...flat, fault: 'The server combines too many descriptions here.' };
  way.parts.add(schema);
  const inner: Way = { ...way, inside: new Set(way.inside).add(schema) };
  let next: Flat = { ...flat, words: mergeWords(flat.words, schema) };
  const reference = referenceOf(schema);
  // Up to draft-07, a reference replaces what is beside it. Words beside it are kept: that is what they are written for.
  if (reference === undefined || way.source.dialect === '2020-12') next = addKeywords(next, schema, inner);
  return reference === undefined ? next : follow(next, reference, inner);
}

function referenceOf(schema: SchemaObject): unknown {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'])
    if (Object.hasOwn(schema, keyword)) return schema[keyword];
  return undefined;
}

function follow(flat: Flat, reference: unknown, way: Way): Flat {
  const found = way.source.find(reference);
  if ('reason' in found) return { ...flat, fault: found.reason };
  const name = /[^/#]+$/.exec(String(reference))?.[0];
  return add({ ...flat, referred: flat.referred ?? name?.slice(0, 100) }, found.schema, way);
}

function addKeywords(flat: Flat, schema: SchemaObject, way: Way): Flat {
  let next: Flat = {
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

/** Everything that depends on what is in the value, as `if` and `then`. */
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

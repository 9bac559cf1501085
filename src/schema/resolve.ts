import { ANNOTATIONS, isSchemaObject, listOf, type SchemaObject } from './json-schema.js';
import { jsonEquals } from './json-value.js';
import { MAX_REF_HOPS } from './limits.js';

/** A schema with its references followed and its wrappers taken off, or why that cannot be done. */
export type Resolved =
  | {
      readonly ok: true;
      readonly schema: SchemaObject;
      /** A union said that `null` is fine as well. */
      readonly nullable: boolean;
      /** References on the way here, to notice a schema that contains itself. */
      readonly references: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Follows local references and unwraps what has one meaningful branch: `allOf`/`anyOf`/`oneOf` of one, and unions of
 * something with `null`. Nothing is ever fetched.
 */
export function resolveSchema(start: SchemaObject, root: unknown, outer: readonly string[]): Resolved {
  let schema = start;
  let nullable = false;
  const references = [...outer];
  for (let hop = 0; hop < MAX_REF_HOPS; hop++) {
    const step = nextStep(schema, root, references);
    if (step === undefined) return { ok: true, schema, nullable, references };
    if ('reason' in step) return { ok: false, reason: step.reason };
    const merged = merge(step.inner, schema, step.keyword);
    if (merged === undefined) {
      return { ok: false, reason: 'The server combines several descriptions here that the form cannot tell apart.' };
    }
    schema = merged;
    nullable ||= step.nullable;
  }
  return { ok: false, reason: 'The server’s description refers on and on to other parts of itself.' };
}

type Step =
  | { readonly keyword: string; readonly inner: SchemaObject; readonly nullable: boolean }
  | { readonly reason: string }
  | undefined;

function nextStep(schema: SchemaObject, root: unknown, references: string[]): Step {
  if (Object.hasOwn(schema, '$ref')) return followReference(schema['$ref'], root, references);
  const all = listOf(schema, 'allOf');
  if (all?.length === 1 && isSchemaObject(all[0])) return { keyword: 'allOf', inner: all[0], nullable: false };
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = listOf(schema, keyword);
    if (!branches) continue;
    const rest = branches.filter((branch) => !isNullSchema(branch));
    const [only] = rest;
    if (rest.length === 1 && isSchemaObject(only)) {
      return { keyword, inner: only, nullable: rest.length < branches.length };
    }
  }
  return undefined;
}

/** A branch that accepts `null` and nothing else. */
export function isNullSchema(branch: unknown): boolean {
  if (!isSchemaObject(branch)) return false;
  return branch['type'] === 'null' || branch['const'] === null || jsonEquals(branch['enum'], [null]);
}

function followReference(reference: unknown, root: unknown, references: string[]): Step {
  if (typeof reference !== 'string') return { reason: 'The server’s description has a reference that is not text.' };
  if (!reference.startsWith('#')) {
    return { reason: 'The server’s description refers to another document, which is not fetched.' };
  }
  if (references.includes(reference)) return { reason: 'This part contains itself, to any depth.' };
  references.push(reference);
  const target = lookUp(root, reference.slice(1));
  if (target === true) return { keyword: '$ref', inner: {}, nullable: false };
  if (!isSchemaObject(target)) return { reason: 'The server’s description refers to a part that is not there.' };
  return { keyword: '$ref', inner: target, nullable: false };
}

/** The part of a document that a JSON Pointer in a URI fragment names. */
function lookUp(root: unknown, fragment: string): unknown {
  let pointer: string;
  try {
    pointer = decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
  if (pointer === '') return root;
  if (!pointer.startsWith('/')) return undefined;
  let part = root;
  for (const token of pointer.slice(1).split('/')) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as SchemaObject)[name];
  }
  return part;
}

/**
 * Both schemas as one, where that is plain: what the outer one says in words wins, every other keyword may be there
 * once, or twice the same.
 */
function merge(inner: SchemaObject, outer: SchemaObject, unwrapped: string): SchemaObject | undefined {
  const merged = new Map<string, unknown>(Object.entries(inner));
  for (const [keyword, value] of Object.entries(outer)) {
    if (keyword === unwrapped) continue;
    if (merged.has(keyword) && !ANNOTATIONS.has(keyword) && !jsonEquals(merged.get(keyword), value)) return undefined;
    merged.set(keyword, value);
  }
  return Object.fromEntries(merged);
}

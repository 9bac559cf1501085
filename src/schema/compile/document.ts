import type { ErrorText } from '../../errors.js';
import { errorText } from '../error-texts.js';
import { isSchemaObject, saysNothing, type SchemaObject } from '../json.js';
import { MAX_DOCUMENT_PARTS } from '../json-value.js';

/** The version of JSON Schema, as far as it matters here. */
export type Dialect = 'draft-04' | 'draft-07' | '2020-12';

/** Keywords whose values are not schemas, even if they look like schemas. */
const VALUES = new Set(['enum', 'const', 'default', 'examples']);

/** A schema document, which resolves references. It never fetches anything. */
export class SchemaDocument {
  readonly root: unknown;
  readonly dialect: Dialect;
  readonly #pairs = new WeakMap<object, WeakMap<object, SchemaObject>>();
  #named: ReadonlyMap<string, unknown> | undefined;

  constructor(root: unknown) {
    this.root = root;
    this.dialect = dialectOf(root);
  }

  /** The schema that a reference points to, or why it cannot be found. */
  find(reference: unknown): { readonly schema: unknown } | { readonly reason: ErrorText } {
    if (typeof reference !== 'string') return { reason: errorText('schema.reason.reference') };
    const hash = reference.indexOf('#');
    const address = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? '' : decoded(reference.slice(hash + 1));
    const base = address === '' ? this.root : this.#lookUp(absolute(address, this.#base));
    if (base === undefined) return { reason: errorText('schema.reason.otherDocument') };
    const schema = /^(?:\/|$)/.test(fragment) ? partAt(base, fragment) : this.#lookUp(`#${fragment}`);
    if (typeof schema === 'boolean' || isSchemaObject(schema)) return { schema };
    return { reason: errorText('schema.reason.missingPart') };
  }

  /** A schema that accepts the values that both accept; the same object each time for the same two. */
  both(a: unknown, b: unknown): unknown {
    if (a === b || saysNothing(b)) return a;
    if (saysNothing(a)) return b;
    if (!isSchemaObject(a) || !isSchemaObject(b)) return a === false || b === false ? false : isSchemaObject(a) ? a : b;
    const known = this.#pairs.get(a) ?? new WeakMap<object, SchemaObject>();
    this.#pairs.set(a, known);
    const pair = known.get(b) ?? { allOf: [a, b] };
    known.set(b, pair);
    return pair;
  }

  get #base(): string | undefined {
    const id = isSchemaObject(this.root) ? this.root['$id'] : undefined;
    return typeof id === 'string' ? absolute(id, undefined) : undefined;
  }

  #lookUp(name: string | undefined): unknown {
    this.#named ??= namedParts(this.root, this.#base);
    return name === undefined ? undefined : this.#named.get(name);
  }
}

function dialectOf(root: unknown): Dialect {
  const named = isSchemaObject(root) ? root['$schema'] : undefined;
  if (typeof named !== 'string') return '2020-12';
  if (/draft-0[34]/.test(named)) return 'draft-04';
  return /draft-0[67]/.test(named) ? 'draft-07' : '2020-12';
}

/** Every part with a name: `$id`, `$anchor`, and in older versions an `$id` or `id` that is a fragment. */
function namedParts(root: unknown, base: string | undefined): ReadonlyMap<string, unknown> {
  const named = new Map<string, unknown>();
  const note = (name: string | undefined, part: unknown): void => {
    if (name !== undefined && !named.has(name)) named.set(name, part);
  };
  const seen = new Set<unknown>([root]);
  for (const part of seen) {
    if (seen.size > MAX_DOCUMENT_PARTS) break;
    if (isSchemaObject(part)) {
      for (const keyword of ['$anchor', '$dynamicAnchor'])
        if (typeof part[keyword] === 'string') note(`#${part[keyword]}`, part);
      const id = part['$id'];
      if (typeof id === 'string') note(id.startsWith('#') ? id : absolute(id, base), part);
    }
    const inside = Object.entries(Object(part) as SchemaObject);
    for (const [keyword, each] of inside)
      if (typeof each === 'object' && each !== null && !VALUES.has(keyword)) seen.add(each);
  }
  return named;
}

function absolute(address: string, base: string | undefined): string | undefined {
  try {
    return new URL(address, base ?? 'schema:/').href.replace(/#$/, '');
  } catch {
    return undefined;
  }
}

/** A fragment that cannot be decoded names nothing. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The part of a document at a JSON Pointer. */
function partAt(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  let part = root;
  for (const token of pointer.slice(1).split('/')) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as SchemaObject)[name];
  }
  return part;
}

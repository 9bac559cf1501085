import { Unchecked } from './unchecked.js';

/** JSON Schema as the validator has to tell it apart: up to draft-07 nothing beside a `$ref` counts. */
export type Draft = '7' | '2020-12';

/** How a schema is read. */
export interface Reading {
  readonly draft: Draft;
  /**
   * By the letter: each dialect has its own keywords, and one that is malformed cannot be understood. Otherwise what
   * people write is read as they mean it, keywords of all dialects together, and what is malformed says nothing.
   */
  readonly isStrict: boolean;
}

/**
 * Without a word of it, a schema is of 2020-12.
 * @throws Unchecked for a dialect that is not known, where the schema is read by the letter
 */
export function readingOf(schema: unknown, isStrict: boolean): Reading {
  const named = isObject(schema) ? schema['$schema'] : undefined;
  if (!isStrict) return { isStrict, draft: typeof named === 'string' && /draft-0[3-7]/.test(named) ? '7' : '2020-12' };
  const name = typeof named === 'string' ? named.replace(/^https?:\/\/|#$/g, '') : '';
  const draft = named === undefined ? '2020-12' : DRAFTS.get(name);
  if (draft) return { isStrict, draft };
  throw new Unchecked(`the schema’s dialect is not known here (${JSON.stringify(named).slice(0, 100)})`);
}

const DRAFTS: ReadonlyMap<string, Draft> = new Map([
  ['json-schema.org/draft-07/schema', '7'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
]);

/** Keywords that are words of nobody's in one of the two. */
const UNKNOWN_IN: { readonly [draft in Draft]: ReadonlySet<string> } = {
  '7': new Set(
    (
      '$anchor $dynamicRef $recursiveRef $dynamicAnchor dependentRequired dependentSchemas prefixItems minContains ' +
      'maxContains unevaluatedItems unevaluatedProperties'
    ).split(' '),
  ),
  '2020-12': new Set('$recursiveRef additionalItems dependencies'.split(' ')),
};

/** Whether the keyword means something when a schema is read in this way. */
export function isOfDialect(keyword: string, { draft, isStrict }: Reading): boolean {
  return !isStrict || !UNKNOWN_IN[draft].has(keyword);
}

function isObject(value: unknown): value is { readonly [keyword: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

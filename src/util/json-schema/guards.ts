import { safeInputLength } from '../regex.js';
import type { Reading, SchemaObject } from './keywords.js';

/** Characters of a pattern. A schema with a longer one is not checked, and the result says so. */
export const MAX_SCHEMA_PATTERN_LENGTH = 1_000;

/** Patterns for the names of one object. A schema with more is not checked, and the result says so. */
export const MAX_SCHEMA_NAME_PATTERNS = 100;

/**
 * Items of a list with `uniqueItems`, which are all compared with each other. A longer list is not checked, and the
 * result says so.
 */
export const MAX_UNIQUE_ITEMS = 1_000;

/** A part of a schema that must not be used for certain values. */
export interface Guard {
  /** A schema that describes these values. */
  readonly when: object;
  /** The reason, written to follow a colon. */
  readonly reason: string;
  /** A keyword that must be removed from the copy. */
  readonly without?: string;
}

const SOME_PROPERTY = { type: 'object', minProperties: 1 };

/** Guards for the parts of a schema that could take too long, or cannot be understood. */
export function guardsOf(schema: SchemaObject, { draft, isStrict }: Reading, isMalformed: boolean): readonly Guard[] {
  const found: Guard[] = [];
  if (isMalformed && isStrict) found.push({ when: {}, reason: 'the schema cannot be understood' });
  if (isStrict && draft === '2020-12' && '$dynamicRef' in schema)
    found.push({ when: {}, reason: 'the schema uses $dynamicRef' });
  found.push(...nameGuards(schema['patternProperties']));
  if (schema['uniqueItems'] === true)
    found.push({
      when: { type: 'array', minItems: MAX_UNIQUE_ITEMS + 1 },
      reason: `more than ${MAX_UNIQUE_ITEMS} items would have to be compared with each other`,
    });
  return found;
}

/** Guards for `patternProperties`: the validator runs these patterns itself. */
function nameGuards(patternProperties: unknown): readonly Guard[] {
  if (typeof patternProperties !== 'object' || patternProperties === null) return [];
  const patterns = Object.keys(patternProperties);
  const tooMany = `the schema has more than ${MAX_SCHEMA_NAME_PATTERNS} patterns for names in one place`;
  if (patterns.length > MAX_SCHEMA_NAME_PATTERNS)
    return [{ when: SOME_PROPERTY, reason: tooMany, without: 'patternProperties' }];
  return patterns.flatMap((pattern): readonly Guard[] => {
    const { longest, reason } = judgePattern(pattern);
    if (longest < 0) return [{ when: SOME_PROPERTY, reason, without: 'patternProperties' }];
    return [{ when: { type: 'object', not: { propertyNames: { maxLength: longest } } }, reason }];
  });
}

/**
 * The maximum length of a text on which the validator may run a pattern; it uses the browser's regular expressions.
 * Less than 0 if the pattern cannot be used at all.
 */
export function judgePattern(pattern: string): { readonly longest: number; readonly reason: string } {
  const quoted = `“${pattern.slice(0, 100)}”`;
  try {
    void new RegExp(pattern, 'u');
  } catch {
    return { longest: -1, reason: `the schema’s pattern ${quoted} is no regular expression` };
  }
  const longest = pattern.length > MAX_SCHEMA_PATTERN_LENGTH ? 0 : safeInputLength(pattern);
  return { longest, reason: `the schema’s pattern ${quoted} could take too long` };
}

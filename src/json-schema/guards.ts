import type { ErrorText } from '../errors.js';
import { safeInputLength } from '../util/regex.js';
import { errorText } from './error-texts.js';
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
  /** The reason, a phrase that follows a colon. */
  readonly reason: ErrorText;
  /** A keyword that must be removed from the copy. */
  readonly without?: string;
}

const SOME_PROPERTY = { type: 'object', minProperties: 1 };

/** Guards for the parts of a schema that could take too long, or cannot be understood. */
export function guardsOf(schema: SchemaObject, { draft, isStrict }: Reading, isMalformed: boolean): readonly Guard[] {
  const found: Guard[] = [];
  if (isMalformed && isStrict) found.push({ when: {}, reason: errorText('jsonSchema.unchecked.notUnderstood') });
  if (isStrict && draft === '2020-12' && '$dynamicRef' in schema)
    found.push({ when: {}, reason: errorText('jsonSchema.unchecked.dynamicReference', { keyword: '$dynamicRef' }) });
  found.push(...nameGuards(schema['patternProperties']));
  if (schema['uniqueItems'] === true)
    found.push({
      when: { type: 'array', minItems: MAX_UNIQUE_ITEMS + 1 },
      reason: errorText('jsonSchema.unchecked.uniqueItems', { limit: MAX_UNIQUE_ITEMS }),
    });
  return found;
}

/** Guards for `patternProperties`: the validator runs these patterns itself. */
function nameGuards(patternProperties: unknown): readonly Guard[] {
  if (typeof patternProperties !== 'object' || patternProperties === null) return [];
  const patterns = Object.keys(patternProperties);
  const tooMany = errorText('jsonSchema.unchecked.namePatterns', { limit: MAX_SCHEMA_NAME_PATTERNS });
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
export function judgePattern(pattern: string): { readonly longest: number; readonly reason: ErrorText } {
  const named = { pattern: pattern.slice(0, 100) };
  try {
    void new RegExp(pattern, 'u');
  } catch {
    return { longest: -1, reason: errorText('jsonSchema.unchecked.noPattern', named) };
  }
  const longest = pattern.length > MAX_SCHEMA_PATTERN_LENGTH ? 0 : safeInputLength(pattern);
  return { longest, reason: errorText('jsonSchema.unchecked.slowPattern', named) };
}

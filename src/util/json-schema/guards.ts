import { safeInputLength } from '../safe-pattern.js';
import type { Reading } from './dialect.js';
import { MAX_NAME_PATTERNS, MAX_PATTERN_LENGTH, MAX_UNIQUE_ITEMS } from './limits.js';

/** A part of a schema that must not be held against values like these. */
export interface Guard {
  /** A schema of values. */
  readonly when: object;
  /** Why, as what follows a colon. */
  readonly reason: string;
  /** A keyword that cannot even be tried. */
  readonly without?: string;
}

type Unknown = { readonly [keyword: string]: unknown };

const SOME_PROPERTY = { type: 'object', minProperties: 1 };

/** What of a schema could take too long, or cannot be understood. */
export function guardsOf(schema: Unknown, { draft, isStrict }: Reading, isMalformed: boolean): readonly Guard[] {
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

/** The validator tries patterns for names itself. */
function nameGuards(patternProperties: unknown): readonly Guard[] {
  if (typeof patternProperties !== 'object' || patternProperties === null) return [];
  const patterns = Object.keys(patternProperties);
  const tooMany = `the schema has more than ${MAX_NAME_PATTERNS} patterns for names in one place`;
  if (patterns.length > MAX_NAME_PATTERNS)
    return [{ when: SOME_PROPERTY, reason: tooMany, without: 'patternProperties' }];
  return patterns.flatMap((pattern): readonly Guard[] => {
    const { longest, reason } = judgePattern(pattern);
    if (longest < 0) return [{ when: SOME_PROPERTY, reason, without: 'patternProperties' }];
    return [{ when: { type: 'object', not: { propertyNames: { maxLength: longest } } }, reason }];
  });
}

/**
 * How long a text may be that the validator, which knows no way of matching but the browser's, tries a pattern on; less
 * than 0 where it cannot be used at all.
 */
export function judgePattern(pattern: string): { readonly longest: number; readonly reason: string } {
  const quoted = `“${pattern.slice(0, 100)}”`;
  try {
    void new RegExp(pattern, 'u');
  } catch {
    return { longest: -1, reason: `the schema’s pattern ${quoted} is no regular expression` };
  }
  const longest = pattern.length > MAX_PATTERN_LENGTH ? 0 : safeInputLength(pattern);
  return { longest, reason: `the schema’s pattern ${quoted} could take too long` };
}

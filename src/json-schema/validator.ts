import { type Schema, dereference, format as formats, validate } from '@cfworker/json-schema';
import type { ErrorText } from '../errors.js';
import { copySchema } from './copy-schema.js';
import { errorText } from './error-texts.js';
import { type Fault, faultsIn } from './faults.js';
import { Unchecked, readingOf } from './keywords.js';

// Users of the validator import one late file.
export { judgePattern } from './guards.js';
export { Unchecked } from './keywords.js';

// Limits of a check: schema and value are untrusted, and the check runs in the page's thread. They are far above what real
// servers need (of 1,621 published tools: 84 KB, 11 levels, 126 options). Further limits are in guards.ts and copy-schema.ts.

/** Characters of a schema as JSON. A longer one is not checked, and the result says so. */
export const MAX_SCHEMA_CHARACTERS = 1_000_000;

/** Values inside one value. One with more is not checked, and the result says so. */
export const MAX_CHECKED_VALUES = 50_000;

/** Levels of objects and lists in a value. A deeper one is not checked, and the result says so. */
export const MAX_CHECKED_DEPTH = 100;

/**
 * Steps that a check may take, including its second attempt, unless `maxSteps` is given: parts of the schema that are applied to a part
 * of the value, some 150 milliseconds. After them the value is not checked, and the result says so.
 */
export const MAX_SCHEMA_STEPS = 150_000;

/** Options of a check. */
export interface SchemaReader {
  /**
   * Interprets the schema strictly by its dialect, which must be a known one; see `Reading.isStrict`. Default: false.
   */
  readonly isStrict?: boolean;
  /** Steps that a check may take, including its second attempt. Default: {@link MAX_SCHEMA_STEPS}. */
  readonly maxSteps?: number;
  /** How many steps the matching of a text takes. Default: 0. */
  readonly patternSteps?: (pattern: string, text: string) => number;
  /** Returns undefined if a text cannot be checked. @throws Unchecked to give the reason */
  readonly fitsPattern: (pattern: string, text: string) => boolean | undefined;
  /** Checks a format; `pattern` is the pattern of the same schema. Without this function formats are not checked. */
  readonly fitsFormat?: (format: string, text: string, pattern: string | undefined) => boolean | undefined;
}

/** The result of a check: all faults, or the reason why no check was possible, a phrase that follows a colon. */
export type Checked = { readonly faults: readonly Fault[] } | { readonly unchecked: ErrorText };

/** Checks a value with a schema. */
export type SchemaCheck = (value: unknown) => Checked;

/** Base of references in a schema without a base. Nothing is ever fetched from it. */
const BASE = new URL('schema:/');

/** Prepares a schema for checks. Never throws: errors of the schema are reported by each check. */
export function compileValidator(schema: unknown, reader: SchemaReader): SchemaCheck {
  try {
    return compile(schema, reader);
  } catch (error) {
    return () => ({ unchecked: reasonOf(error) });
  }
}

function compile(schema: unknown, reader: SchemaReader): SchemaCheck {
  const rules: Rules = new Map();
  const { maxSteps = MAX_SCHEMA_STEPS, patternSteps } = reader;
  let left = 0;
  const spend = (steps: number): void => {
    left -= steps;
    if (left < 0) throw new Unchecked(errorText('jsonSchema.unchecked.steps', { limit: maxSteps }));
  };
  const reading = readingOf(schema, reader.isStrict === true);
  const copy = bare(
    copySchema(schema, reading, {
      onVisit: spend,
      textRule: (pattern, named) => {
        const format = reader.fitsFormat && named;
        if (pattern === undefined && format === undefined) return undefined;
        const name = `mcp-embed ${JSON.stringify([pattern, format])}`;
        const fits = textRule(pattern, format, reader);
        rules.set(name, (text) => {
          if (pattern !== undefined && patternSteps) spend(patternSteps(pattern, text));
          return fits(text);
        });
        return name;
      },
    }),
  ) as Schema;
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS)
    throw new Unchecked(errorText('jsonSchema.unchecked.schemaCharacters', { limit: MAX_SCHEMA_CHARACTERS }));
  const known = dereference(copy, undefined, BASE);
  const run = (value: unknown, untilFirst: boolean): readonly Fault[] =>
    faultsIn(withFormats(rules, () => validate(bare(value), copy, reading.draft, known, untilFirst)).errors);
  return (value) => {
    try {
      measure(value);
      try {
        left = maxSteps * FIRST_ATTEMPT;
        return { faults: run(value, false) };
      } catch {
        // There may be too many faults to collect them. The second attempt stops at the first one.
        left = maxSteps * (1 - FIRST_ATTEMPT);
        return { faults: run(value, true) };
      }
    } catch (error) {
      return { unchecked: reasonOf(error) };
    }
  };
}

/**
 * The value without prototypes, where a script of the page gave all objects a member that is enumerated: the validator
 * enumerates, and would take it for a property of the value or a keyword of the schema.
 */
function bare(value: unknown): unknown {
  for (const name in {}) return name in Object.prototype ? withoutPrototypes(value) : value;
  return value;
}

function withoutPrototypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  if (typeof value !== 'object' || value === null || value instanceof Map) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [name, child] of Object.entries(value)) copy[name] = withoutPrototypes(child);
  return copy;
}

/** Share of the steps for finding all faults; the rest is for finding one. */
const FIRST_ATTEMPT = 2 / 3;

type Rules = Map<string, (text: string) => boolean>;

export function textRule(
  pattern: string | undefined,
  format: string | undefined,
  reader: SchemaReader,
): (text: string) => boolean {
  return (text) => {
    const fits = pattern === undefined || reader.fitsPattern(pattern, text);
    if (fits === undefined)
      throw new Unchecked(errorText('jsonSchema.unchecked.notTried', { pattern: pattern?.slice(0, 100) ?? '' }));
    return fits && (format === undefined || reader.fitsFormat?.(format, text, pattern) !== false);
  };
}

/** The validator has one global table of formats. Ours are added only during a check. */
function withFormats<Result>(rules: Rules, run: () => Result): Result {
  const table = formats as Record<string, (text: string) => boolean>;
  for (const [name, rule] of rules) table[name] = rule;
  try {
    return run();
  } finally {
    for (const name of rules.keys()) delete table[name];
  }
}

/** @throws Unchecked for a value that is too large to check */
function measure(value: unknown): void {
  let count = 0;
  const look = (one: unknown, depth: number): void => {
    if (++count > MAX_CHECKED_VALUES)
      throw new Unchecked(errorText('jsonSchema.unchecked.values', { limit: MAX_CHECKED_VALUES }));
    if (typeof one !== 'object' || one === null) return;
    if (depth >= MAX_CHECKED_DEPTH)
      throw new Unchecked(errorText('jsonSchema.unchecked.valueLevels', { limit: MAX_CHECKED_DEPTH }));
    for (const child of Object.values(one)) look(child, depth + 1);
  };
  look(value, 0);
}

function reasonOf(error: unknown): ErrorText {
  if (error instanceof Unchecked) return error.reason;
  // Firefox throws `InternalError` instead of `RangeError`.
  if (error instanceof RangeError || (error as Error).name === 'InternalError')
    return errorText('jsonSchema.unchecked.endless');
  const reference = error instanceof Error && /^Unresolved \$ref "([^"]{0,200})/.exec(error.message)?.[1];
  return reference
    ? errorText('jsonSchema.unchecked.reference', { reference })
    : errorText('jsonSchema.unchecked.notUnderstood');
}

import { dereference, format as formats, validate, type Schema } from '@cfworker/json-schema';
import { copySchema } from './copy-schema.js';
import { readingOf } from './dialect.js';
import { faultsIn, type Fault } from './faults.js';
import { MAX_CHECK_MS, MAX_SCHEMA_CHARACTERS, MAX_VALUE_DEPTH, MAX_VALUES } from './limits.js';
import { Unchecked } from './unchecked.js';

// In the same file, for whoever loads it late.
export { judgePattern } from './guards.js';
export { Unchecked };

/** How a schema is read. */
export interface SchemaReader {
  /** By the letter of its dialect, which has to be one we know; see `Reading.isStrict`. Default: false. */
  readonly isStrict?: boolean;
  /** Milliseconds that a check may take, its second attempt included. Default: {@link MAX_CHECK_MS}. */
  readonly maxMs?: number;
  /** Undefined where a text cannot be judged. @throws Unchecked to say why */
  readonly fitsPattern: (pattern: string, text: string) => boolean | undefined;
  /** Without it a format says what a text is, and asserts nothing. `pattern` is the one beside it. */
  readonly fitsFormat?: (format: string, text: string, pattern: string | undefined) => boolean | undefined;
}

/** What came of a check: everything wrong, or why it could not be made, as what follows a colon. */
export type Checked = { readonly faults: readonly Fault[] } | { readonly unchecked: string };

/** Holds a value against a schema. */
export type SchemaCheck = (value: unknown) => Checked;

/** What references are relative to that name no other base. Nothing is there, and nothing is ever fetched. */
const BASE = new URL('schema:/');

/** Never throws: what is wrong with the schema comes up at each check. */
export function compileSchema(schema: unknown, reader: SchemaReader): SchemaCheck {
  try {
    return compile(schema, reader);
  } catch (error) {
    return () => ({ unchecked: reasonOf(error) });
  }
}

function compile(schema: unknown, reader: SchemaReader): SchemaCheck {
  const rules: Rules = new Map();
  const { maxMs = MAX_CHECK_MS } = reader;
  let end = 0;
  const reading = readingOf(schema, reader.isStrict === true);
  const copy = copySchema(schema, reading, {
    onVisit: () => {
      if (performance.now() > end) throw new Unchecked(`it takes longer than ${maxMs} ms`);
    },
    textRule: (pattern, named) => {
      const format = reader.fitsFormat && named;
      if (pattern === undefined && format === undefined) return undefined;
      const name = `mcp-embed ${JSON.stringify([pattern, format])}`;
      rules.set(name, textRule(pattern, format, reader));
      return name;
    },
  }) as Schema;
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS)
    throw new Unchecked(`the schema has more than ${MAX_SCHEMA_CHARACTERS} characters`);
  const known = dereference(copy, undefined, BASE);
  const run = (value: unknown, untilFirst: boolean): readonly Fault[] =>
    faultsIn(withFormats(rules, () => validate(value, copy, reading.draft, known, untilFirst)).errors);
  return (value) => {
    try {
      measure(value);
      try {
        end = performance.now() + maxMs * FIRST_ATTEMPT;
        return { faults: run(value, false) };
      } catch {
        // It may be that so much does not fit that it cannot even be collected: then one thing is told.
        end = performance.now() + maxMs * (1 - FIRST_ATTEMPT);
        return { faults: run(value, true) };
      }
    } catch (error) {
      return { unchecked: reasonOf(error) };
    }
  };
}

/** The part of the time that is for finding all that is wrong; the rest is for finding one thing. */
const FIRST_ATTEMPT = 2 / 3;

type Rules = Map<string, (text: string) => boolean>;

function textRule(
  pattern: string | undefined,
  format: string | undefined,
  reader: SchemaReader,
): (text: string) => boolean {
  return (text) => {
    const fits = pattern === undefined || reader.fitsPattern(pattern, text);
    if (fits === undefined)
      throw new Unchecked(`the schema’s pattern “${pattern?.slice(0, 100)}” cannot be tried on this text`);
    return fits && (format === undefined || reader.fitsFormat?.(format, text, pattern) !== false);
  };
}

/** The validator looks up formats in one table for all: ours are in it only while ours are needed. */
function withFormats<Result>(rules: Rules, run: () => Result): Result {
  const table = formats as Record<string, (text: string) => boolean>;
  for (const [name, rule] of rules) table[name] = rule;
  try {
    return run();
  } finally {
    for (const name of rules.keys()) delete table[name];
  }
}

/** @throws Unchecked for a value too large to look through */
function measure(value: unknown): void {
  let count = 0;
  const look = (one: unknown, depth: number): void => {
    if (++count > MAX_VALUES) throw new Unchecked(`the value holds more than ${MAX_VALUES} values`);
    if (typeof one !== 'object' || one === null) return;
    if (depth >= MAX_VALUE_DEPTH) throw new Unchecked(`the value has more than ${MAX_VALUE_DEPTH} levels`);
    for (const child of Object.values(one)) look(child, depth + 1);
  };
  look(value, 0);
}

function reasonOf(error: unknown): string {
  if (error instanceof Unchecked) return error.message;
  // Firefox has an error of its own for it.
  if (error instanceof RangeError || (error as Error).name === 'InternalError')
    return 'the schema refers to itself without end';
  const reference = error instanceof Error && /^Unresolved \$ref "([^"]{0,200})/.exec(error.message)?.[1];
  return reference ? `the schema refers to “${reference}”, which is not in it` : 'the schema cannot be understood';
}

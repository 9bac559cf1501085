import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readHeader } from '../../src/config/read-config.js';
import { McpError } from '../../src/errors.js';
import { errorText } from './error-texts.js';

type OptionTypes = NonNullable<ParseArgsConfig['options']>;

/** The words of a command line. */
export interface GivenOptions<Name extends string> {
  readonly given: ReadonlyMap<Name, readonly string[]>;
  /** Words that belong to no option. */
  readonly before: readonly string[];
  /** Those after `--`; undefined without it. */
  readonly after: readonly string[] | undefined;
  /** The value of an option that may be given once. */
  one(name: Name): string | undefined;
  all(name: Name): readonly string[];
}

/**
 * Reads the options of a command line.
 * @param examples a value for each option that takes one, for the words of errors
 * @throws McpError `invalid-input` for an option that there is not, or that is used wrongly, with what to write instead
 */
export function readOptions<const Types extends OptionTypes>(
  args: readonly string[],
  types: Types,
  examples: Partial<Record<keyof Types & string, string>>,
): GivenOptions<keyof Types & string> {
  type Name = keyof Types & string;
  const { tokens } = parseArgs({
    args: [...args],
    options: types,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<Name, string[]>();
  const before: string[] = [];
  const after: string[] = [];
  let isAfter = false;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') isAfter = true;
    else if (token.kind === 'positional') (isAfter ? after : before).push(token.value);
    else {
      const { rawName, value } = token;
      if (!Object.hasOwn(types, token.name)) throw unknownOption(rawName, Object.keys(types));
      const name = token.name as Name;
      const takesValue = types[name]!.type === 'string';
      // `--header --no-open`: the next option is no value.
      if (takesValue && (value === undefined || value === '' || (!token.inlineValue && /^--?[a-z]/.test(value))))
        throw new McpError(
          'invalid-input',
          errorText('command.optionWithoutValue', { option: rawName, example: examples[name] ?? '' }),
        );
      if (!takesValue && value !== undefined)
        throw new McpError('invalid-input', errorText('command.optionWithValue', { option: rawName }));
      const values = given.get(name) ?? [];
      if (values.length > 0 && takesValue && !types[name]!.multiple)
        throw new McpError('invalid-input', errorText('command.optionTwice', { option: rawName }));
      given.set(name, [...values, value ?? '']);
    }
  }
  return {
    given,
    before,
    after: isAfter ? after : undefined,
    one: (name) => given.get(name)?.[0],
    all: (name) => given.get(name) ?? [],
  };
}

function unknownOption(option: string, known: readonly string[]): McpError {
  const meant = nearest(option.replace(/^-+/, ''), known);
  return new McpError('invalid-input', errorText('command.optionUnknown', { option }), {
    remedy:
      meant === undefined ? errorText('command.seeHelp') : errorText('command.optionMeant', { option: `--${meant}` }),
  });
}

/** The word that was most likely meant; undefined where none is like it. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((name) => ({ name, distance: distanceOf(word, name) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  return near && near.distance <= 2 ? near.name : undefined;
}

/** How many letters differ: insertions, deletions and replacements (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= Math.min(one.length, 40); at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++)
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}

/** @throws McpError `invalid-input` for a line that is no header */
export function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const header = readHeader(line);
      // Not the value: it is a secret, and errors are copied into issues.
      if (!header)
        throw new McpError('invalid-input', errorText('command.headerInvalid', { header: line.split(':', 1)[0]! }));
      return header;
    }),
  );
}

/** @throws McpError `invalid-input` for a file that cannot be read, or has another line in it */
export function headersOfFiles(files: readonly string[]): Record<string, string> {
  return Object.assign({}, ...files.map((file) => headersOf(linesOf(file))));
}

/** The lines of a file without empty ones and comments. */
export function linesOf(file: string): readonly string[] {
  return readText(file)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** @throws McpError `invalid-input` for a file that cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new McpError(
      'invalid-input',
      errorText('command.fileUnreadable', { file, problem: (error as Error).message }),
      {
        cause: error,
      },
    );
  }
}

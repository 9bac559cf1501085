import { type ErrorText, errorTextOf, type McpError, said } from '../errors.js';
import type { Json, JsonSchema, OutputIssue, Tool, ToolResult } from '../protocol/model.js';
import type { SchemaCheck } from '../json-schema/validator.js';
import type { Fault } from '../json-schema/faults.js';
import { errorText } from './error-texts.js';

/**
 * Steps that validating a result may take, the second attempt included. This is more than for a form: results are larger than typed
 * input, and no keystroke waits for them. After that the result is delivered and marked as unchecked.
 */
export const MAX_OUTPUT_CHECK_STEPS = 250_000;
/** Issues of a result that are reported one by one. Of the others only the number is reported. */
export const MAX_OUTPUT_ISSUES = 20;
/** Characters of one issue, which may quote the server. The rest is cut. */
export const MAX_OUTPUT_ISSUE_LENGTH = 300;

/**
 * Milliseconds that a result waits for the validator to load. The validator loads while the server works; where it
 * takes longer, the result is delivered unchecked.
 */
export const OUTPUT_CHECK_WAIT_MS = 3000;

/** Sentences about what does not fit, without repetitions. */
function issuesIn(faults: readonly Fault[]): readonly OutputIssue[] {
  const issues = new Map(faults.map(toIssue).map((issue) => [issue.message, issue]));
  const more = issues.size - MAX_OUTPUT_ISSUES;
  const first = [...issues.values()].slice(0, MAX_OUTPUT_ISSUES);
  return more > 0 ? [...first, said(errorText('session.output.further', { count: more }))] : first;
}

function toIssue(fault: Fault): OutputIssue {
  const { key, params, text } = sentence(fault);
  return { message: text.slice(0, MAX_OUTPUT_ISSUE_LENGTH), key, params };
}

const cut = (text: string): string => text.slice(0, MAX_OUTPUT_ISSUE_LENGTH);

function sentence({ keyword, pointer, words, property }: Fault): ErrorText {
  const place =
    pointer === '' ? errorText('session.output.whole') : errorText('session.output.place', { pointer: cut(pointer) });
  switch (keyword) {
    case 'type': {
      const [type = '', ...types] = [...words.matchAll(/"([^"]*)"/g)].map(([, one]) => one!);
      return errorText('session.output.type', { place, types, type });
    }
    case 'required':
      return errorText('session.output.required', { place, name: cut(property ?? '') });
    case 'not':
    case 'enum':
    case 'const':
    case 'pattern':
    case 'anyOf':
      return errorText(`session.output.${keyword}`, { place });
    case 'oneOf':
      return errorText(words.includes('(0 ') ? 'session.output.anyOf' : 'session.output.oneOf', { place });
    default:
      return errorText('session.output.other', { place, words: cut(words.replace(/^Instance /, 'it ')) });
  }
}

type Validator = typeof import('../json-schema/validator.js');

/** Compiled at the first call of a tool. A list that is fetched again has new tool objects. */
const checks = new WeakMap<Tool, SchemaCheck>();

/**
 * The result, with issues where it does not fit the tool’s output schema. Nothing is removed from it. References are
 * resolved within the schema only: nothing is ever fetched.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools
 */
export function checkOutput(result: ToolResult, tool: Tool, validator: Validator): ToolResult {
  const outputIssues = issuesOf(result.structuredContent, tool, validator);
  return outputIssues.length > 0 ? { ...result, outputIssues } : result;
}

function issuesOf(value: Json | undefined, tool: Tool, validator: Validator): readonly OutputIssue[] {
  const check = checks.get(tool) ?? compile(tool.outputSchema!, validator);
  checks.set(tool, check);
  // `null` counts as absent, so an absent property may be a null that the schema allows.
  const checked = check(value ?? null);
  if (value === undefined && !('faults' in checked && checked.faults.length === 0))
    return [said(errorText('session.output.missing'))];
  if ('faults' in checked) return issuesIn(checked.faults);
  return [said(errorText('session.output.unchecked', { reason: checked.unchecked }))];
}

/** Marks a result that cannot be checked at all. */
export function uncheckedOutput(result: ToolResult, error: McpError): ToolResult {
  const what = errorText('session.output.notLoaded', { problem: errorTextOf(error), remedy: error.remedyText ?? '' });
  return { ...result, outputIssues: [said(what)] };
}

/** Validates strictly: a result must match its schema exactly. */
function compile(schema: JsonSchema, { compileValidator, judgePattern, Unchecked }: Validator): SchemaCheck {
  const patterns = new Map<string, Pattern>();
  return compileValidator(schema, {
    isStrict: true,
    maxSteps: MAX_OUTPUT_CHECK_STEPS,
    fitsPattern: (pattern, text) => {
      const known = patterns.get(pattern) ?? readPattern(judgePattern(pattern), pattern);
      patterns.set(pattern, known);
      if (text.length > known.longest) throw new Unchecked(known.reason);
      return known.fits(text);
    },
  });
}

type Judged = ReturnType<Validator['judgePattern']>;
type Pattern = Judged & { readonly fits: (text: string) => boolean };

function readPattern(judged: Judged, pattern: string): Pattern {
  const expression = judged.longest < 0 ? undefined : new RegExp(pattern, 'u');
  return { ...judged, fits: (text) => expression?.test(text) ?? true };
}

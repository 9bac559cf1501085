import type { Json, JsonSchema, Tool, ToolResult } from '../protocol/model.js';
import type { SchemaCheck } from '../util/json-schema/validator.js';
import type { Fault } from '../util/json-schema/faults.js';

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
function issueSentences(faults: readonly Fault[]): readonly string[] {
  const sentences = [...new Set(faults.map((fault) => sentence(fault).slice(0, MAX_OUTPUT_ISSUE_LENGTH)))];
  const more = sentences.length - MAX_OUTPUT_ISSUES;
  return more > 0 ? [...sentences.slice(0, MAX_OUTPUT_ISSUES), `${more} further places do not fit.`] : sentences;
}

function sentence({ keyword, pointer, words, property }: Fault): string {
  const place = pointer === '' ? 'The structured content' : `“${pointer}”`;
  switch (keyword) {
    case 'type': {
      const [actual, ...wanted] = [...words.matchAll(/"([^"]*)"/g)].map(([, type]) => type);
      return `${place} should be ${wanted.join(' or ')}, not ${actual}.`;
    }
    case 'required':
      return `${place} lacks “${property ?? ''}”.`;
    case 'not':
      return `${place} is not allowed.`;
    case 'enum':
      return `${place} is none of the values it may be.`;
    case 'const':
      return `${place} is not the value it must be.`;
    case 'pattern':
      return `${place} does not match its pattern.`;
    case 'anyOf':
      return `${place} fits none of its alternatives.`;
    case 'oneOf':
      return `${place} fits ${words.includes('(0 ') ? 'none' : 'more than one'} of its alternatives.`;
    default:
      return `${place}: ${words.replace(/^Instance /, 'it ')}`;
  }
}

type Validator = typeof import('../util/json-schema/validator.js');

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

function issuesOf(value: Json | undefined, tool: Tool, validator: Validator): readonly string[] {
  if (value === undefined) return ['There is no structured content, which the tool promises.'];
  const check = checks.get(tool) ?? compile(tool.outputSchema!, validator);
  checks.set(tool, check);
  const checked = check(value);
  if ('faults' in checked) return issueSentences(checked.faults);
  return [`Could not be checked against the tool’s own output schema: ${checked.unchecked.text}.`];
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

import type { Json, JsonSchema, Tool, ToolResult } from '../protocol/model.js';
import type { Fault, SchemaCheck } from '../util/json-schema.js';
import { loadOnce } from '../util/load-once.js';

/**
 * Milliseconds that holding a result against its schema may take, its second attempt included: a result is larger than
 * what a person types, and nobody waits for a key. Beyond, the result is delivered and marked unchecked.
 */
export const OUTPUT_CHECK_MS = 250;
/** Issues of a result that are told one by one; of more only the number. */
export const MAX_OUTPUT_ISSUES = 20;
/** Characters of one issue: it may quote the server. The rest is cut. */
export const MAX_OUTPUT_ISSUE_LENGTH = 300;

/**
 * Milliseconds that a result which is there waits for the code that checks it. That code loads while the server works;
 * where it takes longer, the result is of more use now and unchecked.
 */
export const OUTPUT_CHECK_WAIT_MS = 3000;

/** What does not fit, as sentences, each once. */
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

type Validator = typeof import('../util/json-schema.js');

/** Loads the validator. @param waitMs milliseconds to wait for it @throws McpError `load` */
export function loadValidator(waitMs?: number): Promise<Validator> {
  return loadOnce('schema-check', () => import('../util/json-schema.js'), waitMs);
}

/** Made once for each tool, when it is first called; a list that is fetched again has other tools. */
const checks = new WeakMap<Tool, SchemaCheck>();

/**
 * The result, and what in it does not fit the output schema of its tool. Nothing is taken out of it. References are
 * looked for in the schema only: nothing is ever fetched.
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
  return [`Could not be checked against the tool’s own output schema: ${checked.unchecked}.`];
}

/** By the letter: a server that promises something says exactly what. */
function compile(schema: JsonSchema, { compileSchema, judgePattern, Unchecked }: Validator): SchemaCheck {
  const patterns = new Map<string, Pattern>();
  return compileSchema(schema, {
    isStrict: true,
    maxMs: OUTPUT_CHECK_MS,
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

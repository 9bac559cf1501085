import type { Json, JsonSchema, Tool, ToolResult } from '../../protocol/model.js';
import type { SchemaCheck } from '../../util/json-schema/check-schema.js';
import { issueSentences } from './issue-sentences.js';
import { MAX_CHECK_MS } from './limits.js';

/** What checks values against schemas, once it is loaded. */
export type SchemaEngine = typeof import('../../util/json-schema/check-schema.js');

/** Made once for each tool, when it is first called; a list that is fetched again has other tools. */
const checks = new WeakMap<Tool, SchemaCheck>();

/**
 * The result, and what in it does not fit the output schema of its tool. Nothing is taken out of it. References are
 * looked for in the schema only: nothing is ever fetched.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools
 */
export function checkOutput(result: ToolResult, tool: Tool, engine: SchemaEngine): ToolResult {
  const outputIssues = issuesOf(result.structuredContent, tool, engine);
  return outputIssues.length > 0 ? { ...result, outputIssues } : result;
}

function issuesOf(value: Json | undefined, tool: Tool, engine: SchemaEngine): readonly string[] {
  if (value === undefined) return ['There is no structured content, which the tool promises.'];
  const check = checks.get(tool) ?? compile(tool.outputSchema!, engine);
  checks.set(tool, check);
  const checked = check(value);
  if ('faults' in checked) return issueSentences(checked.faults);
  return [`Could not be checked against the tool’s own output schema: ${checked.unchecked}.`];
}

/** By the letter: a server that promises something says exactly what. */
function compile(schema: JsonSchema, { compileSchema, judgePattern, Unchecked }: SchemaEngine): SchemaCheck {
  const patterns = new Map<string, Pattern>();
  return compileSchema(schema, {
    isStrict: true,
    maxMs: MAX_CHECK_MS,
    fitsPattern: (pattern, text) => {
      const known = patterns.get(pattern) ?? readPattern(judgePattern(pattern), pattern);
      patterns.set(pattern, known);
      if (text.length > known.longest) throw new Unchecked(known.reason);
      return known.fits(text);
    },
  });
}

type Judged = ReturnType<SchemaEngine['judgePattern']>;
type Pattern = Judged & { readonly fits: (text: string) => boolean };

function readPattern(judged: Judged, pattern: string): Pattern {
  const expression = judged.longest < 0 ? undefined : new RegExp(pattern, 'u');
  return { ...judged, fits: (text) => expression?.test(text) ?? true };
}

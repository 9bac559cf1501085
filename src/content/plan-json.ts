import type { ContentLimits } from './limits.js';
import { jsonShape } from './json-shape.js';
import { prettyJson } from './pretty-json.js';
import type { CodePlan, JsonPlan } from './render-plan.js';

/** Characters that are parsed and indented at once, which takes a few milliseconds. Longer JSON is shown as it came. */
const INDENTED = 100_000;
/** Characters that indenting may make of them. */
const INDENTED_AT_MOST = 1_000_000;

/** @returns undefined when the text is no JSON object or list, or is longer than the limit. */
export function planJson(
  text: string,
  limits: ContentLimits,
  { fileName, notes }: { readonly fileName: string; readonly notes: readonly string[] },
): JsonPlan | CodePlan | undefined {
  if (text.length > limits.jsonCharacters) return undefined;
  const shape = jsonShape(text, limits.jsonDepth);
  if (!shape) return undefined;
  const pretty = text.length <= INDENTED ? prettyJson(text, INDENTED_AT_MOST) : text;
  if (pretty === undefined) return undefined;
  if (shape.depth > limits.jsonDepth)
    return {
      kind: 'code',
      language: 'json',
      text,
      fileName,
      notes: [...notes, `Shown as text: this JSON is nested more than ${limits.jsonDepth} deep.`],
    };
  return { kind: 'json', text: pretty, source: text, fileName, notes };
}

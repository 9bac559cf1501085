import type { ContentBlock, McpError, ResourceContents, ToolResult } from '../../src/index.js';
import { toJson } from '../../src/util/json.js';
import { dataAsText, dataOf, problemSentences } from '../internal/problem.js';
import { cut } from '../internal/text.js';

/** Characters that are shown of a result whose element did not load. */
const MAX_PLAIN_RESULT_LENGTH = 100_000;

/** The text that "Copy" copies: the text of a result, or all of it as JSON if it has no text. */
export function copyText(result: ToolResult): string {
  // A page may set an invalid result.
  const content: unknown = (result as ToolResult | null)?.content;
  const words = Array.isArray(content) ? content.map(readBlockText).filter((text) => text !== undefined) : [];
  return words.length > 0 ? words.join('\n\n') : toJson(result.structuredContent ?? content, undefined, 2);
}

function readBlockText(block: ContentBlock | null | undefined): string | undefined {
  if (block?.type === 'text') return block.text;
  if (block?.type === 'resource') return (block.resource as ResourceContents | undefined)?.text;
  return block?.type === 'resource_link' ? block.uri : undefined;
}

/** The contents of a `<mcp-tool-result>` as text, if its code did not load. Undefined for other elements. */
export function resultAsText(element: Element): string | undefined {
  if (element.localName !== 'mcp-tool-result') return undefined;
  const { result, error } = element as Element & { readonly result?: ToolResult; readonly error?: McpError };
  if (error) return cut(errorAsText(error), MAX_PLAIN_RESULT_LENGTH);
  return result && cut(copyText(result), MAX_PLAIN_RESULT_LENGTH);
}

/** The text that "Copy" copies for an error: its sentences, and the data that the server sent with it. */
export function errorAsText(error: McpError): string {
  const { what, remedy } = problemSentences(error);
  const data = dataOf(error);
  const sentences = [...what, remedy].filter(Boolean).join(' ');
  return data === undefined ? sentences : `${sentences}\n\n${dataAsText(data)}`;
}

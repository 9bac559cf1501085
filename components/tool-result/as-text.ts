import type { McpError, ToolResult } from '../../src/index.js';
import { cut } from '../words/cut.js';
import { copyText } from './result-words.js';

/** Characters that are shown of a result whose element did not load. */
const MAX_TEXT = 100_000;

/** What `<mcp-tool-result>` was given to show, as text, for when its code did not load. Undefined for other elements. */
export function resultAsText(element: Element): string | undefined {
  if (element.localName !== 'mcp-tool-result') return undefined;
  const { result, error } = element as Element & { readonly result?: ToolResult; readonly error?: McpError };
  if (error) return [error.message, error.remedy].filter(Boolean).join(' ');
  return result && cut(copyText(result), MAX_TEXT);
}

import type { ContentBlock, McpError, McpErrorCode, ResourceContents, ToolResult } from '../../src/index.js';
import { problemSentences } from '../internal/problem.js';
import { cut } from '../internal/text.js';
import { toJson } from '../../src/util/json.js';

/** Characters that are shown of a result whose element did not load. */
const MAX_PLAIN_RESULT_LENGTH = 100_000;

/** Formats a duration: `412 ms`, `4.2 sec`. */
export function formatDuration(milliseconds: number): string {
  const inSeconds = milliseconds >= 1000;
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: inSeconds ? 'second' : 'millisecond',
    unitDisplay: 'short',
    maximumFractionDigits: inSeconds && milliseconds < 100_000 ? 1 : 0,
  }).format(inSeconds ? milliseconds / 1000 : milliseconds);
}

/** What happened, in one sentence. The message of the error has the rest. */
export function failureHeadline(error: McpError): string {
  return HEADLINES[error.code] ?? 'The call failed.';
}

const HEADLINES: Partial<Record<McpErrorCode, string>> = {
  'server-error': 'The server answered with an error.',
  timeout: 'No answer in time.',
  cancelled: 'Cancelled.',
  declined: 'Declined.',
  'stream-ended': 'The connection ended before the answer.',
  network: 'No connection to the server.',
  unauthorized: 'The server wants to know who you are.',
  forbidden: 'The server does not allow this.',
  'invalid-input': 'The arguments cannot be used.',
  closed: 'Not connected.',
};

export const MISMATCH = 'Does not match the tool’s own output schema';

/**
 * A finding of the check against the output schema. If the check was not possible, that is a finding, but not a
 * mismatch.
 */
export function issueInWords(issue: string): string {
  return issue.startsWith('Could not be checked') ? issue : `${MISMATCH}: ${issue}`;
}

/** The text that "Copy" copies: the text of a result, or all of it as JSON if it has no text. */
export function copyText(result: ToolResult): string {
  // A page may set what is no result.
  const content: unknown = (result as ToolResult | null)?.content;
  const words = Array.isArray(content) ? content.map(wordsOf).filter((text) => text !== undefined) : [];
  return words.length > 0 ? words.join('\n\n') : toJson(result.structuredContent ?? content, undefined, 2);
}

function wordsOf(block: ContentBlock | null | undefined): string | undefined {
  if (block?.type === 'text') return block.text;
  if (block?.type === 'resource') return (block.resource as ResourceContents | undefined)?.text;
  return block?.type === 'resource_link' ? block.uri : undefined;
}

/** The contents of a `<mcp-tool-result>` as text, if its code did not load. Undefined for other elements. */
export function resultAsText(element: Element): string | undefined {
  if (element.localName !== 'mcp-tool-result') return undefined;
  const { result, error } = element as Element & { readonly result?: ToolResult; readonly error?: McpError };
  if (error) {
    const { what, remedy } = problemSentences(error);
    return [...what, remedy].filter(Boolean).join(' ');
  }
  return result && cut(copyText(result), MAX_PLAIN_RESULT_LENGTH);
}

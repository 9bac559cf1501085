import type { SamplingMessage, ToolResultBlock, ToolUseBlock } from '../model.js';

/** Characters of a tool call's id that a sentence repeats. */
const ID_SHOWN = 80;

/**
 * What is wrong with the tool calls of a conversation, as a sentence: whoever makes models lets nothing stand between the
 * use of a tool and what it gave.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#message-content-constraints
 */
export function faultOfToolCalls(messages: readonly SamplingMessage[]): string | undefined {
  let open: ReadonlySet<string> = new Set();
  for (const [index, { role, content }] of messages.entries()) {
    const where = `Message ${index + 1}`;
    const results = content.filter((block): block is ToolResultBlock => block.type === 'tool_result');
    const uses = content.filter((block): block is ToolUseBlock => block.type === 'tool_use');
    if (results.length > 0 && role !== 'user') return `${where} has tool results, which come from the user only.`;
    if (uses.length > 0 && role !== 'assistant') return `${where} uses tools, which only the assistant does.`;
    if (results.length > 0 && results.length < content.length) return `${where} mixes tool results with other content.`;
    const given = new Set(results.map(({ toolUseId }) => toolUseId));
    const missing = [...open].find((id) => !given.has(id));
    if (missing !== undefined) return `${where} lacks the tool result for ${quoted(missing)}.`;
    const stray = [...given].find((id) => !open.has(id));
    if (stray !== undefined)
      return `${where} has a tool result for ${quoted(stray)}, which was not called just before.`;
    open = new Set(uses.map(({ id }) => id));
    if (open.size < uses.length) return `${where} has two tool calls with the same id.`;
  }
  const [unanswered] = open;
  return unanswered === undefined ? undefined : `The tool result for ${quoted(unanswered)} is missing.`;
}

function quoted(id: string): string {
  return `“${id.slice(0, ID_SHOWN)}”`;
}

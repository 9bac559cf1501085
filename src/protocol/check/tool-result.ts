import type { Json, JsonObject, TextBlock, ToolResult } from '../model.js';
import { MAX_BLOCKS } from './limits.js';
import { asArray, asObject, compact } from './object.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult */
export async function readToolResult(raw: JsonObject): Promise<ToolResult> {
  // Servers of old put the result in `toolResult` or leave `content` out beside structured content.
  const sent = asArray(raw['content']) ?? [];
  return compact({
    // On demand: what most tools give is text with nothing beside it.
    content:
      sent.length <= MAX_BLOCKS && sent.every(isPlainText) ? sent : (await import('./content.js')).readBlocks(sent),
    structuredContent: raw['structuredContent'],
    isError: raw['isError'] === true,
    _meta: asObject(raw['_meta']),
  });
}

function isPlainText(block: Json): block is Json & TextBlock {
  const { type, text, ...others } = asObject(block) ?? {};
  return type === 'text' && typeof text === 'string' && Object.keys(others).length === 0;
}

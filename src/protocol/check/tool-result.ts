import type { JsonObject, ToolResult } from '../model.js';
import { readBlocks } from './content.js';
import { asArray, asObject, compact } from './object.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult */
export function readToolResult(raw: JsonObject): ToolResult {
  // Servers of old put the result in `toolResult` or leave `content` out beside structured content.
  return compact({
    content: readBlocks(asArray(raw['content']) ?? []),
    structuredContent: raw['structuredContent'],
    isError: raw['isError'] === true,
    _meta: asObject(raw['_meta']),
  });
}

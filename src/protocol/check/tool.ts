import type { Json, JsonObject, JsonSchema, Tool, ToolAnnotations, ToolResult } from '../model.js';
import { readBlocks } from './content.js';
import type { ItemReading } from './item.js';
import { asArray, asBoolean, asObject, asString, compact } from './object.js';
import { readIcons } from './profile.js';

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#tool */
export function readTool(raw: JsonObject): ItemReading<Tool> {
  const name = asString(raw['name']);
  if (!name) return { fault: 'has no name' };
  const inputSchema = asObject(raw['inputSchema']);
  if (!inputSchema) return { fault: 'has no inputSchema' };
  return {
    item: compact({
      name,
      title: asString(raw['title']),
      description: asString(raw['description']),
      inputSchema,
      outputSchema: readSchema(raw['outputSchema']),
      annotations: readToolAnnotations(raw['annotations']),
      icons: readIcons(raw['icons']),
      _meta: asObject(raw['_meta']),
    }),
  };
}

function readSchema(value: Json | undefined): JsonSchema | undefined {
  return asBoolean(value) ?? asObject(value);
}

function readToolAnnotations(value: Json | undefined): ToolAnnotations | undefined {
  const raw = asObject(value);
  if (!raw) return undefined;
  return compact({
    title: asString(raw['title']),
    readOnlyHint: asBoolean(raw['readOnlyHint']),
    destructiveHint: asBoolean(raw['destructiveHint']),
    idempotentHint: asBoolean(raw['idempotentHint']),
    openWorldHint: asBoolean(raw['openWorldHint']),
  });
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult */
export function readToolResult(raw: JsonObject): ToolResult {
  return compact({
    // Servers of old put the result in `toolResult` or leave `content` out beside structured content.
    content: readBlocks(asArray(raw['content']) ?? []),
    ...('structuredContent' in raw && { structuredContent: raw['structuredContent'] }),
    isError: raw['isError'] === true,
    _meta: asObject(raw['_meta']),
  });
}

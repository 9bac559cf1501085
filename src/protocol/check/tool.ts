import type { JsonSchema, Tool, ToolAnnotations } from '../model.js';
import { fields } from './fields.js';
import { asBoolean, asObject, asString } from './object.js';
import { readIcons } from './profile.js';

/** The only reader of definitions. What it leaves out, fields and hints that it does not know, is in no fingerprint. */
const readFields = fields<Tool>({
  name: asString,
  title: asString,
  description: asString,
  inputSchema: asObject,
  outputSchema: (value): JsonSchema | undefined => asBoolean(value) ?? asObject(value),
  annotations: fields<ToolAnnotations>({
    title: asString,
    readOnlyHint: asBoolean,
    destructiveHint: asBoolean,
    idempotentHint: asBoolean,
    openWorldHint: asBoolean,
  }),
  execution: asObject,
  icons: readIcons,
  _meta: asObject,
});

/** @see https://modelcontextprotocol.io/specification/2026-07-28/schema#tool */
export function readTool(raw: unknown): Tool | string {
  const tool = readFields(raw);
  if (!tool?.name) return 'has no name';
  return tool.inputSchema ? (tool as Tool) : 'has no inputSchema';
}

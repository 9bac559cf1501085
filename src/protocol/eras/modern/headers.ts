import { asString } from '../../check/object.js';
import type { Framing, NeutralRequest } from '../../era.js';
import { encodeHeaderValue } from './encode-header.js';

/** Where a method keeps the name that `Mcp-Name` repeats; methods that are not here send no such header. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * What the body says, said again in headers for those who route without reading bodies.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function mirroredHeaders({ method, params }: NeutralRequest, framing: Framing): Record<string, string> {
  const name = asString(params?.[NAMED_BY[method] ?? '']);
  return {
    ...versionHeader(framing),
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': encodeHeaderValue(name) }),
  };
}

export function versionHeader({ revision }: Framing): Record<string, string> {
  return { 'MCP-Protocol-Version': revision.id };
}

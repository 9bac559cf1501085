import { asString } from '../../check/object.js';
import type { Framing, NeutralRequest } from '../../era.js';

/** Where a method keeps the name that `Mcp-Name` repeats; methods that are not here send no such header. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
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

const PLAIN = /^[\x20-\x7e]*$/;
const SENTINEL = /^=\?base64\?.*\?=$/is;

/**
 * A header can carry visible ASCII only. Everything else travels as base64 in a wrapper, and so does what already looks
 * like that wrapper or would lose spaces at its ends.
 */
export function encodeHeaderValue(value: string): string {
  if (PLAIN.test(value) && !/^[ \t]|[ \t]$/.test(value) && !SENTINEL.test(value)) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}?=`;
}

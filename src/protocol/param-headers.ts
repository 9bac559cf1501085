import type { ErrorText } from '../errors.js';
import { asObject, asString } from './decode/values.js';
import { errorText } from './error-texts.js';
import type { Json, JsonObject, Tool } from './model.js';

const PLAIN = /^[\x20-\x7e]*$/;
const SENTINEL = /^=\?base64\?.*\?=$/is;

/**
 * Encodes a header value. A header can carry visible ASCII only: everything else travels as base64 in a wrapper, and
 * so does a value that looks like that wrapper or would lose spaces at its ends.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function encodeHeaderValue(value: string): string {
  if (PLAIN.test(value) && !/^[ \t]|[ \t]$/.test(value) && !SENTINEL.test(value)) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}?=`;
}

const ANNOTATION = 'x-mcp-header';
/** A token of RFC 9110. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/**
 * Levels to which a schema is searched for the annotation. Deeper ones are not found, which the server refuses clearly.
 */
const MAX_HEADER_SCHEMA_DEPTH = 32;

interface HeaderParameter {
  /** Name of the header, without `Mcp-Param-`. */
  readonly header: string;
  /** Property names from the root of the arguments. */
  readonly path: readonly string[];
}

/**
 * The parameters that a tool wants repeated in headers. `problem` is set when one of them is not allowed: a client
 * must not use such a tool.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools
 */
export function headerParameters(inputSchema: JsonObject): {
  readonly parameters: readonly HeaderParameter[];
  readonly problem?: ErrorText;
} {
  const parameters: HeaderParameter[] = [];
  const seen = new Set<string>();
  let problem: ErrorText | undefined;

  const search = (value: Json | undefined, path: readonly string[], reachable: boolean, depth: number): void => {
    if (problem || depth > MAX_HEADER_SCHEMA_DEPTH || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach((item: Json) => search(item, path, false, depth + 1));
    const schema = asObject(value)!;
    if (Object.hasOwn(schema, ANNOTATION)) {
      const header = asString(schema[ANNOTATION]) ?? '';
      problem = fault(header, schema['type'], reachable && path.length > 0, seen);
      if (problem) return;
      seen.add(header.toLowerCase());
      parameters.push({ header, path });
    }
    for (const [keyword, child] of Object.entries(schema)) {
      if (keyword !== 'properties') search(DATA.has(keyword) ? undefined : child, path, false, depth + 1);
      else
        for (const [name, property] of Object.entries(asObject(child) ?? {}))
          search(property, [...path, name], reachable, depth + 1);
    }
  };
  search(inputSchema, [], true, 0);
  return problem === undefined ? { parameters } : { parameters: [], problem };
}

/**
 * Why a client must not use the tool, as the end of a sentence; undefined when it may. Allocates nothing for ordinary
 * schemas, since it runs for each tool of a list.
 */
export function faultOfTool({ inputSchema }: Tool): ErrorText | undefined {
  return mentions(inputSchema, 0) ? headerParameters(inputSchema).problem : undefined;
}

/** True if the annotation occurs at all. Most schemas do not have it, and a list has thousands of schemas. */
function mentions(value: object, depth: number): boolean {
  if (depth > MAX_HEADER_SCHEMA_DEPTH) return false;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) if (isNode(item) && mentions(item, depth + 1)) return true;
    return false;
  }
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (key === ANNOTATION) return true;
    const child = (value as JsonObject)[key];
    if (isNode(child) && mentions(child, depth + 1)) return true;
  }
  return false;
}

function isNode(value: Json | undefined): value is JsonObject | readonly Json[] {
  return typeof value === 'object' && value !== null;
}

/** Keywords whose value is data, not a schema: the annotation means nothing in them. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

function fault(header: string, type: unknown, reachable: boolean, seen: ReadonlySet<string>): ErrorText | undefined {
  if (!TOKEN.test(header)) return errorText('protocol.header.noName', { annotation: ANNOTATION, header });
  if (seen.has(header.toLowerCase())) return errorText('protocol.header.twice', { header });
  if (!TYPES.has(type)) return errorText('protocol.header.otherType', { annotation: ANNOTATION, header });
  if (!reachable) return errorText('protocol.header.notReached', { annotation: ANNOTATION, header });
  return undefined;
}

/** The headers that repeat arguments of this call. Absent and null arguments have none. */
export function parameterHeaders({ inputSchema }: Tool, args: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  if (!mentions(inputSchema, 0)) return headers;
  for (const { header, path } of headerParameters(inputSchema).parameters) {
    let value: Json | undefined = args;
    for (const key of path) {
      const parent = asObject(value);
      value = parent && Object.hasOwn(parent, key) ? parent[key] : undefined;
    }
    if (value === undefined || value === null || typeof value === 'object') continue;
    headers[`Mcp-Param-${header}`] = encodeHeaderValue(String(value));
  }
  return headers;
}

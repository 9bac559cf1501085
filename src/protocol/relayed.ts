import { asObject, asString } from './decode/values.js';
import { NAMED_BY, PREFIX, SUBSCRIPTION_ID } from './modern.js';
import { encodeHeaderValue } from './param-headers.js';
import { findRevision } from './revisions.js';

// Reads the few fields of a message that a relay needs in order to pass it on.

/** True for a revision without sessions, in which requests are independent; `undefined` for an unknown revision. */
export function isSessionless(revision: string | undefined): boolean | undefined {
  const found = findRevision(revision);
  return found && found.era === 'modern';
}

/** True for the request that opens a session, in the revisions that have sessions. */
export function opensSession(method: string): boolean {
  return method === 'initialize';
}

/** The revision that a request names in its body; sessionless requests do, others do not. */
export function revisionInBody(params: unknown): string | undefined {
  return asString(asObject(asObject(params)?.['_meta'])?.[`${PREFIX}protocolVersion`]);
}

/**
 * The name of a header of a sessionless request that does not match its body; `undefined` if all match.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function mismatchedHeader(headers: Headers, method: string, params: unknown): string | undefined {
  if (headers.get('mcp-protocol-version') !== (revisionInBody(params) ?? null)) return 'MCP-Protocol-Version';
  if (headers.get('mcp-method') !== method) return 'Mcp-Method';
  const name = asString(asObject(params)?.[NAMED_BY[method] ?? '']);
  const sent = headers.get('mcp-name');
  return name === undefined || sent === name || sent === encodeHeaderValue(name) ? undefined : 'Mcp-Name';
}

/** The id of the request whose subscription a notification belongs to. */
export function subscriptionOf(params: unknown): unknown {
  return asObject(asObject(params)?.['_meta'])?.[SUBSCRIPTION_ID];
}

/** The same params, or the same result, with another subscription id. */
export function withSubscription(params: unknown, id: string | number): Record<string, unknown> {
  const object = asObject(params) ?? {};
  return { ...object, _meta: { ...asObject(object['_meta']), [SUBSCRIPTION_ID]: id } };
}

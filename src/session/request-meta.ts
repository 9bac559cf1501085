import { McpError } from '../errors.js';
import type { JsonObject } from '../protocol/model.js';
import { isPlainObject } from '../util/json.js';
import { sameJson } from '../util/same-json.js';
import { errorText } from './error-texts.js';

/** Keys that the client sets itself: to write over them would break progress, or the handshake of each request. */
const SET_BY_THE_CLIENT = /^(?:progressToken$|io\.modelcontextprotocol\/)/;

/**
 * `_meta` that page code or a person adds to a request.
 * @throws McpError `invalid-input` for a value that is no object, and for keys that the client sets itself
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
 */
export function readRequestMeta(meta: unknown): JsonObject | undefined {
  if (meta === undefined) return undefined;
  if (!isPlainObject(meta))
    throw new McpError('invalid-input', errorText('session.metaNotObject'), {
      remedy: errorText('session.giveMetaObject'),
    });
  const own = Object.keys(meta).find((key) => SET_BY_THE_CLIENT.test(key));
  if (own === undefined) return meta as JsonObject;
  throw new McpError('invalid-input', errorText('session.metaKeyIsOurs', { key: own }), {
    remedy: errorText('session.giveOtherMetaKey'),
  });
}

/**
 * The entries of a `_meta` that were given for this request, without those that the client and the session add to each.
 * Undefined if there are none.
 */
export function ownMeta(meta: unknown, ofSession: JsonObject = {}): JsonObject | undefined {
  if (!isPlainObject(meta)) return undefined;
  const isAdded = ([key, value]: readonly [string, unknown]): boolean =>
    SET_BY_THE_CLIENT.test(key) || (Object.hasOwn(ofSession, key) && sameJson(value, ofSession[key]));
  const own = Object.entries(meta).filter((entry) => !isAdded(entry));
  return own.length > 0 ? (Object.fromEntries(own) as JsonObject) : undefined;
}

/** The parameters with this `_meta` added. Existing entries stay. */
export function withMeta(params: JsonObject | undefined, meta: JsonObject | undefined): JsonObject | undefined {
  if (!meta || Object.keys(meta).length === 0) return params;
  const own = params?.['_meta'];
  return { ...params, _meta: { ...meta, ...(isPlainObject(own) ? own : {}) } };
}

import { McpError } from '../../../errors.js';
import { asObject, asString } from '../../check/object.js';
import type { Reading } from '../../era.js';
import { interactiveMethods } from './methods.js';

/**
 * A result that is not complete: the server asks for something first, or it is of no use.
 * @throws McpError `bad-message` for a result this client must not use
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function readIncomplete(method: string, raw: unknown): Reading {
  const result = asObject(raw);
  if (!result) throw bad(method, 'is not an object');
  const { resultType, inputRequests, requestState } = result;
  if (resultType !== 'input_required')
    throw bad(method, `has a form this client does not know (${asString(resultType)})`);
  if (!interactiveMethods.has(method)) throw bad(method, 'asks for input, which is not allowed there');
  const asks = Object.entries(asObject(inputRequests ?? {}) ?? { unreadable: null }).map(([key, value]) => {
    const ask = asObject(value);
    const asked = asString(ask?.['method']);
    if (asked === undefined) throw bad(method, NOT_WHAT);
    return [key, { method: asked, params: ask?.['params'] }] as const;
  });
  const state = asString(requestState);
  if (asks.length === 0 && state === undefined) throw bad(method, NOT_WHAT);
  return { kind: 'input-required', asks: Object.fromEntries(asks), requestState: state };
}

const NOT_WHAT = 'asks for input without saying what';

function bad(method: string, what: string): McpError {
  return new McpError('bad-message', `The server’s answer to ${method} ${what}.`);
}

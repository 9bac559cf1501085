import { McpError } from '../../../errors.js';
import { asObject, asString } from '../../check/object.js';
import type { Reading } from '../../era.js';
import { interactiveMethods } from './methods.js';

/**
 * Looks at `resultType` before anything else; absent means complete.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function readResult(method: string, raw: unknown): Reading {
  const result = asObject(raw);
  if (!result) throw bad(method, 'is not an object');
  const type = result['resultType'] ?? 'complete';
  if (type === 'complete') return { kind: 'complete', result };
  if (type !== 'input_required') throw bad(method, `has a form this client does not know (${String(type)})`);
  if (!interactiveMethods.has(method)) throw bad(method, 'asks for input, which is not allowed there');
  const requestState = asString(result['requestState']);
  const asks = Object.entries(asObject(result['inputRequests']) ?? {}).map(([key, value]) => {
    const ask = asObject(value);
    const asked = asString(ask?.['method']);
    if (asked === undefined) throw bad(method, 'asks for input without saying what');
    return [key, { method: asked, params: ask?.['params'] }] as const;
  });
  if (asks.length === 0 && requestState === undefined) throw bad(method, 'asks for input without saying what');
  return { kind: 'input-required', asks: Object.fromEntries(asks), requestState };
}

function bad(method: string, what: string): McpError {
  return new McpError('bad-message', `The server’s answer to ${method} ${what}.`);
}

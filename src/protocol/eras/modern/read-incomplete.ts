import { McpError } from '../../../errors.js';
import { readInputRequests, withoutSayingWhat } from '../../check/input-requests.js';
import { asObject, asString } from '../../check/object.js';
import type { Reading } from '../../era.js';
import type { JsonObject } from '../../model.js';
import { interactiveMethods } from './methods.js';

/**
 * A result that is not complete: the server asks for something first, or goes on with it later, or it is of no use.
 * @throws McpError `bad-message` for a result this client must not use
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
export function readIncomplete(method: string, raw: unknown): Reading {
  const result = asObject(raw);
  if (!result) throw bad(method, 'is not an object');
  const { resultType, inputRequests, requestState } = result;
  if (resultType === 'task') return readTaskHandle(method, result);
  if (resultType !== 'input_required')
    throw bad(method, `has a form this client does not know (${asString(resultType)})`);
  if (!interactiveMethods.has(method)) throw bad(method, 'asks for input, which is not allowed there');
  const asks = readInputRequests(method, inputRequests);
  const state = asString(requestState);
  if (Object.keys(asks).length === 0 && state === undefined) throw withoutSayingWhat(method);
  return { kind: 'input-required', asks, requestState: state };
}

function readTaskHandle(method: string, result: JsonObject): Reading {
  // Servers send it here as well, after examples in the extension's own text; the status says what it is.
  if (method === 'tasks/get') return { kind: 'complete', result };
  if (method !== 'tools/call') throw bad(method, 'is a task, which is not allowed there');
  if (!asString(result['taskId'])) throw bad(method, 'is a task without an id');
  return { kind: 'task', task: result };
}

function bad(method: string, what: string): McpError {
  return new McpError('bad-message', `The server’s answer to ${method} ${what}.`);
}

import type { RpcErrorBody, RpcMessage } from './messages.js';

// By hand and by the keys that are there: a schema check per message costs more than parsing it.

/** True for a JSON-RPC 2.0 message of any kind. */
export function isMessage(value: unknown): value is RpcMessage {
  if (!isObject(value)) return false;
  const { jsonrpc, id, method, params, error } = value;
  if (jsonrpc !== '2.0') return false;
  const idFits = typeof id === 'string' || typeof id === 'number';
  if (method !== undefined)
    return typeof method === 'string' && (idFits || !('id' in value)) && (params === undefined || isObject(params));
  // Some servers write `"error": null` beside a result.
  if (error !== undefined && error !== null) return isErrorBody(error) && (idFits || id === null || id === undefined);
  return 'result' in value && idFits;
}

/** True for the `error` member of a JSON-RPC answer. */
export function isErrorBody(value: unknown): value is RpcErrorBody {
  return isObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

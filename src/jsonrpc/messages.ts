import { McpError, type ProtocolError } from '../errors.js';
import { errorText } from './error-texts.js';

/** Error codes that JSON-RPC itself defines. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

/** The code of a refusal because of how much is asked. No specification has one; JSON-RPC leaves these to us. */
export const TOO_MANY = -32000;

/** The code of a refusal because the page cannot put the question to anybody. */
export const CANNOT_ANSWER = -32000;

/** The server itself says that it has no such method: not that it refuses this client, which has codes of its own. */
export function isMethodNotFound(error: unknown): boolean {
  const { code, rpcCode } = error as Partial<ProtocolError>;
  return code === 'server-error' && rpcCode === rpcCodes.methodNotFound;
}

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

/** Messages that are accepted in one batch; a longer array is cut there and said so. */
export const MAX_BATCH_MESSAGES = 10_000;

/** Characters of a broken message that a problem quotes. The rest is cut. */
const MAX_MESSAGE_QUOTE_LENGTH = 120;

type Report = (problem: McpError) => void;

/** One JSON text as messages. What cannot be read is reported, never thrown: one bad message must not hide the rest. */
export function readMessages(text: string, report: Report): readonly RpcMessage[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    report(unreadable('jsonrpc.notJson', text, error));
    return [];
  }
  return readMessageValue(value, report, text);
}

/** A message that came as a value, through a port. @param text what to quote where it is none */
export function readMessageValue(value: unknown, report: Report, text: string = typeof value): readonly RpcMessage[] {
  if (isMessage(value)) return [value];
  // The only place a batch is unrolled: nobody above knows that batches exist.
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > MAX_BATCH_MESSAGES)
    report(
      new McpError('limit', errorText('jsonrpc.batchTooLong', { count: items.length, limit: MAX_BATCH_MESSAGES })),
    );
  return items.slice(0, MAX_BATCH_MESSAGES).filter((item): item is RpcMessage => {
    const isOne = isMessage(item);
    // Quoted as it came: writing a value again fails where it is nested deep enough.
    if (!isOne) report(unreadable('jsonrpc.notJsonRpc', text));
    return isOne;
  });
}

function unreadable(key: 'jsonrpc.notJson' | 'jsonrpc.notJsonRpc', text: string, cause?: unknown): McpError {
  const quote = text.length > MAX_MESSAGE_QUOTE_LENGTH ? `${text.slice(0, MAX_MESSAGE_QUOTE_LENGTH)}…` : text;
  return new McpError('bad-message', errorText(key, { quote }), { cause });
}

/** JSON-RPC 2.0 on the wire. @see https://www.jsonrpc.org/specification */

export type RpcId = string | number;
export type RpcParams = { readonly [key: string]: unknown };

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly method: string;
  readonly params?: RpcParams;
}
export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: RpcParams;
}
export interface RpcErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}
/** An answer, with one of `result` and `error`. `id` is absent in errors about a message that could not be read. */
export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id?: RpcId | null;
  readonly result?: unknown;
  readonly error?: RpcErrorBody | null;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

// Told apart by the keys that are there: a schema check per message costs more than parsing it.

export function isResponse(message: RpcMessage): message is RpcResponse {
  return !('method' in message);
}

export function isRequest(message: RpcMessage): message is RpcRequest {
  return 'method' in message && 'id' in message;
}

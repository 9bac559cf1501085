import { isPlainObject } from '../util/json.js';
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

/**
 * Code of a refusal because the server asks too much. JSON-RPC leaves −32000 to −32099 to implementations, and no
 * specification of MCP defines one for this.
 */
export const TOO_MANY = -32000;

/** Code of a refusal because the page has nobody to put the question to. */
export const CANNOT_ANSWER = -32000;

/** True where the server does not know the method; a server that refuses this client uses other codes. */
export function isMethodNotFound(error: unknown): boolean {
  const { code, rpcCode } = error as Partial<ProtocolError>;
  return code === 'server-error' && rpcCode === rpcCodes.methodNotFound;
}

// Written by hand: validating each message against a schema costs more than parsing it.

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
  return isPlainObject(value);
}

/** Messages that are accepted in one batch; a longer array is cut there and said so. */
export const MAX_BATCH_MESSAGES = 10_000;

/** Broken messages of one batch that are reported one by one; then their number is. Each report takes time, and a place. */
export const MAX_BROKEN_REPORTED = 100;

/** Characters of a broken message that a problem quotes. The rest is cut. */
const MAX_MESSAGE_QUOTE_LENGTH = 120;

type Report = (problem: McpError) => void;

/**
 * Reads one JSON text as messages. What cannot be read is reported and never thrown: one broken message must not hide
 * the others.
 * @param report called with a `bad-message` for each broken message, and with `limit` for a batch that was cut, or had too
 * many broken ones
 */
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

/**
 * Reads a message that came as a value, through a port.
 * @param text what a report quotes where the value is no message
 */
export function readMessageValue(value: unknown, report: Report, text: string = typeof value): readonly RpcMessage[] {
  if (isMessage(value)) return [value];
  // Batches (revision 2025-03-26) are taken apart here; the rest of the code never sees one.
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > MAX_BATCH_MESSAGES)
    report(
      new McpError('limit', errorText('jsonrpc.batchTooLong', { count: items.length, limit: MAX_BATCH_MESSAGES })),
    );
  let broken = 0;
  const messages = items.slice(0, MAX_BATCH_MESSAGES).filter((item): item is RpcMessage => {
    const isOne = isMessage(item);
    // Quotes the text as it came: `JSON.stringify` of a deeply nested value fails.
    if (!isOne && ++broken <= MAX_BROKEN_REPORTED) report(unreadable('jsonrpc.notJsonRpc', text));
    return isOne;
  });
  if (broken > MAX_BROKEN_REPORTED)
    report(new McpError('limit', errorText('jsonrpc.moreBroken', { count: broken, limit: MAX_BROKEN_REPORTED })));
  return messages;
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
/** A response, with either `result` or `error`. `id` is absent in errors about a message that could not be read. */
export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id?: RpcId | null;
  readonly result?: unknown;
  readonly error?: RpcErrorBody | null;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

export function isResponse(message: RpcMessage): message is RpcResponse {
  return !('method' in message);
}

export function isRequest(message: RpcMessage): message is RpcRequest {
  return 'method' in message && 'id' in message;
}

import { McpError } from '../errors.js';
import type { RpcErrorBody, RpcMessage } from './messages.js';

/** Messages accepted in one batch; a longer array is cut there and said so. */
export const MAX_BATCH_LENGTH = 10_000;

/** Characters of a broken message quoted in a problem. */
const QUOTE_LENGTH = 120;

type Report = (problem: McpError) => void;

/** One JSON text as messages. What cannot be read is reported, never thrown: one bad message must not hide the rest. */
export function readMessages(text: string, report: Report): readonly RpcMessage[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    report(problem('is not JSON', text, error));
    return [];
  }
  // The only place a batch is unrolled: nobody above knows that batches exist.
  if (!Array.isArray(value)) return asMessage(value, text, report);
  if (value.length > MAX_BATCH_LENGTH)
    report(
      new McpError('limit', `The server sent ${value.length} messages in one batch; ${MAX_BATCH_LENGTH} were read.`),
    );
  return value.slice(0, MAX_BATCH_LENGTH).flatMap((item) => asMessage(item, text, report));
}

/** A message that came as a value, not as text: through a port. */
export function readMessageValue(value: unknown, report: Report): readonly RpcMessage[] {
  return (Array.isArray(value) ? value.slice(0, MAX_BATCH_LENGTH) : [value]).flatMap((item) =>
    asMessage(item, typeof item, report),
  );
}

function asMessage(value: unknown, text: string, report: Report): readonly RpcMessage[] {
  if (isMessage(value)) return [value];
  // Quoted as it came: writing a value again fails where it is nested deep enough.
  report(problem('is not a JSON-RPC 2.0 message', text));
  return [];
}

function isMessage(value: unknown): value is RpcMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, id, method, params, error } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0') return false;
  const idFits = typeof id === 'string' || typeof id === 'number';
  if (method !== undefined)
    return typeof method === 'string' && (idFits || !('id' in value)) && (params === undefined || isObject(params));
  if (error !== undefined) return isErrorBody(error) && (idFits || id === null || id === undefined);
  return 'result' in value && idFits;
}

/** True for the `error` member of a JSON-RPC answer. */
export function isErrorBody(value: unknown): value is RpcErrorBody {
  return isObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problem(what: string, text: string, cause?: unknown): McpError {
  const quote = text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text;
  return new McpError('bad-message', `A message from the server ${what} and was skipped: ${quote}`, { cause });
}

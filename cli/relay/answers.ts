import { type ErrorText, McpError } from '../../src/errors.js';
import { isMessage, rpcCodes, type RpcId, type RpcMessage, TOO_MANY } from '../../src/jsonrpc/messages.js';
import { toJson } from '../../src/util/json.js';
import { errorText } from './error-texts.js';

/** Answers requests. All parts of the relay have this type, with the `Request` and `Response` of the web platform. */
export type Handler = (request: Request) => Promise<Response>;

/** Contains the key of the relay's own error, which distinguishes it from an answer of the server. */
export const ERROR_HEADER = 'mcp-relay-error';

/** Bytes of one message that are passed on, in either direction: 10 MiB, as the official SDK reads. A larger one is refused. */
export const MAX_RELAYED_BYTES: number = 10 * 1024 * 1024;

/** {@link MAX_RELAYED_BYTES} as error texts contain it. */
export const MAX_MEGABYTES: number = MAX_RELAYED_BYTES / (1024 * 1024);

/** Code of errors that are the relay's own. JSON-RPC leaves it to implementations. */
export const RELAY_CODE: number = TOO_MANY;

interface RefusalOptions {
  /** The request that it answers, where that is known. */
  readonly id?: RpcId | undefined;
  /** Default: {@link RELAY_CODE}. */
  readonly code?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer of the relay itself: a JSON-RPC error with a sentence, which clients show as one of a server. */
export function refusal(status: number, text: ErrorText, { id, code, headers }: RefusalOptions = {}): Response {
  return jsonResponse(toJson(errorMessage(id ?? null, text, code)), status, { [ERROR_HEADER]: text.key, ...headers });
}

/** A JSON answer that a browser cannot interpret as another type. */
export function jsonResponse(
  json: string,
  status: number = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(json, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

/** The message with which a request fails. */
export function errorMessage(id: RpcId | null, text: ErrorText, code: number = RELAY_CODE): RpcMessage {
  return { jsonrpc: '2.0', id, error: { code, message: text.text } };
}

/** The message of a request: as it came, and read. */
export interface MessageBody {
  readonly text: string;
  readonly message: RpcMessage;
}

/**
 * Reads the message of a POST.
 * @returns the refusal where it is too large, or no single JSON-RPC message
 */
export async function readMessageBody(request: Request): Promise<MessageBody | Response> {
  let text: string;
  try {
    text = new TextDecoder().decode(await readBytes(request));
  } catch (error) {
    if (error instanceof McpError && error.code === 'limit')
      return refusal(413, errorText('relay.bodyTooLarge', { megabytes: MAX_MEGABYTES }));
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refusal(400, errorText('relay.notJson'), { code: rpcCodes.parseError });
  }
  if (Array.isArray(value)) return refusal(400, errorText('relay.batch'), { code: rpcCodes.invalidRequest });
  if (!isMessage(value)) return refusal(400, errorText('relay.notJsonRpc'), { code: rpcCodes.invalidRequest });
  return { text, message: value };
}

/** The whole body. @throws McpError `limit` for one over the limit, in bytes */
export async function readBytes(request: Request, limit: number = MAX_RELAYED_BYTES): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other, that is a stream
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw new McpError('limit', errorText('relay.bodyTooLarge', { megabytes: MAX_MEGABYTES }));
    }
    parts.push(value);
  }
  return Buffer.concat(parts);
}

import { McpError, ProtocolError, asMcpError, isMcpError, type McpErrorCode } from '../errors.js';
import { isErrorBody } from '../jsonrpc/is-message.js';
import type { RpcErrorBody } from '../jsonrpc/messages.js';
import { whyNoAnswer } from './cors.js';
import { answerError, networkError, remedyFor } from './explain.js';
import type { HttpEndpoint } from './http-exchange.js';
import { MAX_ERROR_BODY } from './limits.js';
import { readText } from './read-body.js';
import { isRedirect, sendWhereItLeads } from './redirected.js';

/** An exchange that did not go as it should. */
export interface Mishap {
  readonly endpoint: HttpEndpoint;
  readonly url: string;
  /** What was sent; absent where it could not even be made. */
  readonly request?:
    (Omit<RequestInit, 'headers'> & { readonly signal: AbortSignal; readonly headers: Headers }) | undefined;
  /** What came; absent where nothing did. */
  readonly response?: Response | undefined;
  /** What was thrown where nothing came. */
  readonly cause?: unknown;
}

/**
 * Follows a redirect that may be followed. Everything else is a failure, in words.
 * @throws HttpError, ProtocolError for an answer; McpError `network`, `invalid-input` for none
 */
export async function recover({ endpoint, url, request, response, cause }: Mishap): Promise<Response> {
  let answer = response;
  let failure = cause;
  if (request && response && isRedirect(response))
    try {
      answer = await sendWhereItLeads(endpoint, url, request, response);
    } catch (error) {
      answer = undefined;
      failure = error;
    }
  if (answer?.ok && answer !== response) return answer;
  if (answer) throw await refusal(answer, url);
  if (isMcpError(failure)) throw failure;
  if (!request)
    throw new McpError('invalid-input', `This page’s headers or arguments cannot be sent: ${String(failure)}`, {
      cause: failure,
    });
  const { signal, headers } = request;
  if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
  const { provenHeaders } = endpoint;
  const isForeign = globalThis.location !== undefined && location.origin !== new URL(url).origin;
  // Whoever waits for a POST is told what it was. What runs by itself is sent again by itself.
  if (provenHeaders?.size && isForeign && request.method === 'POST')
    throw await whyNoAnswer({ endpoint, url, headers, signal, cause: failure }, provenHeaders);
  throw networkError(url, [...headers.keys()], failure);
}

/** The media type, without its parameters. */
export function essence(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** An answer that is no MCP message: of another type, or a status that says no. */
export async function notMcp(
  response: Response,
  url: string,
  code: McpErrorCode = 'not-mcp',
  text?: string,
): Promise<McpError> {
  const { status } = response;
  const { host } = new URL(url);
  const excerpt = text ?? (await excerptOf(response));
  const facts = { status, contentType: essence(response), excerpt, retryAfter: retryAfter(response) };
  return answerError(host, code, facts);
}

/** A status that says no. Where the body is a JSON-RPC error the server has the word, whatever the status. */
async function refusal(response: Response, url: string): Promise<McpError> {
  const { status } = response;
  const text = await excerptOf(response);
  const code = REFUSAL_CODES[status] ?? 'http';
  const rpc = rpcErrorIn(text);
  if (!rpc) return notMcp(response, url, code, text);
  return new ProtocolError(rpc.code, rpc.message, {
    data: rpc.data,
    status,
    code: code === 'http' ? 'server-error' : code,
    remedy: remedyFor(status, retryAfter(response)),
  });
}

/** More than anybody waits: a day. */
const MAX_RETRY_AFTER_S = 86_400;

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 seconds, or a date */
function retryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return seconds > 0 && seconds <= MAX_RETRY_AFTER_S ? seconds : undefined;
}

/** Words for a diagnosis that is certain without them. */
function excerptOf(response: Response): Promise<string> {
  return readText(response, MAX_ERROR_BODY).then(
    ({ text }) => text,
    () => '',
  );
}

const REFUSAL_CODES: Readonly<Record<number, McpErrorCode>> = { 401: 'unauthorized', 403: 'forbidden' };

function rpcErrorIn(text: string): RpcErrorBody | undefined {
  try {
    const value = JSON.parse(text) as { error?: unknown; jsonrpc?: unknown } | null;
    return value?.jsonrpc === '2.0' && isErrorBody(value.error) ? value.error : undefined;
  } catch {
    return undefined;
  }
}

import { McpError, type McpErrorCode, ProtocolError, verbatim } from '../errors.js';
import { type RpcErrorBody, isErrorBody } from '../jsonrpc/messages.js';
import { readChallenge } from './challenge.js';
import { type StatusFacts, answerError, remedyFor } from './error-messages.js';
import { essence, readText } from './response-body.js';

/** Bytes of an error’s body that are read for its explanation. The rest is not received. */
const MAX_ERROR_BODY_BYTES: number = 64 * 1024;

/** The error for a response that is no MCP message: of another media type, or with an error status. */
export async function notMcpError(
  response: Response,
  url: string,
  code: McpErrorCode = 'not-mcp',
  { text, hadToken }: { readonly text?: string; readonly hadToken?: boolean | undefined } = {},
): Promise<McpError> {
  const excerpt = text ?? (await excerptOf(response));
  return answerError(new URL(url).host, code, {
    ...statusFacts(response, excerpt, hadToken),
    contentType: essence(response),
    excerpt,
  });
}

/** The error for an error status. If the body is a JSON-RPC error, its code and message are used, with any status. */
export async function statusError(response: Response, url: string, hadToken: boolean | undefined): Promise<McpError> {
  const { status } = response;
  const text = await excerptOf(response);
  const code = STATUS_CODES[status] ?? 'http';
  const rpc = rpcErrorOf(jsonIn(text));
  const error = rpc
    ? new ProtocolError(rpc.code, verbatim(rpc.message), {
        data: rpc.data,
        status,
        code: code === 'http' ? 'server-error' : code,
        ...remedyFor(statusFacts(response, text, hadToken), rpc.code),
      })
    : await notMcpError(response, url, code, { text, hadToken });
  refusals.set(error, refusalIn(text));
  return error;
}

/**
 * The kind of a refusal. `answer`: the error has the id of the request, so it is the answer, whatever its text.
 * `session`: the server refused before it read the id, with a text about the session, so it has not run the request.
 * `words`: only a text mentions a session, which proves nothing.
 */
type Refusal = 'answer' | 'session' | 'words' | undefined;

const refusals = new WeakMap<McpError, Refusal>();

/** The kind of refusal that this error came from. Undefined if unknown. */
export const refusalOf = (error: McpError): Refusal => refusals.get(error);

/**
 * The kind of refusal in this body. Our ids are numbers; servers give a refusal of a session the id `null`, a text, or
 * none. Servers of the TypeScript SDK answer “Server not initialized” for an unknown session.
 */
export function refusalIn(body: string): Refusal {
  const value = jsonIn(body);
  const isError = rpcErrorOf(value) !== undefined;
  if (isError && typeof value?.['id'] === 'number') return 'answer';
  if (!/session|not initialized/i.test(body)) return undefined;
  return isError ? 'session' : 'words';
}

function statusFacts(response: Response, text: string, hadToken: boolean | undefined): StatusFacts {
  return {
    status: response.status,
    retryAfter: retryAfter(response),
    hadToken,
    lacksScope: response.status === 403 ? lacksScope(response, text) : undefined,
  };
}

/** Characters of the missing rights that are shown. The rest is cut. */
const MAX_MISSING_SCOPE_LENGTH = 200;

/**
 * The scopes that the token lacks: empty if the server names none, undefined if the refusal is not about scopes. CORS
 * often hides the header; the body may contain the same.
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
function lacksScope(response: Response, text: string): string | undefined {
  const challenge = readChallenge(response);
  const { error, scope } = challenge?.error ? challenge : (jsonIn(text) ?? {});
  if (error !== 'insufficient_scope') return undefined;
  const names =
    typeof scope === 'string' ? scope.split(' ').filter((name) => /^[!\x23-\x5B\x5D-\x7E]+$/.test(name)) : [];
  return names.join(' ').slice(0, MAX_MISSING_SCOPE_LENGTH);
}

/** Seconds of `Retry-After` that are reported, a day: people do not wait longer. A longer one counts as none. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 seconds, or a date */
function retryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return seconds > 0 && seconds <= MAX_RETRY_AFTER_SECONDS ? seconds : undefined;
}

/** The first part of the body, for an error message; empty where it cannot be read. */
function excerptOf(response: Response): Promise<string> {
  return readText(response, MAX_ERROR_BODY_BYTES).then(
    ({ text }) => text,
    () => '',
  );
}

const STATUS_CODES: Readonly<Record<number, McpErrorCode>> = { 401: 'unauthorized', 403: 'forbidden' };

function rpcErrorOf(value: ReturnType<typeof jsonIn>): RpcErrorBody | undefined {
  return value?.['jsonrpc'] === '2.0' && isErrorBody(value['error']) ? value['error'] : undefined;
}

function jsonIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

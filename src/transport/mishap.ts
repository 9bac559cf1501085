import { McpError, ProtocolError, asMcpError, isMcpError, type McpErrorCode } from '../errors.js';
import { isErrorBody } from '../jsonrpc/is-message.js';
import type { RpcErrorBody } from '../jsonrpc/messages.js';
import { readChallenge } from './challenge.js';
import { answerError, networkError, remedyFor, type StatusFacts } from './explain.js';
import type { HttpEndpoint } from './http-exchange.js';
import { MAX_ERROR_BODY } from './limits.js';
import { NoAnswerError } from './no-answer.js';
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
  /** See {@link SilentRequest.needs}. */
  readonly needs?: readonly string[] | undefined;
}

/**
 * Follows a redirect that may be followed. Everything else is a failure, in words.
 * @throws HttpError, ProtocolError for an answer; McpError `network`, `invalid-input` for none
 */
export async function recover({ endpoint, url, request, response, cause, needs }: Mishap): Promise<Response> {
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
  if (answer) throw await refusal(answer, url, request?.headers.has('Authorization'));
  if (isMcpError(failure)) throw failure;
  if (!request)
    throw new McpError('invalid-input', `This page’s headers or arguments cannot be sent: ${String(failure)}`, {
      cause: failure,
    });
  const { signal, headers } = request;
  if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
  const { fetch, provenHeaders: proven } = endpoint;
  const silent = proven && { url, method: request.method, headers, fetch, cause: failure, proven, needs };
  const problem = networkError(url, [...headers.keys()], failure, undefined, silent);
  // Whoever waits for a POST is told what it was. What runs by itself is sent again by itself, and while a connection is
  // opened, another way may fit.
  throw problem instanceof NoAnswerError && problem.method === 'POST' && proven!.of(url).size > 0
    ? await problem.findCause(signal)
    : problem;
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
  { text, hadToken }: { readonly text?: string; readonly hadToken?: boolean | undefined } = {},
): Promise<McpError> {
  const excerpt = text ?? (await excerptOf(response));
  return answerError(new URL(url).host, code, {
    ...statusFacts(response, excerpt, hadToken),
    contentType: essence(response),
    excerpt,
  });
}

/** A status that says no. Where the body is a JSON-RPC error the server has the word, whatever the status. */
async function refusal(response: Response, url: string, hadToken: boolean | undefined): Promise<McpError> {
  const { status } = response;
  const text = await excerptOf(response);
  const code = REFUSAL_CODES[status] ?? 'http';
  const rpc = rpcErrorIn(text);
  if (!rpc) return notMcp(response, url, code, { text, hadToken });
  return new ProtocolError(rpc.code, rpc.message, {
    data: rpc.data,
    status,
    code: code === 'http' ? 'server-error' : code,
    remedy: remedyFor(statusFacts(response, text, hadToken), rpc.code),
  });
}

function statusFacts(response: Response, text: string, hadToken: boolean | undefined): StatusFacts {
  return {
    status: response.status,
    retryAfter: retryAfter(response),
    hadToken,
    lacksScope: response.status === 403 ? lacksScope(response, text) : undefined,
  };
}

/** Characters of the rights that are shown. */
const MAX_SCOPE = 200;

/**
 * The rights that the token lacks, empty where the server names none, undefined where it is not that. CORS often hides the
 * header; the body may say the same.
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
function lacksScope(response: Response, text: string): string | undefined {
  const challenge = readChallenge(response);
  const { error, scope } = challenge?.error ? challenge : (jsonIn(text) ?? {});
  if (error !== 'insufficient_scope') return undefined;
  const names =
    typeof scope === 'string' ? scope.split(' ').filter((name) => /^[!\x23-\x5B\x5D-\x7E]+$/.test(name)) : [];
  return names.join(' ').slice(0, MAX_SCOPE);
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
  const value = jsonIn(text);
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

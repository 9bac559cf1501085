import { asMcpError, isMcpError, McpError, type McpErrorCode, ProtocolError, verbatim } from '../errors.js';
import { isErrorBody, readMessages, type RpcErrorBody, type RpcMessage } from '../jsonrpc/messages.js';
import type { SuspendTimeout } from '../jsonrpc/peer.js';
import { readChallenge } from './challenge.js';
import { answerError, networkError, remedyFor, type StatusFacts } from './error-messages.js';
import { NoAnswerError, type ProvenHeaders } from './no-answer.js';
import { errorText } from './error-texts.js';

/**
 * Bytes of the longest body, or characters of the longest event, that is read as a message. A larger one is not read,
 * and its request fails with `limit`. Protects the page’s memory.
 */
export const MAX_MESSAGE_SIZE: number = 64 * 1024 * 1024;

/** A body as text, and whether it was cut because it is too long. */
interface BodyText {
  readonly text: string;
  readonly cut: boolean;
}

/**
 * Reads a body as text, up to `limit` bytes; the rest is not received. `response.text()` has no limit, and the server
 * decides how much it sends.
 * @throws McpError `stream-ended` when the connection breaks; the abort reason, where that is an McpError
 */
export async function readText(response: Response, limit: number): Promise<BodyText> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    while (reader && size <= limit) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) break;
      size += value.byteLength;
    }
  } catch (error) {
    throw brokenOff(error);
  } finally {
    reader?.cancel().catch(() => {});
  }
  return { text, cut: size > limit };
}

/** The error for a body that cannot be read to its end. */
export function brokenOff(error: unknown): McpError {
  return isMcpError(error) ? error : new McpError('stream-ended', errorText('transport.brokenOff'), { cause: error });
}

/** Bytes of an error’s body that are read for its explanation. The rest is not received. */
const MAX_ERROR_BODY_BYTES: number = 64 * 1024;
/**
 * Characters of an event’s id that are sent back as `Last-Event-ID`. Servers allow 8 KB for all headers. A longer id
 * counts as none.
 */
export const MAX_EVENT_ID_LENGTH = 2000;
/** Times that a broken stream is taken up again without anything new on it, before its request fails. */
export const MAX_RESUMES = 5;
/**
 * Times that a GET stream is opened again that was closed at once with nothing on it. Then the session does without.
 */
export const MAX_IDLE_STREAMS = 4;
/**
 * Milliseconds that a stream may stay open after its answer. Then it is closed: a browser has six connections for a
 * server.
 */
export const STREAM_LINGER_MS = 1000;
/** Milliseconds after which a stream that ends was not closed at once. */
export const STREAM_LONG_LIFE_MS = 10_000;
/**
 * Milliseconds before a stream is opened again for the first time; the pause doubles each time. The server’s `retry`
 * replaces it.
 */
export const FIRST_STREAM_RETRY_MS = 500;
/**
 * Milliseconds before a stream is opened again at least, whatever the server says: `retry: 0` would go round without a
 * pause.
 */
export const MIN_STREAM_RETRY_MS = 100;
/** Milliseconds of the longest pause that we choose ourselves. */
export const MAX_STREAM_RETRY_MS = 30_000;
/** Milliseconds of the longest pause that a server may ask of us. A longer one counts as this long. */
export const MAX_SERVER_RETRY_MS: number = 10 * 60_000;

export function tooLarge(): McpError {
  return new McpError('limit', errorText('transport.messageTooLarge', { megabytes: MAX_MESSAGE_SIZE / 1024 / 1024 }));
}

/** @see https://fetch.spec.whatwg.org/#redirect-status */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * True for a redirect. A browser gives one that was not followed the type `opaqueredirect` and no status; other
 * engines give the status.
 */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || REDIRECTS.has(status);
}

/** The URL with the slash at the end of its path added or removed: nearly all redirects of MCP servers lead there. */
export function withOtherSlash(url: string): string | undefined {
  const other = new URL(url);
  if (other.pathname === '/') return undefined;
  other.pathname = other.pathname.endsWith('/') ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  return other.href;
}

/**
 * Sends a redirected request again, if the target may be on the same origin. A browser does not show where a redirect
 * leads, and following it would send the request to any address the server chose. So redirects are not followed; only
 * the URL with the other slash is tried.
 * @throws McpError `http` for a redirect that leaves the origin or cannot be seen
 */
async function sendWhereItLeads(
  endpoint: HttpEndpoint,
  url: string,
  init: RequestInit & { signal: AbortSignal },
  redirect: Response,
): Promise<Response> {
  const { fetch } = endpoint;
  const { host, origin } = new URL(url);
  const told = redirect.headers.get('location');
  const target = told === null ? withOtherSlash(url) : URL.canParse(told, url) ? new URL(told, url).href : undefined;
  if (target && new URL(target).origin !== origin)
    throw new McpError('http', errorText('transport.redirectedElsewhere', { host, other: new URL(target).host }), {
      remedy: errorText('transport.useThatAddress'),
    });
  const response =
    target &&
    (await fetch(target, init).catch((error: unknown) => {
      // A wrong guess, or a page that CORS hides: the error is still that of the redirect.
      if (told === null && !init.signal.aborted && !isMcpError(error)) return undefined;
      throw error;
    }));
  if (!response || (isNowhere(response) && told === null))
    throw new McpError('http', errorText('transport.redirectHidden', { host }), {
      remedy: errorText('transport.useTargetAddress'),
    });
  // Later requests go there directly.
  if (response.ok && url === endpoint.url) endpoint.url = target;
  if (!isRedirect(response)) return response;
  throw new McpError('http', errorText('transport.redirectLoop', { host }), {
    remedy: errorText('transport.checkAddress'),
  });
}

/** True where the guessed URL is wrong too. */
function isNowhere(response: Response): boolean {
  return isRedirect(response) || response.status === 404 || response.status === 405;
}

/** A request that failed, and what is known of it. */
interface FailedExchange {
  readonly endpoint: HttpEndpoint;
  readonly url: string;
  /** What was sent; absent where the request could not be made. */
  readonly request?:
    (Omit<RequestInit, 'headers'> & { readonly signal: AbortSignal; readonly headers: Headers }) | undefined;
  /** The response; absent where there is none. */
  readonly response?: Response | undefined;
  /** What `fetch` threw, where there is no response. */
  readonly cause?: unknown;
  /** See {@link SilentRequest.needs}. */
  readonly needs?: readonly string[] | undefined;
}

/**
 * Handles a failed request: tries the redirect that may be followed, and throws the error for everything else.
 * @throws HttpError, ProtocolError where there is a response; McpError `network`, `invalid-input` where there is none
 */
async function recover({ endpoint, url, request, response, cause, needs }: FailedExchange): Promise<Response> {
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
    throw new McpError('invalid-input', errorText('transport.requestUnsendable', { problem: String(failure) }), {
      cause: failure,
    });
  const { signal, headers } = request;
  if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
  const { fetch, provenHeaders: proven } = endpoint;
  const silent = proven && { url, method: request.method, headers, fetch, cause: failure, proven, needs };
  const problem = networkError(url, [...headers.keys()], failure, undefined, silent);
  // The cause is looked for where a caller waits for a POST. Requests that are repeated without a caller are repeated,
  // and while connecting another transport may fit.
  throw problem instanceof NoAnswerError && problem.method === 'POST' && proven!.of(url).size > 0
    ? await problem.findCause(signal)
    : problem;
}

/** The media type, without its parameters. */
export function essence(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The error for a response that is no MCP message: of another media type, or with an error status. */
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

/**
 * The error for an error status. Where the body is a JSON-RPC error, its code and message are used, whatever the
 * status.
 */
async function refusal(response: Response, url: string, hadToken: boolean | undefined): Promise<McpError> {
  const { status } = response;
  const text = await excerptOf(response);
  const code = REFUSAL_CODES[status] ?? 'http';
  const rpc = rpcErrorIn(text);
  if (!rpc) return notMcp(response, url, code, { text, hadToken });
  return new ProtocolError(rpc.code, verbatim(rpc.message), {
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

/** Characters of the missing rights that are shown. The rest is cut. */
const MAX_MISSING_SCOPE_LENGTH = 200;

/**
 * The scopes that the token lacks: empty where the server names none, undefined where the refusal is not about scopes.
 * CORS often hides the header; the body may say the same.
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

/** Seconds of `Retry-After` that are told, a day: nobody waits longer. A longer one counts as none. */
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

/** The endpoint, and what every HTTP transport needs for a request to it. */
export interface HttpEndpoint {
  /** The URL for POSTs. It changes when the server names another one on its origin. */
  url: string;
  readonly fetch: typeof globalThis.fetch;
  /** The page’s own headers, `Authorization` for example. Called before each request, so that a token may change. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  onProblem(problem: McpError): void;
  /** The headers that CORS is known to allow. Without it no cause of a missing answer is looked for. */
  readonly provenHeaders?: ProvenHeaders | undefined;
  /** Suspends time-outs while a person signs in. */
  readonly pause?: SuspendTimeout | undefined;
}

const JSON_TYPE = 'application/json';
export const SSE_TYPE = 'text/event-stream';

/**
 * Sends one HTTP request to the endpoint.
 * @throws McpError `network` when there is no answer, `invalid-input` when the request cannot be made; HttpError or
 * ProtocolError for every status but 2xx
 */
export async function send(
  endpoint: HttpEndpoint,
  init: {
    signal: AbortSignal;
    headers: Readonly<Record<string, string>> | undefined;
    message?: RpcMessage;
    method?: 'GET' | 'DELETE';
    /** Names of the headers that other messages of this transport send. Default: those of the whole protocol. */
    needs?: readonly string[];
  },
): Promise<Response> {
  // Called as a function, not as a method: the browser’s `fetch` throws “Illegal invocation” otherwise.
  const { url, fetch } = endpoint;
  const { method = 'POST', message, signal, needs } = init;
  let request: FailedExchange['request'];
  let response: Response | undefined;
  let cause: unknown;
  try {
    const headers = new Headers(await endpoint.headers());
    const own = {
      ...(message && { 'Content-Type': JSON_TYPE, Accept: `${JSON_TYPE}, ${SSE_TYPE}` }),
      ...init.headers,
    };
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    // No cookies: an MCP server must not get those of the page, and they would forbid `Access-Control-Allow-Origin: *`.
    request = {
      method,
      headers,
      signal,
      // The request that ends the session must be sent even while the page is closed.
      keepalive: method === 'DELETE',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      body: message ? JSON.stringify(message) : null,
    };
    signal.throwIfAborted();
    response = await fetch(url, request);
    if (method === 'POST') endpoint.provenHeaders?.add(url, headers);
    if (response.ok) return response;
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    cause = error;
  }
  return recover({ endpoint, url, request, response, cause, needs });
}

/**
 * Delivers a JSON body that is not exactly one message: a batch, or a broken one.
 * @throws McpError `limit` where it was cut; `bad-message` where it holds no message at all
 */
export function readUnusual(
  { text, cut }: BodyText,
  endpoint: HttpEndpoint,
  deliver: (message: RpcMessage) => void,
): void {
  if (cut) throw tooLarge();
  let problem: McpError | undefined;
  const messages = readMessages(text, (found) => {
    problem ??= found;
    endpoint.onProblem(found);
  });
  // Where nothing is readable, the problem is the answer.
  if (messages.length === 0 && problem) throw problem;
  for (const message of messages) deliver(message);
}

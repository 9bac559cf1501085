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
 * A body as text, up to `limit` bytes; what comes after is not even received. `response.text()` has no limit, and a
 * stranger's server decides how much it sends.
 * @throws McpError `stream-ended` when the connection breaks; the reason it was given up for, if that is one of ours
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

/** What it means that a body cannot be read to its end. */
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

/** A browser shows a redirect that it did not follow as an answer of this type; elsewhere it has its status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || REDIRECTS.has(status);
}

/** The address with a slash at the end of its path, or without one: that is where nearly all servers redirect to. */
export function withOtherSlash(url: string): string | undefined {
  const other = new URL(url);
  if (other.pathname === '/') return undefined;
  other.pathname = other.pathname.endsWith('/') ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  return other.href;
}

/**
 * Sends a request again that was redirected, if the same origin is where it leads: servers say /mcp/ for /mcp in this way.
 * A browser does not show where a redirect leads, and to let it follow is to ask whatever address the server chose. So
 * nothing is followed, and only the other spelling of the path is tried.
 * @throws McpError `http` for a way that leaves the origin, or cannot be seen
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
      // A page that no other page may read, a guess that was wrong: what went wrong is still the redirect.
      if (told === null && !init.signal.aborted && !isMcpError(error)) return undefined;
      throw error;
    }));
  if (!response || (isNowhere(response) && told === null))
    throw new McpError('http', errorText('transport.redirectHidden', { host }), {
      remedy: errorText('transport.useTargetAddress'),
    });
  // From now on straight there.
  if (response.ok && url === endpoint.url) endpoint.url = target;
  if (!isRedirect(response)) return response;
  throw new McpError('http', errorText('transport.redirectLoop', { host }), {
    remedy: errorText('transport.checkAddress'),
  });
}

/** What a guess finds that was wrong. */
function isNowhere(response: Response): boolean {
  return isRedirect(response) || response.status === 404 || response.status === 405;
}

/** An exchange that did not go as it should. */
interface FailedExchange {
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

/** Words for a diagnosis that is certain without them. */
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

/** What every HTTP transport needs to know about its endpoint. */
export interface HttpEndpoint {
  /** Where messages go. Changes when the server says that it is to be found elsewhere in its origin. */
  url: string;
  readonly fetch: typeof globalThis.fetch;
  /** The page's own headers, `Authorization` for one; asked before each request, so that a token may change. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  onProblem(problem: McpError): void;
  /** What the server’s CORS rules allow for certain. Without it nobody looks for the cause of a missing answer. */
  readonly provenHeaders?: ProvenHeaders | undefined;
  /** Time that does not count, because a person signs in. */
  readonly pause?: SuspendTimeout | undefined;
}

const JSON_TYPE = 'application/json';
export const SSE_TYPE = 'text/event-stream';

/**
 * One HTTP request to the endpoint.
 * @throws McpError `network` when there is no answer, `invalid-input` when it cannot be sent at all; HttpError or
 * ProtocolError for every status but 2xx
 */
export async function send(
  endpoint: HttpEndpoint,
  init: {
    signal: AbortSignal;
    headers: Readonly<Record<string, string>> | undefined;
    message?: RpcMessage;
    method?: 'GET' | 'DELETE';
    /** Headers that other messages of this transport send; those of the whole protocol where absent. */
    needs?: readonly string[];
  },
): Promise<Response> {
  // `fetch` not as a method of the endpoint: the browser's own refuses that.
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
    // Cookies of the page have no business with an MCP server, and they would forbid `Allow-Origin: *`.
    request = {
      method,
      headers,
      signal,
      // A goodbye must survive the page it is sent from.
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
 * Delivers what a JSON body holds that is not one message: a batch, or what can be made of it.
 * @throws McpError `limit`; `bad-message` where nothing in it is a message
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
  // Nothing readable at all is an answer too, and this is what is wrong with it.
  if (messages.length === 0 && problem) throw problem;
  for (const message of messages) deliver(message);
}

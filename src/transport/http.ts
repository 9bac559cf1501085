import { McpError, asMcpError, isMcpError } from '../errors.js';
import { type RpcMessage, readMessages } from '../jsonrpc/messages.js';
import type { SuspendTimeout } from '../jsonrpc/pending-request.js';
import { networkError, unreadableAnswer } from './error-messages.js';
import { errorText } from './error-texts.js';
import { NoAnswerError } from './no-answer.js';
import { type ProvenHeaders } from './cors-failure.js';
import type { ObservedVisit } from './exchange-observer.js';
import { followRedirect, hiddenRedirect, isRedirect } from './redirect.js';
import { type BodyText, tooLarge } from './response-body.js';
import { statusError } from './response-errors.js';
import { mayFollowRedirect } from './sending-again.js';
import { toJson } from '../util/json.js';

/**
 * Characters of an event’s id that are sent back as `Last-Event-ID`. Servers allow 8 KB for all headers. A longer id
 * counts as none.
 */
export const MAX_EVENT_ID_LENGTH = 2000;

/**
 * Milliseconds that a stream may stay open after its answer. Then it is closed: a browser has six connections for a
 * server.
 */
export const STREAM_LINGER_MS = 1000;

/** A request that failed, and its known facts. */
interface FailedExchange {
  readonly endpoint: HttpEndpoint;
  readonly url: string;
  /** The request as sent; absent if it could not be made. */
  readonly request?:
    (Omit<RequestInit, 'headers'> & { readonly signal: AbortSignal; readonly headers: Headers }) | undefined;
  /** The response; absent where there is none. */
  readonly response?: Response | undefined;
  /** The error that `fetch` threw, if there is no response. */
  readonly cause?: unknown;
  readonly message?: RpcMessage | undefined;
  /** See {@link SilentRequest.needs}. */
  readonly needs?: readonly string[] | undefined;
}

/**
 * The response to a redirected request that was sent again to where the redirect leads; for every other failed request,
 * its error.
 * @throws HttpError, ProtocolError where there is a response; McpError `network`, `invalid-input` where there is none
 */
async function followOrThrow({
  endpoint,
  url,
  request,
  response,
  cause,
  message,
  needs,
}: FailedExchange): Promise<Response> {
  const { fetch } = endpoint;
  let failure = cause;
  let refused = response;
  if (request && response && isRedirect(response) && mayFollowRedirect(response.status, message))
    try {
      const redirected = await followRedirect(fetch, url, request, response);
      // Later requests go there directly.
      if (redirected.response.ok && url === endpoint.url) endpoint.url = redirected.url;
      if (redirected.response.ok) return redirected.response;
      refused = redirected.response;
    } catch (error) {
      refused = undefined;
      failure = error;
    }
  if (refused?.type === 'opaqueredirect') throw hiddenRedirect(url);
  if (refused) throw await statusError(refused, url, request?.headers.has('Authorization'));
  if (isMcpError(failure)) throw failure;
  if (!request)
    throw new McpError('invalid-input', errorText('transport.requestUnsendable', { problem: String(failure) }), {
      cause: failure,
    });
  const { signal, headers } = request;
  if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
  const { provenHeaders: proven } = endpoint;
  const silent = proven && { url, method: request.method, headers, fetch, cause: failure, proven, needs };
  const problem = networkError(url, [...headers.keys()], failure, undefined, silent);
  // The cause is looked for where a caller waits for a POST. Requests that are repeated without a caller are repeated,
  // and while connecting another transport may fit.
  throw problem instanceof NoAnswerError && problem.method === 'POST' && proven!.of(url).size > 0
    ? await problem.findCause(signal)
    : problem;
}

/** The endpoint, and what every HTTP transport needs for a request to it. */
export interface HttpEndpoint {
  /** The URL for POSTs. It changes when the server names another one on its origin. */
  url: string;
  readonly fetch: typeof globalThis.fetch;
  /** The page’s own headers, `Authorization` for example. Called before each request, so that a token may change. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  onProblem(problem: McpError): void;
  /** Called if a broken stream of notifications cannot be opened again: the server may be down. */
  readonly onUnreachable?: ((problem: McpError) => void) | undefined;
  /** The headers that CORS is known to allow. Without it no cause of a missing answer is looked for. */
  readonly provenHeaders?: ProvenHeaders | undefined;
  /** Suspends time-outs while a person signs in. */
  readonly pause?: SuspendTimeout | undefined;
  /** Reports a page that a person is sent to. Undefined without an observer. */
  readonly visiting?: ((url: string) => ObservedVisit) | undefined;
}

export const JSON_TYPE = 'application/json';

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
    const headers = headersOf(await endpoint.headers());
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
      // A POST and a DELETE are never answered from a cache. `no-store` would cost both a preflight each time: with it,
      // browsers do not use what an earlier preflight allowed.
      cache: method === 'GET' ? 'no-store' : 'default',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      body: message ? toJson(message) : null,
    };
    signal.throwIfAborted();
    response = await fetch(url, request);
    if (method === 'POST') endpoint.provenHeaders?.add(url, headers);
    if (response.ok) return response;
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    cause = error;
  }
  return followOrThrow({ endpoint, url, request, response, cause, message, needs });
}

/** @throws McpError `invalid-input` without the engine’s words: some quote the value, which may be a token */
function headersOf(given: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers(given);
  } catch {
    throw new McpError('invalid-input', errorText('transport.headersUnsendable'));
  }
}

/**
 * Delivers a JSON body that is not exactly one message: a batch, or a broken one.
 * @throws McpError `limit` if it was cut; `bad-message` if it contains no message at all
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
  // If no message could be read, the request fails with the problem.
  if (messages.length === 0 && problem) throw unreadableAnswer(problem);
  for (const message of messages) deliver(message);
}

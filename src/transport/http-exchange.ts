import { asMcpError, type McpError } from '../errors.js';
import type { Pause } from '../jsonrpc/in-flight.js';
import type { RpcMessage } from '../jsonrpc/messages.js';
import { recover, type Mishap } from './mishap.js';
import type { ProvenHeaders } from './no-answer.js';

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
  readonly pause?: Pause | undefined;
}

export const JSON_TYPE = 'application/json';
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
  let request: Mishap['request'];
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

import { isMcpError } from '../errors.js';
import {
  type ExchangeEvent,
  type ExchangePurpose,
  type HttpExchange,
  MAX_EXCHANGE_BODY,
  MAX_EXCHANGE_EVENTS,
  type MessageSource,
  type SignInPhase,
} from '../jsonrpc/http-exchange.js';
import { isPlainObject } from '../util/json.js';
import { mediaTypeOf } from '../util/media-type.js';

type Recorded = Omit<HttpExchange, 'events'> & { readonly events: ExchangeEvent[] };

/** The exchange of a response, and the listener for its changes. */
interface Observed {
  readonly exchange: Recorded;
  readonly changed: () => void;
}

const observed = new WeakMap<Response, Observed>();

/**
 * Wraps `fetch`, to report each request and its outcome. It changes no request and no response.
 * @param begun called with each exchange when it begins
 * @param changed called when something of an exchange changes
 */
export function observedFetch(
  fetch: typeof globalThis.fetch,
  begun: (exchange: HttpExchange) => void,
  changed: (exchange: HttpExchange) => void,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const exchange = describe(input, init);
    const tell = (): void => changed(exchange);
    begun(exchange);
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (error) {
      exchange.failure = wordsOfError(error);
      exchange.endedAt = performance.now();
      tell();
      throw error;
    }
    exchange.answeredAt = performance.now();
    exchange.status = response.status;
    exchange.statusText = response.statusText;
    exchange.responseHeaders = [...response.headers];
    if (response.type === 'opaqueredirect') exchange.isRedirect = true;
    if (response.body === null) exchange.endedAt = exchange.answeredAt;
    observed.set(response, { exchange, changed: tell });
    tell();
    return response;
  };
}

/** A page that a person is sent to. A browser shows its URL, and the URL with which the person returns. */
export interface ObservedVisit {
  cameBack(callback: string): void;
  /** The person did not return, or no page was opened. */
  failed(error: unknown): void;
}

/**
 * Reports a page to which a person is sent to sign in, as {@link observedFetch} reports a request. @param url its
 * address
 */
export function observedVisit(
  url: string,
  begun: (exchange: HttpExchange) => void,
  changed: (exchange: HttpExchange) => void,
): ObservedVisit {
  const exchange: Recorded = {
    ...{ purpose: 'sign-in', phase: 'authorization', at: performance.now(), method: 'GET', url },
    ...{ requestHeaders: [], requestSize: 0, responseSize: 0, events: [], eventCount: 0 },
  };
  const end = (how: Pick<HttpExchange, 'callback' | 'failure'>): void => {
    if (exchange.endedAt !== undefined) return;
    Object.assign(exchange, how, { endedAt: performance.now() });
    changed(exchange);
  };
  begun(exchange);
  return {
    cameBack: (callback) => end({ callback: callback.slice(0, MAX_EXCHANGE_BODY) }),
    failed: (error) => end({ failure: wordsOfError(error) }),
  };
}

/** True if this response is observed. */
export function isObserved(response: Response): boolean {
  return observed.has(response);
}

/** Delivers the messages of one event of a response, or of its whole body. */
export function deliverFrom(
  response: Response,
  event: { readonly id?: string | undefined; readonly event?: string | undefined; readonly data: string } | undefined,
  deliver: (from?: MessageSource) => unknown,
): void {
  const found = observed.get(response);
  if (!found) return void deliver();
  const { exchange, changed } = found;
  let noted: ExchangeEvent | undefined;
  if (event) {
    noted = { at: performance.now(), id: event.id, event: event.event, size: event.data.length };
    exchange.eventCount++;
    exchange.responseSize += noted.size;
    if (exchange.events.length < MAX_EXCHANGE_EVENTS) exchange.events.push(noted);
  }
  try {
    deliver({ exchange, event: noted });
  } finally {
    changed();
  }
}

/** Reports that a body was read to its end, or that reading stopped. @param text absent for an event stream */
export function bodyEnded(response: Response, text?: string, error?: unknown): void {
  const { exchange, changed } = observed.get(response) ?? {};
  if (!exchange || exchange.endedAt !== undefined) return;
  exchange.endedAt = performance.now();
  if (text !== undefined) {
    exchange.responseSize = text.length;
    // A page of a proxy, for one, comes with a good status and is no message.
    const isJson = mediaTypeOf(response.headers.get('content-type')) === 'application/json';
    const isMessage = response.ok && exchange.purpose === 'message' && isJson;
    if (!isMessage) exchange.responseBody = text.slice(0, MAX_EXCHANGE_BODY);
  }
  if (error !== undefined) exchange.failure = wordsOfError(error);
  changed!();
}

function wordsOfError(error: unknown): string {
  if (isMcpError(error)) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function describe(input: RequestInfo | URL, init: RequestInit): Recorded {
  const request = input instanceof Request ? input : undefined;
  const headers = new Headers(init.headers ?? request?.headers);
  const method = (init.method ?? request?.method ?? 'GET').toUpperCase();
  const url = request?.url ?? (input instanceof URL ? input.href : (input as string));
  const body = typeof init.body === 'string' || init.body instanceof URLSearchParams ? String(init.body) : '';
  const carries = messageIn(body);
  const purpose = purposeOf(method, headers, body, carries);
  return {
    purpose,
    ...(purpose === 'sign-in' && { phase: phaseOf(method, url, body) }),
    at: performance.now(),
    method,
    url,
    requestHeaders: [...headers],
    requestSize: body.length,
    ...(carries ? { carries } : body && { requestBody: body.slice(0, MAX_EXCHANGE_BODY) }),
    responseSize: 0,
    events: [],
    eventCount: 0,
  };
}

function messageIn(body: string): HttpExchange['carries'] {
  if (!body.startsWith('{') || !body.includes('"jsonrpc"')) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    if (!isPlainObject(value) || value['jsonrpc'] !== '2.0') return undefined;
    const { method, id } = value as NonNullable<HttpExchange['carries']>;
    return { method, id };
  } catch {
    return undefined;
  }
}

function purposeOf(method: string, headers: Headers, body: string, carries: unknown): ExchangePurpose {
  if (carries) return 'message';
  if (method === 'GET' && headers.get('accept')?.includes('text/event-stream')) return 'stream';
  if (method === 'DELETE' && headers.has('mcp-session-id')) return 'end-session';
  // A check of the CORS rules sends the headers of a message without a body.
  return method === 'POST' && body === '' ? 'cors-check' : 'sign-in';
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization */
function phaseOf(method: string, url: string, body: string): SignInPhase {
  if (url.includes('/.well-known/oauth-protected-resource')) return 'resource-metadata';
  if (/\/\.well-known\/(?:oauth-authorization-server|openid-configuration)/.test(url))
    return 'authorization-server-metadata';
  if (new URLSearchParams(body).has('grant_type')) return 'token';
  if (method === 'POST' && body.startsWith('{') && body.includes('"redirect_uris"')) return 'client-registration';
  if (method === 'POST' && new URLSearchParams(body).has('token')) return 'token-revocation';
  return method === 'GET' && /userinfo/i.test(url) ? 'user-info' : 'other';
}

import { HttpError, McpError, ProtocolError, asMcpError, isMcpError, type McpErrorCode } from '../errors.js';
import type { RpcErrorBody, RpcMessage } from '../jsonrpc/messages.js';
import { isErrorBody, readMessages } from '../jsonrpc/read-message.js';
import { MAX_ERROR_BODY, MAX_MESSAGE_SIZE, tooLarge } from './limits.js';
import { readText } from './read-body.js';

/** What every HTTP transport needs to know about its endpoint. */
export interface HttpEndpoint {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
  /** The page's own headers, `Authorization` for one; asked before each request, so that a token may change. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  onProblem(problem: McpError): void;
}

export const JSON_TYPE = 'application/json';
export const SSE_TYPE = 'text/event-stream';

/**
 * One HTTP request to the endpoint, or to another URL of its origin.
 * @throws McpError `network` when there is no answer, `invalid-input` when it cannot be sent at all; HttpError or
 * ProtocolError for every status but 2xx
 */
export async function send(
  endpoint: HttpEndpoint,
  init: {
    method: string;
    headers: Readonly<Record<string, string>>;
    message?: RpcMessage;
    signal: AbortSignal;
    url?: string;
    keepalive?: boolean;
  },
): Promise<Response> {
  const { url = endpoint.url, method, message, signal, keepalive = false } = init;
  const { headers, body } = await pack(endpoint, init.headers, message);
  signal.throwIfAborted();
  // Cookies of the page have no business with an MCP server, and they would forbid `Allow-Origin: *`.
  const request: RequestInit & { signal: AbortSignal } = {
    method,
    headers,
    signal,
    keepalive,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    redirect: 'manual',
    ...(body && { body }),
  };
  let response: Response;
  try {
    // Not as a method of the endpoint: the browser's own refuses that.
    const { fetch } = endpoint;
    response = await fetch(url, request);
    if (isRedirect(response))
      response = await (await import('./redirected.js')).sendWhereItLeads(endpoint, url, request);
  } catch (error) {
    if (isMcpError(error)) throw error;
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    const plain = new McpError('network', `No answer from ${hostOf(url)}.`, { cause: error });
    throw await explain(plain, ({ networkError }) => networkError(url, [...headers.keys()], error));
  }
  if (response.ok) return response;
  throw await refusal(response, url);
}

/** A browser shows a redirect that it did not follow as an answer of this type; elsewhere it has its status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status > 300 && status < 400);
}

/** What goes on the wire. The page has a hand in both halves, and neither can carry everything. */
async function pack(
  endpoint: HttpEndpoint,
  own: Readonly<Record<string, string>>,
  message: RpcMessage | undefined,
): Promise<{ headers: Headers; body: string | undefined }> {
  try {
    const headers = new Headers(await endpoint.headers());
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return { headers, body: message && JSON.stringify(message) };
  } catch (cause) {
    if (isMcpError(cause)) throw cause;
    throw new McpError('invalid-input', `This page’s headers or arguments cannot be sent: ${String(cause)}`, { cause });
  }
}

/** Delivers every message of a JSON body. */
export async function readJson(
  response: Response,
  endpoint: HttpEndpoint,
  deliver: (message: RpcMessage) => void,
): Promise<void> {
  const { text, cut } = await readText(response, MAX_MESSAGE_SIZE);
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
  const facts = { status, contentType: essence(response), excerpt: text ?? (await excerptOf(response)) };
  const plain = new HttpError(code, `${hostOf(url)} did not answer with an MCP message (${status}).`, facts);
  return explain(plain, ({ answerError }) => answerError(hostOf(url), code, facts));
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
  });
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

/**
 * The full words for a failure load when something fails, which on most pages is never. Where they cannot be had,
 * because the network is what failed, the plain sentence serves.
 */
export async function explain(
  plain: McpError,
  tell: (words: typeof import('./explain.js')) => McpError,
): Promise<McpError> {
  return import('./explain.js').then(tell, () => plain);
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

import { recorded } from './page-recording.js';
import {
  type Endpoint,
  failureOf,
  type FetchHelpers,
  type ReachedServer,
  type ServerOfCommand,
  wayFor,
} from './way.js';

// The page takes it from here, so that both are files without a third.
export { textsOf } from './event-texts.js';

/** The parameter of an address for messages that the relay gave out. */
const MESSAGE_ENDPOINT = 'mcp-relay-endpoint';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

/** By which the client knows the server: its own address, or that of the relay for one that has none. */
export const addressOf = (server: Pick<ServerOfCommand, 'kind' | 'path' | 'target'>): string =>
  // Normalized as the client does it: a file may contain `http://localhost:3000` without the slash.
  server.kind === 'stdio' ? new URL(server.path, location.href).href : new URL(server.target).href;

/** The state of a server before the first request. */
export function reachedServer(server: ServerOfCommand, helpers: FetchHelpers): ReachedServer {
  return { ...server, words: '', ways: new Map(), lost: 0, helpers };
}

/** The `fetch` of the page for one server of the command: directly where the browser lets the page, through the relay otherwise. */
export function serverFetch(server: ReachedServer): typeof fetch {
  const address = addressOf(server);
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const endpoint = endpointIn(url, address);
    if (endpoint) return askServer(server, `${server.path}?${MESSAGE_ENDPOINT}=${encodeURIComponent(endpoint)}`, init);
    if (url === address) return sendToServer(server, address, init);
    // A server of HTTP+SSE takes its messages at another address.
    return isMessage(init.body)
      ? recording(server, init, () => fetchElsewhere(server, url, init))
      : fetchElsewhere(server, url, init);
  };
}

async function sendToServer(server: ReachedServer, address: string, init: RequestInit): Promise<Response> {
  const { name, missing, helpers } = server;
  if (missing.length > 0)
    throw helpers.failure(
      'load',
      `“${name}” cannot be used yet. Not set: ${missing.join(', ')}. Start the command again with -e NAME=value for each, or with --env-file.`,
    );
  const way = wayFor(server, 'server', server.found);
  if (way === 'relay') return askServer(server, server.path, init);
  const ask = async (): Promise<Response> => {
    const response = await fetch(address, init);
    server.found = 'page';
    return response;
  };
  const isForRelay = way === 'page first' && typeof init.body === 'string';
  if (!isForRelay) return recording(server, init, ask);
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await ask();
  } catch (error) {
    if (init.signal?.aborted) {
      recorded(server, init, sentAt);
      throw error;
    }
    // No answer of this server has been read yet: this is the first message, which only asks for its revision. The
    // command records the messages of the relay itself.
    const relayed = await askServer(server, server.path, init).catch(() => undefined);
    server.isDead = !relayed;
    if (!relayed) throw error;
    server.found = 'relay';
    helpers.tell(
      server,
      'This server lets no web page read its answers (CORS). The relay of the command asks it instead.',
    );
    return relayed;
  }
  return recorded(server, init, sentAt, response)!;
}

/** Sends a message and records it, also where it gets no answer. */
async function recording(server: ReachedServer, init: RequestInit, send: () => Promise<Response>): Promise<Response> {
  const sentAt = Date.now();
  let response: Response;
  try {
    response = await send();
  } catch (error) {
    recorded(server, init, sentAt);
    throw error;
  }
  return recorded(server, init, sentAt, response)!;
}

/** Sends a request through the relay. @throws McpError with the relay's text if it did not reach the server */
async function askServer({ helpers }: ReachedServer, path: string, init: RequestInit): Promise<Response> {
  const response = await helpers.ask(path, init);
  const key = response.headers.get('mcp-relay-error');
  // A message may be large: it is parsed only where the relay answers in the place of the server.
  const code = key === null ? undefined : failureOf(key, response.status, methodIn(init.body));
  if (code === undefined) return response;
  throw helpers.failure(code, await readRelayError(response));
}

function methodIn(body: RequestInit['body']): string | undefined {
  return typeof body === 'string' ? (JSON.parse(body) as { method?: string }).method : undefined;
}

/** The sentence of an answer that is the relay's own. */
async function readRelayError(response: Response): Promise<string> {
  const { error } = ((await response.json().catch(() => undefined)) ?? {}) as { error?: { message?: unknown } };
  return typeof error?.message === 'string' ? error.message : `The relay answered with status ${response.status}.`;
}

/** The id in an address for messages that the relay gave out: of a stream of a server of HTTP+SSE. */
function endpointIn(url: string, address: string): string | null {
  const [given, own] = [new URL(url), new URL(address)];
  const isOfServer = given.origin === own.origin && given.pathname === own.pathname;
  return isOfServer ? given.searchParams.get(MESSAGE_ENDPOINT) : null;
}

/**
 * Sends a request of the sign-in. If CORS refuses the page, the relay sends it, if it found the same address itself.
 */
async function fetchElsewhere(server: ReachedServer, address: string, init: RequestInit): Promise<Response> {
  const method = init.method ?? 'GET';
  // A document may write an address otherwise than the relay does.
  const url = new URL(address).href;
  const { ways, helpers } = server;
  const asking = unusualHeaders(init);
  // Other headers are another question to the address: it may allow a request without them, and none with them.
  const key = [method, url, ...Object.keys(asking)].join(' ');
  const way = wayFor(server, 'elsewhere', ways.get(key));
  if (way === 'page') return fetch(url, init);
  if (way === 'relay') {
    const endpoint = await endpointFor(server, method, url);
    return endpoint ? askEndpoint(server, endpoint, init) : fetch(url, init);
  }
  // A code is used up also where its answer cannot be read. So an empty request, which changes nothing, finds out first.
  const isForm = method === 'POST' && typeof init.body !== 'string';
  try {
    const response = await fetch(url, isForm ? { ...init, headers: asking, body: new URLSearchParams() } : init);
    if (!isForm) {
      ways.set(key, 'page');
      return response;
    }
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const endpoint = await endpointFor(server, method, url).catch(() => undefined);
    if (!endpoint) throw error;
    ways.set(key, 'relay');
    const { host } = new URL(url);
    const words = `For the sign-in, ${host} lets no web page read its answers (CORS). The relay of the command asks it instead.`;
    if (!server.words.includes(words)) helpers.tell(server, `${server.words} ${words}`.trim());
    return askEndpoint(server, endpoint, init);
  }
  // Not again through the relay where this one fails: it may have been carried out.
  const response = await fetch(url, init);
  ways.set(key, 'page');
  return response;
}

/** Headers that cause a preflight, in order, each with a meaningless value. */
function unusualHeaders({ headers }: RequestInit): Readonly<Record<string, string>> {
  const names = [...new Headers(headers).keys()].filter((name) => !['accept', 'content-type'].includes(name));
  return Object.fromEntries(names.map((name) => [name, 'none']));
}

/** The URL as the relay found it itself, in the metadata of the server; undefined if it did not. */
async function endpointFor(server: ReachedServer, method: string, url: string): Promise<Endpoint | undefined> {
  const find = (): Endpoint | undefined =>
    server.endpoints?.find((one) => new URL(one.url).href === url && one.method === method);
  if (!find()) {
    const response = await server.helpers.ask(signInOf(server));
    const found = response.ok ? ((await response.json()) as { endpoints?: readonly Endpoint[] }) : {};
    server.endpoints = found.endpoints;
  }
  return find();
}

/** @throws TypeError, as `fetch` does, where the relay got no answer */
async function askEndpoint(
  server: ReachedServer,
  endpoint: Endpoint,
  { headers, body, signal }: RequestInit,
): Promise<Response> {
  const text = body === undefined || body === null ? undefined : await new Response(body).text();
  const sent = new Headers(headers);
  if (text !== undefined && body instanceof URLSearchParams) sent.set('content-type', FORM);
  const response = await server.helpers.ask(signInOf(server), {
    method: 'POST',
    signal: signal ?? null,
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: endpoint.id, headers: Object.fromEntries(sent), body: text }),
  });
  if (response.headers.get('mcp-relay-error') === null) return response;
  throw new TypeError(await readRelayError(response));
}

const signInOf = ({ id }: ServerOfCommand): string => `/servers/${id}/sign-in`;

const isMessage = (body: RequestInit['body']): boolean => typeof body === 'string' && body.includes('"jsonrpc"');

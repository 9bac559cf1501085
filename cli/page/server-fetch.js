// The `fetch` of the page for one server of the command: directly where the browser lets the page, through the relay otherwise.
import { recorded } from './page-recording.js';

/** Statuses with which the relay says that there is no server behind it. Its others are words of the protocol, for the client. */
const NO_SERVER = [403, 413, 500, 502, 503, 504];

/** The parameter of an address for messages that the relay gave out. */
const MESSAGE_ENDPOINT = 'mcp-relay-endpoint';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

/** Asks a server through the relay. @throws McpError with the words of the relay where it did not reach the server */
async function askServer({ ask, failure }, path, init) {
  const response = await ask(path, init);
  const key = response.headers.get('mcp-relay-error');
  if (key === null || !NO_SERVER.includes(response.status)) return response;
  const words = await wordsOf(response);
  // Not `network` where it did not start: the client would go on to look for a server of an older revision. A call is made later,
  // and with that code the client says that it may have been carried out.
  const isNetwork = key.startsWith('relay.upstream') || (response.status >= 500 && isCall(init.body));
  throw failure(isNetwork ? 'network' : 'load', words);
}

const isCall = (body) => typeof body === 'string' && JSON.parse(body).method === 'tools/call';

/** The sentence of an answer that is the relay's own. */
async function wordsOf(response) {
  const { error } = (await response.json().catch(() => undefined)) ?? {};
  return typeof error?.message === 'string' ? error.message : `The relay answered with status ${response.status}.`;
}

/** By which the client knows the server: its own address, or that of the relay for one that has none. */
export const addressOf = (server) =>
  // As the client writes it: a file may say `http://localhost:3000`, without the slash.
  server.kind === 'stdio' ? new URL(server.path, location.href).href : new URL(server.target).href;

/**
 * @param server as the command describes it; the way that is taken to it is noted there
 * @param helpers `ask` asks the command, with the secret of the launch; `tell(server, words)` says to the person which way is
 *   taken; `failure(code, words)` makes an error of the client
 */
export function serverFetch(server, { ask, tell, failure }) {
  Object.assign(server, { way: server.relay, words: '', ways: new Map(), ask, tell, failure });
  const address = addressOf(server);
  const { name, missing } = server;
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const endpoint = endpointIn(url, address);
    if (endpoint) return askServer(server, `${server.path}?${MESSAGE_ENDPOINT}=${encodeURIComponent(endpoint)}`, init);
    const sentAt = Date.now();
    if (url !== address) {
      // A server of HTTP+SSE takes its messages at another address.
      if (!isMessage(init.body)) return fetchElsewhere(server, url, init);
      try {
        return recorded(server, init, sentAt, await fetchElsewhere(server, url, init));
      } catch (error) {
        recorded(server, init, sentAt);
        throw error;
      }
    }
    if (missing.length > 0)
      throw failure(
        'load',
        `“${name}” cannot be used yet. Not set: ${missing.join(', ')}. Start the command again with -e NAME=value for each, or with --env-file.`,
      );
    if (server.way !== 'always') {
      try {
        const response = await fetch(input, init);
        server.way = 'never';
        return recorded(server, init, sentAt, response);
      } catch (error) {
        // What the relay sends, the command records by itself.
        const isForRelay = server.way !== 'never' && !init.signal?.aborted && typeof init.body === 'string';
        if (!isForRelay) {
          recorded(server, init, sentAt);
          throw error;
        }
        // Nothing of this server was ever read: this is the first message, which asks for nothing but its revision.
        const response = await askServer(server, server.path, init).catch(() => undefined);
        server.isDead = !response;
        if (!response) throw error;
        server.way = 'always';
        server.tell(
          server,
          'This server lets no web page read its answers (CORS). The relay of the command asks it instead.',
        );
        return response;
      }
    }
    return askServer(server, server.path, init);
  };
}

/** The id in an address for messages that the relay gave out: of a stream of a server of HTTP+SSE. */
function endpointIn(url, address) {
  const [given, own] = [new URL(url), new URL(address)];
  const isOfServer = given.origin === own.origin && given.pathname === own.pathname;
  return isOfServer ? given.searchParams.get(MESSAGE_ENDPOINT) : null;
}

/** What is not for the server itself: its sign-in. Where the page may not ask, the relay asks, if it found the address too. */
async function fetchElsewhere(server, address, init) {
  const method = init.method ?? 'GET';
  // A document may write an address otherwise than the relay does.
  const url = new URL(address).href;
  const { ways } = server;
  const asking = unusualHeaders(init);
  // Other headers are another question to the address: it may allow a request without them, and none with them.
  const key = [method, url, ...Object.keys(asking)].join(' ');
  if (server.kind !== 'http' || server.relay === 'never' || ways.get(key) === 'page') return fetch(url, init);
  if (ways.get(key) === 'relay' || server.relay === 'always') {
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
    if (!server.words.includes(words)) server.tell(server, `${server.words} ${words}`.trim());
    return askEndpoint(server, endpoint, init);
  }
  // Not again through the relay where this one fails: it may have been carried out.
  const response = await fetch(url, init);
  ways.set(key, 'page');
  return response;
}

/** Headers for which a browser asks the server beforehand (a preflight), in order, with a value that says nothing. */
function unusualHeaders({ headers }) {
  const names = [...new Headers(headers).keys()].filter((name) => !['accept', 'content-type'].includes(name));
  return Object.fromEntries(names.map((name) => [name, 'none']));
}

/** The address as the relay found it by itself, in the metadata of the server; undefined where it did not. */
async function endpointFor(server, method, url) {
  const find = () => server.endpoints?.find((one) => new URL(one.url).href === url && one.method === method);
  if (!find()) {
    const response = await server.ask(signInOf(server));
    server.endpoints = response.ok ? (await response.json()).endpoints : undefined;
  }
  return find();
}

/** @throws TypeError, as `fetch` does, where the relay got no answer */
async function askEndpoint(server, endpoint, { headers, body, signal }) {
  const text = body === undefined || body === null ? undefined : await new Response(body).text();
  const sent = new Headers(headers);
  if (text !== undefined && body instanceof URLSearchParams) sent.set('content-type', FORM);
  const response = await server.ask(signInOf(server), {
    method: 'POST',
    signal,
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: endpoint?.id, headers: Object.fromEntries(sent), body: text }),
  });
  if (response.headers.get('mcp-relay-error') === null) return response;
  throw new TypeError(await wordsOf(response));
}

const signInOf = (server) => `/servers/${server.id}/sign-in`;

const isMessage = (body) => typeof body === 'string' && body.includes('"jsonrpc"');

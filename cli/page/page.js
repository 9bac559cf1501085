// The page of the command: asks it for its servers, and gives them to <mcp-workspace>. The secret of the launch came in the fragment
// of the address. It goes to this origin alone.
import { McpError, verbatim } from './mcp-embed.js';

const workspace = document.querySelector('#workspace');
const output = document.querySelector('#output');
const wayBox = document.querySelector('#way');

/** Where the secret stays over a reload: in this tab. */
const SECRET = 'mcp-embed-secret';
/** Lines of the program that are shown. */
const MAX_LINES = 500;
/** Milliseconds between two drawings of those lines. */
const DRAW_MS = 200;
/** Milliseconds before the command is asked again that did not answer. */
const AGAIN_MS = 2000;

/** Statuses with which the relay says that there is no server behind it. Its others are words of the protocol, for the client. */
const NO_SERVER = [403, 413, 500, 502, 503, 504];

/** The parameter of an address for messages that the relay gave out. */
const MESSAGE_ENDPOINT = 'mcp-relay-endpoint';
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';

const secret = takeSecret();
const OLD_KEY = 'The command was started again since. Open the address that it printed last.';

/** The servers of the command, each with the way that is taken to it and what is said of that: by address. */
const servers = new Map();
/** The server of the command that is shown, or was shown last. */
let current;
/** Ends what belongs to it. */
let shown = new AbortController();

/** The secret leaves the address at once: an address is copied, and a history is kept. */
function takeSecret() {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem(SECRET, given);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return given || sessionStorage.getItem(SECRET);
}

function ask(path, init = {}) {
  const headers = new Headers(init.headers);
  headers.set('mcp-relay-secret', secret);
  return fetch(path, { ...init, headers });
}

/** Asks a server through the relay. @throws McpError with the words of the relay where it did not reach the server */
async function askServer(path, init) {
  const response = await ask(path, init);
  const key = response.headers.get('mcp-relay-error');
  if (key === null || !NO_SERVER.includes(response.status)) return response;
  const { error } = await response.json();
  // Not `network` where it did not start: the client would go on to look for a server of an older revision.
  throw new McpError(key.startsWith('relay.upstream') ? 'network' : 'load', verbatim(error.message));
}

function tellProblem(words) {
  const place = document.querySelector('#problem');
  place.textContent = words;
  place.hidden = words === '';
}

async function start() {
  if (!secret)
    return tellProblem('This address has no key. Open the address that the command printed: it ends with one.');
  let launch;
  try {
    const response = await ask('/launch');
    if (response.status === 403) return tellProblem(OLD_KEY);
    launch = await response.json();
  } catch {
    setTimeout(() => void start(), AGAIN_MS);
    return tellProblem(
      'The command does not answer. Start it again in the terminal; this page looks for it every 2 seconds.',
    );
  }
  tellProblem('');
  const { revision, records } = launch;
  const listed = launch.servers.map((server) => {
    const known = { ...server, records, way: server.relay, words: '', ways: new Map() };
    servers.set(addressOf(server), known);
    return {
      url: addressOf(server),
      name: server.name,
      options: { fetch: fetchFor(known), ...(revision && { revision }) },
    };
  });
  // One is meant; of several, none starts before somebody chooses it.
  workspace.select = listed.length === 1 ? 'first' : 'none';
  workspace.servers = listed;
  workspace.hidden = false;
  return undefined;
}

/** Another server is shown. One that the person typed is none of the command: the page asks it directly. */
function show(server) {
  drawWay();
  output.hidden = server?.kind !== 'stdio';
  if (!server || server === current) return;
  current = server;
  shown.abort();
  shown = new AbortController();
  document.title = `${server.name} · mcp-embed`;
  document.querySelector('#output-text').block = undefined;
  document.querySelector('#output-count').textContent = '';
  void followLog(server, shown.signal);
}

/** By which the client knows the server: its own address, or that of the relay for one that has none. */
const addressOf = (server) => (server.kind === 'stdio' ? new URL(server.path, location.href).href : server.target);

/** A `fetch` that takes the way of the server: the address itself, or the relay of the command. */
function fetchFor(server) {
  const address = addressOf(server);
  const { name, missing } = server;
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const endpoint = endpointIn(url, address);
    if (endpoint) return askServer(`${server.path}?${MESSAGE_ENDPOINT}=${encodeURIComponent(endpoint)}`, init);
    if (url !== address) {
      const response = await fetchElsewhere(server, url, init);
      // A server of HTTP+SSE takes its messages at another address.
      return isMessage(init.body) ? recorded(server, init, response) : response;
    }
    if (missing.length > 0)
      throw new McpError(
        'load',
        verbatim(
          `“${name}” cannot be used yet. Not set: ${missing.join(', ')}. Start the command again with -e NAME=value for each, or with --env-file.`,
        ),
      );
    if (server.way !== 'always') {
      try {
        const response = await fetch(input, init);
        server.way = 'never';
        return recorded(server, init, response);
      } catch (error) {
        if (server.way === 'never' || init.signal?.aborted) throw error;
        if (typeof init.body !== 'string') throw error;
        // Nothing of this server was ever read: this is the first message, which asks for nothing but its revision.
        const response = await askServer(server.path, init).catch(() => undefined);
        server.isDead = !response;
        if (!response) throw error;
        server.way = 'always';
        tellWay(
          server,
          'This server lets no web page read its answers (CORS). The relay of the command asks it instead.',
        );
        return response;
      }
    }
    return askServer(server.path, init);
  };
}

/** Messages that go to the file of the command, one after the other. */
let recording = Promise.resolve();

function record(server, direction, text, session) {
  const body = JSON.stringify({ direction, text, session });
  recording = recording
    .then(() =>
      ask(`/servers/${server.id}/record`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    )
    .catch(() => {});
}

/** What the page and the server say directly is recorded by the page: nobody else hears it. @returns the answer */
function recorded(server, { headers, body }, response) {
  if (!server.records) return response;
  const session = new Headers(headers).get('mcp-session-id') ?? response.headers.get('mcp-session-id') ?? '';
  if (typeof body === 'string') record(server, 'sent', body, session);
  const type = response.headers.get('content-type') ?? '';
  const read = async () => {
    const copy = response.clone();
    if (!type.startsWith('text/event-stream')) return record(server, 'received', await copy.text(), session);
    for await (const data of textsOf(copy)) record(server, 'received', data, session);
    return undefined;
  };
  if (response.body) read().catch(() => {});
  return response;
}

const isMessage = (body) => typeof body === 'string' && body.includes('"jsonrpc"');

/** The id in an address for messages that the relay gave out: of a stream of a server of HTTP+SSE. */
function endpointIn(url, address) {
  const [given, own] = [new URL(url), new URL(address)];
  const isOfServer = given.origin === own.origin && given.pathname === own.pathname;
  return isOfServer ? given.searchParams.get(MESSAGE_ENDPOINT) : null;
}

/** What is not for the server itself: its sign-in. Where the page may not ask, the relay asks, if it found the address too. */
async function fetchElsewhere(server, url, init) {
  const method = init.method ?? 'GET';
  const { ways } = server;
  if (server.kind !== 'http' || server.relay === 'never' || ways.get(url) === 'page') return fetch(url, init);
  if (ways.get(url) === 'relay' || server.relay === 'always') {
    const endpoint = await endpointFor(server, method, url);
    return endpoint ? askEndpoint(server, endpoint, init) : fetch(url, init);
  }
  // A code is used up also where its answer cannot be read. So an empty request, which changes nothing, finds out first.
  const isForm = method === 'POST' && typeof init.body !== 'string';
  try {
    const response = await fetch(url, isForm ? { ...init, headers: {}, body: new URLSearchParams() } : init);
    ways.set(url, 'page');
    return isForm ? fetch(url, init) : response;
  } catch (error) {
    if (init.signal?.aborted || ways.get(url) === 'page') throw error;
    const endpoint = await endpointFor(server, method, url).catch(() => undefined);
    if (!endpoint) throw error;
    ways.set(url, 'relay');
    const { host } = new URL(url);
    const words = `For the sign-in, ${host} lets no web page read its answers (CORS). The relay of the command asks it instead.`;
    if (!server.words.includes(words)) tellWay(server, `${server.words} ${words}`.trim());
    return askEndpoint(server, endpoint, init);
  }
}

/** The address as the relay found it by itself, in the metadata of the server; undefined where it did not. */
async function endpointFor(server, method, url) {
  const find = () => server.endpoints?.find((one) => one.url === url && one.method === method);
  if (!find()) {
    const response = await ask(signInOf(server));
    server.endpoints = response.ok ? (await response.json()).endpoints : undefined;
  }
  return find();
}

/** @throws TypeError, as `fetch` does, where the relay got no answer */
async function askEndpoint(server, endpoint, { headers, body, signal }) {
  const text = body === undefined || body === null ? undefined : await new Response(body).text();
  const sent = new Headers(headers);
  if (text !== undefined && body instanceof URLSearchParams) sent.set('content-type', FORM);
  const response = await ask(signInOf(server), {
    method: 'POST',
    signal,
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: endpoint?.id, headers: Object.fromEntries(sent), body: text }),
  });
  if (response.headers.get('mcp-relay-error') === null) return response;
  throw new TypeError((await response.json()).error.message);
}

const signInOf = (server) => `/servers/${server.id}/sign-in`;

/** @param useRelay whether a button offers the relay */
function tellWay(server, words, useRelay = false) {
  Object.assign(server, { words, useRelay });
  drawWay();
}

function drawWay() {
  const server = servers.get(workspace.session?.url);
  document.querySelector('#way-words').textContent = server?.words ?? '';
  document.querySelector('#way-button').hidden = !server?.useRelay;
  wayBox.hidden = !server?.words;
}

/** What the program writes beside its messages, as it comes. The open stream also tells the command that this page is there. */
async function followLog(server, signal) {
  const lines = [];
  let timer;
  const draw = () => {
    timer = undefined;
    if (signal.aborted) return;
    document.querySelector('#output-count').textContent =
      `(${lines.length === MAX_LINES ? 'the last ' : ''}${lines.length})`;
    document.querySelector('#output-text').block = { type: 'text', text: lines.join('\n') };
  };
  while (!signal.aborted) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other
      const response = await ask(`/servers/${server.id}/log`, { signal });
      if (response.status === 403) {
        void workspace.client?.disconnect();
        return tellProblem(OLD_KEY);
      }
      tellProblem('');
      lines.length = 0;
      // oxlint-disable-next-line no-await-in-loop -- and one line after the other
      for await (const { text } of eventsOf(response)) {
        lines.push(text);
        if (lines.length > MAX_LINES) lines.shift();
        timer ??= setTimeout(draw, DRAW_MS);
      }
    } catch {
      if (signal.aborted) return undefined;
    }
    tellProblem('The command has ended. Start it again in the terminal.');
    // oxlint-disable-next-line no-await-in-loop -- a pause
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return undefined;
}

async function* eventsOf(response) {
  for await (const data of textsOf(response)) yield JSON.parse(data);
}

/** The data of each event of a stream. */
async function* textsOf(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split(/\r?\n\r?\n/);
    rest = events.pop();
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n');
      if (data) yield data;
    }
  }
}

document.querySelector('#way-button').addEventListener('click', () => {
  const server = servers.get(workspace.session?.url);
  if (!server) return;
  server.way = 'always';
  tellWay(server, 'The relay of the command asks the server.');
  // An error becomes the state of the client, which shows it.
  workspace.client.connect().catch(() => {});
});
workspace.addEventListener('mcp-server-change', ({ url }) => show(servers.get(url)));
// Where the page reaches the server and still cannot use it, the relay may help: it sees every header.
workspace.addEventListener('mcp-error', (event) => {
  const server = servers.get(event.composedPath()[0].url);
  if (server?.kind === 'http' && server.relay === 'auto' && server.way !== 'always' && !server.isDead)
    tellWay(server, 'There is no connection from this page.', true);
});
addEventListener('hashchange', () => location.reload());
void start();

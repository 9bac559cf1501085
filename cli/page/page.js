// The page of the command: asks it for its servers, and gives them to <mcp-workspace>. The secret of the launch came in the fragment
// of the address. It goes to this origin alone.
import { McpError, verbatim } from './mcp-embed.js';
import { textsOf } from './event-texts.js';
import { addressOf, serverFetch } from './server-fetch.js';

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

const secret = await takeSecret();
const OLD_KEY = 'The command was started again since. Open the address that it printed last.';

/** The servers of the command, each with the way that is taken to it and what is said of that: by address. */
const servers = new Map();
/** The server of the command that is shown, or was shown last. */
let current;
/** Ends what belongs to it. */
let shown = new AbortController();

/** The secret leaves the address at once: an address is copied, and a history is kept. */
async function takeSecret() {
  const given = location.hash.slice(1);
  if (given) history.replaceState(history.state, '', location.pathname + location.search);
  const found = given.startsWith('code-') ? await secretFor(given.slice('code-'.length)) : given;
  if (found) sessionStorage.setItem(SECRET, found);
  return found || sessionStorage.getItem(SECRET);
}

/** A code stood in a command line, where others can read it: it holds once. */
async function secretFor(code) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/code', { method: 'POST', headers, body: JSON.stringify({ code }) });
  return response.ok ? (await response.json()).secret : undefined;
}

function ask(path, init = {}) {
  const headers = new Headers(init.headers);
  headers.set('mcp-relay-secret', secret);
  return fetch(path, { ...init, headers });
}

/** An error of the client. */
const failure = (code, words) => new McpError(code, verbatim(words));

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
    const known = { ...server, records };
    servers.set(addressOf(server), known);
    return {
      url: addressOf(server),
      name: server.name,
      ...(server.kind === 'stdio' && { command: server.target }),
      options: { fetch: serverFetch(known, { ask, tell: tellWay, failure }), ...(revision && { revision }) },
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

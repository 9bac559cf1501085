// The page of the command: asks it for its servers, and lets <mcp-client> speak to the one that the person chose. The secret of the
// launch came in the fragment of the address. It goes to this origin alone.
import { McpError, verbatim } from './mcp-embed.js';

const client = document.querySelector('#client');
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

const secret = takeSecret();
const OLD_KEY = 'The command was started again since. Open the address that it printed last.';

/** What the button of the notice does. */
let askRelay;
/** Ends what belongs to the server that was shown before. */
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
  const { servers } = launch;
  if (servers.length === 1) return show(servers[0]);
  document.querySelector('#choices').append(...servers.map(choice));
  document.querySelector('#servers').hidden = false;
  return undefined;
}

function choice(server) {
  const label = document.createElement('label');
  label.className = 'choice';
  const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'server', value: server.id });
  radio.addEventListener('change', () => show(server));
  const name = Object.assign(document.createElement('bdi'), { textContent: server.name });
  const target = Object.assign(document.createElement('span'), {
    className: 'target quiet',
    textContent: server.target,
  });
  label.append(radio, name, target);
  return label;
}

function show(server) {
  shown.abort();
  shown = new AbortController();
  document.title = `${server.name} · mcp-embed`;
  wayBox.hidden = true;
  const isMissing = server.missing.length > 0;
  client.hidden = isMissing;
  client.url = undefined;
  output.hidden = true;
  tellProblem(
    isMissing
      ? `“${server.name}” cannot be used yet. Not set: ${server.missing.join(', ')}. Start the command again with -e NAME=value for each, or with --env-file.`
      : '',
  );
  if (isMissing) return;
  output.hidden = server.kind !== 'stdio';
  document.querySelector('#output-text').block = undefined;
  void followLog(server, shown.signal);
  const way = { relay: server.relay };
  connect(server, way);
  // Where the page reaches the server and still cannot use it, the relay may help: it sees every header.
  client.addEventListener(
    'mcp-error',
    () => {
      if (server.kind === 'http' && server.relay === 'auto' && way.relay !== 'always' && !way.isDead)
        tellWay('There is no connection from this page.', () =>
          connect(server, Object.assign(way, { relay: 'always' })),
        );
    },
    { signal: shown.signal },
  );
}

/** By which the client knows the server: its own address, or that of the relay for one that has none. */
const addressOf = (server) => (server.kind === 'stdio' ? new URL(server.path, location.href).href : server.target);

function connect(server, way) {
  // Another address opens another session; the same one needs its session to end first.
  client.url = undefined;
  client.sessionOptions = { ...client.sessionOptions, fetch: fetchFor(server, way) };
  void client.updateComplete.then(() => {
    client.url = addressOf(server);
  });
}

/** A `fetch` that takes the way of the server: the address itself, or the relay of the command. */
function fetchFor(server, way) {
  const address = addressOf(server);
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url !== address) return fetch(input, init);
    if (way.relay !== 'always') {
      try {
        const response = await fetch(input, init);
        way.relay = 'never';
        return response;
      } catch (error) {
        if (way.relay === 'never' || init?.signal?.aborted) throw error;
        if (typeof init?.body !== 'string') throw error;
        // Nothing of this server was ever read: this is the first message, which asks for nothing but its revision.
        const response = await askServer(server.path, init).catch(() => undefined);
        way.isDead = !response;
        if (!response) throw error;
        way.relay = 'always';
        tellWay('This server lets no web page read its answers (CORS). The relay of the command asks it instead.');
        return response;
      }
    }
    return askServer(server.path, init);
  };
}

function tellWay(words, useRelay) {
  document.querySelector('#way-words').textContent = words;
  const button = document.querySelector('#way-button');
  button.hidden = !useRelay;
  askRelay = useRelay;
  wayBox.hidden = false;
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
        client.disconnect();
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
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice(6))
        .join('\n');
      if (data) yield JSON.parse(data);
    }
  }
}

document.querySelector('#way-button').addEventListener('click', () => {
  const useRelay = askRelay;
  tellWay('The relay of the command asks the server.');
  useRelay?.();
});
addEventListener('hashchange', () => location.reload());
void start();

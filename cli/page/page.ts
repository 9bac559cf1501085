// The page of the command: requests its servers and passes them to <mcp-workspace>. The secret of the launch arrives in
// the fragment of the URL. It is sent to this origin only.
import type {
  McpContentElement,
  McpErrorEvent,
  McpServerChangeEvent,
  McpWorkspaceElement,
} from '../../components/index.js';
import { McpError, verbatim } from './mcp-embed.esm.js';
import { addressOf, reachedServer, serverFetch, textsOf } from './server-fetch.js';
import type { FetchHelpers, ReachedServer, ServerOfCommand } from './way.js';

/** The launch data from the command. */
interface Launch {
  readonly servers: readonly ServerOfCommand[];
  readonly revision?: string;
  readonly records?: boolean;
}

const element = <E extends HTMLElement>(id: string): E => document.querySelector<E>(`#${id}`)!;
const workspace = element<McpWorkspaceElement>('workspace');
const output = element('output');
const wayBox = element('way');

/** The key of the secret in `sessionStorage`, so that it survives a reload. */
const SECRET = 'mcp-embed-secret';
/** Lines of the program's log that are shown. */
const MAX_LINES = 500;
/** Milliseconds between two drawings of those lines. */
const DRAW_MS = 200;
/** Milliseconds until the next request to the command, after one without an answer. */
const AGAIN_MS = 2000;

const secret = await takeSecret();
const OLD_KEY = 'The command was started again since. Open the address that it printed last.';

/** The servers of the command by URL, each with the state of its connection. */
const servers = new Map<string, ReachedServer>();
/** The server of the command that is shown, or was shown last. */
let current: ReachedServer | undefined;
/** Ends the work for it. */
let shown = new AbortController();

/** Removes the secret from the URL at once: a URL can be copied, and stays in the history. */
async function takeSecret(): Promise<string | null> {
  const given = location.hash.slice(1);
  if (given) history.replaceState(history.state, '', location.pathname + location.search);
  const found = given.startsWith('code-') ? await secretFor(given.slice('code-'.length)) : given;
  if (found) sessionStorage.setItem(SECRET, found);
  return found || sessionStorage.getItem(SECRET);
}

/** Exchanges the one-time code. Others can read the command line that contained it. */
async function secretFor(code: string): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/code', { method: 'POST', headers, body: JSON.stringify({ code }) });
  return response.ok ? ((await response.json()) as { secret: string }).secret : undefined;
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('mcp-relay-secret', secret ?? '');
  return fetch(path, { ...init, headers });
}

/** An error of the client. */
const failure: FetchHelpers['failure'] = (code, words) => new McpError(code, verbatim(words));

function tellProblem(words: string): void {
  const place = element('problem');
  place.textContent = words;
  place.hidden = words === '';
}

async function start(): Promise<void> {
  if (!secret)
    return tellProblem('This address has no key. Open the address that the command printed: it ends with one.');
  let launch: Launch;
  try {
    const response = await ask('/launch');
    if (response.status === 403) return tellProblem(OLD_KEY);
    launch = (await response.json()) as Launch;
  } catch {
    setTimeout(() => void start(), AGAIN_MS);
    return tellProblem(
      'The command does not answer. Start it again in the terminal; this page looks for it every 2 seconds.',
    );
  }
  tellProblem('');
  const { revision, records } = launch;
  const listed = launch.servers.map((server) => {
    const known = reachedServer({ ...server, records }, { ask, tell: tellWay, failure });
    servers.set(addressOf(server), known);
    return {
      url: addressOf(server),
      name: server.name,
      ...(server.kind === 'stdio' && { command: server.target }),
      options: { fetch: serverFetch(known), ...(revision && { revision }) },
    };
  });
  // A single server is connected at once; of several, none starts before the user chooses it.
  workspace.select = listed.length === 1 ? 'first' : 'none';
  workspace.servers = listed;
  workspace.hidden = false;
  return undefined;
}

/** Another server is shown. One that the person typed is none of the command: the page asks it directly. */
function show(server: ReachedServer | undefined): void {
  drawWay();
  output.hidden = server?.kind !== 'stdio';
  if (!server || server === current) return;
  current = server;
  shown.abort();
  shown = new AbortController();
  document.title = `${server.name} · mcp-embed`;
  element<McpContentElement>('output-text').block = undefined;
  element('output-count').textContent = '';
  void followLog(server, shown.signal);
}

/** @param useRelay whether a button offers the relay */
function tellWay(server: ReachedServer, words: string, useRelay = false): void {
  Object.assign(server, { words, useRelay });
  drawWay();
}

function drawWay(): void {
  const server = shownServer();
  element('way-words').textContent = server?.words ?? '';
  element('way-button').hidden = !server?.useRelay;
  wayBox.hidden = !server?.words;
}

const shownServer = (): ReachedServer | undefined => servers.get(workspace.session?.url ?? '');

/** Shows the log of the program as it arrives. The open stream also tells the command that this page is open. */
async function followLog(server: ReachedServer, signal: AbortSignal): Promise<void> {
  const lines: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    timer = undefined;
    if (signal.aborted) return;
    element('output-count').textContent = `(${lines.length === MAX_LINES ? 'the last ' : ''}${lines.length})`;
    element<McpContentElement>('output-text').block = { type: 'text', text: lines.join('\n') };
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

async function* eventsOf(response: Response): AsyncGenerator<{ readonly text: string }> {
  for await (const data of textsOf(response)) yield JSON.parse(data) as { readonly text: string };
}

element('way-button').addEventListener('click', () => {
  const server = shownServer();
  if (!server) return;
  server.found = 'relay';
  tellWay(server, 'The relay of the command asks the server.');
  // An error becomes the state of the client, which shows it.
  workspace.client?.connect().catch(() => {});
});
workspace.addEventListener('mcp-server-change', ({ url }: McpServerChangeEvent) =>
  show(url === undefined ? undefined : servers.get(url)),
);
// If the page reaches the server but cannot use it, the relay may help: it can read every header.
workspace.addEventListener('mcp-error', (event: McpErrorEvent) => {
  const server = servers.get((event.composedPath()[0] as { url?: string }).url ?? '');
  if (server?.kind === 'http' && server.relay === 'auto' && server.found !== 'relay' && !server.isDead)
    tellWay(server, 'There is no connection from this page.', true);
});
addEventListener('hashchange', () => location.reload());
void start();

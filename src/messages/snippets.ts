import { findRevision } from '../protocol/revisions.js';
import type { Redactor } from '../util/redactor.js';
import type { LoggedMessage } from './message-log.js';
import { placeholderOf, redactedAddress } from '../util/secrets/placeholders.js';
import { redactedHeaders, redactedMessage } from './redacted.js';

/** Languages in which a request can be copied. */
export const SNIPPET_LANGUAGES = ['curl', 'fetch', 'typescript', 'python'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** Why there is no snippet. */
export type NoSnippet =
  /** It is no request of this page, or it went through a port, a worker or a WebSocket. */
  | 'not-http'
  /** HTTP+SSE of 2024-11-05: the answer comes on another stream, which curl and one `fetch` cannot follow. */
  | 'two-streams'
  /** The SDK of that language has no method for it. */
  | 'no-method'
  /** It is too long to be searched for secrets. */
  | 'too-long';

/** A program that sends a request again. */
export interface Snippet {
  readonly code: string;
  /** Environment variables to set first, in place of the secrets: `MCP_TOKEN`. */
  readonly variables: readonly string[];
}

/**
 * A variable within a text, between two characters of the private use area: an argument that has `$HOME` in it is no
 * variable.
 */
const VARIABLE = /\uE000([A-Z_][A-Z\d_]*)\uE001/;
const sign = (name: string): string => `\uE000${placeholderOf(name).slice(1)}\uE001`;

function variablesIn(...values: readonly unknown[]): readonly string[] {
  const found = JSON.stringify(values).matchAll(new RegExp(VARIABLE, 'g'));
  return [...new Set([...found].map(([, name]) => name!))];
}

/** The texts of a value, every second one the name of a variable. */
function parts(text: string): readonly string[] {
  return text.split(VARIABLE);
}

/** A request as a snippet sends it: without secrets, with variables in their places. */
interface SnippetRequest {
  readonly url: string;
  /** In the order and with the names that a reader expects. */
  readonly headers: readonly (readonly [string, string])[];
  /** Headers that are not those of the protocol. */
  readonly ownHeaders: readonly (readonly [string, string])[];
  readonly message: { readonly id: string | number; readonly method: string; readonly params?: Params | undefined };
  readonly revision: string;
  /** True where a handshake comes first, which may begin a session. */
  readonly isStateful: boolean;
}

type Params = Readonly<Record<string, unknown>>;

/** Names as the specification writes them. Browsers give them in lower case. */
const WRITTEN: Readonly<Record<string, string>> = {
  'content-type': 'Content-Type',
  accept: 'Accept',
  'mcp-protocol-version': 'MCP-Protocol-Version',
  'mcp-method': 'Mcp-Method',
  'mcp-name': 'Mcp-Name',
  authorization: 'Authorization',
};
/** Of the protocol and of one session: an SDK makes them by itself. */
const OF_THE_PROTOCOL = /^(?:accept|content-type|last-event-id|mcp-.*)$/i;

/**
 * A program that sends this request again and prints the answer. Secrets are placeholders, to be set in the environment.
 * @param row a request that this page sent over HTTP
 * @returns why there is none, where that is so
 * @example snippetOf(row, 'curl', session.redactor);
 */
export function snippetOf(row: LoggedMessage, language: SnippetLanguage, redactor: Redactor): Snippet | NoSnippet {
  const request = requestOf(row, redactor);
  if (typeof request === 'string') return request;
  const isElsewhere = row.answer?.exchanges.some(({ purpose }) => purpose === 'stream') === true;
  const isTwoStreams =
    isElsewhere && row.exchanges.every(({ status }) => status === 202 || status === 200) && !request.isStateful;
  if (isTwoStreams && (language === 'curl' || language === 'fetch')) return 'two-streams';
  const code = WRITERS[language](request);
  if (code === undefined) return 'no-method';
  return { code, variables: variablesIn(request.url, sentHeaders(request), request.message.params) };
}

/** Not the session: each snippet begins its own. */
function sentHeaders({ headers }: SnippetRequest): SnippetRequest['headers'] {
  return headers.filter(([name]) => !/^mcp-session-id$/i.test(name));
}

function requestOf(row: LoggedMessage, redactor: Redactor): SnippetRequest | NoSnippet {
  const exchange = row.exchanges.at(-1);
  if (row.direction !== 'sent' || row.type !== 'request' || !exchange) return 'not-http';
  const message = redactedMessage(row, redactor, sign) as unknown as SnippetRequest['message'] & { params?: unknown };
  if (typeof message.params === 'string') return 'too-long';
  const headers = redactedHeaders(exchange.requestHeaders, redactor, sign).map(
    ([name, value]): readonly [string, string] => [WRITTEN[name] ?? name, value],
  );
  const order = Object.values(WRITTEN);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = headers.toSorted(([one], [other]) => rank(one) - rank(other));
  const { revision } = row;
  const chosen = revision ?? exchange.requestHeaders.find(([name]) => name === 'mcp-protocol-version')?.[1] ?? '';
  return {
    url: redactedAddress(exchange.url, sign),
    headers: sorted,
    ownHeaders: sorted.filter(([name]) => !OF_THE_PROTOCOL.test(name)),
    message,
    revision: chosen,
    isStateful: findRevision(chosen)?.era === 'legacy' && row.method !== 'initialize',
  };
}

const WRITERS: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string | undefined>> = {
  curl,
  fetch: fetchCode,
  typescript,
  python,
};

const CLIENT_NAME = 'snippet';

function initializeOf(revision: string): object {
  return {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: CLIENT_NAME, version: '1.0.0' } },
  };
}

const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** A text for a POSIX shell: in single quotes, with variables in double quotes between them. */
function sh(text: string): string {
  const quoted = parts(text).map((part, at) => {
    if (at % 2 === 1) return `"$${part}"`;
    return part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`;
  });
  return quoted.join('') || "''";
}

function curl({ url, headers, message, revision, isStateful }: SnippetRequest): string {
  const body = { jsonrpc: '2.0', ...message };
  const lines = (given: readonly (readonly [string, string])[]): string =>
    given.map(([name, value]) => ` \\\n  -H ${sh(`${name}: ${value}`)}`).join('');
  if (!isStateful) return `curl -sSN ${sh(url)}${lines(headers)} \\\n  -d ${sh(JSON.stringify(body))}\n`;
  // The session is a new one: that of the page is its own.
  const before = headers.filter(([name]) => !/^mcp-(?:session-id|protocol-version)$/i.test(name));
  const version = headers.filter(([name]) => /^mcp-protocol-version$/i.test(name));
  return `URL=${sh(url)}
set --${lines(before)}

# The handshake. It may begin a session, whose id is a header of the answer.
SESSION=$(curl -sS -D - -o /dev/null "$URL" "$@" \\
  -d ${sh(JSON.stringify(initializeOf(revision)))} \\
  | tr -d '\\r' | awk 'tolower($1) == "mcp-session-id:" { print $2 }')
${version.length > 0 ? `set -- "$@"${lines(version)}\n` : ''}[ -n "$SESSION" ] && set -- "$@" -H "Mcp-Session-Id: $SESSION"
curl -sS "$URL" "$@" -d ${sh(JSON.stringify(INITIALIZED))}

# The request.
curl -sSN "$URL" "$@" \\
  -d ${sh(JSON.stringify(body))}

# Ends the session.
[ -n "$SESSION" ] && curl -sS -o /dev/null -X DELETE "$URL" "$@"
`;
}

/** A value as JavaScript, with variables in place of placeholders. */
function js(value: unknown, indent = ''): string {
  const text = JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => {
    if (!VARIABLE.test(quoted)) return quoted;
    const inner = quoted.slice(1, -1).replaceAll('`', '\\`').replaceAll('${', '\\${').replaceAll('\\"', '"');
    return `\`${inner.replace(new RegExp(VARIABLE, 'g'), '${$1}')}\``;
  });
}

function jsVariables(...values: readonly unknown[]): string {
  return variablesIn(...values)
    .map((name) => `const ${name} = process.env.${name};\n`)
    .join('');
}

function fetchCode({ url, headers, message, revision, isStateful }: SnippetRequest): string {
  const body = { jsonrpc: '2.0', ...message };
  const own = Object.fromEntries(
    headers.filter(([name]) => !isStateful || !/^mcp-(?:session-id|protocol-version)$/i.test(name)),
  );
  const handshake = isStateful
    ? `
// The handshake. It may begin a session, whose id is a header of the answer.
const hello = await send(${js(initializeOf(revision))});
await answerOf(hello, 0);
const session = hello.headers.get('Mcp-Session-Id');
if (session) headers['Mcp-Session-Id'] = session;
${findRevision(revision)?.versionHeader ? `headers['MCP-Protocol-Version'] = ${js(revision)};\n` : ''}await send(${js(INITIALIZED)});
`
    : '';
  return `${jsVariables(url, own, body)}const url = ${js(url)};
const headers = ${js(own)};

async function send(message) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) });
  if (!response.ok) throw new Error(\`HTTP \${response.status}: \${await response.text()}\`);
  return response;
}

/** The answer with this id, from JSON or from a stream of events. */
async function answerOf(response, id) {
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) return response.json();
  let text = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (text + piece).split(/\\r?\\n\\r?\\n/);
    text = events.pop();
    for (const event of events) {
      const data = event.split(/\\r?\\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5)).join('\\n');
      const message = data.trim() ? JSON.parse(data) : {};
      if (message.id === id && !message.method) return message;
    }
  }
  throw new Error('The stream ended before the answer.');
}
${handshake}
const answer = await answerOf(await send(${js(body)}), ${js(message.id)});
console.log(JSON.stringify(answer, null, 2));
${isStateful ? "if (session) await fetch(url, { method: 'DELETE', headers });\n" : ''}`;
}

/** What an SDK takes of the parameters: it makes `_meta`, and the token of progress, by itself. */
function plainParams(params: Params | undefined): Params {
  const { _meta, ...rest } = params ?? {};
  return rest;
}

const TYPESCRIPT_METHODS: Readonly<Record<string, (params: Params) => string>> = {
  'tools/list': (params) => `listTools(${optional(params)})`,
  'tools/call': (params) => `callTool(${js(params)})`,
  'resources/list': (params) => `listResources(${optional(params)})`,
  'resources/templates/list': (params) => `listResourceTemplates(${optional(params)})`,
  'resources/read': (params) => `readResource(${js(params)})`,
  'resources/subscribe': (params) => `subscribeResource(${js(params)})`,
  'resources/unsubscribe': (params) => `unsubscribeResource(${js(params)})`,
  'prompts/list': (params) => `listPrompts(${optional(params)})`,
  'prompts/get': (params) => `getPrompt(${js(params)})`,
  'completion/complete': (params) => `complete(${js(params)})`,
  'logging/setLevel': ({ level }) => `setLoggingLevel(${js(level)})`,
  ping: () => 'ping()',
};

function optional(params: Params): string {
  return Object.keys(params).length > 0 ? js(params) : '';
}

function typescript({ url, ownHeaders, message, revision, isStateful }: SnippetRequest): string | undefined {
  const params = plainParams(message.params);
  const call = TYPESCRIPT_METHODS[message.method]?.(params);
  if (call === undefined) return undefined;
  const headers = Object.fromEntries(ownHeaders);
  const init = ownHeaders.length > 0 ? `, {\n  requestInit: { headers: ${js(headers, '  ')} },\n}` : '';
  const isModern = !isStateful && findRevision(revision)?.era === 'modern';
  const negotiation = isModern ? ", { versionNegotiation: { mode: 'auto' } }" : '';
  return `// npm install @modelcontextprotocol/client@2
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

${jsVariables(url, headers, params)}const client = new Client({ name: '${CLIENT_NAME}', version: '1.0.0' }${negotiation});
await client.connect(new StreamableHTTPClientTransport(new URL(${js(url)})${init}));
const result = await client.${call};
console.log(JSON.stringify(result, null, 2));
await client.close();
`;
}

/** A JSON value as Python. */
function py(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return pyText(value);
  if (Array.isArray(value)) return `[${value.map(py).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, inner]) => `${pyText(name)}: ${py(inner)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

function pyText(text: string): string {
  const written = parts(text).flatMap((part, at) => (at % 2 === 1 ? [part] : part === '' ? [] : [asciiJson(part)]));
  return written.join(' + ') || '""';
}

/** Python reads the escapes of JSON, but no pair of surrogates. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\uD800-\uDFFF\u2028\u2029]/gu,
    (lone) => `\\u${lone.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const REFERENCES: Readonly<Record<string, string>> = {
  'ref/prompt': 'PromptReference',
  'ref/resource': 'ResourceTemplateReference',
};

const PYTHON_METHODS: Readonly<Record<string, (params: Params) => string | undefined>> = {
  'tools/list': ({ cursor }) => `list_tools(${cursorOf(cursor)})`,
  'tools/call': ({ name, arguments: args }) => `call_tool(${py(name)}, ${py(args ?? {})})`,
  'resources/list': ({ cursor }) => `list_resources(${cursorOf(cursor)})`,
  'resources/templates/list': ({ cursor }) => `list_resource_templates(${cursorOf(cursor)})`,
  'resources/read': ({ uri }) => `read_resource(${py(uri)})`,
  'resources/subscribe': ({ uri }) => `subscribe_resource(${py(uri)})`,
  'resources/unsubscribe': ({ uri }) => `unsubscribe_resource(${py(uri)})`,
  'prompts/list': ({ cursor }) => `list_prompts(${cursorOf(cursor)})`,
  'prompts/get': ({ name, arguments: args }) => `get_prompt(${py(name)}, ${py(args ?? {})})`,
  'completion/complete': ({ ref, argument, context }) => {
    const { type, ...rest } = ref as { readonly type: string } & Params;
    const reference = REFERENCES[type];
    if (!reference) return undefined;
    const named = Object.entries(rest).map(([name, value]) => `${name}=${py(value)}`);
    const more = (context as Params | undefined)?.['arguments'];
    return `complete(${reference}(type=${py(type)}, ${named.join(', ')}), ${py(argument)}${more ? `, ${py(more)}` : ''})`;
  },
  'logging/setLevel': ({ level }) => `set_logging_level(${py(level)})`,
  ping: () => 'send_ping()',
};

function cursorOf(cursor: unknown): string {
  return cursor === undefined ? '' : `cursor=${py(cursor)}`;
}

function python({ url, ownHeaders, message }: SnippetRequest): string | undefined {
  const params = plainParams(message.params);
  const call = PYTHON_METHODS[message.method]?.(params);
  if (call === undefined) return undefined;
  const headers = Object.fromEntries(ownHeaders);
  const hasHeaders = ownHeaders.length > 0;
  const names = variablesIn(url, headers, params);
  const reference = Object.values(REFERENCES).find((name) => call.includes(`(${name}(`));
  return `# pip install "mcp>=2"
import asyncio
${names.length > 0 ? 'import os\n' : ''}
from mcp import Client
${hasHeaders ? 'from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client\n' : ''}${reference ? `from mcp.types import ${reference}\n` : ''}
${names.map((name) => `${name} = os.environ["${name}"]\n`).join('')}

async def main():
${hasHeaders ? `    http = create_mcp_http_client(headers=${py(headers)})\n` : ''}    async with Client(${hasHeaders ? `streamable_http_client(${py(url)}, http_client=http)` : py(url)}) as client:
        result = await client.${call}
        print(result.model_dump_json(by_alias=True, exclude_none=True, indent=2))


asyncio.run(main())
`;
}

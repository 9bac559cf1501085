import { findRevision, HANDSHAKE_METHOD, handshakeMessages, isStateless } from '../protocol/revisions.js';
import { isPlainObject } from '../util/json.js';
import { shellText } from '../util/shell.js';
import type { Redactor } from '../secrets/redactor.js';
import type { LoggedMessage } from './message-log.js';
import { placeholderOf, redactedAddress, type SecretSign } from '../secrets/placeholders.js';
import { redactedHeaders, redactedMessage } from '../wire/redacted.js';

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
 * The variables of one snippet. In a text each is between two random marks, so neither an argument that contains
 * `$HOME` nor text of a server can be taken for one.
 */
class Variables {
  readonly #mark = `\uE000${globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-')}\uE001`;
  /** The value of each variable. */
  readonly #values = new Map<string, string | undefined>();

  /** The same value has one variable; another value of the same name gets a number. */
  readonly sign: SecretSign = (name, value) => {
    const base = placeholderOf(name).slice(1);
    for (let number = 1; ; number++) {
      const variable = number === 1 ? base : `${base}_${number}`;
      const isFree = !this.#values.has(variable);
      if (!isFree && (value === undefined || this.#values.get(variable) !== value)) continue;
      this.#values.set(variable, value);
      return `${this.#mark}${variable}${this.#mark}`;
    }
  };

  /** The parts of a text, every second one the name of a variable. */
  parts(text: string): readonly string[] {
    return text.split(this.#mark);
  }

  /** The variables in these values, in the order of the whole. */
  in(...values: readonly unknown[]): readonly string[] {
    const texts = this.parts(JSON.stringify(values));
    return [...this.#values.keys()].filter((name) => texts.some((text, at) => at % 2 === 1 && text === name));
  }
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
  /** The messages that come first, where a handshake does. It may begin a session. */
  readonly handshake: ReturnType<typeof handshakeMessages>;
  /** The address of the stream that answers come on, for HTTP+SSE of 2024-11-05. */
  readonly stream: string | undefined;
  readonly variables: Variables;
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
/** Headers of the protocol and of one session: an SDK sets them itself. */
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
  if (request.stream !== undefined && (language === 'curl' || language === 'fetch')) return 'two-streams';
  const code = WRITERS[language](request);
  if (code === undefined) return 'no-method';
  const { url, stream, message, variables } = request;
  return { code, variables: variables.in(stream ?? url, sentHeaders(request), message.params) };
}

/** Not the session: each snippet begins its own. */
function sentHeaders({ headers }: SnippetRequest): SnippetRequest['headers'] {
  return headers.filter(([name]) => !/^mcp-session-id$/i.test(name));
}

function requestOf(row: LoggedMessage, redactor: Redactor): SnippetRequest | NoSnippet {
  const exchange = row.exchanges.at(-1);
  if (row.direction !== 'sent' || row.type !== 'request' || !exchange) return 'not-http';
  const variables = new Variables();
  const { sign } = variables;
  const message = redactedMessage(row, redactor, sign) as unknown as SnippetRequest['message'] & { params?: unknown };
  if (typeof message.params === 'string') return 'too-long';
  const headers = redactedHeaders(exchange.requestHeaders, redactor, sign).map(
    ([name, value]): readonly [string, string] => [WRITTEN[name] ?? name, value],
  );
  const order = Object.values(WRITTEN);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = headers.toSorted(([one], [other]) => rank(one) - rank(other));
  const chosen = row.revision ?? exchange.requestHeaders.find(([name]) => name === 'mcp-protocol-version')?.[1] ?? '';
  // The first event of such a stream names the address that messages are sent to.
  const answer = row.answer?.exchanges[0];
  const isOtherStream = answer?.purpose === 'stream' && answer.url !== exchange.url;
  return {
    url: redactedAddress(exchange.url, sign, redactor),
    headers: sorted,
    ownHeaders: sorted.filter(([name]) => !OF_THE_PROTOCOL.test(name)),
    message,
    revision: chosen,
    handshake: row.method === HANDSHAKE_METHOD ? undefined : handshakeMessages(chosen, 0, CLIENT),
    stream: isOtherStream ? redactedAddress(answer.url, sign, redactor) : undefined,
    variables,
  };
}

const WRITERS: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => string | undefined>> = {
  curl,
  fetch: fetchCode,
  typescript,
  python,
};

const CLIENT = { name: 'snippet', version: '1.0.0' };

/** A text for a POSIX shell: in single quotes, with variables in double quotes between them. */
function sh(text: string, variables: Variables): string {
  const quoted = variables.parts(text).map((part, at) => {
    if (at % 2 === 1) return `"$${part}"`;
    return part === '' ? '' : shellText(part);
  });
  return quoted.join('') || "''";
}

function curl({ url, headers, message, handshake, variables }: SnippetRequest): string {
  const quote = (text: string): string => sh(text, variables);
  const body = quote(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const inBody = variables.in(message.params);
  const note =
    inBody.length > 0
      ? `# In ${inBody.join(', ')}: write \\" for each quotation mark and \\\\ for each backslash, as JSON has them.\n`
      : '';
  const lines = (given: readonly (readonly [string, string])[]): string =>
    given.map(([name, value]) => ` \\\n  -H ${quote(`${name}: ${value}`)}`).join('');
  // Without -g, curl takes brackets and braces in an address for lists of addresses.
  if (!handshake) return `${note}curl -gsSN ${quote(url)}${lines(headers)} \\\n  -d ${body}\n`;
  // The session is a new one: that of the page is its own.
  const before = headers.filter(([name]) => !/^mcp-(?:session-id|protocol-version)$/i.test(name));
  const version = headers.filter(([name]) => /^mcp-protocol-version$/i.test(name));
  return `${note}URL=${quote(url)}
set --${lines(before)}

# The handshake. It may begin a session, whose id is a header of the answer.
SESSION=$(curl -gsS -D - -o /dev/null "$URL" "$@" \\
  -d ${quote(JSON.stringify(handshake.hello))} \\
  | tr -d '\\r' | awk 'tolower($1) == "mcp-session-id:" { print $2 }')
${version.length > 0 ? `set -- "$@"${lines(version)}\n` : ''}[ -n "$SESSION" ] && set -- "$@" -H "Mcp-Session-Id: $SESSION"
curl -gsS "$URL" "$@" -d ${quote(JSON.stringify(handshake.end))}

# The request.
curl -gsSN "$URL" "$@" \\
  -d ${body}

# Ends the session.
[ -n "$SESSION" ] && curl -gsS -o /dev/null -X DELETE "$URL" "$@"
`;
}

/** A value as JavaScript, with variables in place of placeholders. */
function js(value: unknown, variables: Variables, indent = ''): string {
  if (typeof value === 'string') return writeStringLiteral(value, variables, JSON.stringify);
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value));
  const inner = `${indent}  `;
  const write = (one: unknown): string => js(one, variables, inner);
  const [open, close, lines] = Array.isArray(value)
    ? ['[', ']', value.map(write)]
    : ['{', '}', Object.entries(value).flatMap(([name, one]) => jsMember(name, one, variables, inner))];
  return lines.length === 0
    ? open + close
    : `${open}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${close}`;
}

/** None for a member that JSON leaves out. */
function jsMember(name: string, value: unknown, variables: Variables, indent: string): string[] {
  if (value === undefined) return [];
  const key = writeStringLiteral(name, variables, JSON.stringify);
  // In brackets, `__proto__` is a name as any other.
  const isPlain = key === JSON.stringify(name) && name !== '__proto__';
  return [`${isPlain ? key : `[${key}]`}: ${js(value, variables, indent)}`];
}

/**
 * A text as a string literal of a program: each piece between two variables has its own quotation marks. No content of
 * a piece can end them.
 */
function writeStringLiteral(text: string, variables: Variables, quote: (piece: string) => string): string {
  const written = variables.parts(text).flatMap((piece, at) => {
    if (at % 2 === 1) return [piece];
    return piece === '' ? [] : [quote(piece)];
  });
  return written.join(' + ') || '""';
}

function jsVariables(variables: Variables, ...values: readonly unknown[]): string {
  return variables
    .in(...values)
    .map((name) => `const ${name} = process.env.${name};\n`)
    .join('');
}

function fetchCode({ url, headers, message, revision, handshake: first, variables }: SnippetRequest): string {
  const write = (value: unknown): string => js(value, variables);
  const body = { jsonrpc: '2.0', ...message };
  const own = Object.fromEntries(
    headers.filter(([name]) => !first || !/^mcp-(?:session-id|protocol-version)$/i.test(name)),
  );
  const handshake = first
    ? `
// The handshake. It may begin a session, whose id is a header of the answer.
const hello = await send(${write(first.hello)});
await answerOf(hello, 0);
const session = hello.headers.get('Mcp-Session-Id');
if (session) headers['Mcp-Session-Id'] = session;
${findRevision(revision)?.versionHeader ? `headers['MCP-Protocol-Version'] = ${write(revision)};\n` : ''}await send(${write(first.end)});
`
    : '';
  return `${jsVariables(variables, url, own, body)}const url = ${write(url)};
const headers = ${write(own)};

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
const answer = await answerOf(await send(${write(body)}), ${write(message.id)});
console.log(JSON.stringify(answer, null, 2));
${first ? "if (session) await fetch(url, { method: 'DELETE', headers });\n" : ''}`;
}

/** The params that code of an SDK needs: an SDK adds `_meta` and the progress token itself. */
function plainParams(params: Params | undefined): Params {
  const { _meta, ...rest } = params ?? {};
  return rest;
}

type Method = (params: Params, write: (value: unknown) => string) => string | undefined;

const TYPESCRIPT_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['tools/list', (params, write) => `listTools(${optional(params, write)})`],
  ['tools/call', (params, write) => `callTool(${write(params)})`],
  ['resources/list', (params, write) => `listResources(${optional(params, write)})`],
  ['resources/templates/list', (params, write) => `listResourceTemplates(${optional(params, write)})`],
  ['resources/read', (params, write) => `readResource(${write(params)})`],
  ['resources/subscribe', (params, write) => `subscribeResource(${write(params)})`],
  ['resources/unsubscribe', (params, write) => `unsubscribeResource(${write(params)})`],
  ['prompts/list', (params, write) => `listPrompts(${optional(params, write)})`],
  ['prompts/get', (params, write) => `getPrompt(${write(params)})`],
  ['completion/complete', (params, write) => `complete(${write(params)})`],
  ['logging/setLevel', ({ level }, write) => `setLoggingLevel(${write(level)})`],
  ['ping', () => 'ping()'],
]);

function optional(params: Params, write: (value: unknown) => string): string {
  return Object.keys(params).length > 0 ? write(params) : '';
}

function typescript(request: SnippetRequest): string | undefined {
  const { url, stream, ownHeaders, message, revision, variables } = request;
  const params = plainParams(message.params);
  const write = (value: unknown): string => js(value, variables);
  const call = TYPESCRIPT_METHODS.get(message.method)?.(params, write);
  if (call === undefined) return undefined;
  const headers = Object.fromEntries(ownHeaders);
  const init = ownHeaders.length > 0 ? `, {\n  requestInit: { headers: ${js(headers, variables, '  ')} },\n}` : '';
  const negotiation = isStateless(revision) ? ", { versionNegotiation: { mode: 'auto' } }" : '';
  const transport = stream === undefined ? 'StreamableHTTPClientTransport' : 'SSEClientTransport';
  const address = stream ?? url;
  return `// npm install @modelcontextprotocol/client@2
import { Client, ${transport} } from '@modelcontextprotocol/client';

${jsVariables(variables, address, headers, params)}const client = new Client(${write(CLIENT)}${negotiation});
await client.connect(new ${transport}(new URL(${write(address)})${init}));
const result = await client.${call};
console.log(JSON.stringify(result, null, 2));
await client.close();
`;
}

/** A JSON value as Python. */
function py(value: unknown, variables: Variables): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return writeStringLiteral(value, variables, asciiJson);
  if (Array.isArray(value)) return `[${value.map((one) => py(one, variables)).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, inner]) => `${writeStringLiteral(name, variables, asciiJson)}: ${py(inner, variables)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

/** Python reads the escapes of JSON, but no pair of surrogates. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\uD800-\uDFFF\u2028\u2029]/gu,
    (lone) => `\\u${lone.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const REFERENCES: ReadonlyMap<unknown, readonly [name: string, member: string]> = new Map([
  ['ref/prompt', ['PromptReference', 'name']],
  ['ref/resource', ['ResourceTemplateReference', 'uri']],
] as const);

const PYTHON_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['tools/list', ({ cursor }, write) => `list_tools(${cursorOf(cursor, write)})`],
  ['tools/call', ({ name, arguments: args }, write) => `call_tool(${write(name)}, ${write(args ?? {})})`],
  ['resources/list', ({ cursor }, write) => `list_resources(${cursorOf(cursor, write)})`],
  ['resources/templates/list', ({ cursor }, write) => `list_resource_templates(${cursorOf(cursor, write)})`],
  ['resources/read', ({ uri }, write) => `read_resource(${write(uri)})`],
  ['resources/subscribe', ({ uri }, write) => `subscribe_resource(${write(uri)})`],
  ['resources/unsubscribe', ({ uri }, write) => `unsubscribe_resource(${write(uri)})`],
  ['prompts/list', ({ cursor }, write) => `list_prompts(${cursorOf(cursor, write)})`],
  ['prompts/get', ({ name, arguments: args }, write) => `get_prompt(${write(name)}, ${write(args ?? {})})`],
  [
    'completion/complete',
    ({ ref, argument, context }, write) => {
      const { type, ...named } = isPlainObject(ref) ? ref : {};
      const [reference, member = ''] = REFERENCES.get(type) ?? [];
      if (!reference) return undefined;
      const more = isPlainObject(context) ? context['arguments'] : undefined;
      const wanted = `${reference}(type=${write(type)}, ${member}=${write(named[member])})`;
      return `complete(${wanted}, ${write(argument)}${more ? `, ${write(more)}` : ''})`;
    },
  ],
  ['logging/setLevel', ({ level }, write) => `set_logging_level(${write(level)})`],
  ['ping', () => 'send_ping()'],
]);

function cursorOf(cursor: unknown, write: (value: unknown) => string): string {
  return cursor === undefined ? '' : `cursor=${write(cursor)}`;
}

function python({ url, stream, ownHeaders, message, variables }: SnippetRequest): string | undefined {
  const params = plainParams(message.params);
  const write = (value: unknown): string => py(value, variables);
  const call = PYTHON_METHODS.get(message.method)?.(params, write);
  if (call === undefined) return undefined;
  const headers = Object.fromEntries(ownHeaders);
  const hasHeaders = ownHeaders.length > 0;
  const address = stream ?? url;
  const names = variables.in(address, headers, params);
  const reference = [...REFERENCES.values()].find(([name]) => call.includes(`(${name}(`))?.[0];
  const ofTransport =
    stream !== undefined
      ? 'from mcp.client.sse import sse_client\n'
      : hasHeaders
        ? 'from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client\n'
        : '';
  const transport =
    stream !== undefined
      ? `sse_client(${write(address)}${hasHeaders ? `, headers=${write(headers)}` : ''})`
      : hasHeaders
        ? `streamable_http_client(${write(address)}, http_client=http)`
        : write(address);
  const client =
    stream === undefined && hasHeaders ? `    http = create_mcp_http_client(headers=${write(headers)})\n` : '';
  return `# pip install "mcp>=2"
import asyncio
${names.length > 0 ? 'import os\n' : ''}
from mcp import Client
${ofTransport}${reference ? `from mcp.types import ${reference}\n` : ''}
${names.map((name) => `${name} = os.environ["${name}"]\n`).join('')}

async def main():
${client}    async with Client(${transport}) as client:
        result = await client.${call}
        print(result.model_dump_json(by_alias=True, exclude_none=True, indent=2))


asyncio.run(main())
`;
}

import { McpError } from '../errors.js';
import type { HttpEndpoint } from './http-exchange.js';

/** What a server must allow so that a page of another origin can use it. */
export interface CorsRules {
  readonly origin: string;
  readonly methods: readonly string[];
  readonly allow: readonly string[];
  readonly expose: readonly string[];
}

const METHODS = ['GET', 'POST', 'DELETE'];

/** Request headers of a whole session, of all revisions, that a browser sends only where the server allows them. */
export const PROTOCOL_HEADERS: readonly string[] = [
  'Content-Type',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Last-Event-ID',
];
const AUTHORIZATION = 'Authorization';
const EXPOSE = ['Mcp-Session-Id', 'WWW-Authenticate'];

/** A browser sends these to anybody: https://fetch.spec.whatwg.org/#cors-safelisted-request-header */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language']);

/** Milliseconds that each request may take which looks for the cause of a failure. */
const PROBE_TIMEOUT_MS = 5000;

/** Stands for a value that must not travel, or that there is none of yet: only the name of the header counts. */
const ANY_VALUE = 'probe';

/** @param requestHeaders names of headers that this page sends besides those of the protocol */
export function corsRulesFor(pageOrigin: string | undefined, requestHeaders: readonly string[]): CorsRules {
  const allow = [...PROTOCOL_HEADERS, AUTHORIZATION];
  const known = new Set([...allow.map((name) => name.toLowerCase()), ...ALWAYS_ALLOWED]);
  return {
    // A page opened from disk has the origin "null", which nobody should allow by name.
    origin: pageOrigin === undefined || pageOrigin === 'null' ? '*' : pageOrigin,
    methods: METHODS,
    allow: [...allow, ...requestHeaders.filter((name) => !known.has(name.toLowerCase()))],
    expose: EXPOSE,
  };
}

/** The rules as HTTP has them: names and values. */
export function corsFields({
  origin,
  methods,
  allow,
  expose,
}: CorsRules): readonly (readonly [name: string, value: string])[] {
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Methods', methods.join(', ')],
    ['Access-Control-Allow-Headers', allow.join(', ')],
    ['Access-Control-Expose-Headers', expose.join(', ')],
    ['Access-Control-Max-Age', '600'],
    // Or a cache gives one page the permission of another.
    ...(origin === '*' ? [] : [['Vary', 'Origin'] as const]),
  ];
}

export function headerLines(rules: CorsRules): readonly string[] {
  return corsFields(rules).map(([name, value]) => `${name}: ${value}`);
}

/** A request that brought no answer, to a server that has answered this page before. */
export interface SilentRequest {
  readonly endpoint: HttpEndpoint;
  readonly url: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly cause: unknown;
}

/**
 * Finds out why a server that has answered this page before did not answer now: the browser hides a refused header and a
 * broken connection behind the same error. Each header that no answer has followed yet is tried with a POST that has no
 * body, so it asks for nothing and changes nothing.
 * @param proven names of headers, in lower case, that an answer has followed
 */
export async function whyNoAnswer(request: SilentRequest, proven: ReadonlySet<string>): Promise<McpError> {
  const { url, headers, cause } = request;
  const { host } = new URL(url);
  const network = (message: string, remedy: string): McpError => new McpError('network', message, { cause, remedy });
  if ((await isAnswered(request, [...proven])) !== true)
    return network(
      `No answer from ${host}, which has answered before.`,
      'Look whether the server still runs and this device is connected, then try again.',
    );
  const names = [...PROTOCOL_HEADERS, ...(headers.has(AUTHORIZATION) ? [AUTHORIZATION] : []), ...headers.keys()].filter(
    (name, index, all) => all.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );
  const doubtful = names.filter((name) => !proven.has(name.toLowerCase()) && !ALWAYS_ALLOWED.has(name.toLowerCase()));
  const answers = await Promise.all(doubtful.map((name) => isAnswered(request, [...proven, name])));
  const refused = doubtful.filter((_, index) => answers[index] === false);
  if (!refused.some((name) => headers.has(name)))
    return network(
      `${host} answers, but did not answer this one request: the connection broke, or the answer came without CORS headers.`,
      'Try again. If it goes on, see that every answer of the server has its CORS headers, also errors and those of a proxy.',
    );
  return network(
    `${host} answers, but its CORS rules do not allow a header that this request needs.`,
    `The server must add ${listed(refused)} to Access-Control-Allow-Headers, and DELETE to Access-Control-Allow-Methods where it is not there.`,
  );
}

/** @returns false where the browser kept it back, undefined where nothing came in time */
async function isAnswered(
  { endpoint, url, headers, signal }: SilentRequest,
  names: readonly string[],
): Promise<boolean | undefined> {
  // A secret travels with real requests only.
  const value = (name: string): string =>
    (/^(mcp-|content-type$|last-event-id$)/i.test(name) && headers.get(name)) || ANY_VALUE;
  const { fetch } = endpoint;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: names.map((name) => [name, value(name)] as [string, string]),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]),
    });
    response.body?.cancel().catch(() => {});
    return true;
  } catch (error) {
    return error instanceof TypeError ? false : undefined;
  }
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}

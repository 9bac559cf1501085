// Finds out why CORS hides an answer from this page, and which headers the server must allow.
import { type ErrorText, McpError, type McpErrorOptions } from '../errors.js';
import { SingleFlight } from '../jsonrpc/single-flight.js';
import { ALWAYS_ALLOWED, AUTHORIZATION, PROTOCOL_HEADERS, corsRulesFor, headerLines } from './cors-rules.js';
import { errorText } from './error-texts.js';
import { bodyEnded } from './exchange-observer.js';

/** Milliseconds for each request that searches for the cause of a missing answer. After them the cause is unknown. */
const CAUSE_PROBE_TIMEOUT_MS = 5000;

/** Headers that are tried one by one to find which of them CORS forbids. The others are not tried. */
const MAX_TRIED_HEADERS = 16;

/**
 * Paths of one endpoint that are remembered as allowed by CORS; with more all are forgotten and learned anew. HTTP+SSE
 * names a new one with each stream.
 */
const MAX_PROVEN_PATHS = 20;

/** The request headers that the CORS rules of an endpoint are known to allow. */
export class ProvenHeaders {
  readonly #byPath = new Map<string, ReadonlySet<string>>();
  readonly #searches = new Map<string, SingleFlight<Missing>>();

  /** Notes that a POST with these headers got a readable answer. */
  add(url: string, headers: Headers): void {
    const { pathname } = new URL(url);
    const known = this.#byPath.get(pathname);
    const more: string[] = [];
    for (const name of headers.keys()) if (!ALWAYS_ALLOWED.has(name) && !known?.has(name)) more.push(name);
    if (known && more.length === 0) return;
    if (!known && this.#byPath.size >= MAX_PROVEN_PATHS) this.#byPath.clear();
    this.#byPath.set(pathname, new Set([...(known ?? []), ...more]));
  }

  /** Names of the allowed headers in lower case; empty where nothing was answered yet. */
  of(url: string): ReadonlySet<string> {
    return this.#byPath.get(new URL(url).pathname) ?? new Set();
  }

  /** Finds out which request headers or methods the server refuses. Equal searches at the same time are done once. */
  async search(request: SilentRequest, needed: readonly string[], signal: AbortSignal): Promise<Missing> {
    const key = [request.url, ...request.headers.keys(), '', ...needed].join(' ');
    const search = this.#searches.get(key) ?? new SingleFlight<Missing>();
    this.#searches.set(key, search);
    try {
      return await search.join(signal, (life) => whatIsMissing(request, needed, this.of(request.url), life));
    } finally {
      this.#searches.delete(key);
    }
  }
}

/** A request that got no answer, with all that is needed to find out why. */
export interface SilentRequest {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly fetch: typeof globalThis.fetch;
  readonly cause: unknown;
  readonly proven: ProvenHeaders;
  /** Names of the headers that other messages of its transport send. Default: those of the whole protocol. */
  readonly needs?: readonly string[] | undefined;
}

/** The server answers, but CORS does not let this page read the answer or send a required header. */
export class CorsError extends McpError {
  /** Request headers that the server does not allow; empty where something else is missing. */
  readonly refused: readonly string[];

  constructor(message: ErrorText, refused: readonly string[], options: McpErrorOptions) {
    super('network', message, options);
    this.refused = refused;
  }
}

type Missing =
  /** Nothing can be read: the server is down, or allows nothing to pages of this origin. */
  | 'every answer'
  /** Every request is answered now. */
  | 'this answer'
  /** It answers this page, but refuses every preflight. */
  | 'preflight'
  /** These headers are refused; others pass. */
  | { readonly refused: readonly string[] };

async function whatIsMissing(
  request: SilentRequest,
  needed: readonly string[],
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Missing> {
  const { headers } = request;
  const passes = (names: readonly string[]): Promise<boolean | undefined> => isAnswered(request, names, signal);
  // The rules may have changed: if the headers that were allowed fail now, all of them are tried again.
  const proven = known.size === 0 || (await passes([...known])) === true ? known : new Set<string>();
  if (proven.size === 0 && (await passes([])) !== true) return 'every answer';
  const passing = async (names: readonly string[]): Promise<readonly (boolean | undefined)[]> =>
    Promise.all(names.map((name) => passes([...proven, name])));
  const doubtful = needed.filter((name) => !proven.has(name.toLowerCase()));
  const answers = await passing(doubtful);
  const refused = doubtful.filter((_, index) => answers[index] === false);
  if (!refused.some((name) => headers.has(name))) return 'this answer';
  // If any other header passes, preflights as such are allowed.
  const passesAny =
    proven.size > 0 ||
    answers.includes(true) ||
    (await passing(PROTOCOL_HEADERS.filter((name) => !needed.includes(name)))).includes(true);
  // A server that went down meanwhile, or limits the rate of requests, does not refuse headers.
  if ((await passes([...proven])) !== true) return 'every answer';
  return passesAny ? { refused } : 'preflight';
}

/** Names of all headers that the session of this request sends at some time. */
export function neededHeaders({ headers, needs = PROTOCOL_HEADERS }: SilentRequest): readonly string[] {
  const own = needs.filter((name) => !isStateless(headers) || !/^(Mcp-Session-Id|Last-Event-ID)$/.test(name));
  const written = new Map([...PROTOCOL_HEADERS, AUTHORIZATION, ...own].map((name) => [name.toLowerCase(), name]));
  const sent = [...headers.keys()].filter((name) => !ALWAYS_ALLOWED.has(name));
  return [...new Set([...own, ...sent.map((name) => written.get(name) ?? name)])].slice(0, MAX_TRIED_HEADERS);
}

/** True for a request of a revision without sessions. */
function isStateless(headers: Headers): boolean {
  return headers.has('Mcp-Method');
}

export function preflightRefused({ url, headers, cause }: SilentRequest): CorsError {
  const lines = headerLines(corsRulesFor(location.origin, [...headers.keys()]));
  return new CorsError(errorText('transport.preflightUnanswered', { host: new URL(url).host }), [], {
    cause,
    remedy: errorText('transport.answerPreflight', { lines: lines.join('; ') }),
  });
}

export function headersRefused(
  { url, headers, needs, cause }: SilentRequest,
  refused: readonly string[],
  inTheWay: readonly string[],
): CorsError {
  const { host } = new URL(url);
  // `Mcp-Session-Id` cannot be tried: the request could close a session.
  const mayClose = needs === undefined && !isStateless(headers);
  const remedy = mayClose ? 'transport.allowHeadersAndDelete' : 'transport.allowHeaders';
  return new CorsError(errorText('transport.headersRefused', { host, headers: inTheWay }), refused, {
    cause,
    remedy: errorText(remedy, { headers: refused }),
  });
}

/**
 * True if a page can read the answer to a POST with these headers and no body. Redirects are not followed, so that a
 * server does not choose what this browser requests. The request has no token.
 * @returns undefined if no answer came in time
 */
async function isAnswered(
  { url, headers, fetch }: SilentRequest,
  names: readonly string[],
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const enough = new AbortController();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: names.map((name): [string, string] => [name, headers.get(name) || defaultOf(name)]),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      signal: AbortSignal.any([signal, enough.signal, AbortSignal.timeout(CAUSE_PROBE_TIMEOUT_MS)]),
    });
    bodyEnded(answer);
    return true;
  } catch (error) {
    return error instanceof TypeError ? false : undefined;
  } finally {
    // Ends a stream that would stay open.
    enough.abort();
  }
}

/** A value that needs a preflight: browsers ask for permission only for content types that forms cannot send. */
function defaultOf(name: string): string {
  return /^content-type$/i.test(name) ? 'application/json' : '';
}

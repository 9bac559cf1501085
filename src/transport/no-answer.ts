import { type ErrorText, McpError, type McpErrorOptions } from '../errors.js';
import { SingleFlight } from '../jsonrpc/single-flight.js';
import { ALWAYS_ALLOWED, AUTHORIZATION, corsRulesFor, headerLines, PROTOCOL_HEADERS } from './cors.js';
import { errorText } from './error-texts.js';

/** Milliseconds that each request may take which looks for the cause of a missing answer. Then the cause stays open. */
const CAUSE_PROBE_TIMEOUT_MS = 5000;
/** Headers that are tried one by one to find which of them CORS forbids. The others are not tried. */
const MAX_TRIED_HEADERS = 16;
/**
 * Paths of one endpoint that are remembered as allowed by CORS; with more all are forgotten and learned anew. HTTP+SSE
 * names a new one with each stream.
 */
const MAX_PROVEN_PATHS = 20;
/** Headers whose values say nothing of anybody. A server may refuse an empty one before its CORS headers are added. */
const HAS_OWN_VALUE = /^(content-type|mcp-protocol-version)$/;

/** What is known of the CORS rules of an endpoint. */
export class ProvenHeaders {
  readonly #byPath = new Map<string, ReadonlySet<string>>();
  readonly #searches = new Map<string, SingleFlight<Missing>>();

  /** A readable answer to a POST has followed: these headers are allowed. */
  add(url: string, headers: Headers): void {
    const { pathname } = new URL(url);
    const names = [...headers.keys()].filter((name) => !ALWAYS_ALLOWED.has(name));
    const known = this.#byPath.get(pathname);
    if (known && names.every((name) => known.has(name))) return;
    if (!known && this.#byPath.size >= MAX_PROVEN_PATHS) this.#byPath.clear();
    this.#byPath.set(pathname, new Set([...(known ?? []), ...names]));
  }

  /** Names in lower case; empty where nothing was answered yet. */
  of(url: string): ReadonlySet<string> {
    return this.#byPath.get(new URL(url).pathname) ?? new Set();
  }

  /** Finds out what is missing. Calls that fail at the same time for want of the same are one search. */
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

/** A request that brought no answer, with all that is needed to find out why. */
export interface SilentRequest {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly fetch: typeof globalThis.fetch;
  readonly cause: unknown;
  readonly proven: ProvenHeaders;
  /** Headers that other messages of its transport send; those of the whole protocol where absent. */
  readonly needs?: readonly string[] | undefined;
}

/**
 * No answer came, and the browser does not say why. The words name all that it may be; who wants to know more asks
 * {@link findCause}, which makes requests.
 */
export class NoAnswerError extends McpError {
  readonly #request: SilentRequest;

  constructor(message: ErrorText, options: McpErrorOptions, request: SilentRequest) {
    super('network', message, options);
    // It may be kept for long: no value that is a secret is in it.
    const headers = new Headers();
    for (const [name, value] of request.headers) headers.set(name, HAS_OWN_VALUE.test(name) ? value : '');
    this.#request = { ...request, headers };
  }

  /** What was sent without an answer. */
  get method(): string | undefined {
    return this.#request.method;
  }

  /**
   * Finds out what kept the answer back. Each header that no answer has followed yet is tried with a POST that has no body
   * and no values but those of the content type and the revision, so it asks for nothing and changes nothing.
   * @param signal ends the search, which takes four times {@link CAUSE_PROBE_TIMEOUT_MS} at most; then nothing more is known
   * @returns this error where nothing more can be found out
   */
  async findCause(signal: AbortSignal): Promise<McpError> {
    const { url, headers, proven, cause } = this.#request;
    const { host, origin } = new URL(url);
    // Only the rules for pages of another origin hide why nothing came.
    if (globalThis.location === undefined || location.origin === origin) return this;
    const isKnown = proven.of(url).size > 0;
    const missing = await proven.search(this.#request, neededHeaders(this.#request), signal).catch(() => undefined);
    switch (missing) {
      case undefined:
        return this;
      case 'every answer':
        if (!isKnown) return this;
        return new McpError('network', errorText('transport.noAnswerAnyMore', { host }), {
          cause,
          remedy: errorText('transport.checkServerAndProxy'),
        });
      case 'this answer':
        return new McpError('network', errorText('transport.oneAnswerMissing', { host }), {
          cause,
          remedy: errorText('transport.checkCorsEverywhere'),
        });
      case 'preflight':
        return preflightRefused(this.#request);
      default:
        return headersRefused(
          this.#request,
          missing.refused,
          missing.refused.filter((name) => headers.has(name)),
        );
    }
  }
}

/** The server answers, and this page may not read or send what it must. */
export class CorsError extends McpError {
  /** Request headers that the server does not allow, where it is that. */
  readonly refused: readonly string[];

  constructor(message: ErrorText, refused: readonly string[], options: McpErrorOptions) {
    super('network', message, options);
    this.refused = refused;
  }
}

type Missing =
  /** Nothing can be read: it is down, or lets no page of this origin read anything. */
  | 'every answer'
  /** Whatever is tried now is answered. */
  | 'this answer'
  /** It answers this page, but no request that needs a preflight. */
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
  // Rules may have changed since: where what was allowed is not any more, everything is in doubt again.
  const proven = known.size === 0 || (await passes([...known])) === true ? known : new Set<string>();
  if (proven.size === 0 && (await passes([])) !== true) return 'every answer';
  const passing = async (names: readonly string[]): Promise<readonly (boolean | undefined)[]> =>
    Promise.all(names.map((name) => passes([...proven, name])));
  const doubtful = needed.filter((name) => !proven.has(name.toLowerCase()));
  const answers = await passing(doubtful);
  const refused = doubtful.filter((_, index) => answers[index] === false);
  if (!refused.some((name) => headers.has(name))) return 'this answer';
  // Where any other header passes, it is not the preflight as such.
  const passesAny =
    proven.size > 0 ||
    answers.includes(true) ||
    (await passing(PROTOCOL_HEADERS.filter((name) => !needed.includes(name)))).includes(true);
  // A server that is asked too often, or went down meanwhile, refuses no header.
  if ((await passes([...proven])) !== true) return 'every answer';
  return passesAny ? { refused } : 'preflight';
}

/** Names of all headers that the session to which this request belongs sends sooner or later, as they are written. */
function neededHeaders({ headers, needs = PROTOCOL_HEADERS }: SilentRequest): readonly string[] {
  const own = needs.filter((name) => !isStateless(headers) || !/^(Mcp-Session-Id|Last-Event-ID)$/.test(name));
  const written = new Map([...PROTOCOL_HEADERS, AUTHORIZATION, ...own].map((name) => [name.toLowerCase(), name]));
  const sent = [...headers.keys()].filter((name) => !ALWAYS_ALLOWED.has(name));
  return [...new Set([...own, ...sent.map((name) => written.get(name) ?? name)])].slice(0, MAX_TRIED_HEADERS);
}

/** A request of a revision without sessions. */
function isStateless(headers: Headers): boolean {
  return headers.has('Mcp-Method');
}

function preflightRefused({ url, headers, cause }: SilentRequest): CorsError {
  const lines = headerLines(corsRulesFor(location.origin, [...headers.keys()]));
  return new CorsError(errorText('transport.preflightUnanswered', { host: new URL(url).host }), [], {
    cause,
    remedy: errorText('transport.answerPreflight', { lines: lines.join('; ') }),
  });
}

function headersRefused(
  { url, headers, needs, cause }: SilentRequest,
  refused: readonly string[],
  inTheWay: readonly string[],
): CorsError {
  const { host } = new URL(url);
  // It cannot be tried without closing something.
  const mayClose = needs === undefined && !isStateless(headers);
  const remedy = mayClose ? 'transport.allowHeadersAndDelete' : 'transport.allowHeaders';
  return new CorsError(errorText('transport.headersRefused', { host, headers: inTheWay }), refused, {
    cause,
    remedy: errorText(remedy, { headers: refused }),
  });
}

/**
 * Whether a page may read what comes of a POST with these headers and no body. No redirect is followed: a server does not
 * choose what this browser asks. It is not signed either, which is for requests that follow no redirect by themselves.
 * @returns undefined where nothing came in time
 */
async function isAnswered(
  { url, headers, fetch }: SilentRequest,
  names: readonly string[],
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const enough = new AbortController();
  try {
    await fetch(url, {
      method: 'POST',
      headers: names.map((name): [string, string] => [name, headers.get(name) || defaultOf(name)]),
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      signal: AbortSignal.any([signal, enough.signal, AbortSignal.timeout(CAUSE_PROBE_TIMEOUT_MS)]),
    });
    return true;
  } catch (error) {
    return error instanceof TypeError ? false : undefined;
  } finally {
    // A stream would stay open.
    enough.abort();
  }
}

/** Browsers ask for a content type only where it is one that not every page may send. */
function defaultOf(name: string): string {
  return /^content-type$/i.test(name) ? 'application/json' : '';
}

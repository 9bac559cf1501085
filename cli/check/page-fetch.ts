import { askedFor } from '../../src/diagnosis/recorder.js';
import { AUTHORIZATION } from '../../src/transport/cors-rules.js';
import { isRedirect } from '../../src/transport/redirect.js';
import { reachOf } from '../../src/util/hosts.js';
import { isFurtherOut } from '../../src/diagnosis/silence-findings.js';

/**
 * Response headers that a page may read without `Access-Control-Expose-Headers`.
 * @see https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name
 */
const ALWAYS_READABLE: ReadonlySet<string> = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
]);

/** Methods that no preflight can refuse by `Access-Control-Allow-Methods`. */
const SAFELISTED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Answers whose CORS headers are remembered, the latest last. One check gets fewer. */
const MAX_SEEN_ANSWERS = 200;

/** The reason why a page may not send a request, or not read its answer. */
export type CorsFault =
  | 'no-answer'
  | 'origin-missing' // no Access-Control-Allow-Origin
  | 'origin-other' // one that names another origin, or two of them
  | 'preflight-status' // the preflight was answered, and not with 2xx
  | 'method'
  | 'headers';

/** The error of a request that a browser does not send, or whose answer it hides from the page. */
export class PageFetchError extends TypeError {
  readonly fault: CorsFault | 'not-sent';

  constructor(fault: CorsFault | 'not-sent') {
    super(`A page gets no answer: ${fault}.`);
    this.fault = fault;
  }
}

/** An answer, with the part that a page may read. */
export interface SeenAnswer {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  /** Names of all its headers, in lower case. */
  readonly sent: readonly string[];
  /** Those that a page may read. Empty where it may read nothing. */
  readonly readable: Readonly<Record<string, string>>;
  readonly fault?: CorsFault | undefined;
}

/** The result of one preflight. */
export interface PreflightResult {
  /** Undefined where it allows the request. */
  readonly fault?: CorsFault | undefined;
  readonly status?: number | undefined;
}

/**
 * A `fetch` for Node that works as that of a browser for a page of an origin: it sends `Origin`, sends preflights,
 * returns only readable data, and fails as a browser does. Node’s own `fetch` has no CORS.
 *
 * Two differences: it follows no redirect, even without CORS, so that a server does not choose the requests of this
 * machine. And `Cross-Origin-Resource-Policy` hides nothing: it would make a server that answers look like one that is
 * down.
 * @example const diagnosis = await diagnose(url, { origin, fetch: new PageFetch(origin).fetch });
 * @see https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export class PageFetch {
  readonly #origin: string;
  readonly #ask: typeof globalThis.fetch;
  readonly #seen: SeenAnswer[] = [];
  #count = 0;
  #failure: string | undefined;

  /**
   * @param origin of the page: `https://site.example`, or `null` for one that was opened from disk
   * @param ask replaces the `fetch` of Node
   */
  constructor(origin: string, ask: typeof globalThis.fetch = globalThis.fetch) {
    this.#origin = origin;
    this.#ask = async (...request) => {
      this.#count++;
      try {
        return await ask(...request);
      } catch (error) {
        this.#failure = codeOf(error) ?? this.#failure;
        throw error;
      }
    };
  }

  /**
   * The code of the latest network failure: `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED`. A browser hides it from a
   * page.
   */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Requests that were sent, preflights included. */
  get count(): number {
    return this.#count;
  }

  /** The answers so far, without preflights. */
  get seen(): readonly SeenAnswer[] {
    return this.#seen;
  }

  /** Replaces `fetch`. @throws TypeError where a browser would */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = input as string;
    const method = (init.method ?? 'GET').toUpperCase();
    const headers = new Headers(init.headers);
    const { signal } = init;
    if (this.#isForbidden(url)) throw new PageFetchError('not-sent');
    const isCors = new URL(url).origin !== this.#origin && init.mode !== 'no-cors';
    const asked = askedFor(headers);
    if (isCors && (asked.length > 0 || !SAFELISTED_METHODS.has(method))) {
      const { fault } = await this.preflight(url, method, asked, signal ?? undefined);
      if (fault) throw new PageFetchError(fault);
    }
    if (init.mode === 'no-cors' || isCors || method !== 'GET') headers.set('Origin', this.#origin);
    const { mode: _, ...rest } = init;
    const response = await this.#ask(url, { ...rest, method, headers, redirect: 'manual' });
    const fault = isCors ? this.#corsCheck(response) : undefined;
    const readable = fault ? {} : isCors ? readableOf(response) : Object.fromEntries(response.headers);
    if (init.mode !== 'no-cors') {
      this.#seen.push({ url, method, status: response.status, sent: [...response.headers.keys()], readable, fault });
      if (this.#seen.length > MAX_SEEN_ANSWERS) this.#seen.shift();
    }
    if (init.mode === 'no-cors') return hidden(response, 'opaque');
    if (fault) {
      void response.body?.cancel().catch(() => {});
      throw new PageFetchError(fault);
    }
    if (isRedirect(response)) return hidden(response, 'opaqueredirect');
    const { status, statusText } = response;
    const answer = new Response([204, 205, 304].includes(status) ? null : response.body, {
      status,
      statusText,
      headers: readable,
    });
    return Object.defineProperties(answer, { url: { value: url }, type: { value: isCors ? 'cors' : 'basic' } });
  };

  /**
   * Asks whether a page may send a request. A browser sends no preflight for some requests; this asks about them too.
   * @param headers names, in lower case
   * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
   */
  async preflight(
    url: string,
    method: string,
    headers: readonly string[],
    signal?: AbortSignal,
  ): Promise<PreflightResult> {
    if (this.#isForbidden(url)) return { fault: 'no-answer' };
    let response: Response;
    try {
      response = await this.#ask(url, {
        method: 'OPTIONS',
        headers: {
          Accept: '*/*',
          Origin: this.#origin,
          'Access-Control-Request-Method': method,
          // Sorted and without spaces, as the standard writes it: some servers compare it as a whole.
          ...(headers.length > 0 && { 'Access-Control-Request-Headers': headers.toSorted().join(',') }),
        },
        redirect: 'manual',
        ...(signal && { signal }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof TypeError)) throw error;
      return { fault: 'no-answer' };
    }
    void response.body?.cancel().catch(() => {});
    const { status } = response;
    return { status, fault: this.#corsCheck(response) ?? preflightFault(response, method, headers) };
  }

  /** @see https://fetch.spec.whatwg.org/#cors-check */
  #corsCheck({ headers }: Response): CorsFault | undefined {
    const allowed = headers.get('access-control-allow-origin');
    if (allowed === null) return 'origin-missing';
    return allowed === '*' || allowed === this.#origin ? undefined : 'origin-other';
  }

  /**
   * Requests that browsers refuse themselves: plain http of the internet from an https page (mixed content), and the local
   * network from a page of plain http.
   */
  #isForbidden(url: string): boolean {
    if (!URL.canParse(this.#origin)) return false;
    const { protocol, hostname } = new URL(url);
    const reach = reachOf(hostname);
    if (reach === 'public') return this.#origin.startsWith('https:') && protocol === 'http:';
    return this.#origin.startsWith('http:') && isFurtherOut({ origin: this.#origin }, reach);
  }
}

/** The code of a failure of the network, where Node gives one. */
export function codeOf(error: unknown): string | undefined {
  const { code } = ((error as Error | undefined)?.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

function preflightFault(response: Response, method: string, headers: readonly string[]): CorsFault | undefined {
  if (!response.ok) return 'preflight-status';
  const methods = listIn(response, 'access-control-allow-methods');
  if (!SAFELISTED_METHODS.has(method) && !methods.includes(method) && !methods.includes('*')) return 'method';
  const allowed = listIn(response, 'access-control-allow-headers').map((name) => name.toLowerCase());
  const passes = (name: string): boolean =>
    // `*` does not cover `Authorization`. Chromium still accepts it; Firefox and Safari do not:
    // https://fetch.spec.whatwg.org/#cors-non-wildcard-request-header-name
    allowed.includes(name) || (allowed.includes('*') && name !== AUTHORIZATION.toLowerCase());
  return headers.every(passes) ? undefined : 'headers';
}

function readableOf(response: Response): Record<string, string> {
  const exposed = listIn(response, 'access-control-expose-headers').map((name) => name.toLowerCase());
  return Object.fromEntries(
    [...response.headers].filter(
      ([name]) =>
        !/^set-cookie2?$/.test(name) && (ALWAYS_READABLE.has(name) || exposed.includes(name) || exposed.includes('*')),
    ),
  );
}

function listIn({ headers }: Response, name: string): readonly string[] {
  return (headers.get(name) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** An answer of which a page sees only that there is one. No constructor makes it: it has no status. */
function hidden(response: Response, type: 'opaque' | 'opaqueredirect'): Response {
  void response.body?.cancel().catch(() => {});
  return Object.defineProperties(new Response(null), {
    type: { value: type },
    status: { value: 0 },
    ok: { value: false },
  });
}

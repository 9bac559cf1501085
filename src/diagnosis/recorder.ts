import { McpError } from '../errors.js';
import { isRedirect, withOtherSlash } from '../transport/redirect.js';
import { readText } from '../transport/response-body.js';
import { type Observation, type Step } from './types.js';
import {
  MAX_DIAGNOSIS_BODY_BYTES,
  MAX_EVIDENCE_HEADERS,
  MAX_EVIDENCE_LENGTH,
  MAX_DIAGNOSIS_REQUESTS,
  DIAGNOSIS_REQUESTS_FOR_CLOSING,
} from './diagnosis-limits.js';
import { errorText } from './error-texts.js';
import { mediaTypeOf } from '../util/media-type.js';

export interface RecorderOptions {
  readonly fetch: typeof globalThis.fetch;
  /** The address under diagnosis. The caller's headers are sent to its origin only. */
  readonly url: string;
  /** Names of the caller's headers, in lower case. */
  readonly pageHeaders: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called with each request once its outcome is known. */
  readonly onObservation?: ((seen: Observation) => void) | undefined;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Init = Omit<RequestInit, 'headers'> & { readonly headers: Headers };

/**
 * A `fetch` that counts requests, limits their time and records each as an observation. It sends the caller's headers
 * to the origin of the diagnosed address only.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #observations: Observation[] = [];
  readonly #seen = new WeakMap<Response, Writable<Observation>>();
  readonly #running = new Set<Promise<unknown>>();
  /** The latest redirect whose target is not known yet. */
  #redirect: Writable<Observation> | undefined;
  readonly #sessions = new Set<string>();
  #count = 0;
  #limited = false;
  /** The first request with the newest headers. Probes send it again with other headers. */
  #sample: { readonly headers: Headers; readonly body: string } | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  get observations(): readonly Observation[] {
    return [...this.#observations];
  }

  /** Session ids that the server issued. They are secrets. */
  get sessions(): Iterable<string> {
    return this.#sessions;
  }

  get count(): number {
    return this.#count;
  }

  get limited(): boolean {
    return this.#limited;
  }

  get sample(): { readonly headers: Headers; readonly body: string } | undefined {
    return this.#sample;
  }

  /** Replaces `fetch`. The step is derived from the request's method, headers and body. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = input as string;
    const headers = new Headers(init.headers);
    const step = stepOf(init, headers);
    if (step === 'discovery') this.#sample ??= { headers, body: init.body as string };
    this.#guard(url, headers);
    const response = await this.#once(step, url, { ...init, headers });
    if (isRedirect(response)) this.#redirect = this.#seen.get(response);
    // The client retries a path with or without its final slash. If that works, it is most likely the redirect's
    // target.
    else if (this.#redirect && isAt(response, url, this.#redirect)) this.#redirect.redirectedTo = url;
    return response;
  };

  /** @throws McpError `invalid-input` where the caller's headers would go to another origin than theirs */
  #guard(url: string, headers: Headers): void {
    const own = [...headers.keys()].filter((name) => this.#options.pageHeaders.includes(name));
    if (own.length > 0 && new URL(url).origin !== new URL(this.#options.url).origin)
      throw new McpError('invalid-input', errorText('diagnosis.otherOrigin'));
  }

  /** @throws what `fetch` throws; McpError `limit` over {@link MAX_DIAGNOSIS_REQUESTS} */
  async send(step: Step, url: string, init: Init): Promise<Response> {
    this.#guard(url, init.headers);
    // Redirects are not followed: a server must not choose what this browser requests. `no-cors` requests do not allow
    // `manual`.
    if (init.mode === 'no-cors') return this.#once(step, url, init);
    const response = await this.#once(step, url, { ...init, redirect: 'manual' });
    const other = isRedirect(response) && withOtherSlash(url);
    if (!other) return response;
    const there = await this.#once(step, other, { ...init, redirect: 'manual' });
    const seen = this.#seen.get(response);
    if (seen && isAt(there, other, seen)) seen.redirectedTo = other;
    return there;
  }

  /** Resolves when no request is running any more and all bodies are read. */
  async settled(): Promise<void> {
    // The request that closes a session starts a few milliseconds after the failure that causes it.
    await new Promise((resolve) => setTimeout(resolve, 20));
    while (this.#running.size > 0) {
      // oxlint-disable-next-line no-await-in-loop -- a request that ends may have started another
      await Promise.allSettled(this.#running);
    }
  }

  #once(step: Step, url: string, init: Init): Promise<Response> {
    const allowed =
      step === 'close-session' ? MAX_DIAGNOSIS_REQUESTS : MAX_DIAGNOSIS_REQUESTS - DIAGNOSIS_REQUESTS_FOR_CLOSING;
    if (this.#count >= allowed) {
      this.#limited = true;
      throw new McpError('limit', errorText('diagnosis.tooManyRequests', { limit: MAX_DIAGNOSIS_REQUESTS }));
    }
    this.#count++;
    return this.#track(this.#observe(step, url, init));
  }

  async #observe(step: Step, url: string, init: Init): Promise<Response> {
    const seen: Writable<Observation> = {
      step,
      method: init.method ?? 'GET',
      url,
      sent: askedFor(init.headers),
      outcome: 'blocked',
      status: 0,
      headers: {},
      body: '',
    };
    const clock = new AbortController();
    const timer = setTimeout(() => clock.abort(new DOMException('No answer in time.', 'TimeoutError')), this.#timeout);
    // The session is closed even when the caller cancels the diagnosis.
    const ends = step === 'close-session' ? [clock.signal] : [clock.signal, this.#options.signal];
    const clientAborted = new AbortController();
    const signal = AbortSignal.any([...ends, clientAborted.signal]);
    const { fetch } = this.#options;
    let copied: Promise<void> | undefined;
    // The client may abort as soon as it has what it needs. Some engines then also discard our copy of the body,
    // although it has arrived.
    const onClientAbort = (): void => clientAborted.abort(init.signal?.reason);
    if (init.signal?.aborted) onClientAbort();
    init.signal?.addEventListener('abort', () => void Promise.resolve(copied).then(onClientAbort, onClientAbort), {
      once: true,
    });
    try {
      const response = await fetch(url, { ...init, signal });
      fillIn(seen, response);
      const session = response.headers.get('mcp-session-id');
      if (session) this.#sessions.add(session);
      this.#note(seen);
      this.#seen.set(response, seen);
      if (hasReadableBody(response)) {
        copied = this.#track(this.#readBody(response.clone(), seen));
        copied.catch(() => {});
      }
      return response;
    } catch (error) {
      // The caller's time-out and ours end at the same time, so an aborted request is noted as timed out.
      if (signal.aborted) seen.outcome = 'timed-out';
      if (!this.#options.signal.aborted) this.#note(seen);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #note(seen: Observation): void {
    this.#observations.push(seen);
    this.#options.onObservation?.(seen);
  }

  /** Reads a copy of the body, so that the client can read the original. */
  async #readBody(copy: Response, seen: Writable<Observation>): Promise<void> {
    const timer = setTimeout(() => void copy.body?.cancel().catch(() => {}), this.#timeout);
    try {
      seen.body = (await readText(copy, MAX_DIAGNOSIS_BODY_BYTES)).text;
    } finally {
      clearTimeout(timer);
    }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    work.finally(() => this.#running.delete(work)).catch(() => {});
    return work;
  }

  get #timeout(): number {
    return this.#options.timeoutMs;
  }
}

/** Response headers that a diagnosis reads. */
const READ_HEADERS: readonly string[] = ['content-type', 'mcp-session-id', 'www-authenticate'];

function fillIn(seen: Writable<Observation>, response: Response): void {
  seen.outcome = response.type === 'opaque' ? 'opaque' : 'answered';
  seen.status = response.status;
  const first = READ_HEADERS.flatMap((name) =>
    response.headers.has(name) ? [[name, response.headers.get(name)!] as const] : [],
  );
  const others = [...response.headers].filter(([name]) => !READ_HEADERS.includes(name));
  seen.headers = Object.fromEntries(
    // A session id is a secret: only its presence is recorded.
    [...first, ...others]
      .slice(0, MAX_EVIDENCE_HEADERS)
      .map(([name, value]) => [
        name.slice(0, MAX_EVIDENCE_LENGTH),
        name === 'mcp-session-id' ? '…' : value.slice(0, MAX_EVIDENCE_LENGTH),
      ]),
  );
  if (isRedirect(response)) seen.redirectedTo = 'unknown';
  else if (response.redirected) seen.redirectedTo = response.url;
}

/** True if the response comes from the address to which the redirect most likely leads. */
function isAt(response: Response, url: string, redirect: Observation): boolean {
  return url === withOtherSlash(redirect.url) && !isRedirect(response) && ![404, 405].includes(response.status);
}

/** False for event streams: they may never end, and their messages are not needed. */
function hasReadableBody(response: Response): boolean {
  return response.body !== null && mediaTypeOf(response.headers.get('content-type')) !== 'text/event-stream';
}

const SIMPLE_TYPES = /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
const SIMPLE = new Set(['accept', 'accept-language', 'content-language']);

/**
 * Names of the headers for which a browser sends a preflight.
 * @see https://fetch.spec.whatwg.org/#cors-safelisted-request-header
 */
export function askedFor(headers: Headers): readonly string[] {
  return [...headers]
    .filter(([name, value]) => !SIMPLE.has(name) && !(name === 'content-type' && SIMPLE_TYPES.test(value)))
    .map(([name]) => name);
}

function stepOf({ method = 'GET', body }: RequestInit, headers: Headers): Step {
  if (method === 'GET') return 'stream';
  if (method === 'DELETE') return 'close-session';
  if (headers.has('mcp-method')) return 'discovery';
  // Only the handshake (`initialize`) has `protocolVersion` as its first parameter.
  return typeof body === 'string' && /"params":\{"protocolVersion"/.test(body) ? 'handshake' : 'message';
}

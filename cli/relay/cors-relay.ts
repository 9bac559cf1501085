import type { ClientRequest, IncomingMessage } from 'node:http';
import { errorTextOf, isMcpError, McpError } from '../../src/errors.js';
import { type Handler, MAX_MEGABYTES, MAX_RELAYED_BYTES, refusal } from './answers.js';
import { isTaken } from './backpressure.js';
import { errorText } from './error-texts.js';
import { SECRET_HEADER } from './guard.js';
import { MessageEndpoints } from './message-endpoint.js';
import { insecure, upstreamAddress, type UpstreamRules } from './upstream-address.js';
import { askUpstream, responseOf } from './upstream-request.js';

/** Redirects that are followed for one request. Real servers need one or two; one more fails. */
const MAX_REDIRECTS = 5;

export interface CorsRelayOptions extends UpstreamRules {
  /** The URL of the server. Every request goes there: no request can name another target. */
  readonly upstream: string;
  /** Headers for the server, which the page need not know. They replace those of the page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins that the server may redirect to, besides its own. */
  readonly allowRedirectsTo?: readonly string[];
}

/**
 * Makes one HTTP server available to pages that its CORS rules exclude. Bodies are streamed in both directions. For
 * each connection the host name is resolved and the address checked, and the connection goes to the checked address;
 * redirects too. It does not check who sends a request or from where: put a guard before it. Never rejects.
 * @throws McpError `invalid-input` if the URL of the server cannot be used
 * @example
 * const relay = createCorsRelay({ upstream: 'https://mcp.example.com/mcp' });
 * const { url } = await serve(({ hosts }) => guard(relay, { hosts, origins: [], secret }));
 */
export function createCorsRelay(options: CorsRelayOptions): Handler {
  const upstream = upstreamAddress(options.upstream);
  const allowed = new Set([upstream.origin, ...(options.allowRedirectsTo ?? [])]);
  const endpoints = new MessageEndpoints();
  return async (request) => {
    const { method } = request;
    if (!['GET', 'POST', 'DELETE'].includes(method))
      return refusal(405, errorText('relay.methodNotAllowed', { method: method.slice(0, 20) }), {
        headers: { allow: 'GET, POST, DELETE' },
      });
    const address = endpoints.addressFor(request) ?? upstream;
    if (address === 'unknown') return refusal(404, errorText('relay.streamGone'));
    try {
      const { answer, from } = await follow(request, { first: address, upstream, allowed, options });
      const response = responseOf(answer);
      const isStream = method === 'GET' && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
      if (!isStream || !response.body) return response;
      return new Response(endpoints.replacedIn(response.body, answer, from), response);
    } catch (error) {
      if (!isMcpError(error)) {
        const problem = error instanceof Error ? error.message : String(error);
        return refusal(502, errorText('relay.upstreamUnreachable', { host: upstream.host, problem }));
      }
      return refusal(STATUS[error.code] ?? 502, errorTextOf(error));
    }
  };
}

const STATUS: Readonly<Record<string, number>> = { declined: 403, limit: 413, timeout: 504 };

interface Route {
  /** The URL of the first request. */
  readonly first: URL;
  readonly upstream: URL;
  /** Origins that redirects may lead to. */
  readonly allowed: ReadonlySet<string>;
  readonly options: CorsRelayOptions;
}

/** @returns the answer that is no redirect, and where it came from */
async function follow(
  request: Request,
  { first, upstream, allowed, options }: Route,
): Promise<{ readonly answer: IncomingMessage; readonly from: URL }> {
  const body = new ReplayableBody(request);
  let target = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    // oxlint-disable-next-line no-await-in-loop -- one redirect leads to the next
    const answer = await exchange(request, body, target, target.origin === upstream.origin, options);
    const { statusCode: status = 0, headers } = answer;
    if (headers.location === undefined || ![301, 302, 303, 307, 308].includes(status)) return { answer, from: target };
    answer.destroy();
    // Before the check of the target. Not 403, which means that nothing was done: the server may have run the request.
    if (request.method !== 'GET' && status < 307)
      throw new McpError('network', errorText('relay.redirectChangesMethod', { host: upstream.host, status }));
    target = redirectTarget(target, headers.location, allowed);
  }
  throw new McpError('network', errorText('relay.redirectLoop', { host: upstream.host, limit: MAX_REDIRECTS }));
}

/** @throws McpError `declined` for a target that was not given when the relay started */
function redirectTarget(from: URL, location: string, allowed: ReadonlySet<string>): URL {
  if (!URL.canParse(location, from))
    throw new McpError('declined', errorText('relay.redirectInvalid', { host: from.host }));
  const target = new URL(location, from);
  if (!allowed.has(target.origin) || target.username || target.password)
    throw new McpError('declined', errorText('relay.redirectRefused', { host: from.host, other: target.origin }));
  const problem = insecure(target);
  if (problem) throw new McpError('declined', problem);
  return target;
}

function exchange(
  request: Request,
  body: ReplayableBody,
  target: URL,
  isOwnOrigin: boolean,
  options: CorsRelayOptions,
): Promise<IncomingMessage> {
  const { method, signal } = request;
  const headers = headersFor(request.headers, isOwnOrigin ? options.headers : undefined, isOwnOrigin);
  return askUpstream(target, { method, headers, signal, send: (out) => body.sendTo(out) }, options);
}

/** Headers of one connection, of a browser, of a proxy or of this relay: for the server they are useless or wrong. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  SECRET_HEADER,
]);
const NOT_SENT_PREFIX = /^(?:access-control-|cf-|proxy-|sec-|x-forwarded-|x-real-)/;
/** Headers that a redirect to another origin does not get: they are for the first server only. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'dpop']);

/** True if the relay passes a header of the page on to the server. @param name in lower case */
export function isPassedOn(name: string): boolean {
  return !NOT_SENT.has(name) && !NOT_SENT_PREFIX.test(name);
}

/** `Host` is that of the target, and `Origin` is not sent: the server is asked by a program, and not by a page. */
function headersFor(
  given: Headers,
  added: Readonly<Record<string, string>> | undefined,
  isOwnOrigin: boolean,
): Record<string, string> {
  const ofConnection = (given.get('connection') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const kept: Record<string, string> = {};
  for (const [name, value] of given) {
    if (!isPassedOn(name) || ofConnection.includes(name)) continue;
    if (isOwnOrigin || !CREDENTIALS.has(name)) kept[name] = value;
  }
  for (const [name, value] of Object.entries(added ?? {})) kept[name.toLowerCase()] = value;
  return kept;
}

/** The body of a request, which is streamed, and stored for a redirect. */
class ReplayableBody {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #kept: Uint8Array[] = [];
  #size = 0;
  #isRead = false;
  /** Two that read at once would each miss a part. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(request: Request) {
    this.#reader = request.body?.getReader();
    this.#isRead = !this.#reader;
  }

  /** @throws McpError `limit` for a body over {@link MAX_RELAYED_BYTES} */
  async sendTo(out: ClientRequest): Promise<void> {
    for (let at = 0; ; at++) {
      if (out.destroyed) return;
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other, that is a stream
      const part = await this.#part(at);
      if (!part) break;
      // oxlint-disable-next-line no-await-in-loop -- and the next one when this one is taken
      if (!out.write(part)) await isTaken(out);
    }
    out.end();
  }

  #part(at: number): Promise<Uint8Array | undefined> {
    const next = this.#reading.then(async () => {
      if (at < this.#kept.length || this.#isRead) return this.#kept[at];
      const { done, value } = await this.#reader!.read();
      if (done) {
        this.#isRead = true;
        return undefined;
      }
      this.#size += value.byteLength;
      if (this.#size > MAX_RELAYED_BYTES) {
        this.#reader!.cancel().catch(() => {});
        throw new McpError('limit', errorText('relay.bodyTooLarge', { megabytes: MAX_MEGABYTES }));
      }
      this.#kept.push(value);
      return value;
    });
    this.#reading = next.catch(() => {});
    return next;
  }
}

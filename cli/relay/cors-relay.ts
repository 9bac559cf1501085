import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { errorTextOf, isMcpError, McpError } from '../../src/errors.js';
import { type Handler, MAX_MEGABYTES, MAX_RELAYED_BYTES, refusal } from './answers.js';
import { isTaken } from './backpressure.js';
import { errorText } from './error-texts.js';
import { SECRET_HEADER } from './guard.js';
import { checkedAddresses, insecure, type Resolve, type ResolvedAddress, upstreamAddress } from './upstream-address.js';

/** Redirects that are followed for one request. Real servers need one or two; one more fails. */
const MAX_REDIRECTS = 5;
/** Milliseconds until the server must have taken the connection. How long it then works is for the client to judge. */
const UPSTREAM_CONNECT_MS = 10_000;
/** Bytes of the headers of an answer. A server that sends more is not understood. */
const MAX_ANSWER_HEADER_BYTES: number = 64 * 1024;

export interface CorsRelayOptions {
  /** The address of the server. Every request goes there: none can name another target. */
  readonly upstream: string;
  /** Headers for the server, which the page need not know. They replace those of the page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins that the server may redirect to, besides its own. */
  readonly allowRedirectsTo?: readonly string[];
  /** The public name of the server may lead into the local network. Default: false. */
  readonly allowPrivate?: boolean;
  /** Looks up names. Default: the system. */
  readonly resolve?: Resolve;
}

/**
 * Brings one HTTP server to a page that its CORS rules keep out. Bodies are streamed in both directions. Every address is
 * looked up and checked for each connection, and the connection goes to what was checked; so is every redirect. Checks
 * neither who asks nor from where: put a guard before it. Never rejects.
 * @throws McpError `invalid-input` where the address of the server cannot be used
 * @example
 * const relay = createCorsRelay({ upstream: 'https://mcp.example.com/mcp' });
 * const { url } = await serve(({ hosts }) => guard(relay, { hosts, origins: [], secret }));
 */
export function createCorsRelay(options: CorsRelayOptions): Handler {
  const upstream = upstreamAddress(options.upstream);
  const allowed = new Set([upstream.origin, ...(options.allowRedirectsTo ?? [])]);
  return async (request) => {
    const { method } = request;
    if (!['GET', 'POST', 'DELETE'].includes(method))
      return refusal(405, errorText('relay.methodNotAllowed', { method: method.slice(0, 20) }), {
        headers: { allow: 'GET, POST, DELETE' },
      });
    try {
      return await follow(request, upstream, allowed, options);
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

async function follow(
  request: Request,
  upstream: URL,
  allowed: ReadonlySet<string>,
  options: CorsRelayOptions,
): Promise<Response> {
  const body = new ReplayableBody(request);
  let target = upstream;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    // oxlint-disable-next-line no-await-in-loop -- one redirect leads to the next
    const answer = await exchange(request, body, target, target.origin === upstream.origin, options);
    const { statusCode: status = 0, headers } = answer;
    if (headers.location === undefined || ![301, 302, 303, 307, 308].includes(status)) return responseOf(answer);
    answer.destroy();
    target = redirectTarget(target, headers.location, allowed);
    if (request.method !== 'GET' && status < 307)
      throw new McpError('declined', errorText('relay.redirectChangesMethod', { host: upstream.host, status }));
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

async function exchange(
  request: Request,
  body: ReplayableBody,
  target: URL,
  isOwnOrigin: boolean,
  options: CorsRelayOptions,
): Promise<IncomingMessage> {
  const addresses = await checkedAddresses(target, options);
  const headers = headersFor(request.headers, isOwnOrigin ? options.headers : undefined, isOwnOrigin);
  const init: RequestOptions = {
    method: request.method,
    headers,
    signal: request.signal,
    // A connection of its own each time: one that is kept could have been opened to an address of before.
    agent: false,
    lookup: pinned(addresses),
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
  };
  const out = target.protocol === 'https:' ? requestHttps(target, init) : requestHttp(target, init);
  const slow = setTimeout(() => {
    out.destroy(
      new McpError(
        'timeout',
        errorText('relay.upstreamSlow', { host: target.host, seconds: UPSTREAM_CONNECT_MS / 1000 }),
      ),
    );
  }, UPSTREAM_CONNECT_MS);
  out.once('socket', (socket) => {
    socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(slow));
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    out.once('response', resolve);
    out.on('error', (error) => reject(failed(error, target.host)));
  });
  // A server may answer, and refuse, before it has read everything.
  body.sendTo(out).catch((error: Error) => out.destroy(error));
  try {
    return await answer;
  } finally {
    clearTimeout(slow);
  }
}

/** Answers with what was checked, whatever the name leads to by now. */
function pinned(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}

function failed(error: Error & { code?: string }, host: string): McpError {
  if (isMcpError(error)) return error;
  const problem = error.message;
  return error.code?.startsWith('HPE_')
    ? new McpError('network', errorText('relay.upstreamBroken', { host, problem }), { cause: error })
    : new McpError('network', errorText('relay.upstreamUnreachable', { host, problem }), { cause: error });
}

/** Of one connection, of a browser, of a proxy, or of this relay: they tell the server nothing, or something that is not true. */
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
/** What another origin does not get: it is not the server that they were meant for. */
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'dpop']);

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
    if (NOT_SENT.has(name) || NOT_SENT_PREFIX.test(name) || ofConnection.includes(name)) continue;
    if (isOwnOrigin || !CREDENTIALS.has(name)) kept[name] = value;
  }
  for (const [name, value] of Object.entries(added ?? {})) kept[name.toLowerCase()] = value;
  // Its length is not known here, and what is compressed cannot be looked at in the messages.
  return { ...kept, 'accept-encoding': 'identity' };
}

/** What a page may know of an answer. The others are for browsers, which would take them for words of the relay’s origin. */
const PASSED: ReadonlySet<string> = new Set([
  'allow',
  'content-encoding',
  'content-language',
  'content-type',
  'date',
  'dpop-nonce',
  'retry-after',
  'server',
  'www-authenticate',
  'x-request-id',
]);
const PASSED_PREFIX = /^(?:mcp-|ratelimit|x-ratelimit-)/;
/** Challenges to which a browser shows a dialog of its own, in which a person would give the relay a password. */
const BROWSER_CHALLENGE = /(?:^|,)\s*(?:basic|digest|negotiate|ntlm)\b/i;

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 502, headersDistinct } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    if (!PASSED.has(name) && !PASSED_PREFIX.test(name)) continue;
    for (const value of values)
      if (name !== 'www-authenticate' || !BROWSER_CHALLENGE.test(value)) headers.append(name, value);
  }
  headers.set('cache-control', 'no-store');
  headers.set('x-content-type-options', 'nosniff');
  headers.set('x-accel-buffering', 'no');
  // Should a browser ever open it as a page, nothing in it runs.
  headers.set('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  const isEmpty = [101, 204, 205, 304].includes(status);
  if (isEmpty) answer.resume();
  // A status outside of what the web knows cannot be passed on.
  const known = status >= 200 && status <= 599 ? status : 502;
  return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
    status: known,
    headers,
  });
}

/** The body of a request, which is streamed, and kept for a redirect. */
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

import { type ClientRequest, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isMcpError, McpError } from '../../src/errors.js';
import { errorText } from './error-texts.js';
import { checkedAddresses, type ResolvedAddress, type UpstreamRules } from './upstream-address.js';

/** Milliseconds until the server must have taken the connection. How long it then works is for the client to judge. */
const UPSTREAM_CONNECT_MS = 10_000;
/** Bytes of the headers of an answer. A server that sends more is not understood. */
const MAX_ANSWER_HEADER_BYTES: number = 64 * 1024;

interface UpstreamRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Writes the body and ends it. */
  send(out: ClientRequest): Promise<void>;
}

/**
 * Sends one request to a server. Its name is resolved and checked, and the connection goes to the checked address.
 * Redirects are answers: they are not followed.
 * @throws McpError `network`, `timeout`, or `declined` if the name resolves to a forbidden address
 */
export async function askUpstream(
  target: URL,
  { method, headers, signal, send }: UpstreamRequest,
  rules: UpstreamRules,
): Promise<IncomingMessage> {
  const addresses = await checkedAddresses(target, rules);
  const init: RequestOptions = {
    method,
    // The recorded messages must be readable, so the answer must not be compressed.
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal,
    // A new connection each time: a reused one could go to an address that is no longer valid.
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
  send(out).catch((error: Error) => out.destroy(error));
  try {
    return await answer;
  } finally {
    clearTimeout(slow);
  }
}

/** Answers each lookup with the checked addresses (DNS pinning). */
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

/** Response headers that a page gets. A browser would apply the others to the relay's origin. */
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
/** Headers that begin with `mcp-relay-` are the relay's: a server must not send them. */
const PASSED_PREFIX = /^(?:mcp-(?!relay-)|ratelimit|x-ratelimit-)/;
/** Challenges to which a browser shows its own dialog, in which a person would enter a password for the relay. */
const BROWSER_CHALLENGE = /(?:^|,)\s*(?:basic|digest|negotiate|ntlm)\b/i;

/** The answer as a page may have it: its status, a short list of headers, and the body as it comes. */
export function responseOf(answer: IncomingMessage): Response {
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
  // `Response` accepts only statuses from 200 to 599.
  const known = status >= 200 && status <= 599 ? status : 502;
  return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), {
    status: known,
    headers,
  });
}

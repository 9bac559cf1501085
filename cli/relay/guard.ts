import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PROTOCOL_HEADERS } from '../../src/transport/cors-rules.js';
import { ERROR_HEADER, type Handler, refusal } from './answers.js';
import { errorText } from './error-texts.js';

/** The header with the secret. One of its own: `Authorization` belongs to the server behind the relay. */
export const SECRET_HEADER = 'mcp-relay-secret';
/** Bytes of a secret: nobody guesses 256 bits. */
const SECRET_BYTES = 32;
/** Characters of a foreign host or origin that a refusal quotes. The rest is cut. */
const MAX_QUOTED_NAME_LENGTH = 100;
/** Seconds that a browser may remember that a page of another origin is allowed. */
const PREFLIGHT_SECONDS = 600;

export interface GuardOptions {
  /**
   * Hosts with their port that a request may be addressed to, such as `127.0.0.1:6280`. A page that reaches this machine
   * under a name of its own (DNS rebinding) names that name.
   */
  readonly hosts: readonly string[];
  /** Origins of pages that may use it, besides its own. They get the CORS headers. Usually none. */
  readonly origins: readonly string[];
  /**
   * Of {@link createSecret}, new for each launch; expected in {@link SECRET_HEADER}. `undefined` lets requests without it
   * pass: right for the files of a page, never for what starts a process or asks another server.
   */
  readonly secret: string | undefined;
}

/** A secret for one launch. Give it to the page in the fragment of its address, which no request and no log contains. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * Lets a request through only where it is addressed to this machine, comes from an allowed page or from no page, and knows the
 * secret. Everything else gets 403 and a sentence. A POST must be JSON (415), so that a foreign page has to ask first.
 * @example
 * guard(relay.fetch, { hosts: ['127.0.0.1:6280'], origins: [], secret: createSecret() });
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function guard(handle: Handler, { hosts, origins, secret }: GuardOptions): Handler {
  const known = hosts.map((host) => host.toLowerCase());
  const own = known.map((host) => `http://${host}`);
  const expected = secret === undefined ? undefined : digest(secret);

  return async (request) => {
    const origin = request.headers.get('origin');
    const host = (request.headers.get('host') ?? new URL(request.url).host).toLowerCase();
    if (!known.includes(host))
      return refusal(
        403,
        errorText('relay.hostRefused', { host: host.slice(0, MAX_QUOTED_NAME_LENGTH), hosts: known }),
      );
    if (origin === null || origin === `http://${host}`) return secretRefusal(request) ?? handle(request);
    if (!own.includes(origin) && !origins.includes(origin))
      return refusal(403, errorText('relay.originRefused', { origin: origin.slice(0, MAX_QUOTED_NAME_LENGTH) }));
    // A preflight carries no secret. Refusals get the CORS headers too, so that an allowed page can read them.
    const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
    return withCors(isPreflight ? preflight(request) : (secretRefusal(request) ?? (await handle(request))), origin);
  };

  function secretRefusal(request: Request): Response | undefined {
    if (expected) {
      const given = request.headers.get(SECRET_HEADER);
      if (given === null) return refusal(403, errorText('relay.secretMissing'));
      // Digests have one length, and the comparison takes the same time whatever is wrong.
      if (!timingSafeEqual(digest(given), expected)) return refusal(403, errorText('relay.secretWrong'));
    }
    const type = request.headers.get('content-type')?.split(';', 1)[0]!.trim().toLowerCase();
    return request.method === 'POST' && type !== 'application/json'
      ? refusal(415, errorText('relay.contentType'))
      : undefined;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const ALLOWED: ReadonlySet<string> = new Set(
  [...PROTOCOL_HEADERS, 'accept', 'authorization', 'dpop', SECRET_HEADER].map((name) => name.toLowerCase()),
);
const EXPOSED = `mcp-session-id, mcp-protocol-version, www-authenticate, retry-after, dpop-nonce, ${ERROR_HEADER}`;

/** `Mcp-Param-*` is a prefix, which CORS cannot express: so those names are repeated that are asked for and allowed. */
function preflight(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers')?.toLowerCase().split(',') ?? [];
  const allowed = asked
    .map((name) => name.trim())
    .filter((name) => ALLOWED.has(name) || /^mcp-param-[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name));
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': allowed.join(', '),
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    },
  });
}

/** CORS headers of the server behind are replaced: browsers refuse an answer that has two of them. */
function withCors(response: Response, origin: string): Response {
  const headers = new Headers(response.headers);
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', EXPOSED);
  headers.append('vary', 'Origin');
  return new Response(response.body, { status: response.status, headers });
}

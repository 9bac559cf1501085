import { asMcpError, type ErrorText } from '../errors.js';
import { asObject, asString, asStrings } from '../protocol/decode/values.js';
import type { JsonObject } from '../protocol/model.js';
import type { Challenge } from '../transport/challenge.js';
import { isRedirect } from '../transport/redirect.js';
import { readText } from '../transport/response-body.js';
import { AuthorizationError, describeHost, quoted, SERVER_REMEDY } from './errors.js';
import { canonicalResource, matchesResource } from './resource-indicator.js';
import { isPlainUrl, isSecureUrl, mayNameUrl, requireSecureUrl } from './url-safety.js';
import {
  MAX_AUTHORIZATION_SERVERS,
  MAX_AUTH_DOCUMENT_BYTES,
  METADATA_TIMEOUT_MS,
  TOKEN_TIMEOUT_MS,
} from './auth-limits.js';
import { errorText } from './error-texts.js';

export type Fields = JsonObject;

/** A document, or its address and why there is none. `silent` where no answer came, as when CORS forbids it. */
type Reading = { readonly fields: Fields } | { readonly missing: ErrorText; readonly silent?: true };

/** Options of every request to an authorization server: no cookies, no referrer, no redirects. */
const PLAIN: RequestInit = {
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  redirect: 'manual',
};

/**
 * Reads a metadata document. Sends only headers that need no preflight, since most authorization servers allow no
 * others.
 * @throws McpError `cancelled`
 */
async function readDocument(fetch: typeof globalThis.fetch, address: string, signal: AbortSignal): Promise<Reading> {
  try {
    const response = await fetch(address, {
      ...PLAIN,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(METADATA_TIMEOUT_MS)]),
    });
    if (isRedirect(response)) return { missing: errorText('auth.document.redirects', { address }) };
    if (!response.ok) {
      response.body?.cancel().catch(() => {});
      return { missing: errorText('auth.document.status', { address, status: response.status }) };
    }
    const { text, cut } = await readText(response, MAX_AUTH_DOCUMENT_BYTES);
    if (!cut) return readObject(text, address);
    return { missing: errorText('auth.document.tooLarge', { address, kilobytes: MAX_AUTH_DOCUMENT_BYTES / 1024 }) };
  } catch {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    return { missing: errorText('auth.document.noAnswer', { address }), silent: true };
  }
}

function readObject(text: string, address: string): Reading {
  try {
    const fields = asObject(JSON.parse(text));
    if (fields) return { fields };
  } catch {
    // A site that answers every path with HTML has no such document either.
  }
  return { missing: errorText('auth.document.noObject', { address }) };
}

/** A field that is a non-empty text. */
export function textIn(fields: Fields, name: string): string | undefined {
  return asString(fields[name]) || undefined;
}

/** A field that is a list of texts; undefined otherwise. */
function textsIn(fields: Fields, name: string): readonly string[] | undefined {
  return asStrings(fields[name]);
}

/**
 * A `fetch` for authorization servers: no cookies, no referrer, no redirects, and the whole body is read, up to {@link
 * MAX_AUTH_DOCUMENT_BYTES}.
 * @throws AuthorizationError when no answer comes, or one that is too long; McpError `cancelled`
 */
export function boundedFetch(
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    let answer: Response;
    let body: { text: string; cut: boolean };
    try {
      answer = await fetch(url, {
        ...init,
        ...PLAIN,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TOKEN_TIMEOUT_MS)]),
      });
      body = await readText(answer, MAX_AUTH_DOCUMENT_BYTES);
    } catch {
      if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
      throw new AuthorizationError(errorText('auth.noAnswer', { host: describeHost(url) }), {
        remedy: errorText('auth.checkCors', { path: new URL(url).pathname }),
      });
    }
    if (isRedirect(answer))
      throw new AuthorizationError(
        errorText('auth.redirects', { host: describeHost(url), path: new URL(url).pathname }),
        {
          remedy: errorText('auth.nameTarget'),
        },
      );
    if (body.cut)
      throw new AuthorizationError(
        errorText('auth.answerTooLarge', { host: describeHost(url), kilobytes: MAX_AUTH_DOCUMENT_BYTES / 1024 }),
      );
    const headers = new Headers(answer.headers);
    // The body contains the same in more words.
    headers.delete('www-authenticate');
    const { status } = answer;
    return new Response([204, 205].includes(status) ? null : body.text, { status, headers });
  };
}

/** Sends a POST, where `init` names no other method, and reads the JSON answer; an empty object where it is no JSON. */
export async function ask(
  fetch: typeof globalThis.fetch,
  address: string,
  { signal, ...init }: RequestInit & { readonly signal: AbortSignal },
): Promise<{ status: number; fields: Fields }> {
  const response = await boundedFetch(fetch, signal)(address, { method: 'POST', ...init });
  return { status: response.status, fields: asObject(await response.json().catch(() => undefined)) ?? {} };
}

/**
 * Metadata of an authorization server, as far as it is used.
 * @see https://www.rfc-editor.org/rfc/rfc8414
 */
export interface AuthorizationServer {
  /** As the server writes it: compared and stored as text, never as a URL. */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint?: string | undefined;
  readonly revocationEndpoint?: string | undefined;
  /** Undefined if the metadata does not list them. */
  readonly authMethods?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** True where it adds `iss` to its answers (RFC 9207). */
  readonly namesItself: boolean;
  readonly takesClientMetadata: boolean;
  /** True where it has no metadata: its endpoints are the default ones of revision 2025-03-26. */
  readonly isAssumed?: boolean | undefined;
}

/**
 * Reads the metadata of an authorization server.
 * @param server the MCP server that names it
 * @throws AuthorizationError when there is none, when it is another issuer’s, when it has no S256, or when the MCP
 * server may not name this address
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export async function discoverServer(
  fetch: typeof globalThis.fetch,
  issuer: string,
  server: string,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const { search, hash } = new URL(requireSecureUrl(issuer, 'issuer', server));
  // The issuer is compared, stored and shown as it is written.
  if (!isPlainUrl(issuer))
    throw new AuthorizationError(errorText('auth.issuerNotPlain', { issuer: quoted(issuer) }), {
      remedy: SERVER_REMEDY,
    });
  // https://www.rfc-editor.org/rfc/rfc8414#section-2
  if (search || hash)
    throw new AuthorizationError(errorText('auth.issuerHasQuery', { issuer: quoted(issuer) }), {
      remedy: SERVER_REMEDY,
    });
  const problems: ErrorText[] = [];
  for (const address of serverMetadataPlaces(issuer)) {
    const reading = await readDocument(fetch, address, signal);
    if ('fields' in reading) return readServer(reading.fields, [issuer], server);
    problems.push(reading.missing);
  }
  throw new AuthorizationError(errorText('auth.serverMetadataUnreadable', { host: describeHost(issuer) }), {
    remedy: errorText('auth.allowMetadata', { problems }),
  });
}

/**
 * A server without protected resource metadata is its own authorization server, with metadata at its root or at least
 * the default endpoints.
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization
 */
export async function discoverOwn(
  fetch: typeof globalThis.fetch,
  server: string,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const { origin } = new URL(server);
  const reading = await readDocument(fetch, `${origin}${OAUTH}`, signal);
  // No metadata named the issuer, so it may end with a slash or not.
  if ('fields' in reading) return readServer(reading.fields, [origin, `${origin}/`], server);
  return {
    issuer: origin,
    authorizationEndpoint: requireSecureUrl(`${origin}/authorize`, 'authorizationEndpoint', server),
    tokenEndpoint: `${origin}/token`,
    registrationEndpoint: `${origin}/register`,
    namesItself: false,
    takesClientMetadata: false,
    isAssumed: true,
  };
}

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

/**
 * True if both issuers are equal, except for the trailing slash of an issuer without a path. Several large providers
 * write that slash in only one of two places, and it names the same origin either way.
 * @see https://www.rfc-editor.org/rfc/rfc8414#section-3.3
 */
export function isSameIssuer(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return one === other || (long === `${short}/` && /^https?:\/\/[^/?#]+$/.test(short));
}

function serverMetadataPlaces(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [`${origin}${OAUTH}${path}`, `${origin}${OPENID}${path}`, `${origin}${path}${OPENID}`];
  return [...new Set(places)];
}

function readServer(fields: Fields, issuers: readonly string[], server: string): AuthorizationServer {
  const issuer = textIn(fields, 'issuer');
  const host = describeHost(issuers[0]!);
  // A server that may be taken for another one may get its codes.
  if (!issuer || !issuers.some((one) => isSameIssuer(one, issuer)))
    throw new AuthorizationError(
      issuer
        ? errorText('auth.callsItselfOther', { host, issuer: quoted(issuer), expected: issuers[0]! })
        : errorText('auth.callsItselfNothing', { host, expected: issuers[0]! }),
      { remedy: errorText('auth.makeIssuersSame') },
    );
  if (!textsIn(fields, 'code_challenge_methods_supported')?.includes('S256'))
    throw new AuthorizationError(errorText('auth.noPkce', { host }), {
      remedy: errorText('auth.listS256'),
    });
  const optional = (name: string): string | undefined => {
    const address = fields[name];
    return isSecureUrl(address) && mayNameUrl(server, address) ? address : undefined;
  };
  return {
    issuer,
    authorizationEndpoint: requireSecureUrl(fields['authorization_endpoint'], 'authorizationEndpoint', server),
    tokenEndpoint: requireSecureUrl(fields['token_endpoint'], 'tokenEndpoint', server),
    registrationEndpoint: optional('registration_endpoint'),
    revocationEndpoint: optional('revocation_endpoint'),
    authMethods: textsIn(fields, 'token_endpoint_auth_methods_supported'),
    scopes: textsIn(fields, 'scopes_supported'),
    namesItself: fields['authorization_response_iss_parameter_supported'] === true,
    takesClientMetadata: fields['client_id_metadata_document_supported'] === true,
  };
}

/** The use of a host in a sign-in: it shows the sign-in page, registers this page, issues tokens or revokes them. */
export type HostUse = 'page' | 'registration' | 'tokens' | 'revocation';

/** A host other than the issuer’s that takes part in a sign-in. */
export interface OtherHost {
  /** With the port, where it is not the default one. */
  readonly host: string;
  readonly uses: readonly HostUse[];
}

/**
 * The hosts other than the issuer’s that take part in a sign-in.
 * @param registers whether this page will register itself
 */
export function otherHosts(server: AuthorizationServer, registers: boolean): readonly OtherHost[] {
  const addresses: readonly [use: HostUse, address: string | undefined][] = [
    ['page', server.authorizationEndpoint],
    ['registration', registers ? server.registrationEndpoint : undefined],
    ['tokens', server.tokenEndpoint],
    ['revocation', server.revocationEndpoint],
  ];
  const uses = new Map<string, HostUse[]>();
  for (const [use, address] of addresses) {
    const host = address === undefined ? undefined : describeHost(address);
    if (host !== undefined && host !== describeHost(server.issuer)) uses.set(host, [...(uses.get(host) ?? []), use]);
  }
  return [...uses].map(([host, of]) => ({ host, uses: of }));
}

/**
 * Protected resource metadata of an MCP server.
 * @see https://www.rfc-editor.org/rfc/rfc9728
 */
export interface ProtectedResource {
  /** The `resource` for which tokens are requested, exactly as the server writes it. */
  readonly resource: string;
  /** Issuers that it trusts. Empty: it is its own authorization server, as in revision 2025-03-26. */
  readonly issuers: readonly string[];
  readonly scopes: readonly string[] | undefined;
  /** True where it accepts DPoP tokens. */
  readonly takesBoundTokens: boolean;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/**
 * Finds the authorization server of an MCP server: from the refusal’s challenge, else from the well-known path, else
 * from the root.
 * @throws AuthorizationError when the metadata is about another server, or cannot be read
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export async function discoverResource(
  fetch: typeof globalThis.fetch,
  server: string,
  challenge: Challenge | undefined,
  signal: AbortSignal,
): Promise<ProtectedResource> {
  const told = inOwnOrigin(server, challenge?.resourceMetadata);
  const problems: ErrorText[] = [];
  let nobodyAnswered = true;
  for (const address of resourceMetadataPlaces(server, told)) {
    const reading = await readDocument(fetch, address, signal);
    if ('fields' in reading) return readResource(reading.fields, server);
    problems.push(reading.missing);
    nobodyAnswered &&= reading.silent === true;
  }
  const elsewhere = told ? undefined : challenge?.resourceMetadata;
  if (elsewhere)
    throw new AuthorizationError(
      errorText('auth.resourceMetadataElsewhere', { host: describeHost(server), other: describeHost(elsewhere) }),
      { remedy: errorText('auth.resourceMetadataHere', { address: resourceMetadataPlaces(server, undefined)[0]! }) },
    );
  if (told || nobodyAnswered)
    throw new AuthorizationError(errorText('auth.resourceMetadataUnreadable', { host: describeHost(server) }), {
      remedy: errorText('auth.allowMetadata', { problems }),
    });
  return { resource: canonicalResource(server), issuers: [], scopes: undefined, takesBoundTokens: false };
}

/**
 * Only on the server’s own origin: otherwise it could make this browser request any URL before the person knows of it.
 */
function inOwnOrigin(server: string, told: string | undefined): string | undefined {
  return isSecureUrl(told) && new URL(told).origin === new URL(server).origin ? told : undefined;
}

function resourceMetadataPlaces(server: string, told: string | undefined): readonly string[] {
  const { origin, pathname } = new URL(server);
  const path = pathname.replace(/\/$/, '');
  return [...new Set([...(told ? [told] : []), `${origin}${WELL_KNOWN}${path}`, `${origin}${WELL_KNOWN}`])];
}

function readResource(fields: Fields, server: string): ProtectedResource {
  const host = describeHost(server);
  const resource = textIn(fields, 'resource');
  // Otherwise a token for another server would be requested in the name of this one.
  if (!resource || !matchesResource(resource, server))
    throw new AuthorizationError(errorText('auth.resourceOther', { host, resource: quoted(resource) }), {
      remedy: errorText('auth.mendMetadata'),
    });
  const issuers = textsIn(fields, 'authorization_servers')?.slice(0, MAX_AUTHORIZATION_SERVERS) ?? [];
  if (issuers.length === 0)
    throw new AuthorizationError(errorText('auth.noAuthorizationServer', { host }), {
      remedy: errorText('auth.mendMetadata'),
    });
  return {
    resource,
    issuers,
    scopes: textsIn(fields, 'scopes_supported'),
    takesBoundTokens:
      fields['dpop_bound_access_tokens_required'] === true ||
      (textsIn(fields, 'dpop_signing_alg_values_supported')?.includes('ES256') ?? false),
  };
}

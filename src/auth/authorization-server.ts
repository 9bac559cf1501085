import { isPlain, isSafe, mayName, safe, SERVER_REMEDY } from './addresses.js';
import type { HostUse, OtherHost } from './options.js';
import { AuthorizationError, hostOf, quoted } from './problems.js';
import { readDocument, textIn, textsIn, type Fields } from './read-document.js';

/** What an authorization server says of itself, as far as we need it. */
export interface AuthorizationServer {
  /** As it writes it: compared and kept as text, never as an address. */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint?: string | undefined;
  readonly revocationEndpoint?: string | undefined;
  /** Undefined where it does not say. */
  readonly authMethods?: readonly string[] | undefined;
  readonly scopes?: readonly string[] | undefined;
  /** It says who it is when it sends people back. */
  readonly namesItself: boolean;
  readonly takesClientMetadata: boolean;
  /** It said nothing of itself: its addresses are those that servers of 2025-03-26 had. */
  readonly isAssumed?: boolean | undefined;
}

/**
 * Reads the metadata of the authorization server with that issuer.
 * @param server the MCP server that names it
 * @throws AuthorizationError when there is none, when it is another's, when it has no S256, or when it is where that server
 * may name nothing
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export async function discoverServer(
  fetch: typeof globalThis.fetch,
  issuer: string,
  server: string,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const { search, hash } = new URL(safe(issuer, 'The authorization server', server));
  // It is compared, kept and shown as it stands.
  if (!isPlain(issuer))
    throw new AuthorizationError(`The issuer ${quoted(issuer)} is not written as addresses are; refused.`, {
      remedy: SERVER_REMEDY,
    });
  // https://www.rfc-editor.org/rfc/rfc8414#section-2
  if (search || hash)
    throw new AuthorizationError(`The issuer ${quoted(issuer)} must have no query and no fragment; refused.`, {
      remedy: SERVER_REMEDY,
    });
  const problems: string[] = [];
  for (const address of placesOf(issuer)) {
    const reading = await readDocument(fetch, address, signal);
    if ('fields' in reading) return readServer(reading.fields, [issuer], server);
    problems.push(`${address}: ${reading.missing}`);
  }
  throw new AuthorizationError(`The authorization server ${hostOf(issuer)} does not let this page read its metadata.`, {
    remedy: `It must answer there and allow this page with CORS (${problems.join('; ').slice(0, 1000)}).`,
  });
}

/**
 * A server that says nothing of who protects it is its own authorization server, with metadata at its root or at least
 * with the paths that everybody had.
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization
 */
export async function discoverOwn(
  fetch: typeof globalThis.fetch,
  server: string,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const { origin } = new URL(server);
  const reading = await readDocument(fetch, `${origin}${OAUTH}`, signal);
  // Nobody has written this issuer down, so how it ends is for the document to say.
  if ('fields' in reading) return readServer(reading.fields, [origin, `${origin}/`], server);
  return {
    issuer: origin,
    authorizationEndpoint: safe(`${origin}/authorize`, 'The address to sign in at', server),
    tokenEndpoint: `${origin}/token`,
    registrationEndpoint: `${origin}/register`,
    namesItself: false,
    takesClientMetadata: false,
    isAssumed: true,
  };
}

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

function placesOf(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [`${origin}${OAUTH}${path}`, `${origin}${OPENID}${path}`, `${origin}${path}${OPENID}`];
  return [...new Set(places)];
}

function readServer(fields: Fields, issuers: readonly string[], server: string): AuthorizationServer {
  const issuer = textIn(fields, 'issuer');
  const host = hostOf(issuers[0]!);
  // Letter by letter: who may be taken for another may take the other's codes.
  if (!issuer || !issuers.includes(issuer))
    throw new AuthorizationError(
      `The authorization server ${host} calls itself ${issuer ? quoted(issuer) : 'nothing'}, not ${issuers[0]}; refused.`,
      { remedy: 'Whoever runs it has to make the two the same, letter by letter.' },
    );
  if (!textsIn(fields, 'code_challenge_methods_supported')?.includes('S256'))
    throw new AuthorizationError(`The authorization server ${host} does not protect codes (PKCE with S256); refused.`, {
      remedy: 'Its metadata must list S256 in code_challenge_methods_supported.',
    });
  const optional = (name: string): string | undefined => {
    const address = fields[name];
    return isSafe(address) && mayName(server, address) ? address : undefined;
  };
  return {
    issuer,
    authorizationEndpoint: safe(fields['authorization_endpoint'], 'The address to sign in at', server),
    tokenEndpoint: safe(fields['token_endpoint'], 'The address for tokens', server),
    registrationEndpoint: optional('registration_endpoint'),
    revocationEndpoint: optional('revocation_endpoint'),
    authMethods: textsIn(fields, 'token_endpoint_auth_methods_supported'),
    scopes: textsIn(fields, 'scopes_supported'),
    namesItself: fields['authorization_response_iss_parameter_supported'] === true,
    takesClientMetadata: fields['client_id_metadata_document_supported'] === true,
  };
}

/** Hosts that take part in a sign-in there, although they are not the issuer's. @param registers whether this page will */
export function otherHosts(server: AuthorizationServer, registers: boolean): readonly OtherHost[] {
  const addresses: readonly [use: HostUse, address: string | undefined][] = [
    ['page', server.authorizationEndpoint],
    ['registration', registers ? server.registrationEndpoint : undefined],
    ['tokens', server.tokenEndpoint],
    ['revocation', server.revocationEndpoint],
  ];
  const uses = new Map<string, HostUse[]>();
  for (const [use, address] of addresses) {
    const host = address === undefined ? undefined : hostOf(address);
    if (host !== undefined && host !== hostOf(server.issuer)) uses.set(host, [...(uses.get(host) ?? []), use]);
  }
  return [...uses].map(([host, of]) => ({ host, uses: of }));
}

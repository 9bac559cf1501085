import { asMcpError, errorTextOf } from '../errors.js';
import { ask, type AuthorizationServer, type Fields, isSameIssuer, textIn } from './discovery.js';
import { AuthorizationError, describeHost, refusedBy } from './errors.js';
import { withWebCrypto } from './web-crypto.js';
import { isClientDocumentUrl, isLoopback } from './url-safety.js';
import { MAX_CLIENT_ID_LENGTH } from './auth-limits.js';
import type { AuthorizationOptions, ClientAuthMethod, StoredClient, RegisteredClient, TokenStore } from './types.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

/** Query parameter that distinguishes the callback addresses of one page. */
const ISSUER = 'issuer';
/** Digits of the hash of an issuer: 128 bits, so that a second issuer with the same hash cannot be found. */
const ISSUER_HASH_LENGTH = 32;

/**
 * The callback address for one authorization server. With one address for all, an authorization server could redirect
 * a person to another one and get its code (mix-up attack).
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.4
 */
export async function callbackOf(redirectUri: string, issuer: string): Promise<string> {
  const digest = await withWebCrypto(() => crypto.subtle.digest('SHA-256', new TextEncoder().encode(issuer)));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // Joined as text: `URL` would re-encode the page’s own parameters, and authorization servers compare the text
  // exactly.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${ISSUER}=${hash.slice(0, ISSUER_HASH_LENGTH)}`;
}

/** True if a URL is this callback address, with any parameters of the authorization server. */
export function isCallback(address: URL, redirectUri: string): boolean {
  const expected = new URL(redirectUri);
  const names = new Set([...expected.searchParams.keys(), ISSUER]);
  return (
    address.origin === expected.origin &&
    address.pathname === expected.pathname &&
    [...names].every((name) => isSame(address.searchParams.getAll(name), expected.searchParams.getAll(name)))
  );
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((value, index) => value === others[index]);
}

const METHODS: readonly ClientAuthMethod[] = ['none', 'client_secret_post', 'client_secret_basic'];

/**
 * Registers this page as a client of an authorization server (Dynamic Client Registration).
 * @throws AuthorizationError with the server’s refusal
 * @see https://www.rfc-editor.org/rfc/rfc7591
 */
async function register(search: ClientSearch, endpoint: string): Promise<StoredClient> {
  const { redirectUri, server, signal } = search;
  // A page on this machine counts as `native`, which may have a plain http callback address.
  const own = isLoopback(redirectUri) ? 'native' : 'web';
  for (const type of [own, own === 'web' ? 'native' : 'web']) {
    const { status, fields } = await post(search, endpoint, type);
    const clientId = textIn(fields, 'client_id');
    if (status < 300 && clientId && isClientId(clientId)) return readClient(clientId, fields, server);
    const error = textIn(fields, 'error');
    signal.throwIfAborted();
    // Some servers know only one application type. Other refusals have other reasons.
    if (type === own && (error === 'invalid_redirect_uri' || error === 'invalid_client_metadata')) continue;
    if (error) throw refusedRegistration(server, redirectUri, error, textIn(fields, 'error_description'));
    break;
  }
  throw new AuthorizationError(errorText('auth.notRegistered', { host: describeHost(server.issuer) }), {
    remedy: errorText('auth.registerByHand', { redirectUri }),
  });
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#appendix-A.1 */
function isClientId(text: string): boolean {
  return text.length <= MAX_CLIENT_ID_LENGTH && /^[\x20-\x7E]+$/.test(text);
}

async function post(
  { options, redirectUri, server, fetch, signal }: ClientSearch,
  endpoint: string,
  applicationType: string,
): Promise<{ status: number; fields: Fields }> {
  const { authMethods } = server;
  const metadata = {
    client_name: options.clientName ?? new URL(redirectUri).host,
    redirect_uris: [redirectUri],
    application_type: applicationType,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // A page cannot keep a secret; some servers issue one all the same.
    token_endpoint_auth_method: METHODS.find((method) => authMethods?.includes(method)) ?? 'none',
  };
  try {
    return await ask(fetch, endpoint, {
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: toJson(metadata),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    throw error;
  }
}

function readClient(clientId: string, fields: Fields, { authMethods }: AuthorizationServer): StoredClient {
  const clientSecret = textIn(fields, 'client_secret');
  const told = METHODS.find((method) => method === fields['token_endpoint_auth_method']);
  const expires = fields['client_secret_expires_at'];
  const byDefault =
    authMethods?.includes('client_secret_basic') === false ? 'client_secret_post' : 'client_secret_basic';
  return {
    clientId,
    clientSecret,
    secretExpiresAt: typeof expires === 'number' && expires > 0 ? expires * 1000 : undefined,
    method: clientSecret ? (told ?? byDefault) : 'none',
  };
}

function refusedRegistration(
  { issuer }: AuthorizationServer,
  redirectUri: string,
  error: string,
  description: string | undefined,
): AuthorizationError {
  const refusal = refusedBy(issuer, error, description);
  return new AuthorizationError(
    errorText('auth.registrationRefused', { host: describeHost(issuer), refusal: errorTextOf(refusal) }),
    {
      oauthError: refusal.oauthError,
      remedy:
        error === 'invalid_redirect_uri'
          ? errorText('auth.allowRedirect', { redirectUri })
          : errorText('auth.registerByHand', { redirectUri }),
    },
  );
}

/** The input of the search for a client. */
export interface ClientSearch {
  readonly server: AuthorizationServer;
  readonly options: AuthorizationOptions;
  readonly redirectUri: string;
  readonly store: TokenStore;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Issuers of clients that were given without one: the first server that a client is used at. */
  readonly bound: Map<RegisteredClient, string>;
}

/** A client and its callback address. */
export interface PageClient {
  readonly client: StoredClient;
  readonly redirectUri: string;
  /** Set for a client without a known issuer: the first one that it is used at becomes its issuer. */
  readonly free?: RegisteredClient | undefined;
}

/**
 * Finds this page’s client at an authorization server without a request: a registered client of the page, else the
 * site’s client metadata document, else an earlier registration, else, where pages cannot register, a client that the
 * person names. The first two use the page’s own callback address, the same for all authorization servers; the others
 * use one for each.
 * @returns undefined where the page must register first
 * @throws AuthorizationError when there is none, only clients of other authorization servers, or when answers could be
 * mixed up
 */
export async function knownClient(search: ClientSearch): Promise<PageClient | undefined> {
  const { server, options, redirectUri, store } = search;
  const { issuer } = server;
  const registered = registeredAt(search);
  if (registered) {
    if (!server.namesItself && !isSameIssuer(registered.issuer ?? '', issuer)) throw unclear(search, 'clientId');
    return {
      client: storedClientOf(registered, server),
      redirectUri,
      free: registered.issuer ? undefined : registered,
    };
  }
  const aboutUs = server.takesClientMetadata && options.clientMetadataUrl;
  if (aboutUs) {
    const clientId = documentAddress(aboutUs);
    if (server.namesItself) return { client: { clientId, method: 'none' }, redirectUri };
    // A client metadata document is the same everywhere, with one callback address: only a registered client is safe
    // here.
    if (!server.registrationEndpoint && !options.chooseClient) throw unclear(search, 'clientDocument');
  }
  const own = await callbackOf(redirectUri, issuer);
  const stored = await store.client(issuer, own);
  if (stored && !(stored.secretExpiresAt && stored.secretExpiresAt < Date.now()))
    return { client: stored, redirectUri: own };
  return server.registrationEndpoint ? undefined : namedClient(search, own);
}

/**
 * Registers this page, or lets the person name a client where that is refused.
 * @throws AuthorizationError when there is none
 */
export async function newClient(search: ClientSearch): Promise<PageClient> {
  const { server, redirectUri, store, signal } = search;
  const { issuer, registrationEndpoint = '' } = server;
  const own = await callbackOf(redirectUri, issuer);
  try {
    const made = { ...(await register({ ...search, redirectUri: own }, registrationEndpoint)), redirectUri: own };
    await store.storeClient(issuer, own, made);
    return { client: made, redirectUri: own };
  } catch (error) {
    if (signal.aborted || !(error instanceof AuthorizationError)) throw asMcpError(error);
    if (server.isAssumed) throw noSignInOffered(issuer);
    return namedClient(search, own, error);
  }
}

/** The server's metadata offers no sign-in: its tokens come from elsewhere. */
function noSignInOffered(issuer: string): AuthorizationError {
  return new AuthorizationError(errorText('auth.noSignInOffered', { host: describeHost(issuer) }), {
    remedy: errorText('auth.getToken'),
    developer: errorText('auth.giveToken'),
  });
}

/**
 * Checks, before the person is asked, if a server without sign-in metadata has the endpoints of an older revision. It
 * registers nothing: it only checks that there is an answer, and that this page can read it.
 * @throws AuthorizationError if there are none, so that the person is asked for a token at once
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization
 */
export async function requireRegistration({ server, fetch, signal }: ClientSearch): Promise<void> {
  if (!server.isAssumed || !server.registrationEndpoint) return;
  const statusAt = async (address: string): Promise<number> =>
    ask(fetch, address, { method: 'GET', signal }).then(
      (answer) => answer.status,
      () => 0,
    );
  const registration = await statusAt(server.registrationEndpoint);
  // Express answers a GET with 404 where only a POST has a route, but the page to sign in at is a GET.
  const isMissing =
    registration === 0 || (isShut(registration) && isShut(await statusAt(server.authorizationEndpoint)));
  signal.throwIfAborted();
  if (isMissing) throw noSignInOffered(server.issuer);
}

/** True also where a server wants its token for every path: a page to sign in at is open to all. */
function isShut(status: number): boolean {
  return status === 404 || status === 410 || status === 401 || status === 403;
}

async function namedClient(
  { server, options, signal }: ClientSearch,
  redirectUri: string,
  problem?: AuthorizationError,
): Promise<PageClient> {
  const { issuer } = server;
  const named = await options.chooseClient?.(issuer, redirectUri, signal);
  if (named) return { client: storedClientOf(named, server), redirectUri };
  throw (
    problem ??
    new AuthorizationError(errorText('auth.pageUnknown', { host: describeHost(issuer) }), {
      remedy: errorText('auth.tellPageMaker'),
      developer: errorText('auth.registerPageByHand', { redirectUri }),
    })
  );
}

/**
 * The error for a server at which answers could be mixed up: with one callback address for all, an authorization
 * server can redirect a person to another one and get its code, unless that one names itself in its answers. The page
 * must then trust the server itself.
 */
function unclear(
  { server: { issuer }, redirectUri }: ClientSearch,
  what: 'clientId' | 'clientDocument',
): AuthorizationError {
  const host = describeHost(issuer);
  const second = new URL(redirectUri);
  second.pathname = second.pathname.replace(/(\.\w+)?$/, `-${host.replaceAll(':', '-')}$1`);
  return new AuthorizationError(errorText(`auth.issuerUnclear.${what}`, { host }), {
    remedy: errorText('auth.tellPageMaker'),
    developer: errorText('auth.sayIssuer', { issuer, redirectUri: second.href }),
  });
}

/** The page’s client for this authorization server. One for another server is never used here, and that is reported. */
function registeredAt({ server: { issuer }, options, bound }: ClientSearch): RegisteredClient | undefined {
  const { clients = [] } = options;
  if (clients.length === 0) return undefined;
  const mine = clients.find((client) => isSameIssuer(client.issuer ?? bound.get(client) ?? '', issuer));
  if (mine) return mine;
  const free = clients.find((client) => !client.issuer && !bound.has(client));
  if (free) return free;
  throw new AuthorizationError(errorText('auth.registeredElsewhere', { host: describeHost(issuer) }), {
    remedy: errorText('auth.giveClientId', { issuer }),
  });
}

function storedClientOf(
  { clientId, clientSecret, method }: RegisteredClient,
  server: AuthorizationServer,
): StoredClient {
  return { clientId, clientSecret, method: method ?? methodFor(clientSecret, server) };
}

/** The first authentication method that both know. Default: Basic. */
export function methodFor(secret: string | undefined, { authMethods }: AuthorizationServer): ClientAuthMethod {
  if (!secret) return 'none';
  const post = authMethods?.includes('client_secret_post') && !authMethods.includes('client_secret_basic');
  return post ? 'client_secret_post' : 'client_secret_basic';
}

function documentAddress(address: string): string {
  if (isClientDocumentUrl(address)) return address;
  throw new AuthorizationError(errorText('auth.metadataAddress'), {
    code: 'invalid-input',
    remedy: errorText('auth.metadataAddressExact'),
  });
}

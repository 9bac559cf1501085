import { asMcpError, errorTextOf } from '../errors.js';
import { ask, type AuthorizationServer, type Fields, textIn } from './discovery.js';
import { AuthorizationError, byWebCrypto, hostOf, isLoopback, MAX_CLIENT_ID_LENGTH, refusedBy } from './errors.js';
import type { AuthorizationOptions, ClientAuthMethod, StoredClient, RegisteredClient, TokenStore } from './types.js';
import { errorText } from './error-texts.js';

/** Name of the parameter that tells the callback addresses of one page apart. */
const ISSUER = 'issuer';
/** Digits of the hash of an issuer: 128 bits, so that nobody finds a second issuer with the same. */
const ISSUER_HASH_LENGTH = 32;

/**
 * Where people come back to from that authorization server only. With one address for all, an authorization server could
 * send a person on to another one, whose code would then be taken for its own.
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.4
 */
export async function callbackOf(redirectUri: string, issuer: string): Promise<string> {
  const digest = await byWebCrypto(() => crypto.subtle.digest('SHA-256', new TextEncoder().encode(issuer)));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // As text: `URL` would write the page's own parameters anew, and authorization servers compare letter by letter.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${ISSUER}=${hash.slice(0, ISSUER_HASH_LENGTH)}`;
}

/** Whether somebody came back to that address, whatever the authorization server put behind it. */
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
 * Registers this page as a client of that authorization server.
 * @throws AuthorizationError with what the server has against it
 * @see https://www.rfc-editor.org/rfc/rfc7591
 */
async function register(search: ClientSearch, endpoint: string): Promise<StoredClient> {
  const { redirectUri, server, signal } = search;
  // A page on this machine is what the specification calls native: its http address is allowed to come back to.
  const own = isLoopback(redirectUri) ? 'native' : 'web';
  for (const type of [own, own === 'web' ? 'native' : 'web']) {
    const { status, fields } = await post(search, endpoint, type);
    const clientId = textIn(fields, 'client_id');
    if (status < 300 && clientId && isClientId(clientId)) return readClient(clientId, fields, server);
    const error = textIn(fields, 'error');
    signal.throwIfAborted();
    // Some know only one kind. No other refusal has to do with it.
    if (type === own && (error === 'invalid_redirect_uri' || error === 'invalid_client_metadata')) continue;
    if (error) throw refusedRegistration(server, redirectUri, error, textIn(fields, 'error_description'));
    break;
  }
  throw new AuthorizationError(errorText('auth.notRegistered', { host: hostOf(server.issuer) }), {
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
    // A page keeps no secrets; some servers give one all the same.
    token_endpoint_auth_method: METHODS.find((method) => authMethods?.includes(method)) ?? 'none',
  };
  try {
    return await ask(fetch, endpoint, {
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(metadata),
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
    errorText('auth.registrationRefused', { host: hostOf(issuer), refusal: errorTextOf(refusal) }),
    {
      oauthError: refusal.oauthError,
      remedy:
        error === 'invalid_redirect_uri'
          ? errorText('auth.allowRedirect', { redirectUri })
          : errorText('auth.registerByHand', { redirectUri }),
    },
  );
}

/** What finding a client needs. */
export interface ClientSearch {
  readonly server: AuthorizationServer;
  readonly options: AuthorizationOptions;
  readonly redirectUri: string;
  readonly store: TokenStore;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Issuers that clients without one were shown to; the first is theirs for good. */
  readonly bound: Map<RegisteredClient, string>;
}

/** A client, and where people come back to for it. */
export interface PageClient {
  readonly client: StoredClient;
  readonly redirectUri: string;
  /** One that no issuer is known of yet; the first that it is shown to is its issuer for good. */
  readonly free?: RegisteredClient | undefined;
}

/**
 * Who this page is at that authorization server, without telling it anything: a client that was registered by hand, else
 * the site's own document, else what it registered itself as before, else, where pages cannot register, a client that the
 * person names. The first two have the page's own address to come back to, the same for all authorization servers; the
 * others have one for each.
 * @returns undefined where the page has yet to register itself
 * @throws AuthorizationError when there is none, only ones of other authorization servers, or when nobody could tell
 * whose answer comes back
 */
export async function knownClient(search: ClientSearch): Promise<PageClient | undefined> {
  const { server, options, redirectUri, store } = search;
  const { issuer } = server;
  const registered = registeredAt(search);
  if (registered) {
    if (!server.namesItself && registered.issuer !== issuer) throw unclear(search, 'clientId');
    return { client: dressed(registered, server), redirectUri, free: registered.issuer ? undefined : registered };
  }
  const aboutUs = server.takesClientMetadata && options.clientMetadataUrl;
  if (aboutUs) {
    const clientId = documentAddress(aboutUs);
    if (server.namesItself) return { client: { clientId, method: 'none' }, redirectUri };
    // The same client everywhere, with the same address everywhere: only one of its own is safe here.
    if (!server.registrationEndpoint && !options.chooseClient) throw unclear(search, 'clientDocument');
  }
  const own = await callbackOf(redirectUri, issuer);
  const kept = await store.client(issuer, own);
  if (kept && !(kept.secretExpiresAt && kept.secretExpiresAt < Date.now())) return { client: kept, redirectUri: own };
  return server.registrationEndpoint ? undefined : namedClient(search, own);
}

/**
 * Registers this page at that authorization server, or has the person name a client where that is refused.
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
    // Nothing says that people can sign in there: whoever has a token for the server got it elsewhere.
    if (server.isAssumed)
      throw new AuthorizationError(errorText('auth.noSignInOffered', { host: hostOf(issuer) }), {
        remedy: errorText('auth.getToken'),
      });
    return namedClient(search, own, error);
  }
}

async function namedClient(
  { server, options, signal }: ClientSearch,
  redirectUri: string,
  problem?: AuthorizationError,
): Promise<PageClient> {
  const { issuer } = server;
  const named = await options.chooseClient?.(issuer, redirectUri, signal);
  if (named) return { client: dressed(named, server), redirectUri };
  throw (
    problem ??
    new AuthorizationError(errorText('auth.pageUnknown', { host: hostOf(issuer) }), {
      remedy: errorText('auth.registerPageByHand', { redirectUri }),
    })
  );
}

/**
 * With an address for all authorization servers, one of them can send a person on to another and get its code, unless
 * the other says who it is. So it must be the page that trusts it, not only the server that names it.
 */
function unclear(
  { server: { issuer }, redirectUri }: ClientSearch,
  what: 'clientId' | 'clientDocument',
): AuthorizationError {
  const host = hostOf(issuer);
  const second = new URL(redirectUri);
  second.pathname = second.pathname.replace(/(\.\w+)?$/, `-${host.replaceAll(':', '-')}$1`);
  return new AuthorizationError(errorText(`auth.issuerUnclear.${what}`, { host }), {
    remedy: errorText('auth.sayIssuer', { issuer, redirectUri: second.href }),
  });
}

/** One that was made for this authorization server. One that was made for another is not shown to it, nor left out in silence. */
function registeredAt({ server: { issuer }, options, bound }: ClientSearch): RegisteredClient | undefined {
  const { clients = [] } = options;
  if (clients.length === 0) return undefined;
  const mine = clients.find((client) => (client.issuer ?? bound.get(client)) === issuer);
  if (mine) return mine;
  const free = clients.find((client) => !client.issuer && !bound.has(client));
  if (free) return free;
  throw new AuthorizationError(errorText('auth.registeredElsewhere', { host: hostOf(issuer) }), {
    remedy: errorText('auth.giveClientId', { issuer }),
  });
}

function dressed({ clientId, clientSecret, method }: RegisteredClient, server: AuthorizationServer): StoredClient {
  return { clientId, clientSecret, method: method ?? methodFor(clientSecret, server) };
}

/** The first that both know; who says nothing takes Basic. */
export function methodFor(secret: string | undefined, { authMethods }: AuthorizationServer): ClientAuthMethod {
  if (!secret) return 'none';
  const post = authMethods?.includes('client_secret_post') && !authMethods.includes('client_secret_basic');
  return post ? 'client_secret_post' : 'client_secret_basic';
}

function documentAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' && url.pathname !== '/' && !url.hash && !url.username && !url.password) return address;
  throw new AuthorizationError(errorText('auth.metadataAddress'), {
    code: 'invalid-input',
    remedy: errorText('auth.metadataAddressExact'),
  });
}

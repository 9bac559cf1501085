import { type ErrorText, McpError, type McpErrorCode, type McpErrorOptions } from '../errors.js';
import { CRYPTO_ANSWER_MS, within } from '../util/coordination.js';
import { isLocalHost, isLoopbackHost } from '../util/hosts.js';
import { errorText } from './error-texts.js';

/**
 * Bytes that are read of a metadata document or of an answer of an authorization server. Real ones have 1 to 10 KB; a
 * larger one fails.
 */
export const MAX_AUTH_DOCUMENT_BYTES: number = 128 * 1024;
/**
 * Milliseconds that a metadata document may take. Several are tried in turn while a person waits; after them the next
 * one is tried.
 */
export const METADATA_TIMEOUT_MS = 10_000;
/** Milliseconds that a token, a registration or a revocation may take. After them it fails with `timeout`. */
export const TOKEN_TIMEOUT_MS = 30_000;
/**
 * Servers that are tried of those a protected resource names for authorization. Real ones name one or two; the others
 * are not asked.
 */
export const MAX_AUTHORIZATION_SERVERS = 5;
/**
 * Times that a person is sent to sign in for one request. A server that still says no will go on saying so: the request
 * fails.
 */
export const MAX_AUTHORIZATIONS = 3;
/**
 * Characters of scopes that are asked for at once: they travel in an address, and servers cut those at 8 KB. Scopes
 * beyond are not asked for.
 */
const MAX_REQUESTED_SCOPE_LENGTH = 4000;
/**
 * Characters of an address that is passed on and shown as an authorization server wrote it. Browsers and servers allow
 * 2,000 everywhere; a longer one is refused.
 */
const MAX_AUTH_ADDRESS_LENGTH = 2000;
/**
 * Characters of the client id that an authorization server gives this page: it travels in an address. A longer one is
 * refused.
 */
export const MAX_CLIENT_ID_LENGTH = 2000;
/** Characters of the address that a person comes back with. Codes have up to a few KB; a longer address is refused. */
export const MAX_CALLBACK_LENGTH: number = 16 * 1024;
/** Characters of an authorization server’s own words that are shown. The rest is cut. */
const MAX_AUTH_MESSAGE_LENGTH = 500;
/** Milliseconds before its end at which a token is renewed: clocks differ, and requests take time. */
export const RENEW_BEFORE_MS = 30_000;

/**
 * A sign-in that did not come about. It never has a cause: what is thrown beneath carries codes and tokens in its own
 * fields, and errors are logged.
 */
export class AuthorizationError extends McpError {
  override readonly name: string = 'AuthorizationError';
  /** What the authorization server called it, `access_denied` for one. A stranger's word: show it as text. */
  readonly oauthError: string | undefined;

  constructor(
    message: ErrorText,
    options: Omit<McpErrorOptions, 'cause'> & { oauthError?: string | undefined; code?: McpErrorCode } = {},
  ) {
    super(options.code ?? 'unauthorized', message, { remedy: options.remedy });
    this.oauthError = options.oauthError;
  }
}

/** What an authorization server said when it refused, as text. */
export function refusedBy(issuer: string, oauthError: string, description: string | undefined): AuthorizationError {
  const host = hostOf(issuer);
  const words = clean(description);
  if (oauthError === 'access_denied')
    return new AuthorizationError(
      words ? errorText('auth.deniedSaying', { host, words }) : errorText('auth.denied', { host }),
      { code: 'declined', oauthError, remedy: errorText('auth.connectAgainIfWanted') },
    );
  return new AuthorizationError(errorText('auth.refused', { host, words: words || clean(oauthError) }), {
    oauthError: clean(oauthError),
    remedy: Object.hasOwn(REMEDIES, oauthError) ? REMEDIES[oauthError] : errorText('auth.tryAgainOrAsk'),
  });
}

const REMEDIES: Readonly<Record<string, ErrorText>> = {
  invalid_client: errorText('auth.registrationNotGood'),
  invalid_grant: errorText('auth.signInUsed'),
  invalid_scope: errorText('auth.scopeUnknown'),
  invalid_target: errorText('auth.serverUnknown'),
  unauthorized_client: errorText('auth.clientNotAllowed'),
  temporarily_unavailable: errorText('auth.tryLater'),
  server_error: errorText('auth.tryLater'),
};

export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : clean(address);
}

/** What a stranger wrote where something else was to stand, for the words of an error. */
export function quoted(what: unknown): string {
  return clean(String(what)).slice(0, 200);
}

/** A stranger's words on one line, without what cannot be seen, cut. */
function clean(words: string | undefined): string {
  return (words ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_AUTH_MESSAGE_LENGTH)
    .replace(/[.]+$/, '');
}

/** What to do about an address that a server names wrongly. */
export const SERVER_REMEDY: ErrorText = errorText('auth.mendServer');

export function isLoopback(address: string): boolean {
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}

/** https, or http that never leaves this machine. Passwords in addresses are a trick. */
export function isSafe(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(address));
}

/** The letters that addresses consist of, a host at once, and nobody's name before it. */
const WRITTEN = /^https?:\/\/[\w.:[\]-]+(?:[/?#][\w.~:/?#[\]@!$&'()*+,;=%-]*)?$/i;

/**
 * Whether it is written as addresses are. `URL` also reads what is not (`https:host`, `https://one\@two`, line breaks), and
 * other readers read that as the address of somebody else: so what goes on as a server wrote it has to be plain.
 * @see https://www.rfc-editor.org/rfc/rfc3986
 */
export function isPlain(address: string): boolean {
  return address.length <= MAX_AUTH_ADDRESS_LENGTH && WRITTEN.test(address) && URL.canParse(address);
}

/**
 * Whether that server may have this browser ask that address: a server of the internet names nothing on this device or in
 * the network around it, where a request may change something.
 */
export function mayName(server: string, address: string): boolean {
  return isLocalHost(new URL(server).hostname) || !isLocalHost(new URL(address).hostname);
}

/** Addresses that a server names. */
type NamedAddress = 'issuer' | 'authorizationEndpoint' | 'tokenEndpoint';

/**
 * The address, if tokens and codes may go there.
 * @param what for the words of the error
 * @param server the MCP server that named it, or whose authorization server did
 * @throws AuthorizationError
 */
export function safe(address: unknown, what: NamedAddress, server: string): string {
  if (!isSafe(address))
    throw new AuthorizationError(errorText(`auth.notHttps.${what}`, { address: quoted(address) }), {
      remedy: SERVER_REMEDY,
    });
  if (mayName(server, address)) return address;
  const hosts = { host: hostOf(address), server: hostOf(server) };
  throw new AuthorizationError(
    isLoopback(address) ? errorText(`auth.onDevice.${what}`, hosts) : errorText(`auth.inPrivateNetwork.${what}`, hosts),
    { remedy: SERVER_REMEDY },
  );
}

/**
 * The server as authorization servers know it: without fragment, and without a slash that says nothing.
 * @see https://www.rfc-editor.org/rfc/rfc8707#section-2
 */
export function canonicalResource(server: string): string {
  const url = new URL(server);
  url.hash = '';
  return url.pathname === '/' && !url.search ? url.origin : url.href;
}

/** Whether metadata about `resource` is about that server: itself, or a whole that it is part of. */
export function matchesResource(resource: string, server: string): boolean {
  if (!isPlain(resource)) return false;
  const whole = new URL(resource);
  const part = new URL(server);
  const path = whole.pathname.replace(/\/$/, '');
  return (
    whole.origin === part.origin &&
    !whole.hash &&
    (!whole.search || whole.search === part.search) &&
    (part.pathname === whole.pathname || part.pathname === path || part.pathname.startsWith(`${path}/`))
  );
}

/** A list of scopes as it is written: words with spaces between. What cannot be one is left out. */
export function readScopes(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split(' '))].filter((scope) => /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope));
}

/** Each once, in order, as many as an address holds. */
export function union(...lists: readonly (readonly string[])[]): readonly string[] {
  let length = 0;
  return [...new Set(lists.flat())].filter((scope) => (length += scope.length + 1) <= MAX_REQUESTED_SCOPE_LENGTH);
}

/** Those of `wanted` that are not in `had`. */
export function difference(had: readonly string[], wanted: readonly string[]): readonly string[] {
  return wanted.filter((scope) => !had.includes(scope));
}

/**
 * Digests and keys, without which no code and no token is safe.
 * @throws AuthorizationError where the browser does not give this page the means (`crypto.subtle`), or does not answer
 */
export async function byWebCrypto<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await within(CRYPTO_ANSWER_MS, make());
  } catch {
    throw new AuthorizationError(errorText('auth.noWebCrypto'), { remedy: errorText('auth.serveOverHttps') });
  }
}

import { type ErrorText, McpError, type McpErrorCode, type McpErrorOptions } from '../errors.js';
import { CRYPTO_ANSWER_MS, within } from '../util/tab-coordination.js';
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
 * A sign-in that failed. It never has a `cause`: errors of oauth4webapi carry codes and tokens, and errors are logged.
 */
export class AuthorizationError extends McpError {
  override readonly name: string = 'AuthorizationError';
  /** The authorization server’s error code, `access_denied` for example. Untrusted: show it as text. */
  readonly oauthError: string | undefined;

  constructor(
    message: ErrorText,
    options: Omit<McpErrorOptions, 'cause'> & { oauthError?: string | undefined; code?: McpErrorCode } = {},
  ) {
    super(options.code ?? 'unauthorized', message, { remedy: options.remedy });
    this.oauthError = options.oauthError;
  }
}

/** The error for a refusal of an authorization server, with its words as text. */
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

/** Quotes an unexpected value in an error message. */
export function quoted(what: unknown): string {
  return clean(String(what)).slice(0, 200);
}

/** Untrusted text on one line, without invisible characters, cut to {@link MAX_AUTH_MESSAGE_LENGTH}. */
function clean(words: string | undefined): string {
  return (words ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_AUTH_MESSAGE_LENGTH)
    .replace(/[.]+$/, '');
}

/** The remedy for an invalid address that a server names. */
export const SERVER_REMEDY: ErrorText = errorText('auth.mendServer');

export function isLoopback(address: string): boolean {
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}

/**
 * True for https, and for http on this machine. Addresses with a user or password are refused: they are used to
 * deceive.
 */
export function isSafe(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(address));
}

/** The characters of a URL, beginning with the host and without a user. */
const WRITTEN = /^https?:\/\/[\w.:[\]-]+(?:[/?#][\w.~:/?#[\]@!$&'()*+,;=%-]*)?$/i;

/**
 * Whether the text is a plain URL. `URL` also parses `https:host`, `https://one\@two` and line breaks, which other
 * parsers read as another host, so an address that is passed on as written must be plain.
 * @see https://www.rfc-editor.org/rfc/rfc3986
 */
export function isPlain(address: string): boolean {
  return address.length <= MAX_AUTH_ADDRESS_LENGTH && WRITTEN.test(address) && URL.canParse(address);
}

/**
 * Whether a server may make this browser request an address: a public server may not name addresses on this machine or
 * in a private network, where a request may change something.
 */
export function mayName(server: string, address: string): boolean {
  return isLocalHost(new URL(server).hostname) || !isLocalHost(new URL(address).hostname);
}

/** The addresses that a server names. */
type NamedAddress = 'issuer' | 'authorizationEndpoint' | 'tokenEndpoint';

/**
 * Checks that tokens and codes may be sent to an address.
 * @param what for the words of the error
 * @param server the MCP server that named it, or whose authorization server did
 * @throws AuthorizationError where they may not
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
 * The resource indicator of a server: its URL without fragment and without a lone final slash.
 * @see https://www.rfc-editor.org/rfc/rfc8707#section-2
 */
export function canonicalResource(server: string): string {
  const url = new URL(server);
  url.hash = '';
  return url.pathname === '/' && !url.search ? url.origin : url.href;
}

/** Whether metadata about `resource` applies to the server: it is the same URL, or a parent of it. */
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

/** Reads a list of scopes, separated by spaces. Invalid scopes are left out. */
export function readScopes(text: string | undefined): readonly string[] {
  return [...new Set((text ?? '').split(' '))].filter((scope) => /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope));
}

/** All scopes once, in order, up to {@link MAX_REQUESTED_SCOPE_LENGTH} characters. */
export function union(...lists: readonly (readonly string[])[]): readonly string[] {
  let length = 0;
  return [...new Set(lists.flat())].filter((scope) => (length += scope.length + 1) <= MAX_REQUESTED_SCOPE_LENGTH);
}

/** The scopes of `wanted` that are not in `had`. */
export function difference(had: readonly string[], wanted: readonly string[]): readonly string[] {
  return wanted.filter((scope) => !had.includes(scope));
}

/**
 * Runs work that needs `crypto.subtle`, without which no sign-in is safe.
 * @throws AuthorizationError where the page has no `crypto.subtle`, or where it does not answer
 */
export async function byWebCrypto<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await within(CRYPTO_ANSWER_MS, make());
  } catch {
    throw new AuthorizationError(errorText('auth.noWebCrypto'), { remedy: errorText('auth.serveOverHttps') });
  }
}

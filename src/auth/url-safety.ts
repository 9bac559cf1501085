import { isLocalHost, isLoopbackHost } from '../util/hosts.js';
import { MAX_AUTH_ADDRESS_LENGTH } from './auth-limits.js';
import { errorText } from './error-texts.js';
import { AuthorizationError, SERVER_REMEDY, describeHost, quoted } from './errors.js';

export function isLoopback(address: string): boolean {
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}

/**
 * True for https, and for http on this machine. Addresses with a user or password are refused: they are used to
 * deceive.
 */
export function isSecureUrl(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(address));
}

/** True if an address can be a redirect URI. */
export function isRedirectUri(address: unknown): address is string {
  return isSecureUrl(address) && !new URL(address).hash;
}

/**
 * True if a URL can be that of a client ID metadata document, and so a client id.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document#section-3
 */
export function isClientDocumentUrl(address: unknown): address is string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'https:' && url.pathname !== '/' && !url.hash && !url.username && !url.password;
}

/** The characters of a URL, beginning with the host and without a user. */
const PLAIN_URL = /^https?:\/\/[\w.:[\]-]+(?:[/?#][\w.~:/?#[\]@!$&'()*+,;=%-]*)?$/i;

/**
 * True if the text is a plain URL. `URL` also parses `https:host`, `https://one\@two` and line breaks, which other
 * parsers read as another host, so an address that is passed on as written must be plain.
 * @see https://www.rfc-editor.org/rfc/rfc3986
 */
export function isPlainUrl(address: string): boolean {
  return address.length <= MAX_AUTH_ADDRESS_LENGTH && PLAIN_URL.test(address) && URL.canParse(address);
}

/**
 * True if a server may make this browser request an address. A public server may not name addresses on this machine or
 * in a private network, where a request may change something.
 */
export function mayNameUrl(server: string, address: string): boolean {
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
export function requireSecureUrl(address: unknown, what: NamedAddress, server: string): string {
  if (!isSecureUrl(address))
    throw new AuthorizationError(errorText(`auth.notHttps.${what}`, { address: quoted(address) }), {
      remedy: SERVER_REMEDY,
    });
  if (mayNameUrl(server, address)) return address;
  const hosts = { host: describeHost(address), server: describeHost(server) };
  throw new AuthorizationError(
    isLoopback(address) ? errorText(`auth.onDevice.${what}`, hosts) : errorText(`auth.inPrivateNetwork.${what}`, hosts),
    { remedy: SERVER_REMEDY },
  );
}

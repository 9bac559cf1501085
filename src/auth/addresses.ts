import { isLocalHost, isLoopbackHost } from '../util/hosts.js';
import { MAX_ADDRESS_LENGTH } from './limits.js';
import { AuthorizationError, hostOf, quoted } from './problems.js';

/** What to do about an address that a server names wrongly. */
export const SERVER_REMEDY = 'Whoever runs that server has to put it right.';

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
  return address.length <= MAX_ADDRESS_LENGTH && WRITTEN.test(address) && URL.canParse(address);
}

/**
 * Whether that server may have this browser ask that address: a server of the internet names nothing on this device or in
 * the network around it, where a request may change something.
 */
export function mayName(server: string, address: string): boolean {
  return isLocalHost(new URL(server).hostname) || !isLocalHost(new URL(address).hostname);
}

/**
 * The address, if tokens and codes may go there.
 * @param what for the words of the error
 * @param server the MCP server that named it, or whose authorization server did
 * @throws AuthorizationError
 */
export function safe(address: unknown, what: string, server: string): string {
  if (!isSafe(address))
    throw new AuthorizationError(`${what} is not an https address: ${quoted(address)}.`, { remedy: SERVER_REMEDY });
  if (mayName(server, address)) return address;
  const where = isLoopback(address) ? 'on this device' : 'in a private network';
  throw new AuthorizationError(`${what} is at ${hostOf(address)}, ${where}; ${hostOf(server)} is not. Refused.`, {
    remedy: SERVER_REMEDY,
  });
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
export function covers(resource: string, server: string): boolean {
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

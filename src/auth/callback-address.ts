import { byWebCrypto } from './web-crypto.js';

/** Name of the parameter that tells the callback addresses of one page apart. */
const ISSUER = 'issuer';
/** Letters of the hash: 128 bits, so that nobody finds a second issuer with the same. */
const HASH_LENGTH = 32;

/**
 * Where people come back to from that authorization server only. With one address for all, an authorization server could
 * send a person on to another one, whose code would then be taken for its own.
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.4
 */
export async function callbackOf(redirectUri: string, issuer: string): Promise<string> {
  const digest = await byWebCrypto(() => crypto.subtle.digest('SHA-256', new TextEncoder().encode(issuer)));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // As text: `URL` would write the page's own parameters anew, and authorization servers compare letter by letter.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${ISSUER}=${hash.slice(0, HASH_LENGTH)}`;
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

import { MAX_SECRET_ADDRESS_LENGTH, redactAddress, secretInAddress } from './addresses.js';
import { sha256 } from '../util/sha256.js';

/** Separates the address and the digest in a key. Endpoints have no fragment, so no URL looks like a key. */
const DIGEST = '#~';
/** Digits (hexadecimal) of the digest: 128 bits. */
const ADDRESS_DIGEST_LENGTH = 32;

/** The server key that is made of an address: the data of the server is stored under it. */
export interface AddressKey {
  /**
   * Origin, path and names of query parameters. If a parameter has a value, a digest of everything that is not secret
   * follows, so that two projects of one server have two keys. The key contains no secret.
   */
  readonly key: string;
  /** True if the address contains a secret. */
  readonly hasSecret: boolean;
}

/** Cache: a key is needed for each record. */
const cache = new Map<string, AddressKey>();
/** Addresses whose key is cached. When there are more, the cache is cleared. */
const MAX_KNOWN_ADDRESSES = 200;

/**
 * Makes the server key of an address.
 * @param address absolute URL of the server; a key is returned unchanged
 */
export function addressKey(address: string): AddressKey {
  const found = cache.get(address) ?? makeKey(address);
  if (cache.size >= MAX_KNOWN_ADDRESSES) cache.clear();
  cache.set(address, found);
  return found;
}

function makeKey(address: string): AddressKey {
  const isKey = new RegExp(`${DIGEST}[\\da-f]{${ADDRESS_DIGEST_LENGTH}}$`).test(address);
  if (isKey || !/^(?:http|ws)s?:/i.test(address) || !URL.canParse(address)) return { key: address, hasSecret: false };
  // Every secret is replaced by the same word, so that neither the key nor the digest depends on it.
  const safe = redactAddress(address);
  // An address that is too long to be judged counts as one with a secret.
  const url = URL.canParse(safe) ? new URL(safe) : undefined;
  // Percent-encoded it may have become too long.
  if (!url || url.href.length > MAX_SECRET_ADDRESS_LENGTH)
    return { key: `${new URL(address).origin}/`, hasSecret: true };
  const parameters = [...url.searchParams];
  const names = [...new Set(parameters.flatMap(([name]) => (name ? [encodeURIComponent(name)] : [])))].join('&');
  const place = url.origin + url.pathname;
  const hasValues = parameters.some(([, value]) => value !== '');
  const digest = hasValues ? DIGEST + sha256(JSON.stringify([place, parameters])).slice(0, ADDRESS_DIGEST_LENGTH) : '';
  return { key: `${place}${names && `?${names}`}${digest}`, hasSecret: secretInAddress(address) };
}

import { redactAddress, secretInAddress } from './secrets/addresses.js';
import { sha256 } from './sha256.js';

/** Stands before the digest in a key. No endpoint has a fragment, so no URL looks like it. */
const DIGEST = '#~';
/** Digits (hexadecimal) of a digest that tell two addresses apart: 128 bits. */
const ADDRESS_DIGEST_LENGTH = 32;

/** The key under which data of a server is stored. */
export interface AddressKey {
  /**
   * Origin, path and names of parameters. Where a parameter has a value, a digest of everything that is no secret
   * follows: two projects of one server have two keys. No secret is in it.
   */
  readonly key: string;
  /** True where the address contains a secret. */
  readonly hasSecret: boolean;
}

/** Keys that were made before: each record asks for one. */
const known = new Map<string, AddressKey>();
/** Addresses whose key is remembered. With more all are forgotten and made anew. */
const MAX_KNOWN_ADDRESSES = 200;

/**
 * The key of a server.
 * @param address absolute URL of the server; a key is returned as it is
 */
export function addressKey(address: string): AddressKey {
  const found = known.get(address) ?? makeKey(address);
  if (known.size >= MAX_KNOWN_ADDRESSES) known.clear();
  known.set(address, found);
  return found;
}

function makeKey(address: string): AddressKey {
  const isKey = new RegExp(`${DIGEST}[\\da-f]{${ADDRESS_DIGEST_LENGTH}}$`).test(address);
  if (isKey || !/^(?:http|ws)s?:/i.test(address) || !URL.canParse(address)) return { key: address, hasSecret: false };
  // Every secret becomes the same word, so that it is neither in the key nor in the digest.
  const safe = redactAddress(address);
  // An address that is too long to be judged counts as one with a secret.
  if (!URL.canParse(safe)) return { key: new URL(address).origin, hasSecret: true };
  const url = new URL(safe);
  const parameters = [...url.searchParams];
  const names = [...new Set(parameters.map(([name]) => encodeURIComponent(name)))].join('&');
  const place = url.origin + url.pathname;
  const hasValues = parameters.some(([, value]) => value !== '');
  const digest = hasValues ? DIGEST + sha256(JSON.stringify([place, parameters])).slice(0, ADDRESS_DIGEST_LENGTH) : '';
  return { key: `${place}${names && `?${names}`}${digest}`, hasSecret: secretInAddress(address) };
}

import { redactAddress, secretInAddress } from './secrets.js';
import { sha256 } from './sha256.js';

/** Stands before the digest in a key. No endpoint has a fragment, so nothing else looks like it. */
const DIGEST = '#~';
/** Digits (hexadecimal) of a digest that tell two addresses apart: 128 bits. */
const ADDRESS_DIGEST_LENGTH = 32;

/** What an address is called where something is kept about it. */
export interface AddressKey {
  /**
   * Origin, path and the names of parameters. Where any has a value, a digest of all that is no secret stands behind it: two
   * projects of one server are two. Of what is secret nothing is in it.
   */
  readonly key: string;
  /** The address carries a secret. */
  readonly hasSecret: boolean;
}

/** Keys of addresses seen: they are asked for with every record. */
const known = new Map<string, AddressKey>();
/** Addresses whose key is remembered. With more all are forgotten and made anew. */
const MAX_KNOWN_ADDRESSES = 200;

/** @param address of a server, absolute; a key gives itself */
export function addressKey(address: string): AddressKey {
  const found = known.get(address) ?? makeKey(address);
  if (known.size >= MAX_KNOWN_ADDRESSES) known.clear();
  known.set(address, found);
  return found;
}

function makeKey(address: string): AddressKey {
  const isKey = new RegExp(`${DIGEST}[\\da-f]{${ADDRESS_DIGEST_LENGTH}}$`).test(address);
  if (isKey || !/^(?:http|ws)s?:/i.test(address) || !URL.canParse(address)) return { key: address, hasSecret: false };
  // One thing in the place of each secret, so that it is neither in the key nor in the digest.
  const safe = redactAddress(address);
  // Nobody knows what is in one that is too long to be judged.
  if (!URL.canParse(safe)) return { key: new URL(address).origin, hasSecret: true };
  const url = new URL(safe);
  const parameters = [...url.searchParams];
  const names = [...new Set(parameters.map(([name]) => encodeURIComponent(name)))].join('&');
  const place = url.origin + url.pathname;
  const hasValues = parameters.some(([, value]) => value !== '');
  const digest = hasValues ? DIGEST + sha256(JSON.stringify([place, parameters])).slice(0, ADDRESS_DIGEST_LENGTH) : '';
  return { key: `${place}${names && `?${names}`}${digest}`, hasSecret: secretInAddress(address) };
}

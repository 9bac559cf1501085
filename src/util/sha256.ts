import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * The SHA-256 of a text in UTF-8, as 64 hexadecimal digits. Synchronous, and available on plain http, where
 * `crypto.subtle` is missing. Use it for identifiers only: keys, codes and tokens use `crypto.subtle`.
 * @see https://csrc.nist.gov/pubs/fips/180-4/upd1/final
 */
export function sha256(text: string): string {
  return bytesToHex(digest(new TextEncoder().encode(text)));
}

import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * The SHA-256 of a text in UTF-8, as 64 hexadecimal digits: at once and everywhere, where `crypto.subtle` computes it later,
 * and not at all on a page of plain http. It tells things apart and protects no secret: keys, codes and tokens go through
 * `crypto.subtle` only.
 * @see https://csrc.nist.gov/pubs/fips/180-4/upd1/final
 */
export function sha256(text: string): string {
  return bytesToHex(digest(new TextEncoder().encode(text)));
}
